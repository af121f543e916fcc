// A game against a bot of the module, with a coach: a sentence after each move, help in three steps. All words are the C library's
// (common/words/coach.h).
import { drawBoard, lastOf } from "./board.js";
import { Chooser } from "./board_chooser.js";
import { pathOf } from "./links.js";
import { GivenUp, study } from "./study.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const SIGNS = { kept: "✓", thrown: "✗", lost: "·" };

export class Practice {
  /** @param {import("./page.js").App} app @param {{game: string, start: string, bot: string, first: string}} wish */
  constructor(app, { game, start, bot, first }) {
    this.app = app;
    this.game = game;
    this.start = start;
    this.bot = bot;
    this.first = first;
    this.rules = app.rules("rules", game);
    this.steps = app.rules("help.steps");
    this.seed = 1 + Math.floor(Math.random() * 2 ** 50);
    this.chooser = new Chooser(app, { changed: () => this.app.draw(), play: (move) => this.play(move) });
    this.given = new AbortController(); // what is asked for the position that stands
    /** The moves so far, each with the position before it. @type {Message[]} */
    this.moves = [];
    this.typed = this.note = "";
    this.view = app.rules("position", game, start);
    if (this.view.error) this.note = this.view.message;
  }

  open() {
    if (!this.note) this.goOn();
  }

  close() {
    this.given.abort();
    this.chooser.end();
  }

  get isMine() {
    return (this.moves.length % 2 === 0) === (this.first === "you");
  }

  /** @param {(string | number)[]} words */
  async ask(...words) {
    const answer = await study.ask(words, this.given.signal);
    if (answer.error) throw new Error(answer.message);
    return answer;
  }

