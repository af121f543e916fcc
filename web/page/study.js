// Questions to the rules that may take seconds (common/solver makes tables), asked in a Worker, so that the page never waits. A Worker
// can be thrown away: its memory never shrinks, and a table that takes too long cannot be stopped otherwise.

const MEMORY_MAX = 256 * 2 ** 20; // of a Worker that is kept

/** A question that was given up, because its asker has gone on. */
export class GivenUp extends Error {}

export class Study {
  constructor() {
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (why: Error) => void}>} */
    this.asked = new Map();
    this.lastId = 0;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** The answer of web/rules/desk.h; `signal` gives the question up, and with it the Worker if nobody else waits for it.
   * @param {(string | number)[]} words @param {AbortSignal} [signal] @returns {Promise<any>} */
  ask(words, signal) {
    signal?.throwIfAborted();
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => this.giveUp(id), { once: true });
      worker.postMessage({ id, words });
    });
  }

  start() {
    const worker = new Worker("/study_worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      const call = this.asked.get(data.id);
      this.asked.delete(data.id);
      if (data.memory > MEMORY_MAX && !this.asked.size) this.end();
      call?.resolve(data.answer);
    };
    worker.onerror = (event) => {
      const calls = [...this.asked.values()];
      this.asked.clear();
      this.end();
      for (const call of calls) call.reject(new Error(`perfect play has failed: ${event.message}`));
    };
    return worker;
  }

  /** @param {number} id */
  giveUp(id) {
    const call = this.asked.get(id);
    if (!call) return;
    this.asked.delete(id);
    if (!this.asked.size) this.end();
    call.reject(new GivenUp());
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}
