// Matches of others as small boards that the server's events keep up to date; dates and results of matches.
import { gameOf } from "./rules.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";
import { drawBoard } from "./board.js";
import { leftOf, timeText, turnOf } from "./clock.js";

/** @typedef {Record<string, any>} Message */

/** A time in ms since 1970, as the reader's language writes it. @param {number} ms */
export function dateText(ms) {
  return new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** How a match has ended, in words. @param {import("./rules.js").Rules} rules @param {Message} match @param {string} [seat] the reader's */
export function resultText(rules, match, seat = "") {
  return (
    rules("record", gameOf(match), match.start, "", match.ending, match.winner, match.first, match.second, seat).result ?? match.ending
  );
}

/** The matches that a view shows as boards. It watches them, and lets go of those that it shows no more. */
export class Cards {
  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    this.isOpen = false;
    /** @type {number[]} */
    this.shown = [];
    /** @type {Map<number, {position: string, view: Message}>} */
    this.views = new Map();
  }

  open() {
    this.isOpen = true;
    this.clock = setInterval(() => this.matches.some((match) => match.clock && !match.ending) && this.app.draw(), 1000);
  }

  close() {
    clearInterval(this.clock);
    this.show([]);
    this.isOpen = false;
  }

  /** The list may have been asked for by a view that is closed when it comes. @param {number[]} numbers */
  show(numbers) {
    if (!this.isOpen) return;
    const { store } = this.app, before = this.shown; // prettier-ignore
    this.shown = numbers;
    for (const number of numbers) if (!before.includes(number)) store.watch(number);
    for (const number of before) {
      if (numbers.includes(number)) continue;
      this.views.delete(number);
      store.unwatch(number);
    }
  }

  /** Those that have been told. @returns {Message[]} */
  get matches() {
    return this.shown.flatMap((number) => this.app.store.matches.get(number) ?? []);
  }

  /** @param {Message} match */
  view(match) {
    const known = this.views.get(match.match);
    if (known && known.position === match.position) return known.view;
    const view = this.app.rules("position", gameOf(match), match.position);
    this.views.set(match.match, { position: match.position, view });
    return view;
  }

  /** @param {Message} match */
  draw(match) {
    const { rules } = this.app, view = this.view(match); // prettier-ignore
    const player = (/** @type {"first" | "second"} */ seat) =>
      html`<span class=${!match.ending && turnOf(match) === seat ? "sitter turns" : "sitter"}><bdi>${match[seat]}</bdi>
        ${match.clock && !match.ending ? html`<span class="left">${timeText(leftOf(match, `${seat}_left`) ?? 0)}</span>` : nothing}
        ${match.winner === seat ? html`<span class="left">won</span>` : nothing}</span>`; // prettier-ignore
    return html`<li class=${match.ending ? "tile over" : "tile"} data-row="match ${match.match}"><a href="/match/${match.match}">
      <span class="title">${rules("rules", gameOf(match)).words}</span>
      <span class="small" aria-hidden="true">${drawBoard({ view, label: "the position" })}</span>
      <span class="sitters">${player("first")}${player("second")}</span>
      <span class="stand">${match.ending ? resultText(rules, match, match.seat) : match.ply ? `after move ${match.ply}` : "no move yet"}</span>
      <span class="unseen">${view.words}</span>
    </a></li>`; // prettier-ignore
  }

  drawAll() {
    return html`<ul class="tiles">
      ${this.matches.map((match) => this.draw(match))}
    </ul>`;
  }
}