  /** Whoever is to move, moves. */
  async goOn() {
    this.given.abort();
    this.given = new AbortController();
    /** @type {Message[]} */
    this.help = [];
    this.result = "";
    try {
      if (this.view.over) {
        this.chooser.end();
        const seat = this.first === "you" ? "first" : "second";
        const names = seat === "first" ? ["you", this.bot] : [this.bot, "you"];
        this.result = (
          await this.ask("review", this.game, this.start, this.moves.map(({ move }) => move).join(" "), "", "", ...names, seat)
        ).result;
      } else if (this.isMine) {
        this.chooser.begin(this.game, this.view.position);
      } else {
        this.chooser.end();
        this.app.draw();
        this.add(await this.ask("bot", this.bot, this.game, this.view.position, this.seed, this.moves.length + 1));
        return;
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  /** @param {Message} move */
  add(move) {
    this.moves.push({ ...move, mine: this.isMine, position: this.view.position });
    this.view = this.app.rules("position", this.game, move.after);
    this.goOn();
  }

  /** @param {string | null} move */
  async play(move) {
    const played = move && this.isMine && !this.view.over ? this.app.rules("move", this.game, this.view.position, move) : null;
    if (!played || this.judging) return;
    this.note = played.message ?? "";
    if (played.error) return this.app.draw();
    this.judging = true;
    this.typed = "";
    try {
      const judged = await this.ask("judge", this.game, this.view.position, played.move);
      this.add({ ...played, judged: judged.say, mark: judged.kept ? "kept" : judged.won || judged.drawn ? "thrown" : "lost" });
    } catch (error) {
      if (!(error instanceof GivenUp)) this.note = error instanceof Error ? error.message : String(error);
      this.app.draw();
    }
    this.judging = false;
  }

  /** Takes the last move of one's own back, and the answer to it. */
  takeBack() {
    const at = this.moves.findLastIndex(({ mine }) => mine);
    if (at < 0) return;
    this.view = this.app.rules("position", this.game, this.moves[at].position);
    this.moves.length = at;
    this.goOn();
  }

  async helpOn() {
    const step = this.help.length + 1;
    try {
      const answer = await this.ask("help", this.game, this.view.position, step);
      if (this.help.length === step - 1) this.help.push(answer);
    } catch (error) {
      if (!(error instanceof GivenUp)) this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  /** @param {Event} event */
  type(event) {
    event.preventDefault();
    this.note = this.chooser.type(this.typed);
    if (!this.note && this.chooser.choice) this.play(this.chooser.choice.move);
    this.app.draw();
  }

  asks() {
    const { choice } = this.chooser;
    if (!choice) return nothing;
    return html`${this.chooser.said()}
      <div class="actions">
        <button class="main" ?disabled=${!choice.move} @click=${() => this.play(choice.move)}>Play ${choice.move}</button>
        <form @submit=${(/** @type {Event} */ event) => this.type(event)}><input
          aria-label="a move, typed" placeholder="or type a move" autocomplete="off"
          .value=${this.typed} @input=${(/** @type {any} */ event) => void (this.typed = event.target.value)}></form>
      </div>`; // prettier-ignore
  }

  coach() {
    const last = this.moves.findLast(({ mine }) => mine);
    const answer = this.moves.at(-1);
    return html`<aside class="card coach" aria-label="the coach">
      <div aria-live="polite">
        ${last ? html`<p class="verdict ${last.mark}"><span class="sign" aria-hidden="true">${SIGNS[/**
          @type {keyof typeof SIGNS} */ (last.mark)]}</span> ${last.judged}</p>`
               : html`<p class="about">${this.rules.explain}</p>`}
        ${answer && !answer.mine ? html`<p class="answer"><b>${this.bot}</b> has answered: ${answer.words}.</p>` : nothing}
      </div>
      ${this.chooser.choice ? html`<div class="help" aria-live="polite">
        ${this.help.map(({ say, why }) => html`<p>${say}</p>${why ? html`<pre tabindex="0" aria-label="why">${why}</pre>` : nothing}`)}
        ${this.help.length < this.steps.length ? html`<button
          @click=${() => this.helpOn()}>Help ${this.help.length + 1} of ${this.steps.length}: ${this.steps[this.help.length]}</button>` : nothing}
      </div>` : nothing}
    </aside>`; // prettier-ignore
  }

  draw() {
    const { choice } = this.chooser;
    const last = lastOf(this.app.rules, { rules: this.game, start: this.start }, this.moves, this.moves.length);
    const moves = this.moves.map(({ move }) => move).join(" ");
    const me = this.first === "you" ? "first" : "second";
    const names = me === "first" ? { first: "you", second: this.bot } : { first: this.bot, second: "you" };
    const review = `${pathOf("review", this.game, this.start, moves)}?${new URLSearchParams({ ...names, seat: me })}`;
    if (this.view.error) return html`<p class="note">${this.note}</p>`;
    return html`<article class="practice">
      <header><a class="back" href=${pathOf("learn", this.game)}>The lesson</a><h1>${this.rules.words}</h1><p
        class="about">You play against ${this.bot === "perfect" ? "perfect play" : this.bot}.</p></header>
      <div class="desk">
        <div>${drawBoard({ view: this.view, label: choice ? "the position: choose a move" : "the position", last, ...this.chooser.board() })}
          <div aria-live="polite">${this.view.over ? html`<div class="result"><h2>${this.result}</h2></div>` : choice ? nothing : html`<p
            class="say">${this.bot} is thinking …</p>`}</div>
          ${this.asks()}<div aria-live="polite">${this.note ? html`<p class="note">${this.note}</p>` : nothing}</div></div>
        <div>${this.coach()}
          <ol class="played" aria-label="moves">${this.moves.map(({ move, mine, mark, judged }) => html`<li class=${mine ? mark : ""}
            title=${judged ?? nothing}><span>${mine ? "you" : this.bot}</span> <b>${move}</b>${mine ? html`<span class="sign"
              aria-label=${mark}>${SIGNS[/** @type {keyof typeof SIGNS} */ (mark)]}</span>` : nothing}</li>`)}</ol>
          <div class="quiet">
            <button ?disabled=${!this.moves.some(({ mine }) => mine)} @click=${() => this.takeBack()}>Take back</button>
            <a class="button" href=${pathOf("explore", this.game, this.view.position)}>Explore</a>
            ${moves ? html`<a
              class="button" href="${review}">Review</a>` : nothing}
            ${this.view.over ? html`<button class="main" @click=${() => this.again()}>Again</button>` : nothing}
          </div>
        </div>
      </div>
    </article>`; // prettier-ignore
  }

  /** From the same start. */
  again() {
    this.moves = [];
    this.seed++;
    this.view = this.app.rules("position", this.game, this.start);
    this.goOn();
  }
}
