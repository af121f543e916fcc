// A board of squares, of any game. What stands on the squares, which of them can be pressed, and what a move makes of them says the C
// library (common/words/grid.h, choice.h).
import { moveOf } from "./board.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

const SIDE = 44, LABEL = 26, MARGIN = 34, LETTER = 11; // prettier-ignore
const FRAME = 2.5; // the width of the stroke of .square.taken in board.css
const SHOWN_MAX = 3; // pieces of one square that are drawn; a figure says how many there are

const narrow = matchMedia("(max-width: 30rem)");

/** The pieces, on a square of 44 x 44. */
const PIECES = {
  counter: svg`<circle class="chip" cx="22" cy="22" r="14"/>`,
  other: svg`<circle class="chip other" cx="22" cy="22" r="14"/>`,
  dollar: svg`<circle class="chip gold" cx="22" cy="22" r="15"/><text class="on" x="22" y="29">$</text>`,
  heads: svg`<circle class="chip" cx="22" cy="22" r="15"/><circle class="rim" cx="22" cy="22" r="9"/>`,
  tails: svg`<circle class="chip hollow" cx="22" cy="22" r="15"/><path class="cross" d="M16 16l12 12m0-12L16 28"/>`,
  queen: svg`<path class="man" d="M11 29L7 14l8 7 3-12 4 11 4-11 3 12 8-7-4 15zm1 3h20v4H12z"/>`,
  pin: svg`<path class="pin" d="M22 6c3 0 4.2 2.6 3.5 5.4-.5 2.2-.4 3.4.6 5.3 1.3 2.5 2.7 4.6 2.7 8 0 4-2 8.3-3 10.3h-7.6c-1-2-3-6.3-3-10.3 0-3.4 1.4-5.5 2.7-8 1-1.9 1.1-3.1.6-5.3C17.8 8.6 19 6 22 6z"/>`,
  "pawn-up": svg`<path class="man white" d="M22 7a6 6 0 0 1 4 10.5q5 4 5.5 13.5h-19q.5-9.5 5.5-13.5A6 6 0 0 1 22 7zM12 34h20v3H12z"/>`,
  "pawn-down": svg`<path class="man black" d="M22 7a6 6 0 0 1 4 10.5q5 4 5.5 13.5h-19q.5-9.5 5.5-13.5A6 6 0 0 1 22 7zM12 34h20v3H12z"/>`,
  token: svg`<path class="man" d="M22 7l15 15-15 15L7 22z"/>`,
};

/** @param {string} piece @param {number} count @param {string} classes */
function pieces(piece, count, classes) {
  const one = PIECES[/** @type {keyof typeof PIECES} */ (piece)];
  if (!one) return nothing;
  const rise = (/** @type {number} */ i) => `translate(0 ${i * -5})`;
  return Array.from({ length: Math.min(count, SHOWN_MAX) }, (_, i) => svg`<g class="piece ${classes}" transform=${rise(i)}>${one}</g>`);
}

/** What each board showed when it was scrolled last. @type {WeakMap<Element, string>} */
const scrolled = new WeakMap();

/** Scrolls the boards that show something else now, and are wider than their room, to the marked square or else to a piece. */
function scrollToMarks() {
  for (const room of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".squares[data-shows]"))) {
    const shows = /** @type {string} */ (room.dataset.shows);
    if (scrolled.get(room) === shows) continue;
    scrolled.set(room, shows);
    const mark = room.querySelector(".square.taken") ?? room.querySelector(".piece");
    if (!mark) continue;
    const { left, right } = mark.getBoundingClientRect(), edges = room.getBoundingClientRect(); // prettier-ignore
    if (left < edges.left) room.scrollLeft += left - edges.left - SIDE;
    else if (right > edges.right) room.scrollLeft += right - edges.right + SIDE;
  }
}

