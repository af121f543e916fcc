// Whole matches through npm's ws and @msgpack/msgpack, both unmodified: over ws, over wss, and one that has a player on each.
//
// usage: ws_match.js TAKEAWAY-SERVER; prints TAP.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const DEADLINE_MS = 60000;
const RECORD = "35>29 29>28 28>27 27>25 25>21 21>13 13>0".split(" ");

const { WebSocket } = await import("ws").catch(skip);
const { encode, decodeMultiStream } = await import("@msgpack/msgpack").catch(skip);

function skip() {
  console.log("1..0 # SKIP it needs ws and @msgpack/msgpack: npm ci in tests/web");
  process.exit();
}

// A connection: requests wait for their answers, events for being looked at.
class Player {
  constructor(name) {
    this.name = name;
    this.lastId = 0;
    this.calls = new Map();
    this.events = [];
    this.waiting = null;
  }

  async come(url, options) {
    this.socket = new WebSocket(url, "takeaway", options);
    await new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = ({ error }) => reject(error);
    });
    assert.equal(this.socket.protocol, "takeaway");
    assert.equal(this.socket.extensions, "");
    const pieces = new ReadableStream({
      start: (stream) => {
        this.socket.onmessage = ({ data }) => stream.enqueue(new Uint8Array(data));
        this.socket.onclose = () => stream.close();
      },
    });
    this.socket.binaryType = "arraybuffer";
    this.ended = this.listen(pieces);
    return this.call("session.hello", { protocol: 1, client: "npm ws", name: this.name });
  }

  async listen(pieces) {
    for await (const [kind, ...rest] of decodeMultiStream(pieces)) {
      if (kind === 1) {
        const [id, error, result] = rest;
        this.calls.get(id)(error ? Promise.reject(new Error(error[1])) : result);
        this.calls.delete(id);
      } else {
        const [event, [body]] = rest;
        this.events.push([event, body]);
        this.waiting?.();
      }
    }
  }

  // The request whole in one message, byte by byte, or in the fragments of one message.
  call(method, parameters) {
    const id = ++this.lastId;
    const bytes = encode([0, id, method, [parameters]]);
    if (id % 3 === 0) {
      this.socket.send(bytes);
    } else if (id % 3 === 1) {
      for (const byte of bytes) this.socket.send(Uint8Array.of(byte));
    } else {
      this.socket.send(bytes.subarray(0, 2), { binary: true, fin: false });
      this.socket.send(bytes.subarray(2), { binary: true, fin: true });
    }
    return new Promise((resolve) => this.calls.set(id, resolve));
  }

  async nextEvent(expected) {
    for (;;) {
      while (this.events.length > 0) {
        const [event, body] = this.events.shift();
        if (event === expected) return body;
      }
      await new Promise((resolve) => (this.waiting = resolve));
    }
  }

  async sayGoodbye() {
    const pong = new Promise((resolve) => this.socket.once("pong", resolve));
    this.socket.ping("are you there");
    assert.equal((await pong).toString(), "are you there");
    const closed = new Promise((resolve) => this.socket.once("close", resolve));
    this.socket.close(1000);
    assert.equal(await closed, 1000);
    await this.ended;
  }
}

async function playMatch(first, second) {
  const offer = { rules: "fibonacci-nim", start: "35", first: "maker", key: "1" };
  const made = await first.call("offer.make", offer);
  const { match } = await second.call("offer.accept", { offer: made.offer, key: "1" });
  assert.equal((await first.nextEvent("match.started")).match.match, match);
  for (const [index, move] of RECORD.entries()) {
    const mover = index % 2 === 0 ? first : second;
    const ply = index + 1;
    assert.equal((await mover.call("match.move", { match, ply, move })).ply, ply);
    for (const player of [first, second]) {
      const moved = await player.nextEvent("match.moved");
      assert.deepEqual([moved.ply, moved.move], [ply, move]);
    }
  }
  for (const player of [first, second]) {
    const ended = await player.nextEvent("match.ended");
    assert.deepEqual([ended.ending, ended.winner], ["normal", "first"]);
  }
}

async function startServer(folder) {
  const database = join(folder, "matches.db");
  const options = ["--listen", "127.0.0.1:0", "--db", database, "--exit-on-eof"];
  options.push("--tls-self-signed", join(folder, "keys"));
  const server = spawn(process.argv[2], options, { stdio: ["pipe", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith("listening on ")) return { server, port: Number(line.split(":").at(-1)) };
  }
  throw new Error("the server has not started");
}

setTimeout(() => {
  throw new Error("nothing has come of it for too long");
}, DEADLINE_MS).unref();

const folder = mkdtempSync(join(tmpdir(), "ws-match-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const { server, port } = await startServer(folder);
const ca = readFileSync(join(folder, "keys", "certificate.pem"));
const ways = {
  ws: [`ws://127.0.0.1:${port}/socket`],
  wss: [`wss://localhost:${port}/socket`, { ca }],
};

let told = 0;
for (const [one, other] of [
  ["ws", "ws"],
  ["wss", "wss"],
  ["wss", "ws"],
]) {
  const first = new Player("anna");
  const second = new Player("ben");
  assert.equal((await first.come(...ways[one])).name, "anna");
  await second.come(...ways[other]);
  await playMatch(first, second);
  await first.sayGoodbye();
  await second.sayGoodbye();
  console.log(`ok ${++told} - a match between ${one} and ${other}`);
}

const ended = new Promise((resolve) => server.once("exit", resolve));
server.kill("SIGTERM");
assert.equal(await ended, 0);
console.log(`ok ${++told} - the server ends well`);
console.log(`1..${told}`);
