// The board: a drawing of the position in which a move is chosen. What may be chosen, and what a press or a key means, says the C library
// (common/words/choice.h); here it is only drawn.
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} View */

const CELLS_MAX = 40; // more counters than that are drawn as a bar

/** A heap, a row of pins or of chocolate: cells, of which those that the chosen move takes are marked.
 * @param {View} part @param {View | undefined} cut @param {string} kind @param {number} index @param {(cell: number, cells: number) => void} press */
function row(part, cut, kind, index, press) {
  const size = Number(part.size);
  const cells = size <= CELLS_MAX ? size : CELLS_MAX;
  const scale = size / Math.max(cells, 1);
  const before = cut && cut.taken !== "0" ? Number(cut.before) / scale : -1;
  const after = cut ? before + Number(cut.taken) / scale : -1;
  const drawn = Array.from({ length: cells }, (_, cell) => {
    const taken = before >= 0 && cell + 0.5 > before && cell + 0.5 < after;
    const shape = kind === "pins"
      ? svg`<path d="M10 2c3 0 4 3 3 6-1 3 3 7 3 13a6 6 0 0 1-12 0c0-6 4-10 3-13-1-3 0-6 3-6z"/>`
      : kind === "chocolate" ? svg`<rect x="1" y="4" width="18" height="20" rx="3"/>` : svg`<circle cx="10" cy="14" r="8"/>`; // prettier-ignore
    return svg`<g class=${taken ? "cell taken" : "cell"} transform="translate(${cell * 20} 0)" @click=${() => press(cell, cells)}>
      <rect class="hit" width="20" height="28"/>${shape}</g>`;
  });
  return html`<div class="part" role="listitem">
    <svg viewBox="0 0 ${Math.max(cells, 1) * 20} 28" class=${size > CELLS_MAX ? "row bar" : "row"} aria-hidden="true">${drawn}</svg>
    <span class="count">${part.size}</span>
  </div>`;
}

/** The picture of Hackenbush: the ground, and each edge from its lower to its upper end.
 * @param {View[]} edges @param {number} chosen @param {(part: number) => void} press */
function picture(edges, chosen, press) {
  /** @type {Map<number, [number, number]>} */
  const places = new Map();
  const widths = [0];
  const place = (/** @type {number} */ vertex, /** @type {number} */ depth) => {
    if (vertex === 0) return null;
    if (!places.has(vertex)) places.set(vertex, [(widths[depth] = (widths[depth] ?? 0) + 1), depth]);
    return places.get(vertex);
  };
  const lines = edges.map((edge, index) => {
    const top = place(edge.to, edge.depth + 1) ?? [widths[edge.depth + 1] ?? 1, 0];
    const bottom = place(edge.from, edge.depth) ?? [top[0], 0];
    return { index, x1: bottom[0], y1: bottom[1], x2: top[0], y2: top[1], back: edge.leads_back };
  });
  const wide = Math.max(3, ...widths) + 1, high = widths.length + 1; // prettier-ignore
  const y = (/** @type {number} */ depth) => (high - depth) * 40 - 30;
  return html`<svg class="picture" viewBox="0 0 ${wide * 40} ${high * 40}" aria-hidden="true">
    <line class="ground" x1="0" x2=${wide * 40} y1=${y(0)} y2=${y(0)} />
    ${lines.map(({ index, x1, y1, x2, y2 }) => svg`<g class=${index === chosen ? "edge taken" : "edge"} @click=${() => press(index)}>
      <line class="hit" x1=${x1 * 40} y1=${y(y1)} x2=${x2 * 40} y2=${y(y2)} />
      <line x1=${x1 * 40} y1=${y(y1)} x2=${x2 * 40} y2=${y(y2)} />
      <circle cx=${x2 * 40} cy=${y(y2)} r="4" /></g>`)}
  </svg>`;
}

/**
 * @param {{view: View, choice: View | null, label: string, press: (part: number, cell: number, cells: number) => void,
 *   key: (event: KeyboardEvent) => void}} board
 */
export function drawBoard({ view, choice, label, press, key }) {
  const { kind, items } = view.parts;
  const isOpen = choice?.open;
  const inside = kind === "edges"
    ? picture(items, isOpen ? choice.part : -1, (part) => press(part, 0, 0))
    : kind === "unknown" ? html`<p class="notation">${view.position}</p>`
    : items.filter((/** @type {View} */ part) => !part.is_both).map((/** @type {View} */ part, /** @type {number} */ index) =>
        row(part, isOpen ? choice.cuts[index] : undefined, kind, index, (cell, cells) => press(index, cell, cells))); // prettier-ignore
  return html`<div class="board ${kind}" role="slider" tabindex=${isOpen ? 0 : nothing} aria-label=${label}
      aria-valuetext=${isOpen ? choice.say : view.words} @keydown=${key}>
    <div role="list">${inside}</div>
  </div>`;
}