/** @param {import("./board.js").Board} board */
export function drawGrid(board) {
  const grid = board.last?.grid ?? board.view.parts.grid;
  const { rows, columns, squares, row_labels: rowLabels, column_labels: columnLabels } = grid;
  const choice = board.choice?.open ? board.choice : null;
  const marked = new Map((moveOf(board)?.grid?.squares ?? []).map((/** @type {any} */ square) => [square.at, square]));
  // Where nothing comes to any square, those that lose something are framed.
  const comes = [...marked.values()].some(({ piece, count }) => piece !== undefined && count > 0);
  const ways = new Map((choice?.grid.squares ?? []).map((/** @type {any} */ square) => [square.at, square]));
  // A single row goes on in the next line where it is long.
  const perLine = rows > 1 ? columns : Math.min(columns, narrow.matches ? 8 : 16);
  const high = SIDE + (squares.some((/** @type {any} */ { label }) => label) ? LABEL : 0);
  const longest = Math.max(...rowLabels.map((/** @type {string} */ label) => label.length));
  const left = longest ? Math.max(MARGIN, LETTER * (longest + 1)) : 0;
  const below = columnLabels.some((/** @type {string} */ label) => label) ? LABEL : 0;
  const lines = rows > 1 ? rows : Math.ceil(columns / perLine);
  const drawn = squares.map((/** @type {any} */ square, /** @type {number} */ index) => {
    const { at, piece, count, label = "", last } = square;
    const line = Math.floor(index / perLine), x = left + (index % perLine) * SIDE, y = line * high; // prettier-ignore
    if (piece === "hole") return nothing;
    const to = marked.get(at), way = ways.get(at); // prettier-ignore
    const changes = to?.piece !== undefined;
    const more = changes && to.piece === piece ? to.count - count : 0; // pieces that come to others or leave some
    const stays = changes ? (to.piece === piece ? Math.min(count, to.count) : 0) : count;
    const isDark = grid.is_checkered ? (line + columns - (index % perLine)) % 2 : rows === 1 && index % 2;
    const figure = count > 1 ? (label ? `${label} ×${count}` : `×${count}`) : label;
    const turns = changes && to.count > 0 && to.piece !== piece; // into another piece, which alone is drawn
    const frame = changes && (to.count > 0 || !comes) ? FRAME / 2 : 0; // within the square: the next ones are drawn over what is outside
    // A square stays the same element, so that a press begins and ends on it, whatever is drawn on it meanwhile.
    return svg`<rect class="square ${isDark ? "dark" : ""} ${way?.press === "on" ? "lit" : ""} ${way?.press ? "ready" : ""} ${frame ? "taken" : ""} ${last ? "last" : ""}"
        x=${x + frame} y=${y + frame} width=${SIDE - 2 * frame} height=${SIDE - 2 * frame} data-press=${choice && at !== undefined ? `${at} 0 0` : nothing}/>
      <g transform="translate(${x} ${y})">
        ${way?.press === "on" && !changes && !count ? svg`<circle class="dot" cx="22" cy="22" r="6"/>` : nothing}
        ${pieces(piece, stays, to?.pressed && !changes ? "chosen" : way?.pressed ? "chosen" : "")}
        ${changes && stays < count && stays < SHOWN_MAX && (!turns || board.going) ? svg`<g transform="translate(0 ${stays * -5})">${pieces(piece, Math.min(count, SHOWN_MAX) - stays, "leaves")}</g>` : nothing}
        ${changes && (more > 0 || to.piece !== piece) ? svg`<g transform="translate(0 ${Math.min(stays, SHOWN_MAX) * -5})">${pieces(to.piece, more > 0 ? more : to.count, "ghost")}</g>` : nothing}
        ${figure ? svg`<text class=${label ? "" : "count"} x="22" y=${label ? SIDE + 18 : 28}>${figure}</text>` : nothing}
      </g>`;
  });
  const width = left + perLine * SIDE, height = lines * high + below; // prettier-ignore
  const size = rows > columns ? "tall" : perLine > 20 ? "widest" : perLine > 12 && rows > 1 ? "wide" : ""; // prettier-ignore
  const now = choice?.grid;
  requestAnimationFrame(scrollToMarks);
  return html`<div class="squares" data-shows=${board.pointed ? nothing : `${board.view.position} ${moveOf(board)?.move}`}><svg class="picture part ${size}" width=${width} viewBox="0 ${rows > 1 ? 0 : -12} ${width} ${height + (rows > 1 ? 0 : 12)}"
      data-part=${choice ? 0 : nothing} role=${choice ? "slider" : nothing} tabindex=${choice ? 0 : nothing}
      aria-label=${choice ? "the board" : nothing} aria-valuemin=${choice ? 1 : nothing} aria-valuemax=${choice ? now.ways : nothing}
      aria-valuenow=${choice ? now.way + 1 : nothing} aria-valuetext=${choice ? (choice.say ? `${choice.say} ${choice.after}` : choice.refused) : nothing}>
    ${drawn}
    ${rowLabels.map((/** @type {string} */ label, /** @type {number} */ row) => svg`<text class="beside" x=${left - 8} y=${row * high + SIDE / 2 + 5}>${label}</text>`)}
    ${columnLabels.map((/** @type {string} */ label, /** @type {number} */ column) => svg`<text x=${left + (column + 0.5) * SIDE} y=${lines * high + 19}>${label}</text>`)}
  </svg></div>`; // prettier-ignore
}
