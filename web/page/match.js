// A match: the board, the clocks, the moves, what can be done, and what is said.
import { drawBoard, lastOf } from "./board.js";
import { Chooser } from "./board_chooser.js";
import { TIMES, clockWords, isMine, leftOf, timeText, turnOf } from "./clock.js";
import { isStill, settings } from "./settings.js";
import { gameOf } from "./rules.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";

/** @typedef {Record<string, any>} Message */

const LEAVING_MS = 190; // for which the pieces that were taken are seen to leave
const SOON_MS = 10000; // the last seconds of a clock
const CHAT_BYTES_MAX = 500;
const CONTROLS = [".board .chosen, .board .picture.part", ".choosing input", ".play"]; // with which a move is made

/** @param {Message} gone moves that are no longer played */
const takenBack = ({ ply, moves }) =>
  `Taken back: ${moves.map((/** @type {string} */ move, /** @type {number} */ at) => `${ply + at}. ${move}`).join(", ")}`;

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [number, ply]) {
    this.app = app;
    this.ran = false; // at the last tick some time did
    this.number = Number(number);
    this.ply = ply ? Number(ply) : null; // to be shown first to those who watch; a match that is over has its review
    /** What those need who do not play, or no longer. @type {typeof import("./replay.js") | null} */
    this.replays = null;
    /** @type {import("./replay.js").Replay | null} */
    this.replay = null;
    this.chooser = new Chooser(app, { changed: () => this.changed(), play: (move) => this.play(move) });
    this.typed = "";
    this.note = "";
    this.asks = ""; // the question that is open: whether to resign, what to report
    this.offered = 0; // the rematch
    this.closed = (/** @type {Event} */ event) => this.hearClosed(/** @type {CustomEvent} */ (event).detail);
    this.sent = 0; // the ply of the move that is on its way
    this.held = ""; // the control that had the focus when the last move was made
    /** What is known of the moves in words, up to `told.moves.length`. @type {{result: string, moves: Message[], ending: string, back: number}} */
    this.told = { result: "", moves: [], ending: "", back: 0 };
    /** The move that was made last, while its pieces leave. @type {{view: Message, shown: Message, after: Message, by: string} | null} */
    this.leaving = null;
    this.seen = -1; // the ply that was drawn last
    /** The last position that was put into words. @type {Message} */
    this.view = {};
  }

  get match() {
    return this.app.store.matches.get(this.number);
  }

  get title() {
    const match = this.match;
    if (!match) return "";
    return this.app.rules("rules", gameOf(match)).words;
  }

  get isSent() {
    return Boolean(this.match) && this.sent > this.match?.ply;
  }

  /** Would it disturb to be taken elsewhere? */
  get isBusy() {
    return Boolean(this.match?.seat) && !this.match?.ending;
  }

  open() {
    const { store } = this.app;
    store.addEventListener("offer.closed", this.closed);
    store.watch(this.number).then(() => store.listen(this.number));
    this.tick();
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.leaves);
    this.chooser.end();
    this.app.store.removeEventListener("offer.closed", this.closed);
    this.app.store.unwatch(this.number);
  }

  /** @param {Message} offer */
  hearClosed({ offer, reason }) {
    if (offer !== this.offered || !this.match) return;
    this.note = `${this.other(this.match)} ${reason === "declined" ? "does not want to play again now" : "has left"}.`;
    this.app.draw();
  }

  async fetchReplay() {
    if (this.isFetched) return;
    this.isFetched = true;
    try {
      this.replays = await import("./replay.js");
      this.replay = new this.replays.Replay(() => this.turnTo(), this.ply);
    } catch (error) {
      this.fail(error);
    }
    this.app.draw();
  }

  /** Draws when a clock or a countdown shows another figure. */
  tick() {
    const match = this.match;
    clearTimeout(this.timer);
    const times = match && !match.ending ? TIMES.map((name) => leftOf(match, name)) : [];
    const shown = times.filter((time) => time !== undefined && time > 0);
    const step = shown.some((time) => time < SOON_MS) ? 100 : 1000;
    const next = Math.min(...shown.map((time) => (time % step) + 1), step);
    this.timer = setTimeout(() => this.tick(), next);
    // Once more when the last one has run out: what it was the time for may be done now.
    if (shown.length || this.ran) this.app.draw();
    this.ran = shown.length > 0;
  }

  changed() {
    this.note = this.chooser.choice?.refused ?? "";
    this.app.draw();
  }

  /** @param {unknown} error */
  fail(error) {
    this.note = error instanceof Error ? error.message : String(error);
    this.app.draw();
  }

  /** The address says which move is shown. */
  turnTo() {
    const ply = this.replay?.ply ?? null;
    history.replaceState(null, "", `/match/${this.number}${ply === null ? "" : `/${ply}`}`);
    this.app.draw();
  }

  /** @param {string} position */
  viewOf(position) {
    if (this.view.position !== position) this.view = this.app.rules("position", this.match && gameOf(this.match), position);
    return this.view;
  }

  /** The moves in words: all of them at first and at the end, else the new ones. @param {Message} match */
  tell(match) {
    const { told } = this;
    const ending = match.ending ?? "", back = match.back ?? 0; // prettier-ignore
    const isSame = told.ending === ending && told.back === back;
    if (told.moves.length === match.moves.length && isSame) return;
    if (!isSame || match.moves.length < told.moves.length || match.moves.length > told.moves.length + 2) {
      const record = this.app.rules(
        "record",
        gameOf(match),
        match.start,
        match.moves.join(" "),
        ending,
        match.winner ?? "",
        match.first,
        match.second,
        match.seat ?? "",
      );
      this.told = { ...record, ending, back };
      return;
    }
    for (const move of match.moves.slice(told.moves.length)) {
      const before = told.moves.at(-1)?.after ?? match.start;
      told.moves.push(this.app.rules("move", gameOf(match), before, move));
    }
  }

  /** Begins to choose where it is this player's turn, and lets the pieces of a new move leave first. @param {Message} match */
  follow(match) {
    const { rules } = this.app;
    if (match.ply < this.seen) this.sent = 0;
    if (match.ply === this.seen + 1 && this.seen >= 0 && !isStill()) {
      const { move } = this.told.moves[match.ply - 1];
      const before = this.told.moves[match.ply - 2]?.after ?? match.start;
      const choice = rules("choice.open", gameOf(match), before);
      const shown = rules("choice.set", choice.choice, move);
      rules("choice.close", choice.choice);
      this.leaving = {
        view: rules("position", gameOf(match), before),
        shown,
        after: rules("position", gameOf(match), match.position),
        by: match.ply % 2 ? "first" : "second",
      };
      clearTimeout(this.leaves);
      this.leaves = setTimeout(() => {
        this.leaving = null;
        this.app.draw();
      }, LEAVING_MS);
    }
    this.seen = match.ply;
    if (match.ply >= this.sent) this.sent = 0;
    if (match.ending && this.held) {
      this.app.focusNext = ".result h2"; // what had the focus is gone
      this.held = "";
    }
    if (!isMine(match) || this.isSent || this.leaving) return this.chooser.end();
    if (!this.chooser.choice && this.held) this.app.focusNext = this.held;
    this.chooser.begin(gameOf(match), match.position);
  }

  /** @param {string} move */
  async play(move) {
    const match = this.match;
    if (!match || !move || this.isSent) return;
    this.held = CONTROLS.find((control) => document.activeElement?.closest(control)) ?? "";
    this.sent = match.ply + 1;
    this.note = "";
    this.app.draw();
    try {
      await this.app.store.wire.ask("match.move", { match: match.match, ply: match.ply + 1, move, back: match.back });
    } catch (error) {
      this.sent = 0;
      this.fail(error);
    }
  }

  /** @param {Event} event */
  type(event) {
    event.preventDefault();
    const match = this.match;
    const move = match && this.app.rules("move", gameOf(match), match.position, this.typed);
    if (!move || move.error) this.note = move?.message ?? "";
    else {
      this.typed = "";
      this.play(move.move);
    }
    this.app.draw();
  }

  /** @param {string} method @param {Message} [more] */
  async change(method, more = {}) {
    this.asks = "";
    try {
      const answer = await this.app.store.wire.change(method, { match: this.number, ...more });
      this.offered = answer.offer ?? this.offered;
      this.note = answer.offer ? "You have offered a rematch." : "";
      if (answer.match) {
        await this.app.store.fetch(answer.match);
        this.app.go(`/match/${answer.match}`);
      }
    } catch (error) {
      this.fail(error);
    }
    this.app.draw();
  }

  /** @param {Message} match */
  other(match) {
    return match.seat === "first" ? match.second : match.first;
  }

  /** @param {Message} match */
  async mute(match) {
    const { store } = this.app;
    const player = this.other(match), muted = !store.muted.has(player); // prettier-ignore
    try {
      await store.wire.ask("chat.mute", { player, muted });
      if (muted) store.muted.add(player);
      else store.muted.delete(player);
    } catch (error) {
      this.fail(error);
    }
    this.app.draw();
  }

  /** @param {Message} match */
  async block(match) {
    try {
      await this.app.store.wire.ask("player.block", { player: this.other(match) });
      this.note = `${this.other(match)} cannot challenge you any more, and you hear nothing from them.`;
    } catch (error) {
      this.fail(error);
    }
    this.app.draw();
  }

  /** @param {any} event @param {Message} match */
  report(event, match) {
    event.preventDefault();
    const words = event.target.elements.words.value.trim();
    if (words) this.change("player.report", { player: this.other(match), words }).then(() => (this.note ||= "The operator has been told."));
  }

  /** @param {any} event */
  say(event) {
    event.preventDefault();
    const { line } = event.target.elements;
    const text = line.value.trim();
    if (new TextEncoder().encode(text).length > CHAT_BYTES_MAX) this.fail(`A line has at most ${CHAT_BYTES_MAX} bytes.`);
    else if (text) this.change("chat.say", { text }).then(() => (this.note ? null : (line.value = "")));
  }

  /** @param {Message} match @param {"first" | "second"} seat */
  player(match, seat) {
    const turns = !match.ending && turnOf(match) === seat;
    const left = leftOf(match, `${seat}_left`);
    const away = match[`${seat}_online`] === false && !match.ending;
    const won = match.winner === seat;
    return html`<div class="player ${seat} ${turns ? "turns" : ""}">
      <span class="name">${this.app.name(match[seat])}</span>
      <span class="is">${match.seat === seat ? html`<span class="own">you</span>` : nothing} ${away ? html`<b>away</b>` : nothing} ${won ? html`<b>won</b>` : turns ? html`<b>to move</b>` : nothing}</span>
      ${match.clock && left !== undefined ? html`<span class="clock ${left < SOON_MS && turns ? "soon" : ""}" role="timer">${timeText(left)}</span>` : nothing}
    </div>`; // prettier-ignore
  }

  /** The last own move, which may be asked back; 0: none. @param {Message} match */
  ownLast(match) {
    const isOwn = match.ply % 2 === (match.seat === "first" ? 1 : 0);
    return match.ply - (isOwn ? 0 : 1);
  }

  /** A question whether moves may be taken back. @param {Message} match */
  takeback(match) {
    const { takeback, declined } = match;
    if (!match.seat) return nothing;
    if (declined?.player === match.seat)
      return html`<div class="due">
        <p><bdi>${this.other(match)}</bdi> does not want to give move ${declined.ply} back.</p>
      </div>`;
    if (!takeback) return nothing;
    if (takeback.player === match.seat) return html`<div class="due"><p>You have asked to take move ${takeback.ply} back.</p></div>`;
    const choice = { seq: takeback.seq, ply: takeback.ply };
    return html`<div class="due">
      <p><bdi>${this.other(match)}</bdi> asks to take move ${takeback.ply} back, and all after it.</p>
      <div class="actions">
        <button class="main" @click=${() => this.change("match.accept_takeback", choice)}>Allow</button>
        <button @click=${() => this.change("match.decline_takeback", choice)}>Decline</button>
      </div>
    </div>`;
  }

  /** The times that matter besides the clocks, and what they allow. @param {Message} match */
  countdowns(match) {
    const first = leftOf(match, "first_move_left"), awaited = leftOf(match, "await_left"), claim = leftOf(match, "claim_in"), abort = leftOf(match, "abort_in"), idle = leftOf(match, "idle_left"); // prettier-ignore
    const mine = isMine(match), who = html`<bdi>${match[turnOf(match)]}</bdi>`; // prettier-ignore
    const lines = [];
    if (awaited !== undefined) lines.push(html`<p>${who} is awaited for ${timeText(awaited)}; no clock runs until then.</p>`);
    else if (first !== undefined)
      lines.push(html`<p>${mine ? "Your first move is due in " : html`The first move of ${who} is due in `}<b>${timeText(first)}</b>.</p>`);
    if (match.seat && claim !== undefined && !mine) {
      lines.push(
        html`<p>
          ${who} is away.
          ${claim > 0 ? html`You may claim the match in <b>${timeText(claim)}</b>.` : html`<button class="main" @click=${() => this.change("match.claim")}>Claim the match</button>`}
        </p>`,
      );
    } else if (match.seat && abort !== undefined && match.ply >= 2) {
      lines.push(
        html`<p>
          <bdi>${this.other(match)}</bdi> is away.
          ${abort > 0 ? html`You may end the match in <b>${timeText(abort)}</b>.` : html`<button @click=${() => this.change("match.abort")}>End the match</button>`}
        </p>`,
      );
    }
    if (idle !== undefined && idle < 86400000) lines.push(html`<p>Without a move the match ends in ${timeText(idle)}.</p>`);
    return lines.length ? html`<div class="due">${lines}</div>` : nothing;
  }

  /** @param {Message} match */
  result(match) {
    const offered = this.app.store.offers.find((offer) => offer.rematch_of === match.match);
    return html`<div class="result">
      <h2 tabindex="-1">${this.told.result}</h2>
      <div class="actions">
        ${match.seat && !match.tournament ? html`<button class="main" @click=${() => this.change("match.rematch")}>${offered ? "Accept the rematch" : "Rematch"}</button>` : nothing}
        ${match.moves.length ? html`<a class="button" href="/review/${match.match}">Review</a>` : nothing}
        <a class="button" href="/">Home</a>
      </div>
    </div>`; // prettier-ignore
  }

  /** @param {Message} match */
  choosing(match) {
    const { choice } = this.chooser;
    if (!choice?.open) {
      const words = this.isSent ? "Your move is on its way." : isMine(match) ? "" : "Your opponent is to move.";
      return html`<p class="say">${words}</p>
        ${this.countdowns(match)}`;
    }
    return html`${this.chooser.said()}
      <div class="actions">
        ${this.chooser.steps(this.view.parts)}
        <button class="main play" ?disabled=${!choice.move} @click=${() => this.play(choice.move)}>Play ${choice.move}</button>
        <form @submit=${(/** @type {Event} */ event) => this.type(event)}>
          <input aria-label="a move, typed" placeholder="or type it" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${this.typed}
            @input=${(/** @type {any} */ event) => void (this.typed = event.target.value)}>
        </form>
      </div>
      <p class="hints" aria-hidden="true">${choice.hints.map((/** @type {Message} */ hint) => html`<span><kbd>${hint.key}</kbd> ${hint.label}</span>`)}<span><kbd>Enter</kbd> play</span></p>
      ${this.countdowns(match)}`; // prettier-ignore
  }

  /** @param {Message} match */
  moves(match) {
    const name = (/** @type {number} */ at) => (at % 2 ? match.second : match.first);
    const watches = !match.seat && !match.ending, shown = watches && this.replay ? this.replay.plyOf(match) - 1 : -1; // prettier-ignore
    const go = (/** @type {number} */ at) => (/** @type {Event} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      this.replay?.go(match, at + 1);
    };
    const mark = (/** @type {string} */ move, /** @type {number} */ at) =>
      match.seat && !match.ending
        ? move
        : html`<a
            href="/match/${match.match}/${at + 1}"
            aria-current=${at === shown ? "step" : nothing}
            @click=${watches ? go(at) : nothing}
            >${move}</a
          >`;
    return html`<section class="moves-of" aria-label="moves"><div class="ends" tabindex="0" role="group" aria-label="all moves"><ol class="moves">${this.told.moves.map(
      (move, at) => html`<li class=${at % 2 ? "second" : "first"}><b>${mark(move.move, at)}</b> <span><bdi>${name(at)}</bdi>: ${move.words}</span></li>`)}</ol></div>
      ${(match.taken_back ?? []).map((/** @type {Message} */ gone) => html`<p class="about">${takenBack(gone)}</p>`)}
      ${match.moves.length ? nothing : html`<p class="about">No move yet.</p>`}</section>`; // prettier-ignore
  }

  /** @param {Message} match */
  chat(match) {
    const { store } = this.app;
    if (settings.talk === "off") return nothing;
    const lines = store.chats.get(this.number) ?? [];
    const other = this.other(match);
    if (!match.seat && !lines.length && match.ending) return nothing;
    return html`<section class="chat" aria-label="chat">
      <h2>${match.seat ? html`Talk with <bdi>${other}</bdi>` : "Talk of those who watch"}</h2>
      <div class="ends" tabindex=${lines.length ? 0 : nothing} role="log" aria-label="what was said"><ul>${lines.map((line) => html`<li><b><bdi>${line.from}</bdi></b> <bdi>${line.text}</bdi></li>`)}</ul></div>
      <form @submit=${(/** @type {Event} */ event) => this.say(event)}><input name="line" maxlength="500" aria-label="say something" placeholder="say something" autocomplete="off"></form>
      ${match.seat ? html`<details class="about-other"><summary>Trouble with <bdi>${other}</bdi>?</summary>
        <div class="actions">
          <button @click=${() => this.mute(match)}>${store.muted.has(other) ? "Hear again" : "Mute"}</button>
          <button @click=${() => this.block(match)}>Block</button>
        </div>
        <form class="fields" @submit=${(/** @type {Event} */ event) => this.report(event, match)}>
          <label>Tell the operator what has happened <input name="words" maxlength="250" autocomplete="off"></label><button>Report</button>
        </form></details>` : nothing}
    </section>`; // prettier-ignore
  }

  /** @param {Message} match */
  exits(match) {
    if (!match.seat || match.ending) return nothing;
    if (this.asks === "resign") {
      return html`<div class="quiet">
        <span>Give the match up?</span>
        <button class="main" @click=${() => this.change("match.resign")}>Yes, resign</button>
        <button @click=${() => this.ask("")}>No</button>
      </div>`;
    }
    return html`<div class="quiet">
      ${match.ply < 2 && !match.tournament ? html`<button class="plain" @click=${() => this.change("match.abort")}>Abort</button>` : nothing}
      ${
        !match.rated && !match.tournament && !match.takeback && this.ownLast(match) > 0
          ? html`<button class="plain" @click=${() => this.change("match.takeback", { ply: this.ownLast(match) })}>Take back</button>`
          : nothing
      }
      <button class="plain" @click=${() => this.ask("resign")}>Resign</button>
    </div>`;
  }

  /** @param {string} what */
  ask(what) {
    this.asks = what;
    this.app.draw();
  }

  /** What has happened last, for those who hear it. @param {Message} match */
  news(match) {
    if (match.ending) return this.told.result;
    const last = this.told.moves.at(-1), gone = match.taken_back?.at(-1); // prettier-ignore
    const by = match.ply % 2 ? "first" : "second";
    const line = gone?.ply > match.ply ? `${takenBack(gone)}.` : last ? `${match.seat === by ? "You" : match[by]}: ${last.words}.` : "";
    return isMine(match) ? `${line} Your turn.` : line;
  }

  draw() {
    const match = this.match;
    if (!match)
      return html`<p class="say" aria-live="polite">${this.app.store.missing.get(this.number) ?? `Looking for match ${this.number} …`}</p>`;
    this.tell(match);
    this.follow(match);
    if (!match.seat || match.ending) this.fetchReplay();
    const replay = match.seat || match.ending ? null : this.replay;
    const leaving = replay && replay.ply !== null ? null : this.leaving;
    const rules = this.app.rules("rules", gameOf(match)), view = this.viewOf(replay ? replay.position(match, this.told.moves) : match.position); // prettier-ignore
    const last = lastOf(this.app.rules, match, this.told.moves, replay ? replay.plyOf(match) : match.ply);
    const [above, below] = match.seat === "first" ? ["second", "first"] : match.seat ? ["first", "second"] : ["first", "second"];
    const says = html`<div aria-live="polite">${this.note ? html`<p class="note">${this.note}</p>` : nothing}</div>`;
    const isNew = match.seat && !match.ending && match.ply < (match.seat === "first" ? 1 : 2);
    return html`<article class="match">
      <header><h1>${rules.words}</h1>
        ${isNew || !match.seat ? html`<p>${rules.explain}</p>` : html`<details><summary>Rules</summary><p>${rules.explain}</p></details>`}
        <p class="about">${clockWords(match.clock)}${match.rated ? ", rated" : ""}${match.tournament ? html`, <a href="/tournament/${match.tournament}">tournament ${match.tournament}</a>` : nothing}</p>
      </header>
      <div class="table">
        ${this.player(match, /** @type {"first"} */ (above))}
        ${leaving
          ? drawBoard({ view: leaving.view, label: "the position", shown: leaving.shown, after: leaving.after, going: leaving.by })
          : drawBoard({ view, label: "the position: choose a move", last, ...(this.chooser.choice ? this.chooser.board() : {}) })}
        ${this.player(match, /** @type {"second"} */ (below))}
        ${replay ? replay.draw(match, this.told.moves) : nothing}
        <div aria-live="polite">${this.takeback(match)}</div>
        ${match.seat && !match.ending ? html`<div class="choosing">${this.choosing(match)} ${says}</div>` : html`${match.ending ? this.result(match) : this.countdowns(match)} ${says}`}
        <p class="unseen" aria-live="polite">${this.news(match)}</p>
      </div>
      <div class="side">${this.moves(match)}${this.chat(match)}${this.exits(match)}${match.seat && !match.ending ? nothing : this.replays?.drawShare(match, replay?.ply ?? null, rules.words)}</div>
    </article>`; // prettier-ignore
  }
}
