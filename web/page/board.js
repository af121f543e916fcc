// The board: a drawing of a position, and of a move in it. What a position consists of, what a move takes, what a press or a key means
// and which words say it, tells the C library (web/rules/desk.h, common/words/choice.h); here it is only drawn.
//
//   drawBoard({view, label})                        a position to look at; `view` is the answer to `position`
//   drawBoard({view, label, shown})                 with a move marked in it: an answer to a `choice` question, or {part, cuts}
//   drawBoard({view, label, ...chooser.board()})    to choose a move on it: see board_chooser.js
//
// Besides:
//   pointed  a move on which the pointer stands, as `choice`: it is marked in place of the chosen one
//   after    the position after the marked move, as `view`; a picture shows by it what falls, other kinds do without
//   going    "first" or "second": the marked move has been made by this player, and what it takes leaves within 200 ms
//   last     {before, grid, by}: the view before the move that has led to this position, the squares of the board with that move, and who
//            has made it, "first" or "second"; it stays marked by what it has left
//   marks    a template for each part, drawn beside it: a value, binary columns
import { isOutdated } from "./version.js";
import { gameOf } from "./rules.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} View */

/** `press`: a press on a part that has `cells` cells, on one of them; `dragged`: the pointer has come there without being lifted.
 * `take`: the wish to take so many from a part.
 * @typedef {{view: View, label: string, choice?: View | null, pointed?: View | null, shown?: View | null, after?: View | null, going?: string,
 *   last?: {before: View, grid?: View, by: string} | null, marks?: unknown[],
 *   press?: (part: number, cell: number, cells: number, dragged?: boolean) => void, take?: (part: number, count: string, dragged?: boolean) => void,
 *   point?: (...spot: (number | string)[]) => void,
 *   key?: (event: KeyboardEvent) => void}} Board */

const CELLS_MAX = 40; // larger heaps are bars
const ALL_CELLS_MAX = 1200; // more than that in all: every heap is a bar
const REACH_MAX = 20; // of a bar, so many counters at its end are drawn if no more may be taken
const BAR_CELLS = 1000;
const MANY = 8; // so many parts stand closer together
const NAMES = { heaps: "heap", pins: "row", chocolate: "row", edges: "edge" };

// The pointer: where it went down, where it was last, and whether it has moved from one place to another.
let down = /** @type {unknown} */ (null), last = /** @type {unknown} */ (null), pointed = /** @type {unknown} */ (null), isDragged = false; // prettier-ignore

/** The marked move. @param {Board} board */
export const moveOf = ({ pointed, choice, shown }) => pointed ?? (choice?.open ? choice : shown);

/** What the marked move does to a part: {taken, before} in counters. @param {Board} board @param {number} part */
export function cutOf(board, part) {
  const cut = moveOf(board)?.cuts?.[part];
  return { taken: cut ? BigInt(cut.taken) : 0n, before: cut ? BigInt(cut.before) : 0n };
}

/** What makes a part a slider, for its element. @param {Board} board @param {number} part */
export function slider(board, part) {
  const { choice, view } = board;
  const { size = "0", most = "0" } = view.parts.items[part] ?? {};
  const chosen = choice?.part === part;
  return {
    role: choice?.open ? "slider" : nothing,
    tabindex: choice?.open ? 0 : nothing,
    now: choice?.open ? Number(choice.cuts[part].taken) : nothing,
    most: choice?.open ? Number(most) : nothing,
    say: choice?.open ? (chosen ? (choice.say ? `${choice.say} ${choice.after}` : choice.refused) : size) : nothing,
  };
}

const PIN = svg`<path class="body" d="M12 2c3 0 4.2 2.6 3.5 5.4-.5 2.2-.4 3.4.6 5.3 1.3 2.5 2.7 4.6 2.7 8 0 4-2 8.3-3 10.3H8.2c-1-2-3-6.3-3-10.3 0-3.4 1.4-5.5 2.7-8 1-1.9 1.1-3.1.6-5.3C7.8 4.6 9 2 12 2z"/><path class="band" d="M8.3 10.2h7.4M7.9 12.8h8.2"/>`;
const COUNTER = svg`<circle class="body" cx="12" cy="12" r="10"/><circle class="ring" cx="12" cy="12" r="6.3"/>`;

