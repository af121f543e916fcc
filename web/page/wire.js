// The connection to the server: MessagePack-RPC in the binary messages of a WebSocket (common/wire/PROTOCOL.md). It comes back by itself
// after a break, says hello with the token, and sends again what had no answer. Where the server was restarted behind the connection, the
// connection stays, and the same is done over it.

/** @typedef {Record<string, any>} Message */

/** An answer that is an error: `code` is the number of the protocol. */
export class Refusal extends Error {
  /** @param {[number, string, Message?]} error */
  constructor([code, message, more]) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** A request that was dropped before its answer came: whoever asked has left, and somebody else has come in. */
export class Dropped extends Error {
  constructor() {
    super("This was not done: you have come in as somebody else meanwhile.");
  }
}

const RETRY_MS = [0, 300, 1000, 2000, 5000, 10000];
const PROBE_MS = 3000; // for the answer of a server that may be gone
export const CONNECT_MS = 15000; // for a connection and the answer to its hello
const OVERDUE_MS = 10000; // an answer that takes longer may be lost: is the server still there?
const TICK_MS = 2500; // from one look at the connection to the next
const LATE_MS = 10000; // for which only a machine that sleeps, or a tab that does, looks at nothing
const SILENCE_MS = 40000; // the server's pings come every 15 s
const DRIFT_MS = 1000; // by which the times of a match may be wrong
const PASSING = [8, 9, 10, 11, 27]; // refusals of a hello that do not last: stalled, closing, full, too fast, too many tries

/** When the page's own clock began. It is another time after that clock has stood still: in some browsers it does while the machine sleeps. */
function clockStart() {
  return Date.now() - performance.now();
}

/** 16 random bytes in hexadecimal: what makes a request the same one when it is sent again. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Wire {
  /**
   * `failed` hears what the listener itself throws: a fault of the page, by which the connection is none the worse.
   * @param {{hello: () => Message, opened: (welcome: Message) => void, event: (name: string, body: Message) => void, drifted: () => void,
   *   failed: (error: unknown) => void,
   *   state: (state: "connecting" | "open" | "lost" | "refused" | "replaced", why?: string, code?: number) => void}} listener
   */
  constructor(listener) {
    this.listener = listener;
    this.lastId = 0;
    this.instance = 1 + Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    this.attempt = 0;
    /** @type {Map<number, {method: string, body: Message, since: number, resolve: (body: Message) => void, reject: (why: Error) => void}>} */
    this.calls = new Map();
    this.tries = 0;
    this.isOpen = false;
    this.isWanted = false;
    this.wasOpen = false; // ever
    this.looked = Date.now();
    this.heard = performance.now();
    this.isStalled = false; // the server's disk takes nothing: answers come when it does again
    this.clockStart = clockStart();
    /** Ends what listens to the window. @type {AbortController | null} */
    this.ears = null;
  }

  start() {
    this.isWanted = true;
    this.tries = 0;
    if (!this.ears) {
      this.ears = new AbortController();
      const { signal } = this.ears;
      for (const event of ["online", "offline", "pageshow"]) addEventListener(event, () => this.wake(), { signal });
      document.addEventListener("visibilitychange", () => document.hidden || this.wake(), { signal });
    }
    this.connect();
  }

  /** Comes in as somebody else: nothing goes out that was asked for by whoever was in before. */
  restart() {
    const dropped = this.wasOpen ? [...this.calls.values()] : [];
    if (this.wasOpen) this.calls.clear();
    for (const call of dropped) call.reject(new Dropped());
    this.start();
  }

  /** After sleep, or where the network has changed: is the server still there, and is the time right? */
  async wake() {
    if (!this.isWanted) return;
    if (!this.isOpen) {
      if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
      return;
    }
    if (this.isStalled) return;
    const socket = this.socket, start = clockStart(); // prettier-ignore
    const hasDrifted = Math.abs(start - this.clockStart) > DRIFT_MS;
    this.clockStart = start;
    const timer = setTimeout(() => this.socket === socket && !this.isStalled && this.connect(), PROBE_MS);
    await this.send("session.ping", {}).catch(() => {});
    clearTimeout(timer);
    if (hasDrifted && this.socket === socket && this.isOpen) this.listener.drifted();
  }

