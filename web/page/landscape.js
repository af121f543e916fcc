// The landscape of a game: the values of single heaps as a table that colours, the lost pairs of heaps as a picture, the lost heaps of a
// take-away game as a ruler. Tables come from the Worker in slices, are drawn as they come, and can be stopped.
import { pathOf } from "./links.js";
import { isDark } from "./settings.js";
import { study } from "./study.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const HEAPS = [100, 400, 2000, 10000, 100000]; // how far the table of heaps may go
const HEAPS_SLICE = 500;
const PAIRS = [20, 50, 100, 200]; // how far the picture of pairs may go
const PAIRS_SLICE = 2000; // positions of one question
const DOT = 3; // a lost pair is not smaller than that
const EDGE = 8; // room for half a figure
const BESIDE = 900; // on a page as wide as that two pictures stand beside each other
const ALONE = 720; // as wide is one that stands alone

/** Lost heaps stand out; other values have each a colour of their own. @param {number} value */
function colourOf(value) {
  if (value === 0) return isDark() ? "#62c1a2" : "#1f5c4d";
  const light = isDark() ? 24 + (value % 3) * 5 : 88 - (value % 3) * 6;
  return `hsl(${(value * 67 + 180) % 360} ${isDark() ? 45 : 62}% ${light}%)`;
}

/** A canvas as sharp as the screen. @param {HTMLCanvasElement} canvas @param {number} wide @param {number} high */
function brushOf(canvas, wide, high) {
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(wide * scale);
  canvas.height = Math.round(high * scale);
  canvas.style.width = `${wide}px`;
  canvas.style.height = `${high}px`;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.scale(scale, scale);
  return brush;
}

/** A table that grows in slices. Its picture is a canvas, which lit-html puts into the page once. */
class Growing {
  limit = 0; // the last heap that is wanted
  done = 0; // so many heaps are there
  refused = ""; // there is no such table
  failed = ""; // why it does not go on
  isGrowing = false;
  canvas = document.createElement("canvas");
  given = new AbortController();

  /** @param {Landscape} owner @param {number} limit */
  constructor(owner, limit) {
    this.owner = owner;
    this.limit = limit;
    this.canvas.setAttribute("role", "img");
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
  }

  stop() {
    this.given.abort();
    this.isGrowing = false;
    this.owner.app.draw();
  }

  /** @param {number} limit */
  async grow(limit) {
    this.given.abort();
    const given = (this.given = new AbortController());
    this.limit = limit;
    this.lay();
    this.isGrowing = true;
    this.owner.app.draw();
    while (this.done <= this.limit) {
      const answer = await study.ask(this.question(), given.signal).catch((error) => ({ failed: error.message }));
      if (given.signal.aborted) return;
      this.failed = answer.failed ?? "";
      if (answer.failed) break;
      if (answer.error) {
        if (!this.done) this.refused = answer.message;
        break;
      }
      const from = this.done;
      this.take(answer);
      this.paint(from);
      this.owner.app.draw();
    }
    this.isGrowing = false;
    this.owner.app.draw();
  }

  /** So much is there, and no more than that can be. @param {number} done @param {number} [most] */
  reach(done, most = Infinity) {
    this.done = done;
    this.limit = Math.min(this.limit, most);
  }

  progress() {
    return html`<div class="progress">${this.isGrowing ? html`<progress aria-label="so much of the table is there" max=${this.limit}
      value=${Math.min(this.done, this.limit)}></progress>
      <button @click=${() => this.stop()}>Stop</button>` : html`<span
        class="about">${this.done > this.limit ? nothing : `Stopped at ${this.done}.`} ${this.failed}</span>`}</div>`; // prettier-ignore
  }

  /** @param {number[]} limits @param {string} label */
  limits(limits, label) {
    return html`<div class="bar-of-tools" role="group" aria-label=${label}>${limits.map((limit) => html`<button
      aria-pressed=${limit === this.limit ? "true" : "false"}
        @click=${() => this.grow(limit)}>${limit.toLocaleString("en")}</button>`)}</div>`; // prettier-ignore
  }

  /** @returns {(string | number)[]} */
  question() {
    return [];
  }
  /** @param {Message} answer */
  take(answer) {}
  /** @param {number} from */
  paint(from) {}
  lay() {}
  /** @param {PointerEvent} event */
  point(event) {}
}

