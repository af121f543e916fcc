// The proof of work that a server may ask for before a log-in (PROTOCOL.md, "Proof of work"): hashes of one block, in slices between which
// the page is drawn. The browser's own SHA-256 answers each of them some 50 microseconds later, and not at all without https.

const SLICE_MS = 20;
const TRIALS = 1000; // between two looks at the clock
const BYTES_MAX = 55; // of a text that fits into a block

/** The first primes. @param {number} count */
function primes(count) {
  const found = [2];
  for (let n = 3; found.length < count; n += 2) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** 32 bits behind the point. @param {number} root */
const bitsOf = (root) => ((root % 1) * 2 ** 32) | 0;
const START = Int32Array.from(primes(8), (prime) => bitsOf(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes(64), (prime) => bitsOf(Math.cbrt(prime)));
const words = new Int32Array(64);

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The first 32 bits of the SHA-256 of an ASCII text of one block. @param {string} text */
export function hashOf(text) {
  if (text.length > BYTES_MAX) throw new Error("a proof of work is too long");
  words.fill(0);
  for (let i = 0; i < text.length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3));
  words[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3));
  words[15] = 8 * text.length;
  for (let i = 16; i < 64; i++) {
    const one = words[i - 15], other = words[i - 2]; // prettier-ignore
    words[i] =
      words[i - 16] + (turn(one, 7) ^ turn(one, 18) ^ (one >>> 3)) + words[i - 7] + (turn(other, 17) ^ turn(other, 19) ^ (other >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = START;
  for (let i = 0; i < 64; i++) {
    const up = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const down = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + up) | 0;
    d = c;
    c = b;
    b = a;
    a = (up + down) | 0;
  }
  return (a + START[0]) >>> 0;
}

/** A number whose hash with the challenge begins with so many zero bits; throws when it is given up.
 * @param {number} challenge @param {number} bits at most 32 @param {AbortSignal} signal */
export async function prove(challenge, bits, signal) {
  for (let proof = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    for (const end = performance.now() + SLICE_MS; performance.now() < end;) {
      for (const last = proof + TRIALS; proof < last; proof++) if (Math.clz32(hashOf(`${challenge}:${proof}`)) >= bits) return proof;
    }
  }
}