  connect() {
    clearTimeout(this.timer);
    if (!this.isWanted) return;
    this.lose();
    this.socket?.close();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`, "takeaway");
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.listener.state("connecting");
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let bytes;
    const stream = new ReadableStream({ start: (controller) => void (bytes = controller) });
    socket.onopen = () => this.greet(socket);
    // Of a connection that has been given up nothing is heard; its stream ends with it.
    socket.onmessage = ({ data }) => this.socket === socket && bytes.enqueue(new Uint8Array(data));
    socket.onclose = () => this.socket === socket && this.comeBack();
    this.listen(stream, socket);
    this.timer = setTimeout(() => this.socket === socket && this.connect(), CONNECT_MS);
  }

  /** Looks after answers that are long in coming, a server that says nothing, and a machine that has slept. */
  watch() {
    const now = performance.now(), isLate = Date.now() - this.looked > LATE_MS; // prettier-ignore
    this.looked = Date.now();
    const isSilent = now - this.heard > SILENCE_MS;
    if (isSilent) this.heard = now;
    // A server that is stalled answers nothing, but its pings come.
    if (this.isStalled) return isSilent ? this.connect() : undefined;
    const isOverdue = [...this.calls.values()].some((call) => now - call.since > OVERDUE_MS);
    if (isOverdue) for (const call of this.calls.values()) call.since = now;
    if (isOverdue || isSilent || isLate || Math.abs(clockStart() - this.clockStart) > DRIFT_MS) this.wake();
  }

  /** The next hello, which the server tells from those that come late. @returns {Message} */
  hello() {
    return { instance: this.instance, attempt: ++this.attempt, ...this.listener.hello() };
  }

  /** @param {WebSocket} socket */
  async greet(socket) {
    let welcome;
    try {
      welcome = await this.send("session.hello", this.hello());
    } catch (error) {
      // Of two hellos, to a server and to the next one, the refusal of one says nothing about the other.
      const isLast = ![...this.calls.values()].some(({ method }) => method === "session.hello");
      if (error instanceof Refusal && isLast && !this.isOpen) this.refuse(socket, error);
      return;
    }
    if (this.socket !== socket || this.isOpen) return;
    clearTimeout(this.timer);
    const waiting = [...this.calls];
    this.isOpen = this.wasOpen = true;
    this.isStalled = false;
    this.tries = 0;
    this.clockStart = clockStart();
    this.looked = Date.now();
    this.watcher = setInterval(() => this.watch(), TICK_MS);
    this.announce(() => this.listener.opened(welcome));
    this.announce(() => this.listener.state("open"));
    for (const [id, { method, body }] of waiting) this.write([0, id, method, [body]]);
  }

  /** The connection has outlived the server: the next one does not know who is here. @param {WebSocket} socket */
  resume(socket) {
    this.lose("session.hello"); // the next server may have heard it already
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.socket === socket && this.connect(), CONNECT_MS);
    this.greet(socket);
  }

  /** The server does not let this player in. @param {WebSocket} socket @param {Refusal} why */
  refuse(socket, { code, message }) {
    if (!PASSING.includes(code)) {
      this.isWanted = false;
      this.announce(() => this.listener.state("refused", message, code));
    }
    socket.close();
  }

  /** @param {() => void} what the listener hears */
  announce(what) {
    try {
      what();
    } catch (error) {
      this.listener.failed(error);
    }
  }

  /** @param {ReadableStream<Uint8Array>} stream @param {WebSocket} socket */
  async listen(stream, socket) {
    try {
      for await (const message of MessagePack.decodeMultiStream(stream)) {
        if (this.socket !== socket) return;
        this.announce(() => this.take(/** @type {any[]} */ (message), socket));
      }
    } catch (error) {
      console.warn("the server has sent what is no message:", error);
      socket.close();
    }
  }

  /** @param {any[]} message @param {WebSocket} socket */
  take([kind, id, first, second], socket) {
    this.heard = performance.now();
    if (kind === 2) {
      const body = first[0] ?? {};
      if (id === "server.stalled" || id === "server.resumed") this.isStalled = id === "server.stalled";
      if (id === "session.ping") this.send("session.pong", { n: body.n }).catch(() => {});
      if (id === "server.restarted") this.resume(socket);
      else if (id === "session.replaced" || id === "session.kicked")
        this.leave(id === "session.replaced" ? "replaced" : "refused", body.reason);
      else this.listener.event(id, body);
      return;
    }
    const call = this.calls.get(id);
    // What was asked of a server that is no more is refused, and asked again after hello.
    if (!call || (!this.isOpen && call.method !== "session.hello")) return;
    this.calls.delete(id);
    if (first) call.reject(new Refusal(first));
    else call.resolve(second ?? {});
  }

  /** @param {"replaced" | "refused"} state @param {string} [why] */
  leave(state, why) {
    this.isWanted = false;
    this.isOpen = false;
    this.listener.state(state, why);
    this.socket?.close();
  }

  /** Ends the connection, for whoever needs it no longer. */
  stop() {
    this.isWanted = false;
    this.ears?.abort();
    this.ears = null;
    clearTimeout(this.timer);
    this.lose();
    this.socket?.close();
  }

  /** What belongs to a session ends with it. @param {string} [kept] a method whose answer may still come */
  lose(kept) {
    this.isOpen = false;
    clearInterval(this.watcher);
    for (const [id, call] of this.calls) {
      if (!call.method.startsWith("session.") || call.method === kept) continue;
      this.calls.delete(id);
      call.reject(new Error("the connection is gone"));
    }
  }

  comeBack() {
    this.lose();
    if (!this.isWanted) return;
    this.listener.state("lost");
    clearTimeout(this.timer);
    if (!this.isWanted) return; // The listener has stopped it.
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait * (1 + Math.random() / 4));
  }

  /** @param {any[]} message */
  write(message) {
    this.socket?.send(MessagePack.encode(message));
  }

  /** @param {string} method @param {Message} body @returns {Promise<Message>} */
  send(method, body) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.calls.set(id, { method, body, since: performance.now(), resolve, reject });
      if (this.isOpen || method === "session.hello") this.write([0, id, method, [body]]);
    });
  }

  /** A request; it goes out again, unchanged, after a break. @param {string} method @param {Message} [body] */
  ask(method, body = {}) {
    return this.send(method, body);
  }

  /** The same for a request that changes something. @param {string} method @param {Message} body */
  change(method, body) {
    return this.send(method, { ...body, key: newKey() });
  }
}
