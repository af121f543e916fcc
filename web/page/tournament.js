// Tournaments: which there are, and one of them with its standings, its cross-table, its rounds and its live matches.
import { gameOf } from "./rules.js";
import { html, nothing } from "/lib/lit-html/lit-html.js";
import { clockWords } from "./clock.js";
import { Cards, dateText } from "./cards.js";

/** @typedef {Record<string, any>} Message */

const BOARDS_MAX = 6;
const CROSS_MAX = 24; // players of a cross-table
const REST_MS = 2000; // between two looks at the standings, however fast the matches go
const PAGE = 30;

const STATES = { open: "open to join", running: "running", paused: "paused", finished: "finished", cancelled: "cancelled" };
const FORMATS = { "round-robin": "round robin", gauntlet: "gauntlet", swiss: "Swiss system", knockout: "knockout" };

/** Points, which are counted in halves. @param {number} halves */
function pointsText(halves) {
  return `${halves > 1 || !(halves % 2) ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;
}

/** @param {Message} tournament */
function stateText({ state, matches, total }) {
  const words = STATES[/** @type {keyof typeof STATES} */ (state)] ?? state;
  return state === "running" || state === "paused" ? `${words}, ${matches} of ${total} matches` : words;
}

/** @param {import("./rules.js").Rules} rules @param {Message[] | null} tournaments null: not told yet */
export function drawTournaments(rules, tournaments) {
  if (!tournaments) return html`<p class="about">…</p>`;
  if (!tournaments.length) return html`<p class="about">None so far.</p>`;
  return html`<ul class="list">${tournaments.map((one) => html`<li data-row="tournament ${one.tournament}">
    <span><a href="/tournament/${one.tournament}"><bdi>${one.name}</bdi></a>
      <span class="about">${rules("rules", gameOf(one)).words}, ${FORMATS[/** @type {keyof typeof FORMATS} */ (one.format)] ?? one.format}, ${one.entrants} players</span></span>
    <span class=${one.state === "running" ? "stand now" : "stand"}>${stateText(one)}</span></li>`)}</ul>`; // prettier-ignore
}

/** @param {Message} pair */
function isOpen(pair) {
  return pair.kind === "played" && !pair.is_void && (pair.points?.length !== 2 || pair.points.includes(3));
}

class Everything {
  title = "Tournaments";

  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Message[] | null} */
    this.tournaments = null;
    this.more = false;
    this.isAsked = false; // for a page
    this.note = "";
  }

  open() {
    this.fetch();
  }

  close() {}

  async fetch() {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      const last = this.tournaments?.at(-1)?.tournament;
      const answer = await this.app.store.wire.ask("tournament.list", { limit: PAGE, ...(last ? { before: last } : {}) });
      this.tournaments = [...(this.tournaments ?? []), ...answer.tournaments];
      this.more = answer.more;
      this.note = "";
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.isAsked = false;
    this.app.draw();
  }

  draw() {
    return html`<div class="watch"><h1>Tournaments</h1>
      ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
      ${drawTournaments(this.app.rules, this.tournaments)}
      ${this.more ? html`<button @click=${() => this.fetch()}>Older ones</button>` : nothing}</div>`; // prettier-ignore
  }
}

class One {
  /** @param {import("./page.js").App} app @param {number} number */
  constructor(app, number) {
    this.app = app;
    this.number = number;
    this.cards = new Cards(app);
    /** @type {Message | null} */
    this.tournament = null;
    /** @type {Message[]} */
    this.standings = [];
    /** @type {Map<number, Message>} */
    this.pairs = new Map();
    /** @type {Set<number>} */
    this.unfolded = new Set(); // rounds, besides the last
    this.note = "";
    this.said = "";
    this.looked = 0;
    this.opened = () => this.begin();
    this.changed = (/** @type {Event} */ event) => this.hear(/** @type {CustomEvent} */ (event).detail);
  }

  get title() {
    return this.tournament?.name ?? "Tournament";
  }

  open() {
    const { store } = this.app;
    this.cards.open();
    store.addEventListener("tournament.changed", this.changed);
    store.addEventListener("open", this.opened);
    if (store.wire.isOpen) this.begin();
  }

  close() {
    const { store } = this.app;
    store.removeEventListener("tournament.changed", this.changed);
    store.removeEventListener("open", this.opened);
    clearTimeout(this.timer);
    this.cards.close();
    if (store.wire.isOpen && this.isGoing) store.wire.ask("tournament.unwatch", { tournament: this.number }).catch(() => {});
  }

  get isGoing() {
    return this.tournament && !["finished", "cancelled"].includes(this.tournament.state);
  }

  async begin() {
    await this.fetch();
    if (this.cards.isOpen && this.isGoing) await this.app.store.wire.ask("tournament.watch", { tournament: this.number }).then((news) => this.hear(news), () => this.fetch()); // prettier-ignore
  }

  /** @param {Message} news */
  hear(news) {
    if (news.tournament !== this.number || !this.tournament) return;
    const { state, round, matches } = this.tournament;
    if (news.state !== state)
      this.said =
        news.state === "finished"
          ? "The tournament is over."
          : `The tournament is ${STATES[/** @type {keyof typeof STATES} */ (news.state)]}.`;
    else if (news.round !== round) this.said = `Round ${news.round} has begun.`;
    this.tournament = { ...this.tournament, ...news };
    this.app.draw();
    if (news.matches === matches && news.state === state && news.round === round && news.live === this.live) return;
    this.live = news.live;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetch(), Math.max(0, this.looked + REST_MS - performance.now()));
  }

  /** Gets the standings and the pairs. */
  async fetch() {
    this.looked = performance.now();
    const { wire } = this.app.store;
    try {
      const [{ tournament, standings }, shown] = await Promise.all([
        wire.ask("tournament.standings", { tournament: this.number }),
        this.tournament?.players ? {} : wire.ask("tournament.show", { tournament: this.number }),
        this.fetchPairs(),
      ]);
      this.tournament = { ...shown, ...this.tournament, ...tournament };
      this.standings = standings;
      this.cards.show(this.liveMatches().slice(0, BOARDS_MAX));
      this.note = "";
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  /** Gets the pairs from the first that was not over, page by page. */
  async fetchPairs() {
    let after = Math.min(this.pairs.size, ...[...this.pairs.values()].filter(isOpen).map((pair) => pair.number - 1));
    for (let more = true; more;) {
      const page = await this.app.store.wire.ask("tournament.pairs", { tournament: this.number, after, limit: 1000 });
      // A pair that is played again: an earlier one has become void.
      if (after && page.pairs.some((/** @type {Message} */ pair) => pair.attempt > 1 && !this.pairs.has(pair.number))) {
        after = 0;
        continue;
      }
      for (const pair of page.pairs) this.pairs.set(pair.number, pair);
      after = page.pairs.at(-1)?.number;
      more = page.more;
    }
  }

  /** @returns {number[]} */
  liveMatches() {
    return [...this.pairs.values()].filter((pair) => !pair.is_void).flatMap(({ matches = [], points = [] }) => matches.filter((/** @type {number} */ _, /** @type {number} */ i) => points[i] === 3)); // prettier-ignore
  }

  /** @param {string} method */
  async change(method) {
    try {
      await this.app.store.wire.change(method, { tournament: this.number });
      this.tournament = { ...this.tournament, ...(await this.app.store.wire.ask("tournament.show", { tournament: this.number })) };
      this.note = "";
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  /** @param {Message} tournament */
  about(tournament) {
    const { rules, store } = this.app;
    const own = tournament.players?.find((/** @type {Message} */ one) => one.name === store.name);
    const canJoin = tournament.state === "open" && !own?.joined && (own || !tournament.invited);
    const words = rules("rules", gameOf(tournament));
    return html`<header><h1><bdi>${tournament.name}</bdi></h1>
      <p class="about">${words.words}${", "}${clockWords(tournament.clock)}. ${words.explain}</p>
      <p class="facts"><span class=${tournament.state === "running" ? "stand now" : "stand"}>${stateText(tournament)}</span>
        <span>${FORMATS[/** @type {keyof typeof FORMATS} */ (tournament.format)] ?? tournament.format}${tournament.rated ? ", rated" : ""}</span>
        <span>directed by ${this.app.name(tournament.owner)}</span>
        <span>${tournament.ended ? `ended ${dateText(tournament.ended)}` : tournament.started ? `begun ${dateText(tournament.started)}` : ""}</span></p>
      ${tournament.total && this.isGoing ? html`<progress max=${tournament.total} value=${tournament.matches} aria-label="matches that are over"></progress>` : nothing}
      ${tournament.reason ? html`<p class="note"><bdi>${tournament.reason}</bdi></p>` : nothing}
      <p class="said" aria-live="polite">${this.said}</p>
      ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
      ${canJoin ? html`<button class="main" @click=${() => this.change("tournament.join")}>Take part</button>` : nothing}
      ${own?.joined && own.withdrawn == null && this.isGoing ? html`<button @click=${() => this.change("tournament.withdraw")}>Withdraw</button>` : nothing}
    </header>`; // prettier-ignore
  }

  /** The points that each has made against each other. */
  crossings() {
    /** @type {Map<string, number>} */
    const sums = new Map();
    const add = (/** @type {string} */ one, /** @type {string} */ other, /** @type {number} */ halves) =>
      sums.set(`${one} ${other}`, (sums.get(`${one} ${other}`) ?? 0) + halves);
    for (const { first, second, points = [], is_void } of this.pairs.values()) {
      for (const halves of points) {
        if (is_void || halves === 3) continue;
        add(first, second, halves);
        add(second, first, 2 - halves);
      }
    }
    return sums;
  }

  table() {
    const { standings } = this, has = (/** @type {string} */ field) => standings.some((row) => row[field]); // prettier-ignore
    const sums = standings.length <= CROSS_MAX && this.pairs.size ? this.crossings() : null;
    const draws = has("drawn"), judged = has("met"), buchholz = this.tournament?.format === "swiss"; // prettier-ignore
    const cell = (/** @type {Message} */ row, /** @type {Message} */ other) => {
      const halves = sums?.get(`${row.player} ${other.player}`);
      return row === other ? html`<td class="same"></td>` : html`<td>${halves === undefined ? "" : pointsText(halves)}</td>`;
    };
    return html`<div class="scroll" tabindex="0" role="region" aria-label="standings"><table>
      <thead><tr><th scope="col">#</th><th scope="col" class="left">Player</th><th scope="col">Points</th>
        ${sums ? standings.map((row) => html`<th scope="col" class="cross" title=${row.player}>${row.rank}</th>`) : nothing}
        <th scope="col">Won</th>${draws ? html`<th scope="col">Drawn</th>` : nothing}<th scope="col">Lost</th>
        ${buchholz ? html`<th scope="col">Buchholz</th>` : nothing}
        ${judged ? html`<th scope="col" title="won positions that were kept won, of those met">Kept</th>` : nothing}</tr></thead>
      <tbody>${standings.map((row) => html`<tr class=${row.player === this.app.store.name ? "own" : ""} data-row="standing ${row.player}">
        <td>${row.rank}</td><th scope="row" class="left">${this.app.name(row.player)}</th><td><b>${pointsText(row.points)}</b></td>
        ${sums ? standings.map((other) => cell(row, other)) : nothing}
        <td>${row.won}</td>${draws ? html`<td>${row.drawn}</td>` : nothing}<td>${row.lost}</td>
        ${buchholz ? html`<td>${pointsText(row.buchholz)}</td>` : nothing}
        ${judged ? html`<td>${row.met ? `${row.kept} of ${row.met}` : ""}</td>` : nothing}</tr>`)}</tbody>
    </table></div>`; // prettier-ignore
  }

  /** @param {Message} pair */
  pair(pair) {
    if (pair.kind !== "played")
      return html`<tr>
        <td>${this.app.name(pair.first)}</td>
        <td>${pair.second ? this.app.name(pair.second) : ""}</td>
        <td colspan="2">${pair.kind}</td>
      </tr>`;
    const { matches = [], begun = [], points = [] } = pair;
    const results = matches.map((/** @type {number} */ number, /** @type {number} */ i) => {
      const halves = points[i];
      const text = halves === 3 ? "live" : `${pointsText(halves)} : ${pointsText(2 - halves)}`;
      return html`<a class=${halves === 3 ? "now" : ""} href="/match/${number}" aria-label="match ${begun[i]} of the pair: ${text}"
        >${text}</a
      > `;
    });
    return html`<tr class=${pair.is_void ? "void" : ""}><td>${this.app.name(pair.first)}</td><td>${this.app.name(pair.second)}</td><td><code>${pair.start}</code></td>
      <td>${results}${pair.is_void ? "void" : nothing}</td></tr>`; // prettier-ignore
  }

  rounds() {
    /** @type {Map<number, Message[]>} */
    const rounds = new Map();
    for (const pair of this.pairs.values()) rounds.set(pair.round, [...(rounds.get(pair.round) ?? []), pair]);
    const numbers = [...rounds.keys()].sort((one, other) => other - one);
    return numbers.map((round) => {
      const pairs = rounds.get(round) ?? [], isShown = round === numbers[0] || this.unfolded.has(round); // prettier-ignore
      return html`<details class="round" ?open=${isShown} @toggle=${(/** @type {any} */ event) => {
        if (event.target.open === this.unfolded.has(round)) return;
        if (event.target.open) this.unfolded.add(round);
        else this.unfolded.delete(round);
        this.app.draw();
      }}><summary>Round ${round}<span class="about">${pairs.filter((pair) => !isOpen(pair)).length} of ${pairs.length} pairs are over</span></summary>
        ${isShown ? html`<div class="scroll" tabindex="0" role="region" aria-label="round ${round}"><table><thead><tr><th scope="col" class="left">First</th>
          <th scope="col" class="left">Second</th><th scope="col" class="left">Start</th><th scope="col" class="left">Results</th></tr></thead>
          <tbody>${pairs.map((pair) => this.pair(pair))}</tbody></table></div>` : nothing}
      </details>`; // prettier-ignore
    });
  }

  draw() {
    const { tournament } = this;
    if (!tournament) return html`<p class="say">${this.note || `Looking for tournament ${this.number} …`}</p>`;
    const entrants = tournament.players ?? [];
    return html`<article class="watch tournament">${this.about(tournament)}
      ${this.cards.matches.length ? html`<section><h2>Live</h2>${this.cards.drawAll()}</section>` : nothing}
      ${this.pairs.size ? html`<section><h2>Standings</h2>${this.table()}</section><section><h2>Rounds</h2>${this.rounds()}</section>`
        : html`<section><h2>Players</h2>${entrants.length ? html`<ul class="list">${entrants.map((/** @type {Message} */ one) => html`<li data-row="entrant ${one.name}">${this.app.name(one.name)}
          <span class="about">${one.withdrawn != null ? "withdrawn" : one.joined ? "is in" : "has not joined yet"}</span></li>`)}</ul>` : html`<p class="about">Nobody so far.</p>`}</section>`}
    </article>`; // prettier-ignore
  }
}

/** The list, or one tournament. */
export class View {
  /** @param {import("./page.js").App} app @param {string[]} path */
  constructor(app, [number]) {
    this.inner = number ? new One(app, Number(number)) : new Everything(app);
  }

  open() {
    this.inner.open();
  }

  close() {
    this.inner.close();
  }

  draw() {
    return this.inner.draw();
  }

  get title() {
    return this.inner.title;
  }
}
