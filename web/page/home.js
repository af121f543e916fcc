// Where everybody arrives: one button to play at once; else what to play and with whom, who is here, and who waits.
import { drawBoard } from "./board.js";
import { clockWords, isMine, turnOf } from "./clock.js";
import { Refusal } from "./wire.js";
import { gameOf } from "./rules.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const CLOCKS = ["60+1", "300+3", "900+10", "86400/move", "none"];
const SIDES = [["random", "drawn"], ["maker", "you"], ["taker", "the other"]]; // prettier-ignore
const OTHER = "*"; // rules that are typed

export class View {
  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    this.title = "";
    this.game = "kayles";
    this.typedRules = "nim,misere";
    this.clock = "300+3";
    this.first = "random";
    this.rated = false;
    this.start = ""; // typed; "": the drawn one
    this.drawn = this.drawStart();
    this.note = "";
    this.link = ""; // of the invitation that was made last
    /** Whether the browser has copied the link. @type {boolean | null} */
    this.copied = null;
    this.isAsked = false; // something, one at a time
    /** The offer whose taker is awaited. @type {Message | null} */
    this.pending = null;
  }

  get rules() {
    return this.game === OTHER ? this.typedRules : this.game;
  }

  /** The games that only this server names. @returns {Message[]} */
  get ownGames() {
    const known = new Set(this.app.rules("games").map(gameOf));
    return this.app.store.games.filter((/** @type {Message} */ game) => !known.has(gameOf(game)));
  }

  /** Are the rules drawn when the match begins? */
  get areDrawn() {
    return Boolean(this.app.rules("rules", this.rules).drawn);
  }

  /** With rules that are drawn there is none yet. @returns {Message} */
  drawStart() {
    if (this.areDrawn) return {};
    return this.app.rules("draw", this.rules, Math.floor(Math.random() * 2 ** 50));
  }

  /** The start, as an answer to `position`: typed, or drawn. @returns {Message} */
  get position() {
    return this.start ? this.app.rules("position", this.rules, this.start) : this.drawn;
  }

  open() {
    this.app.store.enterLobby();
  }

  close() {
    this.app.store.leaveLobby();
  }

  /** @param {Partial<View>} values */
  set(values) {
    Object.assign(this, values);
    if ("game" in values || "typedRules" in values) this.start = "";
    if (!this.start) this.drawn = this.drawStart();
    this.app.draw();
  }

  /** Does it, unless something is being done, and says why it cannot be done. @param {() => Promise<unknown>} what */
  async attempt(what) {
    if (this.isAsked) return;
    this.isAsked = true;
    this.note = "";
    try {
      await what();
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.isAsked = false;
    this.app.draw();
  }

  /** @param {Message} more */
  terms(more) {
    const position = this.position;
    const why = position.message ?? position.start;
    if (why) throw new Error(why);
    const clock = this.clock === "none" ? {} : { clock: this.clock };
    const [rules, look] = this.rules.split(/[ \t]/);
    return {
      rules,
      ...(look ? { look } : {}),
      ...(this.areDrawn ? {} : { start: position.position }),
      first: this.first,
      ...clock,
      ...(this.rated ? { rated: true } : {}),
      ...more,
    };
  }

  /** The last offer, while it stands. */
  get standing() {
    const { pending } = this;
    return pending && this.app.store.offers.some((offer) => offer.offer === pending.offer) ? pending : null;
  }

  /** The same offer is not made again while it stands: a second press says no more than the first. @param {Message} more */
  async offerTo(more) {
    const { store } = this.app;
    const terms = this.terms(more);
    if (this.standing?.made === JSON.stringify(terms)) return;
    const { offer } = await store.wire.change("offer.make", terms);
    this.pending = { ...terms, made: JSON.stringify(terms), offer, from: store.name };
    if (!store.offers.some((other) => other.offer === offer)) store.offers.push(this.pending);
  }

  /** @param {Message} more */
  make(more) {
    return this.attempt(() => this.offerTo(more));
  }

  /** @param {Message} offer */
  async take(offer) {
    this.app.go(`/match/${await this.app.store.accept(offer)}`);
  }

  /** @param {Message} offer */
  accept(offer) {
    return this.attempt(() => this.take(offer));
  }

  /** At once: against somebody who waits, or a bot; else this player waits. */
  playNow() {
    return this.attempt(() => this.findOther());
  }

  async findOther() {
    const { store } = this.app;
    const fits = store.offers.filter(
      (offer) => !offer.to && offer.from !== store.name && offer.only !== "bots" && !offer.rating_min && !offer.rating_max && !offer.rated,
    );
    for (const offer of fits.sort((one, two) => Number(Boolean(one.bot)) - Number(Boolean(two.bot)))) {
      try {
        return await this.take(offer);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error; // Somebody else has taken it: the next one.
      }
    }
    const bots = store.players.filter((player) => player.bot && player.name !== store.name).sort((one, two) => one.matches - two.matches);
    await this.offerTo(bots.length ? { to: bots[0].name } : {});
  }

  /** @param {MouseEvent} press the second one of a double press invites nobody else */
  invite({ detail }) {
    if (detail > 1) return;
    return this.attempt(async () => {
      const { store } = this.app;
      const terms = this.terms({});
      const made = await store.wire.change("invitation.create", terms);
      this.link = made.code;
      this.copied = null;
      store.invitations = [{ ...terms, ...made, uses: 1 }, ...store.invitations];
    });
  }

  /** @param {Message} invitation */
  revoke(invitation) {
    return this.attempt(async () => {
      const { store } = this.app;
      await store.wire.change("invitation.revoke", { invitation: invitation.invitation });
      store.invitations = store.invitations.filter((other) => other !== invitation);
      if (invitation.code === this.link) this.link = "";
    });
  }

  /** @param {any} event */
  async copy(event) {
    const field = event.target.closest("form").elements.link;
    field.select();
    event.preventDefault();
    const isDone = await navigator.clipboard?.writeText(field.value).then(() => true, () => false); // prettier-ignore
    this.copied = isDone || document.execCommand("copy");
    this.app.draw();
  }

  /** What is played, in words. @param {Message} offer */
  what(offer) {
    const { rules } = this.app;
    const game = rules("rules", gameOf(offer));
    const start = offer.start ? `: ${rules("position", gameOf(offer), offer.start).words}` : game.drawn ? "" : ": a long start";
    const side = offer.first === "random" ? "" : (offer.first === "maker") === (offer.from === this.app.store.name) ? ", you begin" : ", the other begins"; // prettier-ignore
    const only = offer.only ? `, for ${offer.only}` : "";
    return html`<small>${game.words}${start}; ${clockWords(offer.clock)}${side}${offer.rated ? ", rated" : ""}${only}</small>`;
  }

  /** @param {Message} offer */
  offer(offer) {
    const own = offer.from === this.app.store.name;
    const who = own ? (offer.to ? html`You challenge <bdi>${offer.to}</bdi>` : "You") : html`<bdi>${offer.from}</bdi>`;
    return html`<li data-row="offer ${offer.offer}"><span><b>${who}</b>${offer.bot ? " (a bot)" : nothing}<br>${this.what(offer)}</span>
      ${own ? html`<button @click=${() => this.attempt(() => this.app.store.refuse(offer))}>Take back</button>`
            : html`<button class="main" @click=${() => this.accept(offer)}>Play</button>`}</li>`; // prettier-ignore
  }

  /** @param {Message} match */
  own(match) {
    const { store, rules } = this.app;
    const other = match.first === store.name ? match.second : match.first;
    return html`<li data-row="match ${match.match}">
      <span
        ><b><bdi>${other}</bdi></b
        ><br /><small>${rules("rules", gameOf(match)).words}, move ${match.ply + 1}</small></span
      >
      <a class="button ${isMine(match) ? "main" : ""}" href="/match/${match.match}"
        >${isMine(match) ? "Your turn" : html`<span class="unseen">${match[turnOf(match)]} is to move: </span>Go on`}</a
      >
    </li>`;
  }

  /** @param {Message} player */
  player(player) {
    const is = [player.bot ? "a bot" : "", player.account ? "" : player.bot ? "" : "a guest", player.matches ? `plays ${player.matches === 1 ? "a match" : `${player.matches} matches`}` : ""].filter(Boolean); // prettier-ignore
    return html`<li data-row="player ${player.name}">
      <span
        ><b><bdi>${player.name}</bdi></b> <small>${is.join(", ")}</small></span
      >
      <button @click=${() => this.make({ to: player.name })}>Challenge</button>
    </li>`;
  }

  /** What has become of the offer that was made last. */
  waiting() {
    const { store } = this.app;
    const { pending } = this;
    if (!pending) return nothing;
    if (this.standing) {
      return html`<p class="say">
        ${pending.to ? html`Waiting for <bdi>${pending.to}</bdi> …` : "You wait for an opponent; the match begins by itself."}
        ${pending.to ? nothing : html`Meanwhile, <a href="/learn">play against the page itself</a>.`}
        <button class="plain" @click=${() => this.attempt(() => store.refuse(pending).then(() => (this.pending = null)))}>Take back</button>
      </p>`;
    }
    if (pending.to) return html`<p class="say"><bdi>${pending.to}</bdi> does not want to play that now.</p>`;
    return html`<p class="say">Your offer is gone. <button @click=${() => this.make({})}>Offer it again</button></p>`;
  }

  form() {
    const { rules } = this.app;
    const position = this.position;
    const why = position.message ?? position.start ?? "";
    return html`<section class="card terms"><h2>Your own terms</h2>
      <div class="fields">
        <label class="wide">Game <select @change=${(/** @type {any} */ event) => this.set({ game: event.target.value })}>
          ${rules("games").map((/** @type {Message} */ game) => html`<option value=${game.name} ?selected=${game.name === this.game}>${game.title}</option>`)}
          ${this.ownGames.map((game) => html`<option value=${gameOf(game)} ?selected=${gameOf(game) === this.game}>${game.title}</option>`)}
          <option value="drawn" ?selected=${this.game === "drawn"}>a game that has no table yet</option>
          <option value=${OTHER} ?selected=${this.game === OTHER}>other rules …</option></select></label>
        ${this.game === OTHER ? html`<label class="wide">Rules, in the notation <input autocomplete="off" spellcheck="false" .value=${this.typedRules} @change=${(/** @type {any} */ event) => this.set({ typedRules: event.target.value.trim() })}></label>` : nothing}
        <label>Clock <select @change=${(/** @type {any} */ event) => this.set({ clock: event.target.value })}>
          ${CLOCKS.map((clock) => html`<option value=${clock} ?selected=${clock === this.clock}>${clockWords(clock)}</option>`)}</select></label>
        <label>Who begins <select @change=${(/** @type {any} */ event) => this.set({ first: event.target.value })}>
          ${SIDES.map(([side, words]) => html`<option value=${side} ?selected=${side === this.first}>${words}</option>`)}</select></label>
        ${this.areDrawn ? nothing : html`<label class="wide">Start <input placeholder="drawn: ${this.drawn.position ?? ""}" autocomplete="off" spellcheck="false" .value=${this.start}
          @change=${(/** @type {any} */ event) => this.set({ start: event.target.value.trim() })}></label>
        <button ?disabled=${Boolean(this.start)} @click=${() => this.set({})}>Draw another</button>`}
        ${this.app.store.account ? html`<label class="check"><input type="checkbox" .checked=${this.rated} @change=${(/** @type {any} */ event) => this.set({ rated: event.target.checked })}> rated</label>` : nothing}
      </div>
      <p class="about explain">${rules("rules", this.rules).explain ?? rules("rules", this.rules).message}</p>
      <div class="preview"><div aria-live="polite">${why ? html`<p class="note">${why}</p>` : nothing}</div>${why || this.areDrawn ? nothing : drawBoard({ view: position, label: "the start" })}</div>
      <div class="actions">
        <button @click=${() => this.make({})}>Play anyone</button>
        <button @click=${(/** @type {MouseEvent} */ event) => this.invite(event)}>Invite a friend</button>
      </div>
      <div aria-live="polite">${this.link ? html`<form class="link" @submit=${(/** @type {Event} */ event) => this.copy(event)}>
        <label>Send this link; whoever opens it first plays with you <input name="link" readonly .value="${location.origin}/i/${this.link}"></label>
        <button class="main">${this.copied ? "Copied" : "Copy"}</button></form>
        ${this.copied === false ? html`<p class="note">This browser does not let the page copy. The link is selected: copy it yourself.</p>` : nothing}` : nothing}</div>
    </section>`; // prettier-ignore
  }

  draw() {
    const { store } = this.app;
    const live = [...store.matches.values()].filter((match) => match.seat && !match.ending);
    const others = store.players.filter((player) => player.name !== store.name);
    others.sort((one, two) => one.name.localeCompare(two.name, "en", { numeric: true }));
    const people = others.filter((player) => !player.bot), bots = others.filter((player) => player.bot); // prettier-ignore
    const offers = store.offers.filter((offer) => offer.to !== store.name);
    /** @param {unknown[]} list @param {unknown} none */
    const listed = (list, none) =>
      !store.isListed
        ? html`<p class="about">…</p>`
        : list.length
          ? html`<ul class="list">
              ${list}
            </ul>`
          : html`<p class="about">${none}</p>`;
    return html`<div class="home">
      <div class="hero">
        <h1>Take-away games</h1>
        <p>Two players take in turns: counters, pins, chocolate, plants. Each game is learned in a minute, and solved to the end.</p>
        <button class="main now" ?disabled=${!store.isListed} @click=${() => this.playNow()}>Play now</button>
        <p class="about">Against whoever waits, or a bot. As <bdi>${store.name}</bdi>, without signing up.</p>
        <div aria-live="polite">${this.waiting()} ${this.note ? html`<p class="note">${this.note}</p>` : nothing}</div>
      </div>
      ${this.form()}
      <div class="others">
        ${live.length ? html`<section><h2>Your matches</h2><ul class="list">${live.map((match) => this.own(match))}</ul></section>` : nothing}
        <section><h2>Waiting for an opponent</h2>${listed(offers.map((offer) => this.offer(offer)), "Nobody at the moment.")}</section>
        ${store.invitations.length ? html`<section><h2>Your invitations</h2><ul class="list">${store.invitations.map((invitation) => html`<li data-row="invitation ${invitation.invitation}">
          <span>${this.what({ ...invitation, from: store.name })}<br><small>${location.host}/i/${invitation.code}</small></span>
          <button @click=${() => this.revoke(invitation)}>Take back</button></li>`)}</ul></section>` : nothing}
        <section><h2>People</h2>${listed(people.map((player) => this.player(player)), "Nobody else at the moment.")}</section>
        <section><h2>Bots</h2>${listed(bots.map((player) => this.player(player)), html`No bot is here. <a href="/learn">Play against the page itself</a>.`)}</section>
      </div>
    </div>`; // prettier-ignore
  }
}
