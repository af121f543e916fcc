// What the page knows: who plays, its matches as the server's events change them, and what is offered. Nothing here that could not be
// asked for again.
import { aged } from "./clock.js";
import { keep, recall } from "./kept.js";
import { Dropped, Refusal, Wire, newKey } from "./wire.js";

/** @typedef {import("./wire.js").Message} Message */

const SEAT = "takeaway.seat"; // kept in the browser: {name, token}
const EMBEDDED = "embed 1"; // the client of those who look at a board in somebody else's page, and do not play
const MATCH_OVER = 47;
const OTHER_NAME = [20, 21, 22, 23]; // the errors of a hello after which another name may be let in
const MATCHES_MAX = 24; // of more, those that ended first are forgotten
const LISTED_MAX = 100; // a list of more players is not asked for again and again
const NO_TIMES = { first_move_left: undefined, claim_in: undefined, abort_in: undefined, await_left: undefined, idle_left: undefined };

function readSeat() {
  try {
    return JSON.parse(recall(SEAT) || "{}");
  } catch {
    return {};
  }
}

export class Store extends EventTarget {
  /** @param {{isAnonymous?: boolean}} [options] anonymous: without a token, and without anything kept in the browser */
  constructor({ isAnonymous = false } = {}) {
    super();
    this.isAnonymous = isAnonymous;
    /** @type {Map<number, Message>} */
    this.matches = new Map();
    /** Why a match is not among them. @type {Map<number, string>} */
    this.missing = new Map();
    /** How many views look at a match. @type {Map<number, number>} */
    this.lookers = new Map();
    /** The matches that are being got. @type {Map<number, {done: Promise<void>, isAnswered: boolean, isStale: boolean, seq: number}>} */
    this.fetches = new Map();
    /** @type {Map<number, Message[]>} */
    this.chats = new Map();
    /** Whose lines are kept from this player for now. @type {Set<string>} */
    this.muted = new Set();
    this.seat = isAnonymous ? {} : readSeat();
    this.name = this.seat.name ?? "";
    this.account = false; // is this player no guest?
    this.connection = "connecting";
    this.why = ""; // of the connection's state
    this.trouble = ""; // what has failed last, in words
    /** @type {Message[]} */
    this.offers = []; // open seeks, and challenges to and from this player
    /** @type {Message[]} */
    this.players = [];
    /** @type {Message[]} */
    this.games = []; // that the server names
    /** @type {Message[]} */
    this.invitations = []; // of this player
    this.looks = false; // at the lobby
    this.isListed = false; // the lobby has been told
    this.isStill = false; // no clock runs, because the server takes no moves
    /** @type {{before: Message, resolve: () => void, reject: (why: Error) => void} | null} */
    this.renaming = null;
    this.wire = new Wire({
      hello: () => this.hello(),
      opened: (welcome) => this.open(welcome),
      event: (name, body) => this.take(name, body),
      drifted: () => this.refresh(),
      failed: (error) => this.fail(error),
      state: (state, why, code) => this.settle(state, why, code),
    });
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  hello() {
    if (this.isAnonymous) return { protocol: 1, client: EMBEDDED, resumes: true, name: `viewer-${newKey().slice(0, 12)}` };
    const hello = { protocol: 1, client: "page 1", resumes: true };
    return this.seat.token
      ? { ...hello, token: this.seat.token }
      : { ...hello, name: this.seat.name ?? `guest-${Math.floor(Math.random() * 1e6)}` };
  }

  /** Becomes another guest. @param {string} name @returns {Promise<void>} */
  rename(name) {
    return new Promise((resolve, reject) => {
      this.renaming = { before: this.seat, resolve, reject };
      this.restart({ name });
    });
  }

  /** Comes in as somebody else, for whom nothing holds that was known of the last one. @param {{name?: string, token?: string}} seat */
  restart(seat) {
    this.seat = seat;
    this.matches.clear();
    this.missing.clear();
    this.chats.clear();
    this.muted.clear();
    this.offers = [];
    this.invitations = [];
    this.wire.restart();
  }

  /** @param {Message} welcome */
  open(welcome) {
    this.name = welcome.name;
    this.account = welcome.account;
    this.games = welcome.games;
    if (welcome.token) this.seat = { name: welcome.name, token: welcome.token };
    if (!this.isAnonymous) keep(SEAT, JSON.stringify(this.seat));
    this.renaming?.resolve();
    this.renaming = null;
    this.trouble = "";
    this.offers = [];
    this.isStill = false;
    // The server has forgotten whom this player has muted if it was away itself.
    for (const player of this.muted) this.wire.ask("chat.mute", { player, muted: true }).catch(() => this.muted.delete(player));
    this.refresh(welcome.matches);
    if (this.looks) this.enterLobby();
    this.dispatchEvent(new Event("open"));
  }

  /** Gets again what the server tells of matches by itself, and may have told when it was not heard. @param {number[]} [numbers] more of them */
  refresh(numbers = []) {
    const live = [...this.matches.values()].filter((match) => !match.ending).map((match) => match.match);
    const isOver = (/** @type {number} */ number) => this.matches.get(number)?.ending;
    for (const number of new Set([...numbers, ...live, ...this.lookers.keys()])) if (!isOver(number)) this.fetch(number);
    for (const number of this.chats.keys()) (this.fetches.get(number)?.done ?? Promise.resolve()).then(() => this.listen(number));
  }

  /** Goes on as a player who has come in on another connection, or as a new guest. @param {Message} welcome */
  become(welcome) {
    keep(SEAT, JSON.stringify({ name: welcome.name, token: welcome.token }));
    this.restart({ name: welcome.name, token: welcome.token });
  }

  /** @param {string} state @param {string} [why] @param {number} [code] */
  settle(state, why, code) {
    if (state === "refused" && this.renaming) {
      const { before, reject } = this.renaming;
      this.renaming = null;
      reject(new Error(why));
      return this.restart(before);
    }
    if (state === "refused" && OTHER_NAME.includes(code ?? 0)) return this.restart(code === 22 ? { name: this.seat.name } : {});
    if (state === "connecting" && this.connection === "lost") return;
    this.connection = state;
    this.why = why ?? "";
    this.changed();
  }

  /** Gets a match for a view, which looks at it until unwatch(). @param {number} number @returns {Promise<void>} */
  async watch(number) {
    this.lookers.set(number, (this.lookers.get(number) ?? 0) + 1);
    if (!this.matches.has(number)) await this.fetch(number);
  }

  /** A view looks no longer. @param {number} number */
  unwatch(number) {
    const left = (this.lookers.get(number) ?? 1) - 1;
    if (left) this.lookers.set(number, left);
    else this.lookers.delete(number);
    // The next view, which opens now, may look at the same match.
    queueMicrotask(() => this.matches.has(number) && this.letGo(number));
  }

  /** A match of others that nobody looks at any more. @param {number} number */
  letGo(number) {
    const match = this.matches.get(number);
    if (this.lookers.has(number) || match?.seat) return;
    this.matches.delete(number);
    this.chats.delete(number);
    if (!match?.ending && this.wire.isOpen) this.wire.ask("match.unwatch", { match: number }).catch((error) => this.fail(error));
  }

  /** Gets a match whole, as a player or as a spectator, and then follows it. @param {number} number @returns {Promise<void>} */
  fetch(number) {
    const going = this.fetches.get(number);
    if (going) {
      going.isStale = going.isAnswered;
      return going.done;
    }
    const fetch = { done: Promise.resolve(), isAnswered: false, isStale: false, seq: 0 };
    this.fetches.set(number, fetch);
    fetch.done = this.load(number, fetch);
    return fetch.done;
  }

  /** @param {number} number @param {{isAnswered: boolean, isStale: boolean, seq: number}} fetch */
  async load(number, fetch) {
    try {
      let match;
      do {
        fetch.isStale = false;
        match = await this.wire.ask("match.resume", { match: number });
        fetch.isAnswered = true;
        if (!match.seat && !match.ending) match = await this.wire.ask("match.watch", { match: number });
        while (!fetch.isStale && match.from_ply + match.moves.length <= match.ply) {
          const more = await this.wire.ask("match.resume", { match: number, after: match.from_ply + match.moves.length - 1 });
          match = { ...more, from_ply: 1, moves: [...match.moves, ...more.moves] };
        }
      } while (fetch.isStale || fetch.seq > match.seq);
      this.fetches.delete(number);
      if (!match.seat && !this.lookers.has(number)) return this.letGo(number);
      this.missing.delete(number);
      this.keep(match);
    } catch (error) {
      this.fetches.delete(number);
      if (error instanceof Dropped) return; // Who is in now gets it again if a view looks.
      if (error instanceof Refusal && error.code === MATCH_OVER) return this.fetch(number);
      this.missing.set(number, error instanceof Error ? error.message : String(error));
      if (error instanceof Refusal)
        this.changed(); // The view of the match says it.
      else this.fail(error);
    }
  }

  /** What was said before, to those who may hear it. @param {number} number */
  async listen(number) {
    try {
      const { lines = [] } = await this.wire.ask("chat.list", { match: number });
      if (!this.matches.has(number)) return; // The view that asked is closed.
      // A server that has come back knows nothing of what was said before.
      const known = (this.chats.get(number) ?? []).filter((line) => !(line.at >= lines[0]?.at));
      this.chats.set(number, [...known, ...lines]);
      this.changed();
    } catch (error) {
      if (!(error instanceof Refusal)) this.fail(error);
    }
  }

  /** @param {Message} match */
  keep(match) {
    this.matches.set(match.match, { ...match, heard: performance.now(), isStill: this.isStill });
    for (const [number, old] of this.matches) {
      if (this.matches.size <= MATCHES_MAX) break;
      if (!old.ending || number === match.match || this.lookers.has(number)) continue;
      this.matches.delete(number);
      this.chats.delete(number);
    }
    this.changed();
  }

  /** What was not asked for by a person has failed, or the page itself. @param {unknown} error */
  fail(error) {
    if (error instanceof Dropped) return;
    const words = error instanceof Error ? error.message : String(error);
    this.trouble = error instanceof Refusal ? words : `Something in this page has failed: ${words}. Reload it if something is missing.`;
    if (!(error instanceof Refusal)) console.error(error);
    this.changed();
  }

  /** The person has read what has failed. */
  forgive() {
    this.trouble = "";
    this.changed();
  }

  /** @param {string} name @param {Message} body */
  take(name, body) {
    this.dispatchEvent(new CustomEvent(name, { detail: body }));
    if (name === "match.started") {
      this.keep(body.match);
      this.offers = this.offers.filter((offer) => offer.offer !== body.offer);
      if (body.invitation)
        this.invitations = this.invitations.filter((invitation) => invitation.invitation !== body.invitation || --invitation.uses > 0);
      this.dispatchEvent(new CustomEvent("begun", { detail: body.match.match }));
    } else if (["match.moved", "match.ended", "match.presence", "match.takeback", "match.taken_back"].includes(name)) {
      const match = this.matches.get(body.match), going = this.fetches.get(body.match); // prettier-ignore
      if (going) going.seq = Math.max(going.seq, body.seq);
      if (match) this.follow(name, aged(match), body);
    } else if (name === "chat.said") {
      if (!this.matches.has(body.match)) return; // Before the match itself comes, or after it was let go.
      this.chats.set(body.match, [...(this.chats.get(body.match) ?? []), body]);
      this.changed();
    } else if (name === "offer.received") {
      this.offers = [...this.offers, body.offer];
      this.changed();
    } else if (name === "offer.closed") {
      this.drop([body.offer]);
    } else if (name === "invitation.closed") {
      this.invitations = this.invitations.filter((invitation) => invitation.invitation !== body.invitation);
      this.changed();
    } else if (name === "lobby.changed") {
      if (body.missed) return void this.enterLobby();
      const known = new Set(this.offers.map((offer) => offer.offer));
      this.offers.push(...(body.made ?? []).filter((/** @type {Message} */ offer) => !known.has(offer.offer)));
      this.drop(body.gone ?? []);
      this.listPlayers();
    } else if (name === "session.ping" && this.looks && !document.hidden && this.players.length <= LISTED_MAX) {
      this.listPlayers();
    } else if (name === "server.stalled" || name === "server.closing") {
      this.rest(true);
      this.settle("stalled", body.reason);
    } else if (name === "server.resumed") {
      this.rest(false);
      this.settle("open");
      this.refresh();
    }
  }

  /** Stops all clocks, or lets them run on from where they are. @param {boolean} isStill */
  rest(isStill) {
    this.isStill = isStill;
    for (const match of [...this.matches.values()]) this.keep(aged(match));
  }

  /** An event of a match. @param {string} name @param {Message} match @param {Message} body */
  follow(name, match, body) {
    if (name === "match.presence") {
      const isMover = body.player === (match.ply % 2 ? "second" : "first"), isOther = body.player !== match.seat; // prettier-ignore
      this.keep({
        ...match,
        [`${body.player}_online`]: body.online,
        claim_in: isMover ? body.claim_in : match.claim_in,
        abort_in: isOther ? body.abort_in : match.abort_in,
      });
      if (body.online && isMover && match.clock && !match.clock_runs) this.fetch(match.match);
      return;
    }
    if (name === "match.takeback") {
      this.keep({ ...match, takeback: body.open ? body : undefined, declined: body.open ? undefined : body });
      return;
    }
    if (body.seq <= match.seq) return;
    if (body.seq > match.seq + 1) return void this.fetch(match.match);
    if (name === "match.ended") {
      this.keep({ ...match, ...NO_TIMES, takeback: undefined, seq: body.seq, ending: body.ending, winner: body.winner, clock_runs: false });
      return;
    }
    if (name === "match.taken_back") {
      const gone = { ply: body.ply + 1, moves: match.moves.slice(body.ply) };
      this.keep({
        ...match,
        ...NO_TIMES,
        ...body,
        match: match.match,
        moves: match.moves.slice(0, body.ply),
        taken_back: [...(match.taken_back ?? []), gone],
        takeback: undefined,
      });
      if (body.position === undefined) this.fetch(match.match);
      return;
    }
    const [mover, other] = body.ply % 2 ? ["first", "second"] : ["second", "first"];
    this.keep({
      ...match,
      seq: body.seq,
      ply: body.ply,
      position: body.position ?? match.position,
      moves: [...match.moves, body.move],
      clock_runs: Boolean(match.clock) && body.await_left === undefined,
      [`${mover}_left`]: body.left ?? match[`${mover}_left`],
      first_move_left: body.first_move_left,
      await_left: body.await_left,
      claim_in: body.claim_in,
      idle_left: body.idle_left,
      takeback: undefined,
      declined: undefined,
    });
    if (body.position === undefined || (match.clock && !match[`${other}_online`])) this.fetch(match.match);
  }

  /** @param {number[]} gone */
  drop(gone) {
    this.offers = this.offers.filter((offer) => !gone.includes(offer.offer));
    this.changed();
  }

  /** Takes an offer; returns the number of the match. @param {Message} offer @returns {Promise<number>} */
  async accept(offer) {
    const match = await this.wire.change("offer.accept", { offer: offer.offer });
    this.drop([offer.offer]);
    this.keep(match);
    return match.match;
  }

  /** Says no to a challenge, or takes an own offer back. @param {Message} offer */
  async refuse(offer) {
    await this.wire.change(offer.from === this.name ? "offer.cancel" : "offer.decline", { offer: offer.offer });
    this.drop([offer.offer]);
  }

  /** From now on the offers are kept up to date. */
  async enterLobby() {
    this.looks = true;
    if (!this.wire.isOpen) return;
    try {
      // Each list is taken as it comes: events about it may come before the next one.
      await Promise.all([
        this.wire.ask("lobby.watch").then(({ offers = [] }) => void (this.offers = offers)),
        this.wire.ask("invitation.list").then(({ invitations = [] }) => void (this.invitations = invitations)),
        this.listPlayers(),
      ]);
      this.isListed = true;
      this.changed();
    } catch (error) {
      this.fail(error);
    }
  }

  /** There are no events of who comes and goes: the list is asked for when the lobby changes, and with the server's pings. */
  async listPlayers() {
    try {
      const { players = [] } = await this.wire.ask("player.list");
      this.players = players.filter((/** @type {Message} */ player) => player.client !== EMBEDDED);
      this.changed();
    } catch (error) {
      this.fail(error);
    }
  }

  leaveLobby() {
    this.looks = false;
    if (this.wire.isOpen) this.wire.ask("lobby.unwatch").catch((error) => this.fail(error));
  }
}
