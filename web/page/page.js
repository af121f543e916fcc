// The page: its views, by the path, and what stands around them.
import { html, nothing, render } from "/lib/lit-html/lit-html.js";
import { gameOf, loadRules } from "./rules.js";
import { clockWords, isMine } from "./clock.js";
import "./rows.js";
import { settings } from "./settings.js";
import { Store } from "./store.js";
import { isOutdated } from "./version.js";

/** A view is a module that exports `View`. It is made for one path, opened, drawn whenever something changes, and closed.
 * @typedef {{open: () => void | Promise<void>, close: () => void, draw: () => unknown, title?: string, isBusy?: boolean}} View
 * @typedef {new (app: App, path: string[]) => View} ViewClass */

/** A view whose styles are there before it is shown. @template T @param {Promise<T>} module @param {string[]} styles */
async function styled(module, ...styles) {
  const missing = styles.filter((path) => !document.querySelector(`link[href="${path}"]`));
  const links = missing.map((path) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: path });
    document.head.append(link);
    return new Promise((resolve) => (link.onload = link.onerror = resolve));
  });
  const [loaded] = await Promise.all([module, ...links]);
  return loaded;
}

/** By the first word of the path; the rest of it is the view's. They are fetched when they are first shown.
 * @type {Record<string, () => Promise<{View: ViewClass}>>} */
const VIEWS = {
  "": () => styled(import("./home.js"), "/board.css", "/home.css"),
  account: () => styled(import("./account.js"), "/account.css"),
  explore: () => styled(import("./explore.js"), "/board.css", "/study.css", "/explore.css"),
  i: () => styled(import("./invitation.js"), "/board.css", "/home.css"),
  learn: () => styled(import("./learn.js"), "/board.css", "/study.css", "/learn.css"),
  match: () => styled(import("./match.js"), "/board.css", "/match.css"),
  player: () => styled(import("./player.js"), "/account.css", "/watch.css"),
  puzzles: () => styled(import("./puzzle.js"), "/board.css", "/puzzle.css"),
  review: () => styled(import("./review.js"), "/board.css", "/study.css", "/review.css"),
  tournament: () => styled(import("./tournament.js"), "/board.css", "/watch.css"),
  watch: () => styled(import("./watch.js"), "/board.css", "/watch.css"),
};

/** What stands at the top: path, label. @type {[string, string][]} */
const PLACES = [
  ["/", "Play"],
  ["/puzzles", "Puzzles"],
  ["/learn", "Learn"],
  ["/explore", "Explore"],
  ["/watch", "Watch"],
];

const CONNECTIONS = {
  connecting: "",
  open: "",
  stalled: "Nothing can change at the moment: ",
  lost: "The connection is gone; it comes back by itself.",
  refused: "The server does not let you in: ",
  replaced: "You play in another tab.",
};

/** A word of an address. @param {string} word */
function wordOf(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // A % that begins no byte stands for itself.
  }
}

