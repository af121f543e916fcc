// Heaps as chips on a strip: a heap of 7 is a chip on square 7. To which squares a chip may go says the C library.
import { cutOf, moveOf, slider } from "./board.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

const SIDE = 44, TALL = 70; // prettier-ignore
const STRIP_SQUARE_MAX = 40; // the last square of the longest strip, as in web/rules/play.c
const SHOWN_MAX = 3; // chips of one square that are drawn; the figure beside them says how many there are

const narrow = matchMedia("(max-width: 30rem)");

/** The sizes that `some` has and `others` has not. @param {any[]} some @param {any[]} others */
function missing(some, others) {
  const rest = others.map(({ size }) => size);
  return some.flatMap(({ size }) => {
    const at = rest.indexOf(size);
    if (at >= 0) rest.splice(at, 1);
    return at < 0 ? [Number(size)] : [];
  });
}

/** @param {import("./board.js").Board} board */
export function drawStrip(board) {
  const { items, squares } = board.view.parts;
  const chosen = board.choice?.open ? board.choice.part : -1;
  const marked = moveOf(board)?.part ?? chosen; // the chip that the marked move takes
  const isMoved = marked >= 0 && cutOf(board, marked).taken > 0n;
  const target = isMoved ? Number(items[marked].size) - Number(cutOf(board, marked).taken) : -1;
  /** Where the chosen chip may go, and how far that is. */
  const ways = new Map(
    squares.filter((/** @type {any} */ { part }) => part === chosen).map((/** @type {any} */ way) => [way.at, way.count]),
  );
  const before = board.last?.before.parts.items;
  const changed = before ? [...missing(before, items), ...missing(items, before)] : [];
  const last = new Set(changed.filter((size) => size <= STRIP_SQUARE_MAX)); // before the move a heap may be larger
  const length = Math.max(...items.map((/** @type {any} */ { size }) => Number(size)), ...last) + 1;
  const perLine = Math.min(length, narrow.matches ? 8 : 16);
  const square = (/** @type {number} */ at) => {
    const x = (at % perLine) * SIDE, y = Math.floor(at / perLine) * TALL, count = ways.get(at); // prettier-ignore
    const chips = items.flatMap((/** @type {any} */ { size }, /** @type {number} */ part) => (Number(size) === at ? [part] : []));
    const shown = chips.filter((/** @type {number} */ part, /** @type {number} */ i) => part === marked || i < SHOWN_MAX);
    const chip = (
      /** @type {number} */ part,
      /** @type {number} */ i,
    ) => svg`<circle class="chip ${part === chosen ? "chosen" : ""} ${part === marked && isMoved ? "taken leaves" : ""}"
      cx=${x + SIDE / 2} cy=${y + SIDE / 2 - i * 5} r="14" data-pick=${chosen >= 0 ? part : nothing}/>`;
    return svg`<rect class="square ${at % 2 ? "dark" : ""} ${count ? "lit" : ""} ${at === target ? "taken" : ""} ${last.has(at) ? "last" : ""}" x=${x} y=${y}
        width=${SIDE} height=${SIDE} data-take=${count ? `${chosen} ${count}` : nothing}/>
      ${count && !chips.length && at !== target ? svg`<circle class="dot" cx=${x + SIDE / 2} cy=${y + SIDE / 2} r="6"/>` : nothing}
      ${shown.map(chip)}${at === target ? svg`<circle class="chip ghost" cx=${x + SIDE / 2} cy=${y + SIDE / 2 - shown.length * 5} r="14"/>` : nothing}
      <text x=${x + SIDE / 2} y=${y + SIDE + 18}>${at}${chips.length > 1 ? ` ×${chips.length}` : ""}</text>`;
  };
  const its = slider(board, Math.max(chosen, 0)), isOpen = its.role !== nothing; // prettier-ignore
  const width = perLine * SIDE, height = Math.ceil(length / perLine) * TALL; // prettier-ignore
  return html`<svg class="picture part strip" width=${width} viewBox="0 -12 ${width} ${height + 8}"
      data-part=${isOpen ? chosen : nothing} role=${its.role} tabindex=${its.tabindex} aria-label=${isOpen ? "the chips" : nothing}
      aria-valuemin=${isOpen ? 0 : nothing} aria-valuemax=${its.most} aria-valuenow=${its.now} aria-valuetext=${its.say}>
    ${Array.from({ length }, (_, at) => square(at))}</svg>`; // prettier-ignore
}
