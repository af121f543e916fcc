// A move that is being chosen on a board: an open choice of the C library, and what presses and keys do to it.

/** @typedef {Record<string, any>} View */

export class Chooser {
  /** @param {import("./rules.js").Rules} rules @param {{changed: () => void, play: (move: string) => void}} owner */
  constructor(rules, owner) {
    this.rules = rules;
    this.owner = owner;
    /** The answer to the last question about it; null: no choice is open. @type {View | null} */
    this.choice = null;
    /** The position after the chosen move. @type {View | null} */
    this.after = null;
    this.at = ""; // rules and position
    this.aimed = ""; // the move that was pressed: to press it once more plays it
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
    this.choice = this.after = null;
    this.at = this.aimed = "";
  }

  /** @param {View} choice */
  take(choice) {
    this.choice = choice.error ? null : choice;
    this.after = choice.move ? this.rules("move", ...this.at.split("\n"), choice.move).position : null;
  }

  /** @param {View} choice */
  change(choice) {
    this.take(choice);
    this.owner.changed();
  }

  /** After a press: the second one on the same move plays it. @param {View} choice @param {boolean} dragged */
  aim(choice, dragged) {
    const again = !dragged && choice.move && choice.move === this.aimed;
    this.change(choice);
    this.aimed = choice.move ?? "";
    if (again) this.owner.play(choice.move);
  }

  /** @param {number} part @param {number} cell @param {number} cells @param {boolean} [dragged] */
  press(part, cell, cells, dragged = false) {
    if (!this.choice) return;
    const choice = this.rules("choice.press", this.choice.choice, part, cell, cells);
    if (cells || !dragged) return this.aim(choice, dragged);
    this.aimed = "";
    this.change(choice);
  }

  /** As if the number were typed. @param {number} part @param {string} count @param {boolean} [dragged] */
  number(part, count, dragged = false) {
    if (!this.choice) return;
    let choice = this.rules("choice.press", this.choice.choice, part, 0, 0);
    for (const digit of count) choice = this.rules("choice.stroke", choice.choice, digit);
    this.aim(choice, dragged);
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
      after: this.after,
      press: this.press.bind(this),
      take: this.number.bind(this),
      key: this.key.bind(this),
    };
  }
}
