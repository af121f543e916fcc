// A match: the board, the clocks, the moves, what can be done, and what is said.
import { drawBoard } from "./board.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

/** @param {Message} match */
function turnOf(match) {
  return match.ply % 2 ? "second" : "first";
}

/** Time that a player has left, in ms. @param {Message} match @param {"first" | "second"} seat */
function leftOf(match, seat) {
  const runs = match.clock_runs && !match.ending && turnOf(match) === seat;
  return Math.max(0, match[`${seat}_left`] - (runs ? performance.now() - match.heard : 0));
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = ms < 10000 ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (ms < 10000) return seconds.toFixed(1);
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60; // prettier-ignore
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [number]) {
    this.app = app;
    this.number = Number(number);
    this.at = ""; // the position for which a move is being chosen
    this.typed = "";
    this.note = "";
    this.sent = false;
  }

  open() {
    this.app.store.fetch(this.number);
    this.clock = setInterval(() => this.match?.clock && this.app.draw(), 100);
  }

  close() {
    clearInterval(this.clock);
    this.forget();
  }

  forget() {
    if (this.choice) this.app.rules("choice.close", this.choice.choice);
    this.choice = null;
    this.at = "";
  }

  get match() {
    return this.app.store.matches.get(this.number);
  }

  /** Begins to choose where it is this player's turn. @param {Message} match */
  follow(match) {
    const mine = match.seat && !match.ending && turnOf(match) === match.seat && !this.sent;
    const at = mine ? match.position : "";
    if (this.at === at) return;
    this.forget();
    this.at = at;
    if (at) this.choice = this.app.rules("choice.open", match.rules, at);
  }

  /** @param {Message} choice */
  take(choice) {
    this.choice = choice;
    this.note = choice.refused;
    this.app.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.choice || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") this.play(this.choice.move);
    else {
      const choice = this.app.rules("choice.stroke", this.choice.choice, event.key);
      if (!choice.used && !choice.refused) return;
      this.take(choice);
    }
    event.preventDefault();
  }

  /** @param {string | null} move */
  async play(move) {
    const match = this.match;
    if (!match || !move || this.sent) return;
    this.sent = true;
    this.note = "";
    this.forget();
    this.app.draw();
    try {
      await this.app.store.wire.ask("match.move", { match: match.match, ply: match.ply + 1, move });
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.sent = false;
    this.app.draw();
  }

  /** @param {Event} event */
  type(event) {
    event.preventDefault();
    const match = this.match;
    const move = match && this.app.rules("move", match.rules, match.position, this.typed);
    if (!move || move.error) this.note = move?.message ?? "";
    else {
      this.typed = "";
      this.play(move.move);
    }
    this.app.draw();
  }

  /** @param {string} method @param {Message} [more] */
  async change(method, more = {}) {
    try {
      const answer = await this.app.store.wire.change(method, { match: this.number, ...more });
      if (answer.match) this.app.go(`/match/${answer.match}`);
      else if (answer.offer) this.note = "You have offered a rematch.";
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  /** @param {Message} match @param {"first" | "second"} seat */
  player(match, seat) {
    const turns = !match.ending && turnOf(match) === seat;
    const away = match[`${seat}_online`] === false && !match.ending;
    return html`<div class=${turns ? "player turns" : "player"}>
      <span class="name"><bdi>${match[seat]}</bdi>${match.seat === seat ? html` <small>you</small>` : nothing}${away ? html` <small>away</small>` : nothing}</span>
      ${match.clock ? html`<span class="clock" role="timer">${clockText(match.ending ? match[`${seat}_left`] ?? 0 : leftOf(match, seat))}</span>` : nothing}
    </div>`;
  }

  /** @param {Message} match */
  result(match) {
    const review = this.app.rules("review", match.rules, match.start, match.moves.join(" "), match.ending, match.winner, match.first, match.second, match.seat ?? "");
    const mistake = review.own_first_mistake || review.first_mistake;
    return html`<section class="result" aria-live="polite">
      <h2>${review.result}</h2>
      ${mistake ? html`<p>${review.stops[mistake - 1].worth}</p>` : nothing}
      ${match.seat && !match.tournament ? html`<button class="main" @click=${() => this.change("match.rematch")}>Rematch</button>` : nothing}
      <button @click=${() => this.app.go("/")}>Home</button>
    </section>`;
  }

  /** @param {Message} match */
  asks(match) {
    const choice = this.choice;
    if (!choice) return html`<p class="say" aria-live="polite">${match.seat ? (this.sent ? "Your move is on its way." : "Your opponent is to move.") : ""}</p>`;
    return html`<p class="say" aria-live="polite">${choice.say} <span class="after">${choice.after}</span></p>
      <div class="actions">
        <button class="main" ?disabled=${!choice.move} @click=${() => this.play(choice.move)}>Play ${choice.move}</button>
        <form @submit=${(/** @type {Event} */ event) => this.type(event)}>
          <input aria-label="a move, typed" placeholder="or type a move" .value=${this.typed}
            @input=${(/** @type {any} */ event) => void (this.typed = event.target.value)}>
        </form>
      </div>`;
  }

  draw() {
    const match = this.match;
    if (!match) return html`<p class="say">Looking for match ${this.number} …</p>`;
    this.follow(match);
    const rules = this.app.rules("rules", match.rules), view = this.app.rules("position", match.rules, match.position); // prettier-ignore
    const chats = this.app.store.chats.get(this.number) ?? [];
    return html`<article class="match">
      <header><h1>${rules.words}</h1><p>${rules.explain}</p></header>
      <div class="players">${this.player(match, "first")}${this.player(match, "second")}</div>
      ${drawBoard({
        view, choice: this.choice, label: "the position: choose a move",
        press: (part, cell, cells) => this.choice && this.take(this.app.rules("choice.press", this.choice.choice, part, cell, cells)),
        key: (event) => this.key(event),
      })}
      ${match.ending ? this.result(match) : this.asks(match)}
      ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
      <div class="below">
        <ol class="moves" aria-label="moves">${match.moves.map((/** @type {string} */ move) => html`<li>${move}</li>`)}</ol>
        <section class="chat" aria-label="chat">
          <ul>${chats.map((/** @type {Message} */ line) => html`<li><b><bdi>${line.from}</bdi></b> <bdi>${line.text}</bdi></li>`)}</ul>
          <form @submit=${(/** @type {any} */ event) => {
            event.preventDefault();
            const text = event.target.elements.line.value.trim();
            if (text) this.change("chat.say", { text });
            event.target.reset();
          }}><input name="line" maxlength="250" aria-label="say something" placeholder="say something" autocomplete="off"></form>
        </section>
      </div>
      ${match.seat && !match.ending ? html`<div class="quiet">
        <button @click=${() => this.change("match.resign")}>Resign</button>
        ${match.claim_in != null ? html`<button @click=${() => this.change("match.claim")}>Claim the match</button>` : nothing}
        ${match.ply < 2 ? html`<button @click=${() => this.change("match.abort")}>Abort</button>` : nothing}
      </div>` : nothing}
    </article>`; // prettier-ignore
  }
}