/** @param {string} kind @param {string} classes @param {string} press @param {number | string} at */
function cell(kind, classes, press, at) {
  const isPin = kind === "pins";
  return html`<svg
    class="cell ${classes}"
    viewBox="0 0 24 ${isPin ? 33 : 24}"
    data-press=${press || nothing}
    data-take=${press ? nothing : at}
  >
    ${isPin ? PIN : COUNTER}
  </svg>`;
}

/** Counters or pins, one by one. @param {Board} board @param {number} index */
function cells(board, index) {
  const { kind, items } = board.view.parts;
  const size = Number(items[index].size), reach = size - Number(items[index].most); // prettier-ignore
  const cut = cutOf(board, index);
  const before = Number(cut.before), after = before + Number(cut.taken); // prettier-ignore
  const isMarked = moveOf(board)?.part === index || cut.taken > 0n;
  const splits = isMarked && !cut.taken && before > 0 && before < size;
  return Array.from({ length: size }, (_, at) => {
    const classes = [at >= before && at < after ? "taken" : "", at < reach ? "far" : "", splits && at === before ? "split" : ""];
    return cell(kind, classes.join(" "), items[index].is_both ? "" : `${index} ${at} ${size}`, `${index} ${size - at}`);
  });
}

/** A heap too large for that, as long as its share of the largest. @param {Board} board @param {number} index @param {bigint} largest */
function bar(board, index, largest) {
  const { size: text, most, is_both } = board.view.parts.items[index]; // prettier-ignore
  const size = BigInt(text), reach = BigInt(most), cut = cutOf(board, index); // prettier-ignore
  const x = (/** @type {bigint} */ count) => Number((count * 10000n) / size) / 10;
  const width = Math.max(5, Number((size * 1000n) / largest) / 10); // in percent
  const far = x(size - reach);
  if (reach <= REACH_MAX && board.take) {
    const near = Array.from({ length: Number(reach) }, (_, at) => {
      const from = size - reach + BigInt(at);
      return cell("heaps", from >= cut.before && from < cut.before + cut.taken ? "taken" : "", "", `${index} ${reach - BigInt(at)}`);
    });
    if (reach === size) return near; // there is nothing beyond them
    return html`<svg class="bar" width="${width / 2}%" viewBox="0 0 1000 24" preserveAspectRatio="none">
        <rect class="far" width="1000" height="24" /></svg
      >${near}`;
  }
  const taken = cut.taken ? Math.max(x(cut.taken), Math.min(1000, 1000 / width)) : 0; // to be seen, 1 % of the row at least
  return html`<svg
    class="bar"
    width="${width}%"
    viewBox="0 0 1000 24"
    preserveAspectRatio="none"
    data-bar="${index} ${is_both ? size : ""}"
  >
    <rect class="body" width="1000" height="24" />
    ${far > 0 ? svg`<rect class="far" width=${far} height="24"/>` : nothing}
    ${taken ? svg`<rect class="taken" x=${Math.min(x(cut.before), 1000 - taken)} width=${taken} height="24"/>` : nothing}
  </svg>`;
}

/** The view that was asked for last, for `last`. @type {View} */
let before = {};

/** The move after which there were so many, as `last`.
 * @param {import("./rules.js").Rules} rules @param {View} match @param {View[]} moves of its record @param {number} ply */
export function lastOf(rules, match, moves, ply) {
  if (!ply) return null;
  const position = ply > 1 ? moves[ply - 2].after : match.start;
  const game = gameOf(match), after = moves[ply - 1].after, of = `${game} ${position} ${after}`; // prettier-ignore
  if (before.of !== of) {
    const { grid } = rules("position", game, after, position).parts;
    before = { ...rules("position", game, position), squares: grid, of };
  }
  return { before, grid: before.squares, by: ply % 2 ? "first" : "second" };
}

/** What the last move has left of the parts that it was made in: these parts, and how many counters fewer there are. Where a move eats the
 * other heap, nothing is left of the heaps before.
 * @param {Board} board */
