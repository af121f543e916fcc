// The rules, the choosing of moves, perfect play and the words for all of them: the C library as WebAssembly modules (web/rules/desk.h):
// rules.wasm answers what takes no time, study.wasm everything.

const decoder = new TextDecoder(), encoder = new TextEncoder(); // prettier-ignore

/** The answers to the questions of web/rules/desk.h, and the bytes of memory that the module has.
 * @typedef {((name: string, ...words: (string | number)[]) => any) & {memory: () => number}} Rules */

/** Rules and what a position of them looks like, as the questions take them. @param {Record<string, any>} told by the server */
export const gameOf = ({ rules, look }) => (look ? `${rules}\t${look}` : rules);

/** @param {string} [module] @returns {Promise<Rules>} */
export async function loadRules(module = "/rules.wasm") {
  const refuse = () => 8; // EBADF: the module has nothing to write to
  const { instance } = await WebAssembly.instantiateStreaming(fetch(module), {
    wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
  });
  const exports = /** @type {any} */ (instance.exports);
  exports._initialize();
  /** @param {(string | number)[]} words */
  const ask = (...words) => {
    const question = encoder.encode(words.join("\n"));
    new Uint8Array(exports.memory.buffer, exports.room(question.length), question.length).set(question);
    const at = exports.answer();
    return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, at, exports.answer_len())));
  };
  return Object.assign(ask, { memory: () => exports.memory.buffer.byteLength });
}
