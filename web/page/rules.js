// The rules, the choosing of moves, perfect play and the words for all of them: the C library as a WebAssembly module (web/rules/desk.h).

const decoder = new TextDecoder(), encoder = new TextEncoder(); // prettier-ignore

/** The answers to the questions of web/rules/desk.h, and the bytes of memory that the module has.
 * @typedef {((name: string, ...words: (string | number)[]) => any) & {memory: () => number}} Rules */

/** @returns {Promise<Rules>} */
export async function loadRules() {
  const refuse = () => 8; // EBADF: the module has nothing to write to
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/rules.wasm"), {
    wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
  });
  const module = /** @type {any} */ (instance.exports);
  module._initialize();
  /** @param {(string | number)[]} words */
  const ask = (...words) => {
    const question = encoder.encode(words.join("\n"));
    new Uint8Array(module.memory.buffer, module.room(question.length), question.length).set(question);
    const at = module.answer();
    return JSON.parse(decoder.decode(new Uint8Array(module.memory.buffer, at, module.answer_len())));
  };
  return Object.assign(ask, { memory: () => module.memory.buffer.byteLength });
}
