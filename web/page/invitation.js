// A link with an invitation: one press, and the match begins.
import { drawBoard } from "./board.js";
import { clockWords } from "./clock.js";
import { gameOf } from "./rules.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const SIDES = { maker: "The other begins.", taker: "You begin.", random: "Who begins is drawn." };

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [code]) {
    this.app = app;
    this.code = code;
    this.title = "An invitation";
    /** @type {Message | null} */
    this.invitation = null;
    /** The name that was typed; null: none. @type {string | null} */
    this.name = null;
    this.note = "";
    this.isAsked = false;
  }

  async open() {
    try {
      this.invitation = await this.app.store.wire.ask("invitation.show", { code: this.code });
    } catch (error) {
      this.fail(error);
    }
    this.app.draw();
  }

  close() {}

  /** @param {unknown} error */
  fail(error) {
    this.note = error instanceof Error ? error.message : String(error);
  }

  /** @param {Event} event */
  async accept(event) {
    event.preventDefault();
    if (this.isAsked) return;
    const { store } = this.app;
    this.isAsked = true;
    this.note = "";
    try {
      if (this.name && this.name !== store.name) await store.rename(this.name);
      const match = await store.wire.change("invitation.accept", { code: this.code });
      store.keep(match);
      this.app.go(`/match/${match.match}`);
    } catch (error) {
      this.fail(error);
    }
    this.isAsked = false;
    this.app.draw();
  }

  draw() {
    return html`<div class="invitation">
      ${this.invitation ? this.offer(this.invitation) : nothing}
      <div aria-live="polite">${this.note ? html`<p class="note">${this.note}</p>` : this.invitation ? nothing : "Looking at the invitation …"}</div>
      ${this.note && !this.invitation ? html`<p><a class="button" href="/">To the games</a></p>` : nothing}
    </div>`; // prettier-ignore
  }

  /** @param {Message} invitation */
  offer(invitation) {
    const { rules, store } = this.app;
    const words = rules("rules", gameOf(invitation)), start = words.drawn ? null : rules("position", gameOf(invitation), invitation.start); // prettier-ignore
    const own = invitation.from === store.name;
    const mayChoose = !store.account && ![...store.matches.values()].some((match) => match.seat && !match.ending);
    return html`<h1>${own ? "Your invitation to" : html`<bdi>${invitation.from}</bdi> invites you to`} ${words.words}</h1>
      <p>${words.explain}</p>
      ${start ? drawBoard({ view: start, label: "the start" }) : nothing}
      <p class="about">${clockWords(invitation.clock)}${invitation.rated ? ", rated" : ""}. ${SIDES[/** @type {keyof typeof SIDES} */ (invitation.first)]}
        ${own || invitation.online ? nothing : html`<bdi>${invitation.from}</bdi> is away at the moment, and finds the match on coming back.`}</p>
      ${own ? html`<p class="say">Send this page's address to whom you want to play with.</p>` : html`<form class="fields" @submit=${(/** @type {Event} */ event) => this.accept(event)}>
        ${mayChoose ? html`<label>Your name <input maxlength="32" autocomplete="nickname" spellcheck="false" .value=${this.name ?? store.name} @input=${(/** @type {any} */ event) => this.rename(event.target.value)}></label>` : nothing}
        <button class="main now">Play as ${this.name || store.name}</button></form>`}`; // prettier-ignore
  }

  /** @param {string} name */
  rename(name) {
    this.name = name.trim();
    this.app.draw();
  }
}
