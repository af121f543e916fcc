// What the page knows: who plays, its matches as the server's events change them, and what is offered. Nothing here that could not be
// asked for again.
import { Refusal, Wire } from "./wire.js";

/** @typedef {import("./wire.js").Message} Message */

const SEAT = "takeaway.seat"; // in localStorage: {name, token}

function readSeat() {
  try {
    return JSON.parse(localStorage.getItem(SEAT) ?? "{}");
  } catch {
    return {};
  }
}

export class Store extends EventTarget {
  constructor() {
    super();
    /** @type {Map<number, Message>} */
    this.matches = new Map();
    /** @type {Map<number, Message[]>} */
    this.chats = new Map();
    this.seat = readSeat();
    this.name = this.seat.name ?? "";
    this.connection = "connecting";
    this.trouble = "";
    /** @type {Message[]} */
    this.offers = []; // open seeks, and challenges to and from this player
    /** @type {Message[]} */
    this.players = [];
    this.looks = false; // at the lobby
    this.wire = new Wire({
      hello: () => this.hello(),
      opened: (welcome) => this.open(welcome),
      event: (name, body) => this.take(name, body),
      state: (state, why) => this.settle(state, why),
    });
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  hello() {
    const hello = { protocol: 1, client: "page 1" };
    return this.seat.token ? { ...hello, token: this.seat.token } : { ...hello, name: this.seat.name ?? `guest-${Math.floor(Math.random() * 1e6)}` };
  }

  /** @param {string} name */
  rename(name) {
    this.seat = { name };
    localStorage.removeItem(SEAT);
    this.wire.start();
  }

  /** @param {Message} welcome */
  open(welcome) {
    this.name = welcome.name;
    if (welcome.token) this.seat = { name: welcome.name, token: welcome.token };
    localStorage.setItem(SEAT, JSON.stringify(this.seat));
    for (const number of new Set([...(welcome.matches ?? []), ...this.matches.keys()])) this.fetch(number);
    if (this.looks) this.enterLobby();
    this.dispatchEvent(new Event("open"));
  }

  /** @param {string} state @param {string} [why] */
  settle(state, why) {
    if (state === "refused" && this.seat.token) {
      this.rename(this.seat.name);
      return;
    }
    this.connection = state;
    this.trouble = why ?? "";
    this.changed();
  }

  /** Gets a match whole, as a player or as a spectator. @param {number} number */
  async fetch(number) {
    try {
      const own = this.matches.get(number)?.seat ?? true;
      const answer = await this.wire.ask("match.resume", { match: number });
      let match = answer.match?.match ? answer.match : answer;
      if (own && !match.seat && !match.ending) await this.wire.ask("match.watch", { match: number });
      while (match.from_ply + match.moves.length <= match.ply) {
        const more = await this.wire.ask("match.resume", { match: number, after: match.from_ply + match.moves.length - 1 });
        match = { ...more, from_ply: 1, moves: [...match.moves, ...more.moves] };
      }
      this.keep(match);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {Message} match */
  keep(match) {
    this.matches.set(match.match, { ...match, heard: performance.now() });
    this.changed();
  }

  /** @param {unknown} error */
  fail(error) {
    this.trouble = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Refusal)) console.error(error);
    this.changed();
  }

  /** @param {string} name @param {Message} body */
  take(name, body) {
    const match = this.matches.get(body.match);
    if (name === "match.started") {
      this.keep(body.match);
      this.dispatchEvent(new CustomEvent("begun", { detail: body.match.match }));
    } else if (name === "match.moved" && match) {
      if (body.seq <= match.seq) return;
      if (body.seq > match.seq + 1) return void this.fetch(body.match);
      const side = body.ply % 2 ? "first_left" : "second_left";
      const clocks = match.clock ? { [side]: body.left, clock_runs: body.clock_runs ?? true } : {};
      this.keep({ ...match, ...clocks, seq: body.seq, ply: body.ply, position: body.position, moves: [...match.moves, body.move], last: body });
    } else if (name === "match.ended" && match) {
      this.keep({ ...match, ...body, match: match.match });
    } else if (name === "match.presence" && match) {
      this.keep({ ...match, ...body, match: match.match });
    } else if (name === "chat.said") {
      this.chats.set(body.match, [...(this.chats.get(body.match) ?? []), body]);
      this.changed();
    } else if (name === "offer.received") {
      this.offers = [...this.offers, body.offer];
      this.changed();
    } else if (name === "offer.closed") {
      this.drop([body.offer]);
    } else if (name === "lobby.changed") {
      if (body.missed) return void this.enterLobby();
      const known = new Set(this.offers.map((offer) => offer.offer));
      this.offers.push(...(body.made ?? []).filter((/** @type {Message} */ offer) => !known.has(offer.offer)));
      this.drop(body.gone ?? []);
    }
  }

  /** @param {number[]} gone */
  drop(gone) {
    this.offers = this.offers.filter((offer) => !gone.includes(offer.offer));
    this.changed();
  }

  /** From now on the offers are kept up to date. */
  async enterLobby() {
    this.looks = true;
    if (!this.wire.isOpen) return;
    try {
      const [lobby, present] = await Promise.all([this.wire.ask("lobby.watch"), this.wire.ask("player.list")]);
      this.offers = lobby.offers ?? [];
      this.players = present.players ?? [];
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
