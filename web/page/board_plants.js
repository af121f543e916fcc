// A picture of green Hackenbush: plants on the ground. The C library tells the edges in the order of a walk from the ground up, which
// makes a tree of them, and which of them lead back to a place that the walk has seen.
import { moveOf, slider } from "./board.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Edge */

const ACROSS = 56, UP = 64, GROUND = 26; // prettier-ignore

/** Where each vertex stands: in slots from the left, and in edges above the ground. @param {Edge[]} edges */
function plant(edges) {
  /** @type {Map<number, {x: number, y: number}>} */
  const places = new Map();
  /** The slots of edges that end on the ground. @type {Map<number, number>} */
  const feet = new Map();
  let slots = 0;
  /** The edge at `index`, and all that stands on it; returns the index after them. @param {number} index */
  const grow = (index) => {
    const edge = edges[index];
    if (edge.leads_back) {
      if (edge.to === 0) feet.set(index, slots++);
      return index + 1;
    }
    /** @type {number[]} */
    const xs = [];
    let next = index + 1, climbs = false; // prettier-ignore
    while (next < edges.length && edges[next].from === edge.to && edges[next].depth === edge.depth + 1) {
      const child = edges[next], at = next; // prettier-ignore
      next = grow(next);
      const x = child.leads_back ? feet.get(at) : places.get(child.to)?.x;
      if (x !== undefined) xs.push(x);
      climbs ||= !child.leads_back;
    }
    if (!climbs) xs.splice(0, xs.length, slots++); // beside the edges from here to the ground
    places.set(edge.to, { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: edge.depth + 1 });
    return next;
  };
  for (let index = 0; index < edges.length;) index = grow(index);
  return { places, feet, slots, high: Math.max(1, ...[...places.values()].map(({ y }) => y)) };
}

/** @param {Edge} edge */
const ends = ({ from, to }) => `${Math.min(from, to)}-${Math.max(from, to)}`;

/** The edges that `after` has no longer. @param {Edge[]} edges @param {Edge | null | undefined} after @param {number} cut */
function fallen(edges, after, cut) {
  if (!after) return new Set();
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const edge of after.parts.items) left.set(ends(edge), (left.get(ends(edge)) ?? 0) + 1);
  const falls = new Set([cut]);
  edges.forEach((edge, index) => {
    const count = left.get(ends(edge)) ?? 0;
    if (index !== cut && count) left.set(ends(edge), count - 1);
    else falls.add(index);
  });
  return falls;
}

/** The edge that the last move has cut: of those that are gone, the one that still has an end. Nothing else has, because what falls hangs
 * together only through it. @param {import("./board.js").Board} board @param {Map<number, unknown>} places */
function cutLast({ view, last }, places) {
  if (!last) return null;
  const edges = last.before.parts.items, gone = fallen(edges, view, -1), stands = (/** @type {number} */ end) => end === 0 || places.has(end); // prettier-ignore
  return edges.find((/** @type {Edge} */ edge, /** @type {number} */ index) => gone.has(index) && (stands(edge.from) || stands(edge.to)));
}

