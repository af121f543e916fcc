// A bar of chocolate, its rows from the top down.
import { cutOf, slider } from "./board.js";
import { nothing, svg, html } from "/lib/lit-html/lit-html.js";

const SIDE = 40;
const COLUMNS_MAX = 60; // longer rows are drawn shorter, and say how long they are

/** @param {import("./board.js").Board} board */
export function drawChocolate(board) {
  const { items } = board.view.parts;
  const before = board.last?.before.parts.items ?? items; // as much room as there was, with what was eaten last
  const longest = Number(before[0].size);
  const columns = Math.min(COLUMNS_MAX, longest), isOpen = board.choice?.open; // prettier-ignore
  const cellsOf = (/** @type {any} */ part) => Math.max(1, Math.round((Number(part.size) * columns) / longest));
  const rows = items.map((/** @type {any} */ part, /** @type {number} */ row) => {
    const its = slider(board, row), cut = cutOf(board, row); // prettier-ignore
    const cells = cellsOf(part);
    const left = Math.ceil((Number(cut.before) * cells) / Number(part.size));
    const squares = Array.from({ length: cells }, (_, at) => {
      const isPoison = part.is_poisoned && at === 0;
      const taken = cut.taken > 0n && at >= left;
      return svg`<g class="cell ${taken ? "taken" : ""}${isPoison ? " poison" : ""}" data-press="${row} ${at} ${cells}">
        <rect class="body" x=${at * SIDE + 1} y=${row * SIDE + 1} width=${SIDE - 2} height=${SIDE - 2} rx="4"/>
        <rect class="ring" x=${at * SIDE + 7} y=${row * SIDE + 7} width=${SIDE - 14} height=${SIDE - 14} rx="3"/>
        ${isPoison ? svg`<path class="skull" d="M${at * SIDE + 14} ${row * SIDE + 14}l12 12m0-12l-12 12"/>` : nothing}</g>`;
    });
    return svg`<g class="part ${board.choice?.part === row ? "chosen" : ""}" data-part=${row} role=${its.role} tabindex=${its.tabindex}
        aria-label=${isOpen ? `row ${row + 1} of ${items.length}` : nothing} aria-valuemin=${isOpen ? 0 : nothing} aria-valuemax=${its.most}
        aria-valuenow=${its.now} aria-valuetext=${its.say}>${squares}</g>`;
  });
  const eaten = before.map((/** @type {any} */ part, /** @type {number} */ row) => {
    const from = items[row] ? cellsOf(items[row]) : 0, count = cellsOf(part) - from; // prettier-ignore
    return Array.from({ length: Math.max(0, count) }, (_, at) => svg`<rect class="gone" x=${(from + at) * SIDE + 3} y=${row * SIDE + 3}
      width=${SIDE - 6} height=${SIDE - 6} rx="4"/>`); // prettier-ignore
  });
  const figures = longest > COLUMNS_MAX ? html`<p class="figures">${items.map((/** @type {any} */ part) => part.size).join(" · ")}</p>` : nothing; // prettier-ignore
  return html`<svg class="picture" width=${columns * SIDE} viewBox="0 0 ${columns * SIDE} ${before.length * SIDE}">${rows}${eaten}</svg
    >${figures}`;
}