class Heaps extends Growing {
  /** @param {Landscape} owner */
  constructor(owner) {
    super(owner, HEAPS[0]);
    /** @type {number[]} */
    this.values = [];
    this.canvas.setAttribute("aria-label", "the values of single heaps, a colour for each");
  }

  question() {
    return ["heaps", this.owner.rules, this.done, Math.min(this.done + HEAPS_SLICE - 1, this.limit)];
  }

  /** @param {Message} answer */
  take({ values, period, say, most }) {
    for (const value of values) this.values.push(Number(value));
    this.reach(this.values.length, Number(most));
    this.said = say;
    if (period !== this.period) {
      this.period = period;
      this.lay();
    }
  }

  /** Columns that a period fits into, as wide as the page. */
  lay() {
    const { wide } = this.owner;
    this.side = this.limit <= 100 ? 34 : this.limit <= 400 ? 26 : this.limit <= 2000 ? 12 : this.limit <= 10000 ? 7 : 3;
    this.columns = Math.floor(wide / this.side);
    if (this.period && this.period <= this.columns) this.columns -= this.columns % this.period;
    else if (this.columns > 20) this.columns -= this.columns % 10;
    const rows = Math.ceil((this.limit + 1) / this.columns);
    this.brush = brushOf(this.canvas, this.columns * this.side, rows * this.side);
    this.brush.textAlign = "center";
    this.brush.textBaseline = "middle";
    this.brush.font = `${this.side > 30 ? 14 : 12}px system-ui, sans-serif`;
    this.later(0);
  }

  /** So many cells at a time that a frame is never late. @param {number} from */
  later(from) {
    const brush = this.brush;
    const some = () => {
      if (brush !== this.brush || from >= this.values.length) return;
      this.cells(from, Math.min(from + HEAPS_SLICE, this.values.length));
      from += HEAPS_SLICE;
      requestAnimationFrame(some);
    };
    some();
  }

  /** @param {number} from */
  paint(from) {
    this.cells(from, this.values.length);
  }

  /** @param {number} from @param {number} to */
  cells(from, to) {
    const { brush, columns = 1, side = 1 } = this;
    if (!brush) return;
    const gap = side > 10 ? 1 : 0;
    for (let heap = from; heap < to; heap++) {
      const x = (heap % columns) * side, y = Math.floor(heap / columns) * side, value = this.values[heap]; // prettier-ignore
      brush.fillStyle = colourOf(value);
      brush.fillRect(x, y, side - gap, side - gap);
      if (side < 20) continue;
      brush.fillStyle = value === 0 ? (isDark() ? "#0d1815" : "#ffffff") : isDark() ? "#e9e7e0" : "#1d2423";
      brush.fillText(String(value), x + side / 2, y + side / 2 + 1);
    }
  }

  /** @param {PointerEvent} event */
  point(event) {
    const { columns = 1, side = 1 } = this;
    this.look(Math.floor(event.offsetY / side) * columns + Math.min(columns - 1, Math.floor(event.offsetX / side)));
  }

  /** @param {number} heap */
  look(heap) {
    if (!(heap in this.values)) return;
    this.heap = heap;
    this.owner.app.draw();
  }

  draw() {
    if (this.refused) return nothing;
    const { heap } = this;
    return html`<section class="heaps-table"><h2>The values of single heaps</h2>
      ${this.said ? html`<p>${this.said}</p>` : nothing}
      ${this.limits(HEAPS, "the largest heap")}
      ${this.progress()}
      ${this.canvas}
      <p class="readout" aria-live="polite"><label class="look">Heap <input type="number" min="0"
        max=${this.limit} .value=${String(heap ?? "")}
        @input=${(/** @type {any} */ event) => this.look(Number(event.target.value))}></label>
        ${heap === undefined ? nothing : html`<span>has the value <b>${this.values[heap]}</b>. ${heap
          ? html`<a href=${pathOf("explore", this.owner.rules, heap)}>Look at it</a>` : nothing}</span>`}</p>
    </section>`; // prettier-ignore
  }
}

class Pairs extends Growing {
  /** @param {Landscape} owner */
  constructor(owner) {
    super(owner, PAIRS[1]);
    /** The letters of the pairs, a row for each first heap. @type {string[]} */
    this.rows = [];
    this.canvas.setAttribute("aria-label", "the lost pairs of heaps: a dot where whoever is to move loses");
  }

  question() {
    const rows = Math.max(1, Math.floor(PAIRS_SLICE / (this.limit + 1)));
    return ["pairs", this.owner.rules, this.done, Math.min(this.done + rows - 1, this.limit), this.limit];
  }

