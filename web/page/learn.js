// How to win: the games, a game's lesson, and playing against the theory. No server is needed.
import { pathOf } from "./links.js";
import { Practice } from "./practice.js";
import { study } from "./study.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const STARTS = [["won", "one that you can win"], ["any", "any"], ["own", "my own …"]]; // prettier-ignore

/** Paragraphs, a line break between two. @param {string} text */
const paragraphs = (text) => text.split("\n").map((line) => html`<p>${line}</p>`);

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path the rules, and the start of a game that is played */
  constructor(app, [game = "", start = ""]) {
    this.app = app;
    this.game = game;
    /** @type {Message | null} */
    this.rules = game ? app.rules("rules", game) : null;
    this.given = new AbortController();
    const wish = new URLSearchParams(location.search);
    this.bot = wish.get("bot") ?? "perfect";
    this.first = wish.get("first") === "bot" ? "bot" : "you";
    this.kind = "won";
    this.typed = this.rules?.example ?? "";
    this.note = this.rules?.error ? this.rules.message : "";
    this.practice = start && !this.note ? new Practice(app, { game, start, bot: this.bot, first: this.first }) : null;
    this.title = this.rules?.words ? `Learn ${this.rules.words}` : "Learn";
  }

  async open() {
    if (this.practice) this.practice.open();
    else if (this.game && !this.note) {
      this.lesson = await this.ask("lesson", this.game);
      this.app.draw();
    }
  }

  /** Null where there is no answer: the note says why, unless it was given up. @param {(string | number)[]} words */
  async ask(...words) {
    try {
      return await study.ask(words, this.given.signal);
    } catch (error) {
      if (!this.given.signal.aborted) this.note = error instanceof Error ? error.message : String(error);
      this.app.draw();
      return null;
    }
  }

  close() {
    this.given.abort();
    this.practice?.close();
  }

  /** Begins a game, from a start that is drawn or typed. */
  async play() {
    const isTyped = this.kind === "own";
    const seed = Math.floor(Math.random() * 2 ** 50);
    const question = isTyped ? ["position", this.game, this.typed]
      : this.kind === "any" ? ["draw", this.game, seed]
      : ["draw.judged", this.game, seed, this.first === "you" ? "N" : "P"]; // prettier-ignore
    const start = await this.ask(...question);
    if (!start) return;
    this.note = start.message ?? start.start ?? "";
    if (this.note) this.app.draw();
    else this.app.go(`${pathOf("learn", this.game, start.position)}?${new URLSearchParams({ bot: this.bot, first: this.first })}`);
  }

  /** @param {string} label @param {string[][]} choices @param {string} value @param {(value: string) => void} set */
  select(label, choices, value, set) {
    const change = (/** @type {any} */ event) => {
      set(event.target.value);
      this.app.draw();
    };
    return html`<label>${label} <select @change=${change}>
      ${choices.map(([value_, words]) => html`<option
        value=${value_} ?selected=${value_ === value}>${words}</option>`)}</select></label>`; // prettier-ignore
  }

  form() {
    const levels = this.app.rules("levels").map((/** @type {string} */ name) => [name, name.replace(":", " ")]);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.play();
    };
    return html`<form class="card practise" @submit=${submit}>
      <h2>Play against the theory</h2>
      <p class="about">After each of your moves you hear what became of the win. Help comes in three steps.</p>
      <div class="fields">
        ${this.select("Opponent", [["perfect", "perfect play"], ...levels.reverse()], this.bot, (value) => void (this.bot = value))}
        ${this.select("Who begins", [["you", "you"], ["bot", "the opponent"]], this.first, (value) => void (this.first = value))}
        ${this.select("Start", STARTS, this.kind, (value) => void (this.kind = value))}
        ${this.kind === "own" ? html`<label>Position <input .value=${this.typed} @input=${(/**
          @type {any} */ event) => void (this.typed = event.target.value)}
          autocomplete="off" spellcheck="false"></label>` : nothing}
        <button class="main">Play</button>
      </div>
      <div aria-live="polite">${this.note ? html`<p class="note">${this.note}</p>` : nothing}</div>
    </form>`; // prettier-ignore
  }

  list() {
    /** @type {Message[]} */
    const games = this.app.rules("games");
    const cards = (/** @type {Message[]} */ games) => html`<ul class="games">${games.map((game) => html`<li>
      <a href=${pathOf("learn", game.name)}>
      <b>${game.title}</b><span>${game.summary ?? this.app.rules("rules", game.name).explain}</span></a></li>`)}</ul>`; // prettier-ignore
    return html`<h1>Learn</h1>
      <p class="lead">Each of these games is solved. A lesson shows how to win; then play, with a word after each move.</p>
      ${cards(games.filter(({ summary }) => summary))}
      <h2>Other rules, some of many</h2>
      ${cards(games.filter(({ summary }) => !summary))}`;
  }

  /** @param {Message} lesson */
  text(lesson) {
    return html`<section><h2>How to win</h2>${paragraphs(lesson.how)}${lesson.table ? html`<p class="by-heart">${lesson.table}</p>`
      : nothing}</section>
      <section><h2>Example</h2><p>${lesson.example}</p>
        ${lesson.figures ? html`<pre tabindex="0" aria-label="the reasons">${lesson.figures}</pre>` : nothing}
        <details><summary>Played to its end by two perfect players</summary><pre tabindex="0"
          aria-label="the moves">${lesson.line}</pre></details>
        <a class="button" href=${pathOf("explore", this.game, lesson.position.position)}>Explore this example</a></section>
      <p class="about sources">${lesson.sources}</p>`; // prettier-ignore
  }

  draw() {
    if (this.practice) return this.practice.draw();
    if (!this.game || !this.rules || this.rules.error)
      return html`<div class="learn">${this.note ? html`<p class="note">${this.note}</p>` : nothing}${this.list()}</div>`;
    return html`<article class="learn">
      <header><a class="back" href="/learn">All games</a><h1>${this.rules.words}</h1><p
        class="lead">${this.lesson?.summary ?? this.rules.explain}</p></header>
      <div class="lesson"><div class="text" aria-busy=${this.lesson === undefined ? "true" : "false"}>${this.lesson ? this.text(this.lesson) : html`<p
        class="about">${this.lesson === null ? "There is no lesson now. Reload to try again." : "The lesson is being worked out …"}</p>`}</div>
        <aside>${this.form()}</aside></div>
    </article>`; // prettier-ignore
  }
}
