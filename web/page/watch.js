// What goes on at the server: matches as small boards, and tournaments.
import { html, nothing } from "/lib/lit-html/lit-html.js";
import { Cards } from "./cards.js";
import { gameOf } from "./rules.js";
import { drawTournaments } from "./tournament.js";

/** @typedef {Record<string, any>} Message */

const BOARDS_MAX = 12;
const LISTED_MAX = 60;
const REST_MS = 2000; // between two looks at the list

export class View {
  title = "Watch";

  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    this.cards = new Cards(app);
    /** @type {Message[] | null} */
    this.live = null;
    this.more = false;
    /** @type {Message[] | null} */
    this.tournaments = null;
    this.note = "";
    this.looked = 0;
    this.again = () => this.look();
    this.seen = () => document.hidden || this.look();
  }

  open() {
    this.cards.open();
    this.app.store.addEventListener("match.ended", this.again);
    this.app.store.addEventListener("open", this.again);
    this.app.store.addEventListener("session.ping", this.seen);
    document.addEventListener("visibilitychange", this.seen);
    this.look();
  }

  close() {
    this.app.store.removeEventListener("match.ended", this.again);
    this.app.store.removeEventListener("open", this.again);
    this.app.store.removeEventListener("session.ping", this.seen);
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.timer);
    this.cards.close();
  }

  /** The server tells of no new matches by itself: the list is asked for when a match here has ended, when a person asks, and with the
   * server's pings while it is seen. */
  look() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetch(), Math.max(0, this.looked + REST_MS - performance.now()));
  }

  async fetch() {
    this.looked = performance.now();
    const { wire } = this.app.store;
    try {
      const [live, { tournaments }] = await Promise.all([
        wire.ask("match.list", { before: Number.MAX_SAFE_INTEGER, limit: LISTED_MAX }),
        wire.ask("tournament.list", { limit: 10 }),
      ]);
      this.live = live.matches;
      this.more = live.more;
      this.tournaments = tournaments;
      this.note = "";
      this.cards.show(live.matches.slice(0, BOARDS_MAX).map((/** @type {Message} */ match) => match.match));
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.app.draw();
  }

  /** @param {Message} match */
  row(match) {
    const words = this.app.rules("rules", gameOf(match)).words;
    return html`<li data-row="match ${match.match}">
      <a href="/match/${match.match}"><bdi>${match.first}</bdi> and <bdi>${match.second}</bdi></a>
      <span class="about">${words}${match.ply ? `, after move ${match.ply}` : ""}</span>
    </li>`;
  }

  draw() {
    const { live } = this, rest = live?.slice(BOARDS_MAX) ?? []; // prettier-ignore
    return html`<div class="watch">
      <section><div class="head"><h1>Live matches</h1><button @click=${this.again}>Look again</button></div>
        ${this.note ? html`<p class="note" role="alert">${this.note}</p>` : nothing}
        ${live?.length === 0 ? html`<p class="about">Nobody plays at the moment. <a href="/">Begin a match</a>, or come back later.</p>` : nothing}
        ${this.cards.drawAll()}
        ${rest.length ? html`<h2>More of them</h2><ul class="list">${rest.map((match) => this.row(match))}</ul>` : nothing}
        ${this.more ? html`<p class="about">And older ones.</p>` : nothing}
      </section>
      <section><div class="head"><h2>Tournaments</h2><a href="/tournament">All tournaments</a></div>
        ${drawTournaments(this.app.rules, this.tournaments)}
      </section>
    </div>`; // prettier-ignore
  }
}
