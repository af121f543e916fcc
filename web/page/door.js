// Comes in as another player, on a connection of its own: whoever is here stays until that has succeeded. A log-in for which the server
// wants work, because strangers try the same account, does the work (PROTOCOL.md, "Proof of work").
import { prove } from "./proof.js";
import { CONNECT_MS, Dropped, Refusal, Wire } from "./wire.js";

/** @typedef {Record<string, any>} Message */

const WORK_MAX = 22; // bits: some 4 million trials, half a minute

export class Door extends Wire {
  /** @param {Message} hello without protocol and client @param {(words: string) => void} tell what is being done */
  constructor(hello, tell) {
    super({
      hello: () => ({ protocol: 1, client: "page 1", resumes: true, ...hello }),
      opened() {},
      event() {},
      drifted() {},
      failed: (error) => this.fail(/** @type {Error} */ (error)),
      state: (state) => state === "lost" && this.fail(new Error("The server cannot be reached.")),
    });
    this.tell = tell;
    this.given = new AbortController(); // the work, and the hello that it is for
    /** @type {Promise<Message>} */
    this.welcome = new Promise((resolve, reject) => {
      this.pass = resolve;
      this.fail = (/** @type {Error} */ error) => {
        this.stop();
        reject(error);
      };
    });
    this.start();
  }

  /** Whoever wanted to come in has gone. */
  give() {
    this.fail(new Dropped());
  }

  /** @override */
  stop() {
    this.given.abort();
    super.stop();
  }

  /** There is one connection, and no other after it. @override */
  connect() {
    if (this.socket) this.fail(new Error("The server cannot be reached."));
    else super.connect();
  }

  /** @override */
  async wake() {}

  /** The server after a restart is greeted like the first. @override */
  async greet() {
    const hello = this.hello();
    this.given.abort();
    const { signal } = (this.given = new AbortController());
    try {
      while (!(await this.isLetIn(hello, signal)));
    } catch (error) {
      if (!signal.aborted) this.fail(/** @type {Error} */ (error));
    }
  }

  /** Says hello; if work is wanted first, does it. @param {Message} hello gets the proof @param {AbortSignal} signal */
  async isLetIn(hello, signal) {
    try {
      this.pass(await this.send("session.hello", hello));
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      clearTimeout(this.timer); // The server is there, and has all the time that the work needs.
      const { challenge, work } = (error instanceof Refusal && error.more) || {};
      if (!challenge || !work || work > WORK_MAX) throw error;
      this.tell("Somebody has tried many wrong passwords for this account. Working to be let in before them …");
      hello.proof = await prove(challenge, work, signal);
      this.timer = setTimeout(() => this.connect(), CONNECT_MS);
      return false;
    }
  }
}