function left({ view, last }) {
  const sizes = (/** @type {View} */ of) => of.parts.items.flatMap((/** @type {View} */ part) => (part.is_both ? [] : [BigInt(part.size)]));
  const sum = (/** @type {bigint[]} */ counts) => counts.reduce((all, count) => all + count, 0n);
  if (!last) return { parts: new Set(), taken: 0n };
  /** @type {bigint[]} */
  const before = sizes(last.before), now = sizes(view), others = view.parts.eats_other ? [] : [...before]; // prettier-ignore
  const parts = now.flatMap((/** @type {bigint} */ size, /** @type {number} */ index) => {
    const at = others.indexOf(size);
    if (at >= 0) others.splice(at, 1);
    return at < 0 ? [index] : [];
  });
  return { parts: new Set(parts), taken: sum(before) - sum(now) };
}

/** @param {Board} board */
function rows(board) {
  const { kind, items } = board.view.parts;
  const { parts, taken } = left(board);
  const was = taken ? html`<span class="was" aria-hidden="true">−${taken.toLocaleString("en")}</span>` : nothing;
  const [first] = parts;
  const sizes = items.map((/** @type {View} */ part) => BigInt(part.size));
  const largest = sizes.reduce((/** @type {bigint} */ a, /** @type {bigint} */ b) => (a > b ? a : b), 1n);
  const all = sizes.reduce((/** @type {bigint} */ a, /** @type {bigint} */ b) => a + b, 0n);
  const drawn = items.map((/** @type {View} */ part, /** @type {number} */ index) => {
    const its = slider(board, index);
    const name = part.is_both ? "both heaps" : `${NAMES[/** @type {keyof typeof NAMES} */ (kind)]} ${index + 1} of ${items.length}`;
    const isBar = sizes[index] > CELLS_MAX || all > ALL_CELLS_MAX;
    return html`<div class="part ${board.choice?.part === index ? "chosen" : ""} ${parts.has(index) ? "last" : ""}" data-part=${index} role=${its.role} tabindex=${its.tabindex}
        aria-label=${board.choice?.open ? name : nothing} aria-valuemin=${board.choice?.open ? 0 : nothing} aria-valuemax=${its.most} aria-valuenow=${its.now} aria-valuetext=${its.say}>
      <span class="count">${part.is_both ? "both" : isBar ? sizes[index].toLocaleString("en") : part.size}</span>
      <span class="cells">${isBar ? bar(board, index, largest) : cells(board, index)}${index === first ? was : nothing}</span>
      ${board.marks?.[index] ? html`<span class="mark-beside">${board.marks[index]}</span>` : nothing}
    </div>`; // prettier-ignore
  });
  // A part that is gone has a row of its own, for as long.
  if (taken && first === undefined)
    drawn.push(html`<div class="part last" aria-hidden="true"><span class="count">0</span><span class="cells">${was}</span></div>`);
  return drawn;
}

const spotOf = (/** @type {Element | null} */ element) => element?.closest("[data-press], [data-take], [data-bar], [data-pick]");

/** What is there: {part, cell, cells}, or {part, count}. @param {Element} spot @param {number} x */
function placeOf(spot, x) {
  const { press, take, bar } = /** @type {SVGElement} */ (spot).dataset;
  const [part, one, cells] = (press ?? take ?? bar ?? "").split(" ");
  if (press !== undefined) return { part: Number(part), cell: Number(one), cells: Number(cells) };
  if (take !== undefined) return { part: Number(part), count: one };
  const { left, width } = spot.getBoundingClientRect();
  const at = Math.max(0, Math.min(BAR_CELLS - 1, Math.floor(((x - left) / width) * BAR_CELLS)));
  return one
    ? { part: Number(part), count: String((BigInt(one) * BigInt(BAR_CELLS - at)) / BigInt(BAR_CELLS) || 1n) }
    : { part: Number(part), cell: at, cells: BAR_CELLS };
}

/** @param {Board} board @param {Element | null} element @param {number} x @param {boolean} dragged */
function press(board, element, x, dragged) {
  const spot = spotOf(element);
  if (!spot) return;
  const { pick } = /** @type {SVGElement} */ (spot).dataset;
  if (pick) return board.press?.(Number(pick), 0, 0, true);
  const { part, cell = 0, cells = 0, count } = placeOf(spot, x);
  if (count) board.take?.(part, count, dragged);
  else board.press?.(part, cell, cells, dragged);
}

