// The explorer: any position of any game, all its moves with their values and outcomes, and the lines that were followed, as a tree.
// Everything that may take time is asked in the Worker, in slices, and is given up when another position is looked at.
import { drawBoard } from "./board.js";
import { Chooser } from "./board_chooser.js";
import { Landscape } from "./landscape.js";
import { pathOf } from "./links.js";
import { study } from "./study.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */
/** A position that was visited, by which move, and where it was gone on from there.
 * @typedef {{position: string, move: string, parent: Node | null, children: Node[], wins?: boolean}} Node */

const SLICE = 50; // moves of one question
const LISTED_MAX = 200; // moves that are listed before one asks for more
const COLUMNS_MAX = 12; // binary columns drawn with counters in them
const FIRST = ["kayles", "5+8"];

// They outlive the view, which is made anew for every position: the lines of the game that was looked at last, and its landscape.
let game = "";
/** @type {Node | null} */
let here = null;
/** @type {Landscape | null} */
let landscape = null;

/** Stands at a position: a neighbour of the last one, a place in its tree, or the root of a new tree. @param {string} rules
  @param {string} position */
function standAt(rules, position) {
  /** @type {Node | null} */
  let root = here;
  while (root?.parent) root = root.parent;
  /** @type {Node[]} */
  const known = game === rules && root ? [root] : [];
  for (const node of known) known.push(...node.children);
  const found = [here?.parent, ...(here?.children ?? []), ...known].find((node) => node?.position === position);
  here = (game === rules && found) || { position, move: "", parent: null, children: [] };
  game = rules;
  return here;
}

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [rules = FIRST[0], position = ""]) {
    this.app = app;
    this.given = new AbortController();
    this.game = rules || FIRST[0];
    this.rules = app.rules("rules", this.game);
    this.view = this.rules.error
      ? this.rules
      : app.rules("position", this.game, position || (rules === FIRST[0] ? FIRST[1] : this.rules.example));
    this.note = this.view.error ? this.view.message : "";
    this.typed = this.view.position ?? position;
    this.chooser = new Chooser(app, { changed: () => this.app.draw(), play: (move) => this.follow(move) });
    /** @type {Message[]} */
    this.options = [];
    this.most = LISTED_MAX;
    this.refused = ""; // why there are no more of them
    /** @type {Message | null} */
    this.opened = null;
    this.title = this.rules.words ? `Explore ${this.rules.words}` : "Explore";
  }

  open() {
    if (this.note) return;
    this.node = standAt(this.rules.rules, this.view.position);
    if (!this.view.over) this.chooser.begin(this.game, this.view.position);
    this.solve();
    if (landscape?.rules !== this.rules.rules) {
      landscape?.stop();
      landscape = null;
    }
    landscape ??= new Landscape(this.app, this.rules.rules);
    landscape.show(this.view);
  }

  close() {
    this.given.abort();
    this.chooser.end();
    if (!location.pathname.startsWith("/explore")) landscape?.stop();
  }

  /** Null when it is given up. @param {(string | number)[]} words @returns {Promise<Message | null>} */
  ask(...words) {
    return study.ask(words, this.given.signal).catch((error) => (this.given.signal.aborted ? null : { error, message: error.message }));
  }

  solve() {
    const { position } = this.view;
    this.ask("sum", this.game, position).then((sum) => {
      this.sum = sum?.error ? null : sum;
      this.app.draw();
    });
    this.ask("solve", this.game, position).then((solution) => {
      this.solution = solution;
      this.app.draw();
    });
    this.list();
  }

  /** The moves, slice after slice. */
  async list() {
    for (;;) {
      const slice = await this.ask("options", this.game, this.view.position, this.options.length, SLICE);
      if (!slice) break;
      this.refused = slice.message ?? "";
      this.count = slice.count ?? this.count;
      this.options.push(...(slice.moves ?? []));
      this.app.draw();
      if (slice.error || slice.moves.length < SLICE || this.options.length >= this.most) break;
    }
  }

  /** @param {string | null} move */
  follow(move) {
    const made = move && this.node ? this.app.rules("move", this.game, this.view.position, move) : null;
    if (!made || made.error || !this.node) return;
    if (!this.node.children.some(({ position }) => position === made.after))
      this.node.children.push({ position: made.after, move: made.move, parent: this.node, children: [] });
    this.app.go(pathOf("explore", this.game, made.after));
  }

  /** @param {string} rules @param {string} position */
  goTo(rules, position) {
    this.app.go(pathOf("explore", rules, ...(position ? [position] : [])));
  }

  random() {
    const drawn = this.app.rules("draw", this.game, Math.floor(Math.random() * 2 ** 50));
    if (!drawn.error) return this.goTo(this.game, drawn.position);
    this.note = drawn.message;
    this.app.draw();
  }

  /** Shows the moves of a heap by value, and their mex. @param {string} heap */
  async openHeap(heap) {
    const isOpen = this.opened?.heap === heap;
    this.opened = null;
    this.app.draw();
    if (isOpen) return;
    const values = await this.ask("values", this.game, heap);
    if (values) this.opened = { heap, ...values };
    this.app.draw();
  }

  form() {
    const games = this.app.rules("games");
    const isThis = (/** @type {Message} */ { rules, look }) => rules === this.rules.rules && look === this.rules.look;
    const isListed = games.some(isThis);
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const { rules, position } = event.target.elements;
      this.goTo(rules.value.trim(), position.value.trim());
    };
    return html`<form class="where" @submit=${submit}>
      <label>Game <select @change=${(/** @type {any} */ event) => this.goTo(event.target.value, "")}>
        ${isListed ? nothing : html`<option selected>${this.game}</option>`}
        ${games.map((/** @type {Message} */ game) => html`<option
          value=${game.name} ?selected=${isThis(game)}>${game.title}</option>`)}</select></label>
      <label>Rules <input name="rules" .value=${this.game} autocomplete="off" spellcheck="false"></label>
      <label class="position-field">Position <input name="position" .value=${this.typed} autocomplete="off" spellcheck="false"></label>
      <div class="actions"><button class="main">Look</button><button type="button" @click=${() => this.random()}>Any</button></div>
    </form>`; // prettier-ignore
  }

  /** The binary digits of a value, as wide as the widest; where the column is odd, marked. @param {string} value @param {number} width */
  bits(value, width) {
    const odd = BigInt(this.sum?.value ?? 0);
    return [...BigInt(value).toString(2).padStart(width, "0")].map((digit, index) => {
      const isOdd = (odd >> BigInt(width - 1 - index)) & 1n;
      return html`<i class="${digit === "1" ? "one" : ""} ${isOdd ? "odd" : ""}">${digit}</i>`;
    });
  }

  get columns() {
    return Math.max(...(this.sum?.heaps ?? []).map((/** @type {Message} */ { value }) => BigInt(value).toString(2).length), 1);
  }

  /** The nim-sum of the heaps in columns, each opened by a press. */
  sums() {
    const { sum, columns } = this;
    if (!sum || !sum.heaps.length || columns > 64) return nothing;
    const powers = Array.from({ length: columns }, (_, index) => 2n ** BigInt(columns - 1 - index));
    const value = BigInt(sum.value);
    const odd = powers.map((power) => (value & power ? "odd" : ""));
    /** As many counters as the column stands for. @param {bigint} number @param {bigint} power */
    const dots = (number, power) => {
      if (!(number & power)) return html`<span class="none">·</span>`;
      if (columns > COLUMNS_MAX || power > 16n) return html`<b>1</b>`;
      return html`<span class="dots" role="img" aria-label=${power}>${Array.from({ length: Number(power) }, () => html`<i></i>`)}</span>`;
    };
    return html`<section class="sums"><h2>The heaps as a sum</h2>
      <div class="scrolls" tabindex="0" role="group" aria-label="the values of the heaps in binary columns"><table class="columns">
        <thead><tr><th scope="col">heap</th><th scope="col">value</th>${powers.map((power, index) => html`<th scope="col"
          class=${odd[index]}>${columns > COLUMNS_MAX ? html`2<sup>${columns - 1 - index}</sup>` : power}</th>`)}</tr></thead>
        <tbody>${sum.heaps.map((/** @type {Message} */ { heap, value }) => html`<tr>
          <th scope="row"><button aria-expanded=${this.opened?.heap === heap ? "true" : "false"} aria-label="open the heap ${heap}"
            @click=${() => this.openHeap(heap)}>${heap}</button></th>
          <td>${value}</td>${powers.map((power, index) => html`<td class=${odd[index]}>${dots(BigInt(value), power)}</td>`)}</tr>`)}</tbody>
        <tfoot><tr><th scope="row">nim-sum</th><td>${sum.value}</td>${powers.map((power, index) => html`<td
          class=${odd[index]}>${value & power ? "odd" : "even"}</td>`)}</tr></tfoot>
      </table></div>
      <div aria-live="polite">${this.opened ? this.mex(this.opened) : html`<p
        class="about">Open a heap to see why it has its value.</p>`}</div></section>`; // prettier-ignore
  }

  /** @param {Message} opened */
  mex(opened) {
    if (opened.error) return html`<p class="note">${opened.message}</p>`;
    /** @type {Map<string, Message[]>} */
    const byValue = new Map();
    for (const { value, move } of opened.moves) byValue.set(value, [...(byValue.get(value) ?? []), move]);
    const values = [...new Set([...byValue.keys(), opened.mex])].map(BigInt).sort((a, b) => (a < b ? -1 : 1));
    return html`<div class="mex"><h3>The heap ${opened.heap}</h3><p>${opened.say}</p>
      <dl>${values.map((value) => {
      const moves = byValue.get(String(value));
      return moves
        ? html`<dt>${value}</dt>
          <dd>${moves.slice(0, 12).map(({ move, after }) => html`<a href=${pathOf("explore", this.game, after)}>${move}</a> `)}
            ${moves.length > 12 ? `and ${moves.length - 12} more` : nothing}</dd>`
        : html`<dt class="missing">${value}</dt><dd class="missing">no move</dd>`;
    })}</dl></div>`; // prettier-ignore
  }

  moves() {
    const { options } = this;
    const hasValues = options.some(({ value }) => value !== undefined);
    const count = Number(this.count ?? 0);
    const wins = options.filter(({ wins }) => wins), others = options.filter(({ wins }) => !wins); // prettier-ignore
    // Of a huge position the winning moves may come late; the solution has them.
    const known = new Set(wins.map(({ move }) => move));
    for (const move of this.solution?.moves ?? [])
      if (!known.has(move.move)) wins.push({ ...move, wins: true, value: hasValues ? "0" : undefined });
    const isBusy = !this.refused && (this.count === undefined || options.length < Math.min(count, this.most));
    const more = () => {
      this.most += LISTED_MAX;
      this.list();
    };
    const row = (/** @type {Message} */ option) => html`<li class=${option.wins ? "wins" : ""} data-row="move ${option.move}">
      <a href=${pathOf("explore", this.game, option.after)}
        @click=${(/** @type {MouseEvent} */ event) => this.press(event, option.move)} @focus=${() => this.chooser.type(option.move)}
          @mousemove=${(/** @type {MouseEvent} */ event) => this.hover(event, option.move)}>
        <b>${option.move}</b><span class="words">${option.words}</span>${hasValues ? html`<span class="value"
          aria-label="value ${option.value}">${option.value}</span>` : nothing}
        <span class="outcome">${option.wins ? "wins" : option.draws ? "draws" : "loses"}</span></a></li>`; // prettier-ignore
    return html`<section class="options"><h2>The moves${this.count
      ? html` <small>${BigInt(this.count).toLocaleString("en")}${hasValues ? ", with the values they lead to" : ""}</small>` : nothing}</h2>
      ${isBusy ? html`<progress aria-label="the moves are being valued" max=${Math.min(count, this.most) || nothing}
        value=${count ? options.length : nothing}></progress>` : nothing}
      <div aria-live="polite">${this.refused ? html`<p class="note">${this.refused}</p>` : nothing}</div>
      <ol>${wins.map(row)}${others.map(row)}</ol>
      ${!isBusy && !this.refused && options.length < count ? html`<button @click=${more}>More moves</button>` : nothing}</section>`; // prettier-ignore
  }

  /** @param {MouseEvent} event @param {string} move */
  press(event, move) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.follow(move);
  }

  /** The mouse shows a move where it goes; where it stands, rows may come and go below it. @param {MouseEvent} event
    @param {string} move */
  hover(event, move) {
    if ((event.movementX || event.movementY) && this.chooser.choice?.move !== move) this.chooser.type(move);
  }

  tree() {
    let root = this.node;
    while (root?.parent) root = root.parent;
    /** @param {Node} node @returns {unknown} */
    const branch = (node) => html`<li><a href=${pathOf("explore", this.game, node.position)} aria-current=${node === this.node ? "true"
      : nothing}>${node.position}</a>
      ${node.children.length === 1 ? line(node.children[0]) : node.children.length ? html`<ul>${node.children.map(branch)}</ul>`
        : nothing}</li>`; // prettier-ignore
    /** Without a branch it goes on in the same row. @param {Node} node @returns {unknown} */
    const line = (node) => html`<span aria-hidden="true"> › </span><a href=${pathOf("explore", this.game, node.position)}
      aria-current=${node === this.node ? "true" : nothing}>${node.position}</a>
      ${node.children.length === 1 ? line(node.children[0]) : node.children.length ? html`<ul>${node.children.map(branch)}</ul>`
        : nothing}`; // prettier-ignore
    return root?.children.length
      ? html`<section class="tree">
          <h2>Where you have been</h2>
          <ul>
            ${branch(root)}
          </ul>
        </section>`
      : nothing;
  }

  verdict() {
    const { solution } = this;
    if (!solution) return html`<p class="outcome-words busy">Being solved …</p>`;
    if (solution.error) return html`<p class="note">${solution.message}</p>`;
    return html`<p class="outcome-words ${solution.outcome === "N" ? "won" : solution.outcome === "D" ? "drawn" : "lost"}"><b class="letter">${solution.outcome}</b>
      <span>${solution.say}
      ${solution.grundy !== undefined ? html`<span class="about">Grundy value ${solution.grundy}.</span>`
        : nothing}</span></p>`; // prettier-ignore
  }

  draw() {
    if (this.note)
      return html`<article class="explore">
        <h1>Explore</h1>
        ${this.form()}
        <p class="note">${this.note}</p>
      </article>`;
    const { view, chooser, columns, sum } = this;
    const marks = sum && sum.heaps.length === view.parts.items.length && columns <= 16
      ? sum.heaps.map((/** @type {Message} */ { value }) => html`<span class="bits"
        aria-hidden="true">${this.bits(value, columns)}</span>`) : undefined; // prettier-ignore
    const { choice } = chooser;
    return html`<article class="explore">
      <header><h1>${this.rules.words}</h1></header>
      ${this.form()}
      <div class="desk">
        <div class="main-part">
          <div aria-live="polite">${this.verdict()}</div>
          ${drawBoard({ view, label: "the position: choose a move to follow", marks, ...chooser.board() })}
          ${choice ? chooser.said() : html`<p class="say">${view.words}</p>`}
          <div class="actions">
            ${choice ? html`<button class="main" ?disabled=${!choice.move}
              @click=${() => this.follow(choice.move)}>Follow ${choice.move}</button>` : nothing}
            <button ?disabled=${!this.node?.parent}
              @click=${() => this.node?.parent && this.goTo(this.game, this.node.parent.position)}>Back</button>
            ${view.over ? nothing : html`<a
              class="button" href="${pathOf("learn", this.game, view.position)}?first=you">Play from here</a>`}
          </div>
        </div>
        <div class="side-part">${view.over ? nothing : this.moves()}${this.tree()}</div>
        <div class="more-part">
          ${this.sums()}
          ${this.solution?.why ? html`<section><h2>Why</h2><p>${this.solution.hint}</p><pre tabindex="0"
            aria-label="the reasons">${this.solution.why}</pre></section>` : nothing}
        </div>
      </div>
      ${landscape?.draw()}
    </article>`; // prettier-ignore
  }
}
