// A player: ratings with their curve, how it stands against somebody, and the matches that are over.
import { gameOf } from "./rules.js";
import { html, nothing, svg } from "/lib/lit-html/lit-html.js";
import { dateText, resultText } from "./cards.js";
import { clockWords } from "./clock.js";

/** @typedef {Record<string, any>} Message */

const PAGE = 30;
const POINTS_MAX = 1000; // of a curve
const DAY_MS = 86400000;
const [WIDE, HIGH, EDGE] = [640, 220, 42]; // of the curve, in its own units

/** Ratings come in hundredths. @param {number} hundredths */
function whole(hundredths) {
  return Math.round(hundredths / 100);
}

/** A rating after each rated match, with the range that it may be wrong by. @param {Message[]} points the oldest first */
function drawCurve(points) {
  const low = Math.min(...points.map(({ rating, deviation }) => rating - deviation)) / 100;
  const high = Math.max(...points.map(({ rating, deviation }) => rating + deviation)) / 100;
  const step = [10, 20, 50, 100, 200, 500].find((one) => (high - low) / one < 6) ?? 1000;
  const bottom = Math.floor(low / step) * step, top = Math.max(Math.ceil(high / step) * step, bottom + step); // prettier-ignore
  const from = points[0].matches, to = Math.max(points[points.length - 1].matches, from + 1); // prettier-ignore
  const x = (/** @type {Message} */ point) => EDGE + 6 + ((point.matches - from) / (to - from)) * (WIDE - EDGE - 12);
  const y = (/** @type {number} */ rating) => 8 + ((top - rating) / (top - bottom)) * (HIGH - 34);
  const line = points.map((point) => `${x(point)},${y(point.rating / 100)}`).join(" ");
  const upper = points.map((point) => `${x(point)},${y((point.rating + point.deviation) / 100)}`);
  const lower = points.map((point) => `${x(point)},${y((point.rating - point.deviation) / 100)}`).reverse();
  const marks = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, i) => bottom + i * step);
  const last = points[points.length - 1];
  return html`<svg class="graph" viewBox="0 0 ${WIDE} ${HIGH}" role="img"
      aria-label="the rating over ${to} rated matches: from ${whole(points[0].rating)} to ${whole(last.rating)}">
    ${marks.map((mark) => svg`<line class="mark" x1=${EDGE} x2=${WIDE} y1=${y(mark)} y2=${y(mark)} /><text x=${EDGE - 6} y=${y(mark) + 4} text-anchor="end">${mark}</text>`)}
    <polygon class="range" points=${[...upper, ...lower].join(" ")} />
    <polyline class="line" points=${line} />
    <circle cx=${x(last)} cy=${y(last.rating / 100)} r="4" />
    <text x=${EDGE + 6} y=${HIGH - 6}>after match ${from}</text><text x=${WIDE - 6} y=${HIGH - 6} text-anchor="end">${to}</text>
  </svg>`; // prettier-ignore
}

