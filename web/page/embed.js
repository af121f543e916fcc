// One match, live or ended, as a board in other people's pages: /embed/match/N, with ?look=light or dark if the page around it is always
// one of them. Whoever looks at it is an anonymous spectator.
import { html, nothing, render } from "/lib/lit-html/lit-html.js";
import { drawBoard, lastOf } from "./board.js";
import { leftOf, timeText, turnOf } from "./clock.js";
import { Replay } from "./replay.js";
import { gameOf, loadRules } from "./rules.js";
import { Store } from "./store.js";

/** @typedef {Record<string, any>} Message */

class Embedded {
  /** @param {number} number @param {import("./rules.js").Rules} rules */
  constructor(number, rules) {
    this.number = number;
    this.rules = rules;
    this.store = new Store({ isAnonymous: true });
    this.replay = new Replay(() => this.draw());
    /** @type {Message} */
    this.record = { moves: [] };
    this.store.addEventListener("change", () => this.draw());
    addEventListener("board", () => this.draw());
    this.store.wire.start();
    this.store.watch(number);
    this.clock = setInterval(() => this.match?.clock && this.draw(), 1000);
  }

  get match() {
    return this.store.matches.get(this.number);
  }

  /** @param {Message} match @param {"first" | "second"} seat */
  player(match, seat) {
    const turns = !match.ending && turnOf(match) === seat, left = leftOf(match, `${seat}_left`); // prettier-ignore
    return html`<div class="player ${seat} ${turns ? "turns" : ""}">
      <span class="name"><bdi>${match[seat]}</bdi></span
      ><span class="is">${match.winner === seat ? html`<b>won</b>` : nothing}</span>
      ${match.clock && !match.ending ? html`<span class="clock">${timeText(left ?? 0)}</span>` : nothing}
    </div>`;
  }

  /** @param {Message} match */
  content(match) {
    const { rules } = this;
    // After a takeback there may be other moves, as many as before.
    const moves = match.moves.join(" ");
    if (this.recorded !== `${moves} ${match.ending}`) {
      this.recorded = `${moves} ${match.ending}`;
      const { ending, winner } = match;
      this.record = rules("record", gameOf(match), match.start, moves, ending ?? "", winner ?? "", match.first, match.second, "");
    }
    const view = rules("position", gameOf(match), this.replay.position(match, this.record.moves));
    const last = lastOf(rules, match, this.record.moves, this.replay.plyOf(match));
    return html`<header>
        <h1>${rules("rules", gameOf(match)).words}</h1>
        <a href="/match/${this.number}" target="_blank" rel="noopener">Whole page</a>
      </header>
      ${this.player(match, "first")} ${drawBoard({ view, label: "the position", last })} ${this.player(match, "second")}
      ${this.replay.draw(match, this.record.moves)} ${match.ending ? html`<p class="ended">${this.record.result}</p>` : nothing}`;
  }

  draw() {
    const { match, store } = this;
    const missing = store.missing.get(this.number);
    if (match?.ending || missing) {
      clearInterval(this.clock);
      store.wire.stop();
    }
    const trouble =
      missing ??
      (store.connection === "lost" && !match?.ending ? "The connection is gone; it comes back by itself." : store.why || store.trouble);
    document.title = match ? `${match.first} and ${match.second} · Takeaway` : "Takeaway";
    render(
      html`<main>
        ${match ? this.content(match) : trouble ? nothing : html`<p>Looking for the match …</p>`}${trouble ? html`<p class="note" role="status">${trouble}</p>` : nothing}
      </main>`,
      /** @type {HTMLElement} */ (document.getElementById("board")),
    );
  }
}

const look = new URLSearchParams(location.search).get("look");
if (look === "light" || look === "dark") document.documentElement.dataset.look = look;
try {
  new Embedded(Number(location.pathname.split("/")[3]), await loadRules());
} catch (error) {
  console.error(error);
  const board = /** @type {HTMLElement} */ (document.getElementById("board"));
  render(html`<p class="note" role="alert">The board cannot be shown: ${error}.</p>`, board);
}
