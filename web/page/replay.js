// Looks back at the earlier positions of a match, whose moves are known in words (the question `record` of web/rules/desk.c).
import { html } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

export class Replay {
  /** @param {() => void} changed @param {number | null} [ply] */
  constructor(changed, ply = null) {
    this.changed = changed;
    this.ply = ply; // null: after the newest move, also when more come
  }

  /** @param {Message} match */
  plyOf(match) {
    return Math.min(this.ply ?? match.ply, match.ply);
  }

  /** @param {Message} match @param {Message[]} moves of the record @returns {string} */
  position(match, moves) {
    const ply = this.plyOf(match);
    return ply === match.ply ? match.position : ply ? moves[ply - 1].after : match.start;
  }

  /** @param {Message} match @param {number} ply */
  go(match, ply) {
    this.ply = ply >= match.ply ? null : Math.max(0, ply);
    this.changed();
  }

  /** @param {Message} match @param {KeyboardEvent} event */
  key(match, event) {
    const ply = this.plyOf(match);
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: match.ply }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.go(match, to);
  }

  /** @param {Message} match @param {Message[]} moves of the record */
  draw(match, moves) {
    const ply = this.plyOf(match), move = moves[ply - 1], by = ply % 2 ? match.first : match.second; // prettier-ignore
    const step = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {number} */ to) =>
      html`<button
        aria-label=${label}
        title=${label}
        ?disabled=${to === ply || to < 0 || to > match.ply}
        @click=${() => this.go(match, to)}
      >
        ${sign}
      </button>`;
    return html`<div class="replay" role="group" aria-label="replay" @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(match, event)}>
      ${step("the beginning", "«", 0)}${step("a move back", "‹", ply - 1)}
      <input type="range" aria-label="the moves" min="0" max=${match.ply} .value=${String(ply)} aria-valuetext=${ply ? `after move ${ply} of ${match.ply}` : "the beginning"}
        @input=${(/** @type {any} */ event) => this.go(match, Number(event.target.value))}>
      ${step("a move on", "›", ply + 1)}${step("the newest move", "»", match.ply)}
      <span class="at">${ply} / ${match.ply}</span>
      <p class="says" aria-live=${this.ply === null ? "off" : "polite"}>${move ? html`<bdi>${by}</bdi>: ${move.words}` : "The beginning"}</p>
    </div>`; // prettier-ignore
  }
}

/** Links to a match, or to a position of it, and what puts its board on another page.
 * @param {Message} match @param {number | null} ply @param {string} words of its rules */
export function drawShare(match, ply, words) {
  const here = `${location.origin}/match/${match.match}${ply === null ? "" : `/${ply}`}`;
  const frame = `<iframe src="${location.origin}/embed/match/${match.match}" width="480" height="480" title="a match of ${words}" loading="lazy"></iframe>`;
  const row = (/** @type {string} */ label, /** @type {string} */ text) => html`<label>${label}
    <input readonly .value=${text} @focus=${(/** @type {any} */ event) => event.target.select()}></label>`; // prettier-ignore
  return html`<details class="share"><summary>Share</summary>
    ${row(ply === null ? "A link to this match" : "A link to this position", here)}
    ${row("HTML that shows the board on a page of yours", frame)}
  </details>`; // prettier-ignore
}
