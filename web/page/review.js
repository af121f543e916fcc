// The review of a match that is over, move by move, with exact marks: of one of the server, or of one whose moves are in the address.
// What is said about a move says the C library (common/words/review.h).
import { drawBoard } from "./board.js";
import { pathOf, shownMove } from "./links.js";
import { study } from "./study.js";
import { gameOf } from "./rules.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const WIDE = 1000, HIGH = 160; // prettier-ignore

/** How sure the win was of who had it, from 0 to 1: the share of the moves that keep it, where the mover has it. @param {Message} stop */
function share(stop) {
  if (stop.outcome === "P" || stop.moves === "0") return 1;
  return Math.max(0.08, Math.sqrt(Number(stop.winning ?? 1) / Number(stop.moves)));
}

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path a match and a move of it; or rules, a start and the moves */
  constructor(app, path) {
    this.app = app;
    this.given = new AbortController();
    this.stop = 1;
    this.note = "";
    this.title = "Review";
    /** @type {Message | null} */
    this.review = null;
    const wish = new URLSearchParams(location.search);
    /** The match of the address. @type {Message | null} */
    this.played = null;
    if (path.length >= 3 && !/^\d+$/.test(path[0])) {
      const [rules, start, moves] = path;
      this.path = pathOf("review", rules, start, moves);
      this.stop = Number(wish.get("at")) || 1;
      const names = { first: wish.get("first") ?? "first", second: wish.get("second") ?? "second", seat: wish.get("seat") ?? "" };
      this.played = { rules, start, moves: moves.split(" "), ending: "", winner: "", ...names };
    } else {
      this.number = Number(path[0]);
      this.stop = Number(path[1]) || 1;
    }
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  /** @returns {Message | null | undefined} */
  get match() {
    return this.played ?? this.app.store.matches.get(/** @type {number} */ (this.number));
  }

  open() {
    addEventListener("keydown", this.onKey);
    if (!this.played) this.app.store.watch(/** @type {number} */ (this.number)).then(() => this.arrive());
  }

  close() {
    removeEventListener("keydown", this.onKey);
    this.given.abort();
    if (this.number) this.app.store.unwatch(this.number);
  }

  /** A link to a move of a match that goes on leads to the match. */
  arrive() {
    if (this.match && !this.match.ending && location.pathname.startsWith("/match/") && !this.given.signal.aborted) this.app.show("match");
  }

  /** Asks once, when the match is there and over. @param {Message} match */
  async judge(match) {
    if (this.asked) return;
    this.asked = true;
    const { start, moves, ending, winner, first, second, seat } = match;
    const question = ["review", gameOf(match), start, moves.join(" "), ending, winner ?? "", first, second, seat ?? ""];
    const review = await study.ask(question, this.given.signal).catch((error) => ({ error, message: error.message }));
    if (this.given.signal.aborted) return;
    if (review.error) this.note = review.message;
    else this.review = review;
    this.go(this.stop);
  }

  /** @param {number} stop */
  go(stop) {
    if (!this.review) return this.app.draw();
    this.stop = Math.min(Math.max(1, stop), this.review.stops.length);
    const search = new URLSearchParams(location.search);
    if (this.played) search.set("at", String(this.stop));
    const path = this.played ? `${this.path}?${search}` : pathOf("match", /** @type {number} */ (this.number), this.stop);
    history.replaceState(null, "", path);
    this.app.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("input, select, textarea")) return;
    const to = { ArrowLeft: this.stop - 1, ArrowRight: this.stop + 1, Home: 1, End: Infinity }[event.key];
    if (to === undefined) return;
    this.go(to);
    event.preventDefault();
  }

  /** Who had the win before each move, and how sure it was. @param {Message[]} stops @param {Message} match */
  curve(stops, match) {
    const step = WIDE / stops.length;
    const bars = stops.map((stop, index) => {
      const side = stop.has_win;
      const high = (share(stop) * (HIGH - 12)) / 2;
      return svg`${
        side === "nobody"
          ? nothing
          : svg`<rect class="had ${side}" x=${index * step} y=${side === "first" ? HIGH / 2 - high : HIGH / 2}
        width=${step + 0.3} height=${high}/>`
      }
        ${
          stop.mistake
            ? svg`<rect class="mistake" x=${(index + 1) * step - Math.min(2, step / 4)} y="0"
          width=${Math.min(4, step / 2)} height=${HIGH}/>`
            : nothing
        }`;
    });
    const press = (/** @type {any} */ event) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      this.go(1 + Math.floor(((event.clientX - left) / width) * stops.length));
    };
    return html`<figure class="curve">
      <svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="who had the win before each move"
        @click=${press}>
        <rect class="here" x=${(this.stop - 1) * step} y="0" width=${step} height=${HIGH}/>${bars}
        <line x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2}/></svg>
      <input type="range" aria-label="move" min="1" max=${stops.length} .value=${String(this.stop)}
        aria-valuetext=${stops[this.stop - 1].say}
        @input=${(/** @type {any} */ event) => this.go(Number(event.target.value))}>
      <figcaption>Who has the win: <span class="key first"><bdi>${match.first}</bdi></span> <span class="key second"><bdi>${match.second}</bdi></span>
        <span class="key mistake">thrown away.</span> <span class="about">The thinner, the fewer moves keep it.</span></figcaption>
    </figure>`; // prettier-ignore
  }

  /** @param {Message} review @param {Message} match */
  moves(review, match) {
    return html`<ol class="marked" aria-label="moves">${review.stops.slice(0, -1).map((/** @type {Message} */ stop, /**
      @type {number} */ index) => {
      const kind = stop.mistake ? "thrown" : stop.kept ? "kept" : "lost";
      return html`<li><button class="plain ${kind}" aria-current=${index + 1 === this.stop ? "step" : nothing}
        @click=${() => this.go(index + 1)}><span class="ply">${index + 1}</span><b>${stop.step.move}</b><span
        class="sign">${stop.mark}</span></button></li>`;
    })}</ol>`; // prettier-ignore
  }

  /** @param {Message} review @param {Message} match */
  reviewed(review, match) {
    const { stops } = review;
    const stop = stops[this.stop - 1];
    const { rules } = this.app;
    const mistake = review.own_first_mistake || review.first_mistake;
    const label = review.own_first_mistake ? "Your first mistake" : "The first mistake";
    const shown = stop.step ? shownMove(rules, gameOf(match), stop.position.position, stop.step.move) : {};
    const sums = (/** @type {"first" | "second"} */ seat) => html`<tr><th scope="row"><bdi>${match[seat]}</bdi></th>
      <td>${review[seat].won}</td><td>${review[seat].kept}</td><td>${review[seat].thrown}</td>${review.has_draws ? html`
      <td>${review[seat].drawn}</td><td>${review[seat].kept_draw}</td><td>${review[seat].thrown_draw}</td>` : nothing}</tr>`; // prettier-ignore
    return html`${this.curve(stops, match)}
      <div class="desk">
        <div>
          ${drawBoard({ view: stop.position, label: "the position before the move", ...shown })}
          <div class="stepping" role="group" aria-label="go through the moves">
            <button aria-label="to the first move" ?disabled=${this.stop === 1} @click=${() => this.go(1)}>«</button>
            <button aria-label="one move back" ?disabled=${this.stop === 1} @click=${() => this.go(this.stop - 1)}>‹</button>
            <button aria-label="one move on" ?disabled=${this.stop === stops.length} @click=${() => this.go(this.stop + 1)}>›</button>
            <button aria-label="to the end" ?disabled=${this.stop === stops.length} @click=${() => this.go(stops.length)}>»</button>
            ${mistake ? html`<button class="first-mistake" aria-pressed=${mistake === this.stop ? "true" : "false"}
              @click=${() => this.go(mistake)}>${label}</button>` : nothing}
          </div>
          <div class="said" aria-live="polite"><h2>${stop.say}</h2><p>${stop.worth}</p>${Number(stop.winning) > 1 ? html`<p
            class="about">${stop.ways}</p>` : nothing}</div>
          ${stop.position.over ? nothing : html`<div class="actions">
            <a class="button main" href="${pathOf("learn", gameOf(match), stop.position.position)}?first=you">Try it from here</a>
            <a class="button" href=${pathOf("explore", gameOf(match), stop.position.position)}>Explore</a></div>`}
        </div>
        <div>${this.moves(review, match)}
          <table class="sums"><thead><tr><td></td><th scope="col">won met</th><th scope="col">kept</th>
            <th scope="col">thrown</th>${review.has_draws ? html`<th scope="col">draws met</th><th scope="col">kept</th>
            <th scope="col">thrown</th>` : nothing}</tr></thead>
            <tbody>${sums("first")}${sums("second")}</tbody></table>
        </div>
      </div>`; // prettier-ignore
  }

  draw() {
    const { match } = this;
    if (!match)
      return html`<p class="say" aria-live="polite">
        ${this.app.store.missing.get(/** @type {number} */ (this.number)) ?? `Looking for match ${this.number} …`}
      </p>`;
    const isLive = !this.played && !match.ending;
    if (!isLive) this.judge(match);
    const words = this.app.rules("rules", gameOf(match)).words ?? match.rules;
    return html`<article class="review">
      <header>${this.number ? html`<a class="back" href=${pathOf("match", this.number)}>Match ${this.number}</a>` : html`<a
        class="back" href=${pathOf("learn", gameOf(match), match.start)}>Play it again</a>`}
        <h1>${words}: <bdi>${match.first}</bdi> and <bdi>${match.second}</bdi></h1></header>
      <div aria-live="polite">${this.note ? html`<p class="note">${this.note}</p>`
        : isLive ? html`<p class="say">It is not over yet. There is a review when it is.</p>`
        : this.review ? html`<p class="lead">${this.review.result}</p>`
        : html`<p class="say busy">Each move is being judged …</p>`}</div>
      ${this.review && !isLive && !this.note ? this.reviewed(this.review, match) : nothing}
    </article>`; // prettier-ignore
  }
}