/** @param {import("./board.js").Board} board */
export function drawPlants(board) {
  const edges = board.view.parts.items;
  const { places, feet, slots, high } = plant(edges);
  const wide = Math.max(3, slots) * ACROSS, tall = high * UP + GROUND + 24; // prettier-ignore
  const left = (wide - slots * ACROSS) / 2 + ACROSS / 2;
  const x = (/** @type {number} */ slot) => left + slot * ACROSS, y = (/** @type {number} */ up) => tall - GROUND - up * UP; // prettier-ignore
  const move = moveOf(board), cut = cutLast(board, places); // prettier-ignore
  const falls = move ? fallen(edges, board.after, move.part) : new Set();
  const borne = new Set(edges.map((/** @type {Edge} */ edge) => edge.from));
  /** @type {Map<string, number>} */
  const drawn = new Map();
  const stems = edges.map((/** @type {Edge} */ edge, /** @type {number} */ index) => {
    const times = drawn.get(ends(edge)) ?? 0;
    drawn.set(ends(edge), times + 1);
    const to = places.get(edge.to), from = places.get(edge.from); // prettier-ignore
    const x2 = x(to?.x ?? feet.get(index) ?? 0),
      y2 = y(to?.y ?? 0);
    const x1 = from ? x(from.x) : x2, y1 = y(from?.y ?? 0); // prettier-ignore
    const bend = times * 26;
    const middle = (y1 + y2) / 2;
    const path = edge.from === edge.to
      ? from ? `M${x1} ${y1}c-44 -${44 + bend} 44 -${44 + bend} 0 0` : `M${x2 - 12} ${y1}c-10 -50 34 -50 24 0`
      : edge.leads_back && edge.to === 0 ? `M${x1} ${y1}C${x1 + (x2 - x1) * 0.7} ${y1 - 18} ${x2} ${y1} ${x2} ${y2}`
      : edge.leads_back ? `M${x1} ${y1}C${x1 + 30 + bend} ${middle} ${x2 + 30 + bend} ${middle} ${x2} ${y2}`
      : `M${x1} ${y1}C${x1 + (index % 2 ? 5 : -5)} ${middle} ${x2} ${middle + 8} ${x2} ${y2}`; // prettier-ignore
    const isTip = !edge.leads_back && !borne.has(edge.to);
    const side = index % 2 ? 1 : -1;
    return svg`<g class="edge ${falls.has(index) ? (index === move?.part ? "taken" : "falls") : ""}" data-press="${index} 0 0">
      <path class="hit" d=${path}/><path class="stem" d=${path}/>
      ${edge.leads_back ? nothing
        : isTip ? svg`<g class="flower"><circle cx=${x2 - 5} cy=${y2 - 2} r="6"/><circle cx=${x2 + 5} cy=${y2 - 2} r="6"/><circle cx=${x2} cy=${y2 - 8} r="6"/><circle class="heart" cx=${x2} cy=${y2 - 4} r="3.5"/></g>`
        : svg`<path class="leaf" d="M${x2} ${y2}q${9 * side} -12 ${20 * side} -7q${-5 * side} 12 ${-20 * side} 7z"/><circle class="bud" cx=${x2} cy=${y2} r="4"/>`}
      <text x=${(x1 + x2) / 2 + 12} y=${middle + 4}>${index + 1}</text></g>`; // prettier-ignore
  });
  let stump = /** @type {unknown} */ (nothing);
  if (cut && board.last) {
    const at = places.get(cut.from) ?? places.get(cut.to);
    const before = plant(board.last.before.parts.items); // where it stood on the ground
    const foot = at?.x ?? ((before.places.get(cut.to)?.x ?? 0) * slots) / before.slots;
    stump = svg`<path class="stump" d="M${x(foot)} ${y(at?.y ?? 0)}l9 -16"/>`;
  }
  const its = slider(board, Math.max(0, board.choice?.part ?? 0));
  return html`<svg class="picture part" width=${wide * 1.15} viewBox="0 0 ${wide} ${tall}" data-part=${board.choice?.part ?? nothing} role=${its.role}
      tabindex=${its.tabindex} aria-label=${its.role === nothing ? nothing : `edge of ${edges.length}`} aria-valuemin=${its.role === nothing ? nothing : 1} aria-valuemax=${its.role === nothing ? nothing : edges.length}
      aria-valuenow=${its.role === nothing ? nothing : (board.choice?.part ?? 0) + 1} aria-valuetext=${its.say}>
    <path class="soil" d="M-2000 ${tall - GROUND}h5000v${GROUND}h-5000z"/><path class="ground" d="M-2000 ${tall - GROUND}h5000"/>${stems}${stump}</svg>`; // prettier-ignore
}