export class App {
  /** @param {import("./rules.js").Rules} rules */
  constructor(rules) {
    this.rules = rules; // for quick questions; slow ones go to study.js
    this.store = new Store();
    this.asked = false;
    /** @type {View | null} */
    this.view = null;
    this.trouble = "";
    /** What has loaded views of this page's version. @type {Set<() => Promise<{View: ViewClass}>>} */
    this.loaded = new Set();
    this.isUnkept = false; // the browser refuses to keep what belongs to this page
    this.isOutdated = false; // the server has another version of the page: the next view comes with a new document
    this.focusNext = ""; // a selector: what is drawn next gives it the focus, where nothing else has it
    /** The view that was drawn last. @type {View | null} */
    this.drawn = null;
    this.shown = 0; // counts the views, so that one that comes late is not shown
    this.store.addEventListener("change", () => this.draw());
    this.store.addEventListener("open", async () => {
      this.isOutdated = await isOutdated().catch(() => false);
      this.draw();
    });
    addEventListener("board", () => this.draw());
    addEventListener("unkept", () => this.tellUnkept(true));
    addEventListener("error", ({ error }) => error && this.store.fail(error));
    addEventListener("unhandledrejection", ({ reason }) => this.store.fail(reason));
    for (const name of ["begun", "match.moved"])
      this.store.addEventListener(name, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        this.hear(detail.match ?? detail);
      });
    this.store.addEventListener("begun", (event) => this.view?.isBusy || this.go(`/match/${/** @type {CustomEvent} */ (event).detail}`));
    addEventListener("popstate", () => this.show());
    // A frame that was asked for just before the tab was hidden does not come.
    document.addEventListener("visibilitychange", () => this.drawNow());
    document.addEventListener("click", (event) => this.follow(event));
    this.store.wire.start();
    this.show();
  }

  /** Links within the page change the view, not the document. @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (!link || link.target || link.origin !== location.origin || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(link.pathname.split("/")[1] in VIEWS)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }

  /** @param {string} path */
  go(path) {
    if (this.isOutdated) return location.assign(path);
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.show();
  }

  /** @param {boolean} isUnkept */
  tellUnkept(isUnkept) {
    this.isUnkept = isUnkept;
    this.draw();
  }

  /** A view of the version that the page has: null, and the page is loaded anew, where the server has another one now.
   * @param {() => Promise<{View: ViewClass}>} load */
  async load(load) {
    if (this.loaded.has(load)) return load();
    const [module] = await Promise.allSettled([load()]);
    // The first view has come with the page; of the others the version is asked for after all their files are there.
    if (this.shown > 1 && (await isOutdated())) return void location.reload();
    if (module.status === "rejected") throw module.reason;
    this.loaded.add(load);
    return module.value;
  }

  /** Shows what the path says. @param {string} [kind] the view, where it is not the one of the first word */
  async show(kind) {
    const shown = ++this.shown;
    this.trouble = "";
    const [word, ...path] = location.pathname.split("/").slice(1).map(wordOf);
    // A link to a move of a match leads into its review.
    kind ??= word === "match" && path[1] ? "review" : word;
    let module;
    try {
      module = await this.load(VIEWS[Object.hasOwn(VIEWS, kind) ? kind : ""]);
    } catch (error) {
      if (shown === this.shown) this.breakDown(error, "cannot be loaded. Is the server there?");
      return this.draw();
    }
    if (!module || shown !== this.shown) return;
    this.view?.close();
    this.view = null;
    try {
      this.view = new module.View(this, path);
      const opened = this.view.open();
      this.draw();
      await opened;
    } catch (error) {
      if (shown === this.shown) this.breakDown(error);
      else console.error(error);
    }
    this.draw();
  }

  /** Moves the place of a new view to where it is seen, on a narrow screen; its heading is read. */
  arrive() {
    if (this.drawn) this.focusNext ||= "main h1";
    this.drawn = this.view;
    const place = /** @type {HTMLElement | null} */ (document.querySelector(".top nav [aria-current]"));
    const nav = place?.parentElement;
    if (nav) nav.scrollLeft = place.offsetLeft - nav.offsetLeft - nav.clientWidth + place.offsetWidth;
  }

  /** A player, as a link. @param {string} name */
  name(name) {
    return html`<a class="who" href="/player/${encodeURIComponent(name)}"><bdi>${name}</bdi></a>`;
  }

  /** @param {Record<string, any>} offer @param {boolean} accepts */
  async answer(offer, accepts) {
    try {
      if (accepts) this.go(`/match/${await this.store.accept(offer)}`);
      else await this.store.refuse(offer);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      this.draw();
    }
  }

  /** Draws once before the next frame, however often it is asked. */
  draw() {
    if (this.asked) return;
    this.asked = true;
    // A hidden tab has no frames, but its title says whose turn it is.
    (document.hidden ? setTimeout : requestAnimationFrame)(() => this.drawNow());
  }

  drawNow() {
    if (!this.asked) return;
    this.asked = false;
    render(this.frame(), /** @type {HTMLElement} */ (document.getElementById("page")));
    if (this.drawn !== this.view) this.arrive();
    this.giveFocus();
    this.tellTab();
  }

  /** The tab says whose turn it is, also while it is hidden. */
  tellTab() {
    const isTurn = [...this.store.matches.values()].some(isMine), icon = isTurn ? "/icon-turn.svg" : "/icon.svg"; // prettier-ignore
    document.title = [isTurn && "Your turn", this.view?.title, "Takeaway"].filter(Boolean).join(" · ");
    const link = document.querySelector("link[rel=icon]");
    if (link?.getAttribute("href") !== icon) link?.setAttribute("href", icon);
  }

  /** A move was made in this match, or the match has begun. @param {number} number */
  async hear(number) {
    if (settings.sound !== "on") return;
    const module = await import("./sound.js").catch((error) => console.warn("there is no sound:", error));
    const match = this.store.matches.get(number);
    if (match) module?.sound(isMine(match));
  }

  /** To what is wanted, once it is there, unless the focus has gone elsewhere meanwhile. */
  giveFocus() {
    const wanted = this.focusNext && /** @type {HTMLElement | null} */ (document.querySelector(this.focusNext));
    if (!wanted) return;
    this.focusNext = "";
    if (document.activeElement !== document.body) return;
    const isHeading = wanted.tagName === "H1";
    if (isHeading) wanted.tabIndex = -1;
    wanted.focus({ preventScroll: !isHeading });
  }

  frame() {
    const { store } = this;
    const state = CONNECTIONS[/** @type {keyof typeof CONNECTIONS} */ (store.connection)];
    const here = `/${location.pathname.split("/")[1]}`;
    const turns = [...store.matches.values()].filter((match) => isMine(match) && location.pathname !== `/match/${match.match}`);
    const content = this.content();
    const challenges = store.offers.filter((offer) => offer.to === store.name);
    return html`<header class="top">
        <a class="mark" href="/"><img src="/icon.svg" alt="" width="28" height="28"><span>Takeaway</span></a>
        <nav aria-label="places">${PLACES.map(([path, label]) => html`<a href=${path} aria-current=${path === here ? "page" : nothing}>${label}</a>`)}</nav>
        ${turns.length ? html`<a class="button main" href="/match/${turns[0].match}">Your turn</a>` : nothing}
        <a class="you" href="/account" title=${store.name} aria-current=${here === "/account" ? "page" : nothing}><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="5"/><path d="M3 22a9 8 0 0 1 18 0z"/></svg><bdi>${store.name}</bdi></a>
      </header>
      <div class="states" aria-live="polite">${state ? html`<p class="state">${state}${store.connection === "refused" || store.connection === "stalled" ? store.why : nothing}
        ${store.connection === "replaced" ? html`<button @click=${() => store.wire.start()}>Go on here</button>` : nothing}</p>` : nothing}
      ${this.isOutdated ? html`<p class="state">The server has a new version of this page.
        <button @click=${() => location.reload()}>Load it</button></p>` : nothing}
      ${this.isUnkept ? html`<p class="state">This browser keeps nothing for this page: its storage is blocked or full. Your name, your settings and your puzzles last until you close the page.
        <button @click=${() => this.tellUnkept(false)}>Understood</button></p>` : nothing}
      ${challenges.map((offer) => html`<p class="state" data-row="challenge ${offer.offer}"><bdi>${offer.from}</bdi> ${offer.rematch_of ? "wants to play again" : "challenges you"}: ${this.rules("rules", gameOf(offer)).words}, ${clockWords(offer.clock)}
        <button class="main" @click=${() => this.answer(offer, true)}>Accept</button><button @click=${() => this.answer(offer, false)}>Decline</button></p>`)}
      ${store.trouble ? html`<p class="state">${store.trouble} <button @click=${() => store.forgive()}>Understood</button></p>` : nothing}
      ${this.trouble ? html`<p class="state">${this.trouble}</p>` : nothing}</div>
      <main>${content}</main>`; // prettier-ignore
  }

  /** What the view draws. Where it cannot, the page around it stays, and says so. */
  content() {
    try {
      return this.view?.draw() ?? nothing;
    } catch (error) {
      this.breakDown(error);
      return nothing;
    }
  }

  /** There is no view to be seen: nothing stands there that another address has. @param {unknown} error @param {string} [what] */
  breakDown(error, what = `has failed: ${error instanceof Error ? error.message : error}.`) {
    console.error(error);
    const view = this.view;
    this.view = null;
    this.trouble = `This part of the page ${what} Reload to try again.`;
    view?.close();
  }
}

try {
  new App(await loadRules());
} catch (error) {
  console.error(error);
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  render(
    html`<p class="state" role="alert">The page cannot start: ${error}. It needs the server, and a browser of the last years.</p>`,
    page,
  );
}
navigator.serviceWorker?.register("/sw.js").catch((error) => console.warn("the page will not be here without the server:", error));
