// Wythoff's game as a queen on a board: her place tells the two heaps. To which squares she may go says the C library.
import { cutOf, moveOf, slider } from "./board.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

const SIDE = 40, MARGIN = 30; // prettier-ignore
const TALL_FROM = 12; // on a narrow screen a larger heap goes upwards

const narrow = matchMedia("(max-width: 30rem)");

/** @param {import("./board.js").Board} board */
export function drawQueen(board) {
  const { items, squares } = board.view.parts;
  const isTall = narrow.matches && Number(items[1].size) >= TALL_FROM;
  const [upwards, across] = isTall ? [1, 0] : [0, 1]; // the parts
  const high = Number(items[upwards].size), wide = Number(items[across].size); // prettier-ignore
  const place = (/** @type {number} */ column, /** @type {number} */ row) => ({ x: MARGIN + column * SIDE, y: (high - row) * SIDE });
  /** Where she may go: the part that pays for it, and how much. */
  const ways = new Map(squares.map((/** @type {any} */ way) => [`${way.at[across]} ${way.at[upwards]}`, way]));
  const move = moveOf(board);
  const target = move ? [wide - Number(cutOf(board, across).taken), high - Number(cutOf(board, upwards).taken)] : null;
  const drawn = [];
  for (let row = high; row >= 0; row--) {
    for (let column = 0; column <= wide; column++) {
      const { x, y } = place(column, row), goes = ways.get(`${column} ${row}`); // prettier-ignore
      const isTarget = target && target[0] === column && target[1] === row && goes;
      // A square stays the same element, so that a press begins and ends on it, wherever the dots come and go meanwhile.
      drawn.push(svg`<rect class="square ${(column + row) % 2 ? "dark" : ""} ${goes ? "lit" : ""} ${isTarget ? "taken" : ""} ${board.last && row === high && column === wide ? "last" : ""}" x=${x} y=${y}
        width=${SIDE} height=${SIDE} data-take=${goes ? `${goes.part} ${goes.count}` : nothing}/>${
          goes && !isTarget ? svg`<circle class="dot" cx=${x + SIDE / 2} cy=${y + SIDE / 2} r="6"/>` : nothing
        }`);
    }
  }
  const figures = [
    ...Array.from({ length: wide + 1 }, (_, column) => [MARGIN + (column + 0.5) * SIDE, (high + 1) * SIDE + 22, column]),
    ...Array.from({ length: high + 1 }, (_, row) => [MARGIN / 2, (high - row + 0.5) * SIDE + 5, row]),
  ];
  const queen = (/** @type {number} */ column, /** @type {number} */ row, /** @type {string} */ classes) => {
    const { x, y } = place(column, row);
    return svg`<path class="queen ${classes}" transform="translate(${x} ${y})" d="M8 27L4 12l8 7 3-12 5 11 5-11 3 12 8-7-4 15zm1 3h22v4H9z"/>`;
  };
  const its = slider(board, board.choice?.part ?? 0), isOpen = its.role !== nothing; // prettier-ignore
  return html`<svg class="picture part ${isTall ? "tall" : ""}" width=${MARGIN + (wide + 1) * SIDE} viewBox="0 0 ${MARGIN + (wide + 1) * SIDE} ${(high + 1) * SIDE + MARGIN}"
      data-part=${isOpen ? board.choice?.part : nothing} role=${its.role} tabindex=${its.tabindex} aria-label=${isOpen ? "the queen" : nothing}
      aria-valuemin=${isOpen ? 0 : nothing} aria-valuemax=${its.most} aria-valuenow=${its.now} aria-valuetext=${its.say}>
    ${drawn}${figures.map(([x, y, figure]) => svg`<text x=${x} y=${y}>${figure}</text>`)}
    ${target ? queen(target[0], target[1], "ghost") : nothing}${queen(wide, high, board.going ? "leaves" : "")}</svg>`; // prettier-ignore
}
