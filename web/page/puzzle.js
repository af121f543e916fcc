// Puzzles: which move wins? Drawing, judging, explaining and rating are the C library's (common/puzzle); here they are shown. An account's
// practice is on the server, a guest's in this browser.
import { drawBoard } from "./board.js";
import { Chooser } from "./board_chooser.js";
import { keep, recall } from "./kept.js";
import { GivenUp, study } from "./study.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const KEPT = "takeaway.puzzles"; // in the browser: the text of common/puzzle/practice.h
const MATCHES_MAX = 20; // that are looked through for mistakes
const SOURCES = { new: "", repeat: "Once more", daily: "The puzzle of today" };

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [which]) {
    this.app = app;
    this.isDaily = which === "daily";
    this.game = ""; // only of these rules
    this.chooser = new Chooser(app, { changed: () => this.changed(), play: (move) => this.answer(move) });
    this.given = new AbortController(); // what is asked for the puzzle that stands
    this.looking = new AbortController(); // ... for the mistakes of the latest matches
    /** What is to be solved; null: nothing, or it is not there yet. @type {Message | null} */
    this.puzzle = null;
    /** What came of the answer. @type {Message | null} */
    this.done = null;
    /** The move that was made: an answer to a `choice` question. @type {Message | null} */
    this.shown = null;
    /** @type {Message | null} */
    this.state = null;
    this.typed = this.note = this.found = "";
    this.isAsked = this.isEmpty = this.isLooking = false;
    this.explain = app.rules("puzzle.explain");
    this.hears = () => this.begin();
  }

  get title() {
    return this.isDaily ? "The puzzle of today" : "Puzzles";
  }

  open() {
    this.app.store.addEventListener("change", this.hears);
    this.begin();
  }

  close() {
    this.app.store.removeEventListener("change", this.hears);
    this.given.abort();
    this.looking.abort();
    this.chooser.end();
  }

  /** As soon as it is known whether this is an account; without a connection the browser keeps the practice. */
  begin() {
    if (this.hasBegun || this.app.store.connection === "connecting") return;
    this.hasBegun = true;
    this.next();
  }

  get isAccount() {
    return this.app.store.account;
  }

  get kept() {
    return recall(KEPT);
  }

  /** @param {(string | number)[]} words */
  ask(...words) {
    return this.askUntil(this.given.signal, ...words);
  }

  /** @param {AbortSignal} signal @param {(string | number)[]} words */
  async askUntil(signal, ...words) {
    const answer = await study.ask(words, signal);
    if (answer?.error) throw new Error(answer.message);
    return answer;
  }

  /** Changes the practice of this browser; again, where it has become another one meanwhile.
   * @param {(kept: string) => Promise<Message>} change */
  async practise(change) {
    for (;;) {
      const { kept } = this;
      const done = await change(kept);
      if (this.kept !== kept) continue;
      keep(KEPT, done.practice);
      return done;
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof GivenUp || /** @type {any} */ (error)?.name === "AbortError") return;
    this.note = error instanceof Error ? error.message : String(error);
    this.app.draw();
  }

  changed() {
    this.note = this.chooser.choice?.refused ?? "";
    this.app.draw();
  }

  async refresh() {
    this.state = this.isAccount ? await this.app.store.wire.ask("puzzle.state") : await this.ask("puzzle.state", this.kept, Date.now());
    this.app.draw();
  }

  /** @returns {Promise<Message | null>} */
  async fetch() {
    if (!this.isAccount)
      return this.isDaily ? this.ask("puzzle.daily", Date.now()) : this.ask("puzzle.next", this.kept, Date.now(), this.game);
    const { wire } = this.app.store;
    const told = this.isDaily ? await wire.ask("puzzle.daily") : await wire.ask("puzzle.next", this.game ? { rules: this.game } : {});
    return told.position ? this.ask("puzzle.show", told.rules, told.position, told.source) : null;
  }

  async next() {
    this.given.abort();
    this.given = new AbortController();
    this.chooser.end();
    this.done = this.shown = null;
    this.note = this.typed = "";
    this.isAsked = true;
    try {
      this.puzzle = await this.fetch();
      this.isEmpty = !this.puzzle;
      if (this.puzzle) this.chooser.begin(this.puzzle.rules, this.puzzle.view.position);
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
    this.isAsked = false;
    this.app.draw();
  }

  /** A move, or "": given up. @param {string} move */
  async answer(move) {
    if (!this.puzzle || this.done || this.isAsked) return;
    const { rules, view } = this.puzzle;
    let done;
    this.isAsked = true;
    this.shown = move ? this.chooser.choice : null;
    try {
      if (this.isAccount) {
        const { right, say } = await this.ask("puzzle.check", rules, view.position, move);
        const answer = { rules, position: view.position, right, ...(move ? { move } : {}) };
        done = { ...(await this.app.store.wire.change("puzzle.answer", answer)), say };
      } else {
        done = await this.practise((kept) => this.ask("puzzle.answer", kept, Date.now(), rules, view.position, move));
      }
      this.done = { ...done, comes: this.app.rules("puzzle.again", Date.now(), done.again ?? "") };
      this.chooser.end();
      this.note = "";
      this.app.focusNext = ".verdict button";
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
    this.isAsked = false;
    this.app.draw();
  }

  /** @param {Event} event */
  type(event) {
    event.preventDefault();
    this.note = this.chooser.type(this.typed);
    if (!this.note) this.typed = "";
    this.app.draw();
  }

  /** @param {Event} event */
  choose(event) {
    this.game = /** @type {HTMLSelectElement} */ (event.target).value;
    this.next();
  }

  /** A match that is over, whole. @param {number} number @returns {Promise<Message>} */
  async match(number) {
    const { wire } = this.app.store;
    const match = await wire.ask("match.resume", { match: number });
    const moves = [...match.moves];
    while (moves.length < match.ply) moves.push(...(await wire.ask("match.resume", { match: number, after: moves.length })).moves);
    return { ...match, moves };
  }

  /** Makes puzzles of this player's mistakes in the latest matches. */
  async look() {
    const { store } = this.app, { signal } = this.looking; // prettier-ignore
    let added = 0;
    this.isLooking = true;
    this.found = "";
    this.app.draw();
    try {
      const { matches = [] } = await store.wire.ask("history.list", { player: store.name, limit: MATCHES_MAX });
      for (const { match: number } of matches) {
        const { rules, start, moves, first, second } = await this.match(number);
        const seat = first === store.name ? "first" : second === store.name ? "second" : "";
        if (!seat) continue;
        const find = (/** @type {string} */ kept) =>
          this.askUntil(signal, "puzzle.mistakes", kept, Date.now(), rules, start, moves.join(" "), seat);
        const { puzzles } = await (this.isAccount ? find("") : this.practise(find));
        for (const { position } of puzzles)
          added += Number(!this.isAccount || (await store.wire.change("puzzle.mistake", { rules, position })).added);
      }
      this.found = `${added || "No"} new puzzle${added === 1 ? "" : "s"} from what went wrong in your latest matches.`;
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
    this.isLooking = false;
    this.app.draw();
    if (added && !this.isDaily && !signal.aborted) this.next();
  }

  standing() {
    const { state } = this;
    if (!state) return html`<p class="standing about">&nbsp;</p>`;
    return html`<p class="standing">Your rating <b>${state.rating}</b> <span class="about">± ${2 * state.deviation}</span>
      <span class="about">${state.tried ? `· ${state.solved} of ${state.tried} solved` : ""}${state.due ? html` · <b>${state.due}</b> to be repeated now` : nothing}</span></p>`; // prettier-ignore
  }

  choosing() {
    const { choice } = this.chooser;
    return html`<div class="choosing">
      ${this.chooser.said()}
      <div class="actions">
        ${this.puzzle ? this.chooser.steps(this.puzzle.view.parts) : nothing}
        <button class="main play" ?disabled=${!choice?.move || this.isAsked} @click=${() => this.answer(choice?.move)}>Answer ${choice?.move}</button>
        <form @submit=${(/** @type {Event} */ event) => this.type(event)}>
          <input aria-label="a move, typed" placeholder="or type it" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${this.typed}
            @input=${(/** @type {any} */ event) => void (this.typed = event.target.value)}>
        </form>
        <button class="plain" ?disabled=${this.isAsked} @click=${() => this.answer("")}>Give up</button>
      </div>
      <p class="hints" aria-hidden="true">${choice?.hints.map((/** @type {Message} */ hint) => html`<span><kbd>${hint.key}</kbd> ${hint.label}</span>`)}<span><kbd>Enter</kbd> answer</span></p>
    </div>`; // prettier-ignore
  }

  verdict() {
    const { done } = this;
    if (!done) return this.choosing();
    return html`<div class="choosing verdict ${done.right ? "right" : "wrong"}">
      <p><span class="sign" aria-hidden="true">${done.right ? "✓" : "✗"}</span> ${done.say}</p>
      <p class="about">${done.comes}${done.rated ? nothing : " Your rating stays: it was no new puzzle."}</p>
      <div class="actions"><button class="main" @click=${() => (this.isDaily ? this.app.go("/puzzles") : this.next())}>Next puzzle</button></div>
    </div>`; // prettier-ignore
  }

  table() {
    const { puzzle } = this;
    if (this.isEmpty)
      return html`<p class="about">There is no other puzzle of this kind now. Come back tomorrow, or choose another game.</p>`;
    if (!puzzle) return html`<p class="about">${this.note ? nothing : "One moment …"}</p>`;
    const board = { view: puzzle.view, label: puzzle.view.words };
    return html`<p class="question"><b>${puzzle.title}.</b> ${puzzle.explain} <b>Which move wins?</b></p>
      ${drawBoard(this.done ? { ...board, shown: this.shown } : { ...board, ...this.chooser.board() })}
      ${this.verdict()}`; // prettier-ignore
  }

  draw() {
    const source = this.puzzle && SOURCES[/** @type {keyof typeof SOURCES} */ (this.puzzle.source)];
    const games = this.app.rules("games").filter((/** @type {Message} */ game) => game.summary && !game.look);
    return html`<article class="puzzle">
      <header>
        <h1>${this.isDaily ? "The puzzle of today" : "Puzzles"}</h1>
        ${this.standing()}
      </header>
      <section class="asked">
        ${source && !this.isDaily ? html`<p class="source">${source}</p>` : nothing}
        ${this.table()}
        <div aria-live="polite">${this.note ? html`<p class="note">${this.note}</p>` : nothing}</div>
        <p class="unseen" aria-live="polite">${this.done ? this.done.say : nothing}</p>
      </section>
      <aside>
        ${this.isDaily
          ? html`<p>Everybody gets this one from midnight to midnight UTC. <a href="/puzzles">All puzzles</a></p>`
          : html`<p><a class="button" href="/puzzles/daily">The puzzle of today</a></p>
        <label>Game <select @change=${(/** @type {Event} */ event) => this.choose(event)}>
          <option value="">any game</option>
          ${games.map((/** @type {Message} */ game) => html`<option value=${game.rules} ?selected=${game.rules === this.game}>${game.title}</option>`)}
        </select></label>
        <p class="mistakes"><button ?disabled=${this.isLooking || !this.app.store.wire.isOpen} @click=${() => this.look()}>${this.isLooking ? "Looking …" : "From my own mistakes"}</button>
          <span class="about" role="status">${this.found}</span></p>`}
        <p class="about">${this.explain}
          ${this.isAccount ? "What you solve is kept with your account." : "What you solve is kept in this browser."}</p>
      </aside>
    </article>`; // prettier-ignore
  }
}
