// Comes in as another player, on a connection of its own: whoever is here stays until that has succeeded. A log-in for which the server
// wants work, because strangers try the same account, does the work (PROTOCOL.md, "Proof of work").
import { Refusal, Wire } from "./wire.js";

/** @typedef {Record<string, any>} Message */

const WORK_MAX = 22; // bits: some 4 million trials, half a minute
const TRIALS = 1000; // at once

/** A number whose hash with the challenge begins with so many zero bits. @param {number} challenge @param {number} bits */
async function prove(challenge, bits) {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += TRIALS) {
    const hashes = await Promise.all(
      Array.from({ length: TRIALS }, (_, i) => crypto.subtle.digest("SHA-256", encoder.encode(`${challenge}:${first + i}`))),
    );
    const found = hashes.findIndex((hash) => Math.clz32(new DataView(hash).getUint32(0)) >= bits);
    if (found >= 0) return first + found;
  }
}

export class Door extends Wire {
  /** @param {Message} hello without protocol and client @param {(words: string) => void} tell what is being done */
  constructor(hello, tell) {
    super({
      hello: () => ({ protocol: 1, client: "page 1", ...hello }),
      opened() {},
      event() {},
      drifted() {},
      state: (state) => state === "lost" && this.fail(new Error("The server cannot be reached.")),
    });
    this.tell = tell;
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

  /** @override */
  async greet() {
    let hello = this.listener.hello();
    while (this.isWanted) {
      try {
        return this.pass(await this.send("session.hello", hello));
      } catch (error) {
        clearTimeout(this.timer); // The server is there, and has all the time that the work needs.
        const { challenge, work } = (error instanceof Refusal && error.more) || {};
        if (!challenge || !work || work > WORK_MAX || !crypto.subtle) return this.fail(/** @type {Error} */ (error));
        this.tell("Somebody has tried many wrong passwords for this account. Working to be let in before them …");
        hello = { ...hello, proof: await prove(challenge, work) };
      }
    }
  }
}