/** @param {Board} board @param {Element | null | undefined} spot where the pointer stands @param {number} x */
function point(board, spot, x) {
  if (!board.point || (spot === pointed && !spot?.matches(".bar"))) return;
  pointed = spot;
  if (!spot || spot.matches("[data-pick]")) return board.point();
  const { part, cell = 0, cells = 0, count = "" } = placeOf(spot, x);
  board.point(part, cell, cells, count);
}

/** @param {Board} board */
function handlers(board) {
  return {
    click: (/** @type {any} */ event) => press(board, event.target, event.clientX, isDragged),
    down: (/** @type {any} */ event) => {
      isDragged = false;
      down = last = spotOf(event.target);
    },
    move: (/** @type {any} */ event) => {
      if (!event.buttons && event.pointerType === "mouse") point(board, spotOf(event.target), event.clientX);
      const element = event.buttons & 1 ? document.elementFromPoint(event.clientX, event.clientY) : null;
      const spot = spotOf(element);
      if (!down || !spot || !event.currentTarget.contains(spot) || (spot === last && !spot.matches(".bar"))) return;
      last = spot;
      isDragged = true;
      // On a board of squares a piece is dragged from where the pointer went down.
      if (spot.matches(".square")) press(board, /** @type {Element} */ (down), event.clientX, true);
      press(board, element, event.clientX, true);
    },
    leave: (/** @type {any} */ event) => point(board, null, event.clientX),
    focus: (/** @type {any} */ event) => {
      const { part } = event.target.dataset;
      if (part !== undefined && board.choice && Number(part) !== board.choice.part && !isDragged) board.press?.(Number(part), 0, 0, true);
    },
  };
}

/** The pictures that few games need. They are fetched when they are first wanted; the window hears as the event "board" that one is there.
 * @type {Record<string, () => Promise<(board: Board) => unknown>>} */
const PICTURES = {
  chocolate: () => import("./board_chocolate.js").then(({ drawChocolate }) => drawChocolate),
  plants: () => import("./board_plants.js").then(({ drawPlants }) => drawPlants),
  grid: () => import("./board_grid.js").then(({ drawGrid }) => drawGrid),
};

/** Those that were wanted; null: not there yet. @type {Map<string, ((board: Board) => unknown) | null>} */
const pictures = new Map();

/** @param {string} name */
async function fetchPicture(name) {
  pictures.set(name, null);
  try {
    const draw = await PICTURES[name]();
    if (await isOutdated().catch(() => false)) return location.reload(); // It may be of the server's next version.
    pictures.set(name, draw);
  } catch (error) {
    console.warn("there is no picture:", error);
    pictures.set(name, () => html`<p class="note">This board cannot be loaded. Reload to try again.</p>`);
  }
  dispatchEvent(new Event("board"));
}

/** @param {string} name @param {Board} board */
function drawPicture(name, board) {
  if (!pictures.has(name)) fetchPicture(name);
  return pictures.get(name)?.(board);
}

/** @param {Board} board */
export function drawBoard(board) {
  const { view, label, choice, going, key, last } = board;
  const { kind, items } = view.parts;
  const inside = kind === "grid" ? drawPicture("grid", board)
    : kind === "edges" ? drawPicture("plants", board)
    : !items.length ? html`<p class="nothing">${view.words}</p>`
    : kind === "chocolate" ? drawPicture("chocolate", board)
    : kind === "unknown" ? html`<p class="notation">${view.position}</p>`
    : html`<div class=${items.length > MANY ? "parts many" : "parts"}>${rows(board)}</div>`; // prettier-ignore
  const on = choice?.open ? handlers(board) : null;
  return html`<div
    class="board ${kind}${board.pointed ? " pointed" : ""}${going ? ` going by-${going}` : ""}${last ? ` last-${last.by}` : ""}${on ? " open" : ""}"
    role=${on ? "group" : "img"}
    aria-label=${on ? label : `${label}: ${view.words}`}
    @click=${on?.click ?? nothing}
    @pointerdown=${on?.down ?? nothing}
    @pointermove=${on?.move ?? nothing}
    @pointerleave=${on?.leave ?? nothing}
    @focusin=${on?.focus ?? nothing}
    @keydown=${on && key ? key : nothing}
  >
    ${inside}
  </div>`;
}
