// A move that is being chosen on a board: an open choice of the C library, and what presses and keys do to it.

import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} View */

/** Buttons for keys: the key, what stands on the button, what it does. */
const MORE = [["-", "−", "fewer"], ["+", "+", "more"]]; // prettier-ignore
const ALONG = [["ArrowLeft", "‹", "cut further left"], ["ArrowRight", "›", "cut further right"]]; // prettier-ignore

export class Chooser {
  /** @param {import("./page.js").App} app @param {{changed: () => void, play: (move: string) => void}} owner */
  constructor(app, owner) {
    this.app = app;
    this.rules = app.rules;
    this.owner = owner;
    /** The answer to the last question about it; null: no choice is open. @type {View | null} */
    this.choice = null;
    /** What a press would choose where the pointer stands; null: nothing else. @type {View | null} */
    this.pointed = null;
    /** The position after the marked move. @type {View | null} */
    this.after = null;
    this.at = ""; // rules and position
    this.aimed = ""; // the move that was pressed, with its last square or its place in the row: to press it once more plays it
  }

  /** Begins to choose in this position, unless that is under way. @param {string} game @param {string} position */
  begin(game, position) {
    const at = `${game}\n${position}`;
    if (at === this.at) return;
    this.end();
    this.at = at;
    this.take(this.rules("choice.open", game, position));
  }

  end() {
    if (this.choice) this.rules("choice.close", this.choice.choice);
    this.choice = this.after = this.pointed = null;
    this.at = this.aimed = "";
  }

  /** @param {View} choice */
  take(choice) {
    this.choice = choice.error ? null : choice;
    this.mark(null);
  }

  /** @param {View | null} pointed */
  mark(pointed) {
    this.pointed = pointed;
    const move = (pointed ?? this.choice)?.move;
    this.after = move ? this.rules("move", ...this.at.split("\n"), move).position : null;
  }

  /** The pointer stands there, and presses nothing; without arguments: nowhere. @param {(number | string)[]} spot */
  point(...spot) {
    if (!this.choice) return;
    const pointed = spot.length ? this.rules("choice.point", this.choice.choice, ...spot) : null;
    this.mark(pointed?.refused || pointed?.move === this.choice.move ? null : pointed);
    this.app.draw();
  }

  /** The marked move, and what it leaves. Whoever uses the keys on the board hears it from there. */
  said() {
    const { say = "", after = "" } = this.pointed ?? this.choice ?? {};
    const live = document.activeElement?.closest(".board") ? "off" : "polite";
    return html`<p class="say" aria-live=${live}><b>${say || "No move yet."}</b> <span class="after">${after}</span></p>`;
  }

  /** The buttons that change the move within its part; where no other number can be taken, they cannot be pressed.
   * @param {View} parts of the position */
  steps({ kind, only_splits }) {
    if (!this.choice || kind === "edges" || kind === "grid") return nothing;
    const isFixed = !only_splits && !this.choice.hints.some((/** @type {View} */ { key }) => key === "0-9");
    const buttons = (only_splits ? ALONG : MORE).map(
      ([key, sign, label]) => html`<button aria-label=${label} ?disabled=${isFixed} @click=${() => this.stroke(key)}>${sign}</button>`,
    );
    return html`<span class="steps">${buttons}</span>`;
  }

  /** @param {View} choice */
  change(choice) {
    this.take(choice);
    this.owner.changed();
  }

  /** After a press: the second one on the same move plays it. A press that is refused is not one on the move that stays. @param {View} choice @param {boolean} dragged @param {number} part */
  aim(choice, dragged, part) {
    const place = choice.grid ? part : choice.cuts[choice.part].before;
    const aim = choice.move && !choice.refused ? `${place} ${choice.move}` : "";
    const again = !dragged && choice.whole && aim && aim === this.aimed;
    this.change(choice);
    this.aimed = aim;
    if (again) this.owner.play(choice.move);
  }

  /** @param {number} part @param {number} cell @param {number} cells @param {boolean} [dragged] */
  press(part, cell, cells, dragged = false) {
    if (!this.choice) return;
    const choice = this.rules("choice.press", this.choice.choice, part, cell, cells);
    if (cells || !dragged) return this.aim(choice, dragged, part);
    this.aimed = "";
    this.change(choice);
  }

  /** As if the number were typed. @param {number} part @param {string} count @param {boolean} [dragged] */
  number(part, count, dragged = false) {
    if (!this.choice) return;
    let choice = this.rules("choice.press", this.choice.choice, part, 0, 0);
    for (const digit of count) choice = this.rules("choice.stroke", choice.choice, digit);
    this.aim(choice, dragged, part);
  }

  /** @param {string} key @returns {boolean} was there a use for it? */
  stroke(key) {
    if (!this.choice) return false;
    const choice = this.rules("choice.stroke", this.choice.choice, key);
    if (!choice.used && !choice.refused) return false;
    this.aimed = "";
    this.change(choice);
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.choice || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && this.choice.move) this.owner.play(this.choice.move);
    else if (!this.stroke(event.key)) return;
    event.preventDefault();
    const board = /** @type {Element} */ (event.currentTarget);
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-part="${this.choice?.part}"]`))?.focus();
  }

  /** A move as a person types it; returns why it is none, or "". @param {string} typed */
  type(typed) {
    if (!this.choice) return "";
    const choice = this.rules("choice.set", this.choice.choice, typed);
    if (choice.error) return choice.message;
    this.change(choice);
    return "";
  }

  /** What drawBoard() needs to choose on a board. */
  board() {
    return {
      choice: this.choice,
      pointed: this.pointed,
      after: this.after,
      press: this.press.bind(this),
      take: this.number.bind(this),
      point: this.point.bind(this),
      key: this.key.bind(this),
    };
  }
}