export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [name]) {
    this.app = app;
    this.name = name;
    this.title = name;
    /** @type {Message[] | null} */
    this.ratings = null;
    this.family = "";
    /** Of the family, the oldest first. @type {Message[]} */
    this.points = [];
    /** @type {{opponent: string, scores: Message[]} | null} */
    this.versus = null;
    /** @type {Message[] | null} */
    this.matches = null;
    this.next = 0;
    /** What is asked of the list: an answer to an earlier question comes too late. */
    this.asked = {};
    /** @type {Message} */
    this.filter = {};
    this.note = "";
    this.opened = () => this.fetch();
  }

  open() {
    const { store } = this.app;
    store.addEventListener("open", this.opened);
    if (store.wire.isOpen) this.fetch();
  }

  close() {
    this.app.store.removeEventListener("open", this.opened);
  }

  /** Asks, and says what is refused. @param {() => Promise<unknown>} ask */
  async try(ask) {
    try {
      this.note = "";
      await ask();
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  fetch() {
    const { store } = this.app;
    this.try(async () => {
      const isOther = store.name.toLowerCase() !== this.name.toLowerCase();
      const [{ ratings }] = await Promise.all([
        store.wire.ask("rating.list", { player: this.name }),
        this.list(),
        isOther && this.meet(store.name),
      ]);
      this.ratings = ratings;
      if (ratings.length)
        await this.follow(
          ratings.toSorted((/** @type {Message} */ one, /** @type {Message} */ other) => other.matches - one.matches)[0].family,
        );
    });
  }

  /** @param {string} family */
  async follow(family) {
    this.family = family;
    const { points } = await this.app.store.wire.ask("rating.history", { player: this.name, family, limit: POINTS_MAX });
    this.points = points.reverse();
    this.app.draw();
  }

  /** @param {string} opponent */
  async meet(opponent) {
    const { scores } = await this.app.store.wire.ask("history.versus", { player: this.name, opponent, limit: 1000 });
    this.versus = { opponent, scores };
    this.app.draw();
  }

  /** The first page, or the one that follows; a page may be short although there is more. @param {number} [before] */
  async list(before = 0) {
    const asked = { player: this.name, limit: PAGE, ...this.filter, ...(before ? { before } : {}) };
    this.asked = asked;
    const { matches, more, next } = await this.app.store.wire.ask("history.list", asked);
    if (this.asked !== asked) return;
    this.matches = before ? [...(this.matches ?? []), ...matches] : matches;
    this.next = more ? next ?? matches.at(-1).match : 0; // prettier-ignore
  }

  /** @param {any} event */
  refine(event) {
    event.preventDefault();
    const { opponent, rules, result, rated, since, until } = /** @type {any} */ (Object.fromEntries(new FormData(event.currentTarget)));
    const day = (/** @type {string} */ text) => new Date(`${text}T00:00`).getTime();
    this.filter = {
      ...(opponent.trim() ? { opponent: opponent.trim() } : {}),
      ...(rules ? { rules } : {}),
      ...(result ? { result } : {}),
      ...(rated ? { rated: rated === "yes" } : {}),
      ...(since ? { since: day(since) } : {}),
      ...(until ? { until: day(until) + DAY_MS } : {}),
    };
    this.try(() => this.list());
  }

  rating() {
    if (!this.ratings) return html`<p class="about">…</p>`;
    if (!this.ratings.length) return html`<p class="about">No rated match so far. Matches between two accounts can be rated.</p>`;
    return html`<ul class="families">${this.ratings.map((one) => html`<li><button aria-pressed=${one.family === this.family ? "true" : "false"}
        @click=${() => this.try(() => this.follow(one.family))}><span>${one.family}</span><b>${whole(one.rating)}</b>
        <span class="about">± ${whole(one.deviation)}, ${one.matches} ${one.matches === 1 ? "match" : "matches"}</span></button></li>`)}</ul>
      ${this.points.length > 1 ? drawCurve(this.points) : nothing}`; // prettier-ignore
  }

  score() {
    const { versus } = this;
    const sum = (/** @type {string} */ field) => versus?.scores.reduce((all, score) => all + score[field], 0);
    const row = (/** @type {unknown} */ words, /** @type {any} */ score) =>
      html`<tr>
        <th scope="row" class="left">${words}</th>
        <td>${score.won}</td>
        <td>${score.lost}</td>
        <td>${score.nobody}</td>
      </tr>`;
    return html`<form class="fields" @submit=${(/** @type {any} */ event) => {
        event.preventDefault();
        const opponent = event.target.elements.opponent.value.trim();
        if (opponent) this.try(() => this.meet(opponent));
      }}><label>Against <input name="opponent" maxlength="32" autocapitalize="off" spellcheck="false" autocomplete="off" .defaultValue=${versus?.opponent ?? ""}></label><button>Compare</button></form>
      ${!versus ? nothing : !versus.scores.length ? html`<p class="about"><bdi>${this.name}</bdi> and <bdi>${versus.opponent}</bdi> have not played each other.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="against ${versus.opponent}"><table><thead><tr><th scope="col" class="left">Game</th><th scope="col">Won</th><th scope="col">Lost</th><th scope="col">Nobody won</th></tr></thead>
          <tbody>${versus.scores.map((score) => row(this.app.rules("rules", score.rules).words, score))}
          ${versus.scores.length > 1 ? row(html`<b>All</b>`, { won: sum("won"), lost: sum("lost"), nobody: sum("nobody") }) : nothing}</tbody></table></div>`}`; // prettier-ignore
  }

  filters() {
    const choice = (/** @type {string} */ label, /** @type {string} */ name, /** @type {[string, string][]} */ choices) =>
      html`<label
        >${label}
        <select name=${name}>
          ${choices.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
        </select></label
      >`;
    const games = this.app
      .rules("games")
      .filter(
        (/** @type {Message} */ game, /** @type {number} */ at, /** @type {Message[]} */ all) =>
          all.findIndex(({ rules }) => rules === game.rules) === at,
      )
      .map((/** @type {Message} */ game) => [game.rules, game.title]);
    return html`<form class="fields filters" @change=${(/** @type {any} */ event) => this.refine(event)} @submit=${(/** @type {any} */ event) => this.refine(event)}>
      <label>Against <input name="opponent" maxlength="32" placeholder="anybody" autocapitalize="off" spellcheck="false" autocomplete="off"></label>
      ${choice("Game", "rules", [["", "every game"], ...games])}
      ${choice("Result", "result", [["", "any"], ["won", "won"], ["lost", "lost"], ["nobody", "a draw, or nobody won"]])}
      ${choice("Rated", "rated", [["", "or not"], ["yes", "rated"], ["no", "not rated"]])}
      <label>From <input type="date" name="since"></label><label>To <input type="date" name="until"></label>
    </form>`; // prettier-ignore
  }

  /** @param {Message} match */
  match(match) {
    const seat = match.first.toLowerCase() === this.name.toLowerCase() ? "first" : "second", other = seat === "first" ? match.second : match.first; // prettier-ignore
    const { rules } = this.app;
    const result = match.winner === seat ? "won" : match.ending === "draw" ? "draw" : match.winner === "nobody" ? "–" : "lost";
    return html`<li data-row="match ${match.match}"><span><a href="/match/${match.match}"><b class="mark-${result}">${result}</b> against <bdi>${other}</bdi></a>
        <span class="about">${rules("rules", gameOf(match)).words}, ${clockWords(match.clock)}${match.rated ? ", rated" : ""}. ${resultText(rules, match)}</span></span>
      <span class="about when">${match.ply} ${match.ply === 1 ? "move" : "moves"} <br>${dateText(match.ended ?? match.created)}</span></li>`; // prettier-ignore
  }

  draw() {
    const { matches } = this;
    return html`<div class="record watch">
      <h1><bdi>${this.name}</bdi></h1>
      ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
      <div class="panels"><section class="card"><h2>Ratings</h2>${this.rating()}</section>
        <section class="card"><h2>Head to head</h2>${this.score()}</section></div>
      <section><h2>Matches</h2>${this.filters()}
        ${matches === null ? nothing : matches.length ? html`<ul class="list">${matches.map((match) => this.match(match))}</ul>` : html`<p class="about" role="status">No such match has been played to its end${this.next ? " lately" : ""}.</p>`}
        ${this.next ? html`<button @click=${() => this.try(() => this.list(this.next))}>Older ones</button>` : nothing}
      </section></div>`; // prettier-ignore
  }
}