  /** @param {number} limit */
  async grow(limit) {
    if (limit !== this.limit) {
      this.rows = [];
      this.reach(0);
    }
    await super.grow(limit);
    if (this.done) this.paint(0);
  }

  /** @param {Message} answer */
  take({ rows, say }) {
    this.rows.push(...rows);
    this.said = say;
    this.reach(this.rows.length);
  }

  lay() {
    const { wide } = this.owner;
    this.margin = 26;
    this.side = Math.max(1, Math.floor((wide - this.margin - EDGE) / (this.limit + 1)));
    const inside = this.side * (this.limit + 1), size = inside + this.margin + EDGE; // prettier-ignore
    const brush = (this.brush = brushOf(this.canvas, size, size));
    brush.fillStyle = isDark() ? "#1e2326" : "#ffffff";
    brush.fillRect(this.margin, EDGE, inside, inside);
    brush.fillStyle = isDark() ? "#a6aeab" : "#5a635f";
    brush.font = "11px system-ui, sans-serif";
    const every = [1, 2, 5, 10, 20, 50].find((step) => step * /** @type {number} */ (this.side) >= 24) ?? 50;
    for (let n = 0; n <= this.limit; n += every) {
      const { x, y } = this.place(n, n);
      brush.textAlign = "center";
      brush.fillText(String(n), x + this.side / 2, size - 8);
      brush.textAlign = "right";
      brush.fillText(String(n), this.margin - 5, y + this.side / 2 + 4);
    }
  }

  /** The first heap goes to the right, the second up. @param {number} a @param {number} b */
  place(a, b) {
    const { side = 1, margin = 0 } = this;
    return { x: margin + a * side, y: EDGE + (this.limit - b) * side };
  }

  /** @param {number} from */
  paint(from) {
    const { brush, side = 1 } = this;
    if (!brush) return;
    for (let a = from; a < this.rows.length; a++) {
      for (let b = 0; b < this.rows[a].length; b++) {
        const letter = this.rows[a][b], { x, y } = this.place(a, b); // prettier-ignore
        if (letter === "N") continue;
        brush.fillStyle = letter === "P" ? colourOf(0) : isDark() ? "#353c40" : "#ddd8cb";
        const size = Math.max(side > 5 ? side - 1 : side, letter === "P" ? DOT : 1);
        brush.fillRect(x + (side - size) / 2, y + (side - size) / 2, size, size);
      }
    }
  }

  /** @param {PointerEvent} event */
  point({ offsetX, offsetY }) {
    const { side = 1, margin = 0 } = this;
    const a = Math.floor((offsetX - margin) / side), b = this.limit - Math.floor((offsetY - EDGE) / side); // prettier-ignore
    const letter = this.rows[a]?.[b];
    this.found = letter ? { ...this.owner.app.rules("pair", this.owner.rules, a, b), letter } : null;
    this.owner.app.draw();
  }

  draw() {
    if (this.refused) return nothing;
    const { found } = this;
    return html`<section class="pairs-picture"><h2>The lost pairs of heaps</h2>
      ${this.limits(PAIRS, "the largest heap of a pair")}
      ${this.progress()}
      ${this.canvas}
      <p class="readout" aria-live="polite">${found?.position
        ? html`<b>${found.letter}</b> <a href=${pathOf("explore", this.owner.rules, found.position)}>${found.words}</a>` : html`<span
        class="about">● ${this.said} Point at the picture to read it.</span>`}</p>
    </section>`; // prettier-ignore
  }
}

/** The lost heaps of a take-away game, and the sum of them that the heap is. */
class Ruler {
  /** @param {Landscape} owner */
  constructor(owner) {
    this.owner = owner;
    this.refused = "unasked";
    this.zoom = 1;
  }

  /** @param {Message} view */
  async show({ parts: { kind, items } }) {
    if (kind !== "heaps" || items.length > 1) return;
    this.heap = BigInt(items[0]?.size ?? 0);
    this.most = BigInt(items[0]?.most ?? 0);
    await this.measure();
  }

  get end() {
    const end = (this.heap ?? 0n) + (this.heap ?? 0n) / 8n;
    return (end < 20n ? 20n : end) / BigInt(this.zoom) || 1n;
  }

