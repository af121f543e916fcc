// Questions to the rules that may take seconds (common/solver makes tables), asked in a Worker, so that the page never waits. A Worker
// can be thrown away: its memory never shrinks, and a table that takes too long cannot be stopped otherwise.

import { VERSION } from "./version.js";

const MEMORY_MAX = 256 * 2 ** 20; // of a Worker that is kept
const GRACE_MS = 200; // a question that was given up may go on so long: most are nearly done, and the Worker has tables

/** A question that was given up, because its asker has gone on. */
export class GivenUp extends Error {}

/** @typedef {{words: (string | number)[], resolve: (answer: any) => void, reject: (why: Error) => void}} Call */

class Study {
  constructor() {
    /** @type {Map<number, Call>} */
    this.asked = new Map();
    /** Those that were given up, and are still being answered. @type {Set<number>} */
    this.idle = new Set();
    this.lastId = 0;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** The answer of web/rules/desk.h; `signal` gives the question up.
   * @param {(string | number)[]} words @param {AbortSignal} [signal] @returns {Promise<any>} */
  ask(words, signal) {
    signal?.throwIfAborted();
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.giveUp(id);
      /** @template T @param {(value: T) => void} settle @returns {(value: T) => void} */
      const last = (settle) => (value) => {
        signal?.removeEventListener("abort", giveUp);
        settle(value);
      };
      this.asked.set(id, { words, resolve: last(resolve), reject: last(reject) });
      signal?.addEventListener("abort", giveUp);
      worker.postMessage({ id, words });
    });
  }

  start() {
    const worker = new Worker("/study_worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      // The Worker is of the version that the server had when it began.
      if (data.version !== VERSION) return location.reload();
      const call = this.asked.get(data.id);
      this.asked.delete(data.id);
      this.idle.delete(data.id);
      if (data.failed) {
        call?.reject(new Error(`perfect play has failed: ${data.failed}`));
        return this.restart();
      }
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

  /** If it is not answered soon, another Worker takes over what others wait for. @param {number} id */
  giveUp(id) {
    const call = this.asked.get(id);
    if (!call) return;
    this.asked.delete(id);
    this.idle.add(id);
    call.reject(new GivenUp());
    setTimeout(() => {
      if (this.idle.has(id)) this.restart();
    }, GRACE_MS);
  }

  /** Another Worker takes over what is waited for. */
  restart() {
    this.end();
    if (!this.asked.size) return;
    this.worker = this.start();
    for (const [id, { words }] of this.asked) this.worker.postMessage({ id, words });
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.idle.clear();
  }
}

export const study = new Study();
