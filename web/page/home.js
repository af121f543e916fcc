// Where everybody arrives: who you are, what you can play, who is waiting.
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const CLOCKS = [["300+3", "5 min + 3 s"], ["60+1", "1 min + 1 s"], ["900+10", "15 min + 10 s"], ["86400/move", "a day a move"], ["none", "no clock"]]; // prettier-ignore

export class View {
  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    this.game = "kayles";
    this.clock = "300+3";
    this.note = "";
    this.code = "";
  }

  open() {
    this.app.store.enterLobby();
  }

  close() {
    this.app.store.leaveLobby();
  }

  /** @param {string} method @param {Message} body */
  async change(method, body) {
    try {
      const answer = await this.app.store.wire.change(method, body);
      this.note = "";
      return answer;
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
      this.app.draw();
      return null;
    }
  }

  /** @param {Message} more */
  terms(more) {
    const start = this.app.rules("draw", this.game, Math.floor(Math.random() * 2 ** 50));
    return { rules: this.game, start: start.position, first: "random", ...(this.clock === "none" ? {} : { clock: this.clock }), ...more };
  }

  /** @param {Message} offer */
  async accept(offer) {
    const match = await this.change("offer.accept", { offer: offer.offer });
    if (match) {
      this.app.store.keep(match);
      this.app.go(`/match/${match.match}`);
    }
  }

  async seek() {
    const terms = this.terms({});
    const made = await this.change("offer.make", terms);
    if (made) this.app.store.offers.push({ ...terms, offer: made.offer, from: this.app.store.name });
    this.app.draw();
  }

  /** @param {string} name */
  async challenge(name) {
    if (await this.change("offer.make", this.terms({ to: name }))) this.note = `You have challenged ${name}.`;
    this.app.draw();
  }

  /** @param {Message} offer */
  async takeBack(offer) {
    if (await this.change("offer.cancel", { offer: offer.offer })) this.app.store.drop([offer.offer]);
  }

  async invite() {
    const made = await this.change("invitation.create", this.terms({}));
    if (made) this.code = made.code;
    this.app.draw();
  }

  /** @param {Message} offer */
  offer(offer) {
    const { store, rules } = this.app;
    const own = offer.from === store.name;
    const words = rules("rules", offer.rules).words, start = rules("position", offer.rules, offer.start).words; // prettier-ignore
    return html`<li><span><b><bdi>${offer.from}</bdi></b> ${words}, ${start}${offer.clock ? `, ${offer.clock}` : ""}</span>
      ${own ? html`<button @click=${() => this.takeBack(offer)}>Take back</button>`
            : html`<button class="main" @click=${() => this.accept(offer)}>Play</button>`}</li>`; // prettier-ignore
  }

  draw() {
    const { store, rules } = this.app;
    const live = [...store.matches.values()].filter((match) => match.seat && !match.ending);
    const others = store.players.filter((/** @type {Message} */ player) => player.name !== store.name);
    return html`<div class="home">
      <h1>Take-away games</h1>
      ${live.length ? html`<section><h2>Your matches</h2><ul class="list">${live.map((match) =>
        html`<li><span>${rules("rules", match.rules).words}: <bdi>${match.first}</bdi> and <bdi>${match.second}</bdi></span>
        <button class="main" @click=${() => this.app.go(`/match/${match.match}`)}>Go on</button></li>`)}</ul></section>` : nothing}
      <section><h2>Play</h2>
        <div class="fields">
          <label>Game <select @change=${(/** @type {any} */ event) => { this.game = event.target.value; this.app.draw(); }}>
            ${rules("games").map((/** @type {Message} */ game) => html`<option value=${game.name} ?selected=${game.name === this.game}>${game.title}</option>`)}</select></label>
          <label>Clock <select @change=${(/** @type {any} */ event) => { this.clock = event.target.value; this.app.draw(); }}>
            ${CLOCKS.map(([clock, words]) => html`<option value=${clock} ?selected=${clock === this.clock}>${words}</option>`)}</select></label>
        </div>
        <p class="about">${rules("rules", this.game).explain}</p>
        <div class="actions">
          <button class="main" @click=${() => this.seek()}>Play anyone</button>
          <button @click=${() => this.invite()}>Invite a friend</button>
        </div>
        ${this.code ? html`<p class="say">Send this link; it opens one match: <a href="/i/${this.code}">${location.origin}/i/${this.code}</a></p>` : nothing}
        ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
      </section>
      <section><h2>Waiting for an opponent</h2>
        ${store.offers.length ? html`<ul class="list">${store.offers.map((/** @type {Message} */ offer) => this.offer(offer))}</ul>` : html`<p class="about">Nobody at the moment.</p>`}
      </section>
      <section><h2>Who is here</h2>
        ${others.length ? html`<ul class="list">${others.map((/** @type {Message} */ player) => html`<li><span><b><bdi>${player.name}</bdi></b>${player.bot ? " a bot" : nothing}</span>
          <button @click=${() => this.challenge(player.name)}>Challenge</button></li>`)}</ul>` : html`<p class="about">Nobody else at the moment.</p>`}
      </section>
    </div>`; // prettier-ignore
  }
}