  async measure() {
    const most = this.end;
    const question = ["ruler", this.owner.rules, String(this.heap), String(most)];
    const answer = await study.ask(question).catch((error) => ({ message: error.message }));
    if (most !== this.end) return;
    this.refused = answer.message ?? "";
    this.answer = answer;
    this.owner.app.draw();
  }

  /** @param {number} zoom */
  zoomTo(zoom) {
    this.zoom = zoom;
    this.measure();
  }

  draw() {
    if (this.refused || !this.answer) return nothing;
    const { terms, parts, sum } = this.answer;
    const end = Number(this.end), wide = this.owner.room; // prettier-ignore
    const x = (/** @type {bigint | number | string} */ count) => 10 + (Number(count) / end) * (wide - 20);
    let last = -100;
    const ticks = terms.map((/** @type {string} */ term) => {
      const at = x(term), isNamed = at - last > 14 + term.length * 7; // prettier-ignore
      if (isNamed) last = at;
      return svg`<line class="term" x1=${at} x2=${at} y1="62" y2=${isNamed ? 78 : 72}/>${
        isNamed ? svg`<text x=${at} y="92">${term}</text>` : nothing
      }`;
    });
    let from = 0n;
    const pieces = parts.map((/** @type {string} */ part, /** @type {number} */ index) => {
      const left = x(from), right = x((from += BigInt(part))); // prettier-ignore
      return svg`<rect class="part ${index === parts.length - 1 ? "smallest" : ""}" x=${left} y="24" width=${right - left} height="26"/>
        ${right - left > part.length * 8 ? svg`<text class="named" x=${(left + right) / 2} y="41">${part}</text>` : nothing}`;
    });
    const heap = this.heap ?? 0n, most = this.most ?? 0n; // prettier-ignore
    return html`<section class="p-sequence"><h2>The lost heaps, and the sum of them that this heap is</h2>
      <svg class="ruler" viewBox="0 0 ${wide} 100" role="img"
        aria-label="${sum}; lost heaps: ${terms.slice(0, 40).join(", ")}">
        ${most > 0n ? svg`<rect class="reach" x=${x(heap - most)} y="4" width=${x(heap) - x(heap - most)} height="14" rx="3"/>` : nothing}
        ${pieces}<line class="base" x1="0" x2=${wide} y1="62" y2="62"/>${ticks}</svg>
      <p>${heap > 0n ? html`<b>${sum}</b> <span
        class="about">The bar above: as many as may be taken now, ${most}.</span>` : nothing}</p>
      <div class="bar-of-tools"><button ?disabled=${end <= 20} @click=${() => this.zoomTo(this.zoom * 2)}>Closer</button>
        <button ?disabled=${this.zoom === 1} @click=${() => this.zoomTo(this.zoom / 2)}>Farther</button></div>
    </section>`; // prettier-ignore
  }
}

export class Landscape {
  /** @param {import("./page.js").App} app @param {string} rules canonical */
  constructor(app, rules) {
    this.app = app;
    this.rules = rules;
    this.heaps = new Heaps(this);
    this.pairs = new Pairs(this);
    this.ruler = new Ruler(this);
    this.isBegun = false;
    this.shown = new AbortController();
  }

  /** There is so much room on the page. */
  get room() {
    return /** @type {HTMLElement} */ (document.getElementById("page")).clientWidth - 34;
  }

  /** ... and for one of the pictures. */
  get wide() {
    return this.room < BESIDE ? this.room : this.heaps.refused ? Math.min(this.room, ALONE) : (this.room - 32) / 2;
  }

  /** The position that is looked at. @param {Message} view */
  async show(view) {
    this.ruler.show(view);
    if (this.isBegun) return;
    this.isBegun = true;
    const { signal } = (this.shown = new AbortController());
    let { wide } = this;
    addEventListener("resize", () => void (wide !== this.wide && ((wide = this.wide), this.repaint())), { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.repaint(), { signal });
    this.heaps.grow(this.heaps.limit);
    this.pairs.grow(this.pairs.limit);
  }

  /** The pictures in the room and in the colours that there are now. */
  repaint() {
    this.heaps.lay();
    this.pairs.lay();
    this.pairs.paint(0);
    this.app.draw();
  }

  stop() {
    this.isBegun = false;
    this.shown.abort();
    this.heaps.stop();
    this.pairs.stop();
  }

  draw() {
    return html`<div class="landscape">${this.ruler.draw()}${this.pairs.draw()}${this.heaps.draw()}</div>`;
  }
}
