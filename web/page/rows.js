// Rows of lists that change while they are seen, each with a name of its own in `data-row`. A press belongs to the row that stood under
// the pointer when it began: where another one stands there when it ends, the row that was meant is pressed, if it is still there.

const CONTROLS = "a, button";

/** What is pressed: the name of its row, and which of the row's controls it is. @type {{row: string | undefined, at: number} | null} */
let pressed = null;

/** @param {Element} row */
const controlsOf = (row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll(CONTROLS)]);
const rowOf = (/** @type {EventTarget | null} */ target) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest?.("[data-row]"));

function begin(/** @type {PointerEvent} */ { target }) {
  const row = rowOf(target), control = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest?.(CONTROLS)); // prettier-ignore
  pressed = row && control ? { row: row.dataset.row, at: controlsOf(row).indexOf(control) } : null;
}

function end(/** @type {MouseEvent} */ event) {
  const row = rowOf(event.target), meant = pressed; // prettier-ignore
  pressed = null;
  if (!row || !meant || !event.detail || row.dataset.row === meant.row) return;
  event.preventDefault();
  event.stopPropagation();
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-row]")]);
  const there = rows.find(({ dataset }) => dataset.row === meant.row);
  if (there) controlsOf(there)[meant.at]?.click();
}

document.addEventListener("pointerdown", begin, true);
document.addEventListener("click", end, true);
