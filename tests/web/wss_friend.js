// A friend without takeaway: comes by wss, with npm's ws and @msgpack/msgpack, to the link that `takeaway host` prints, and plays.
//
// usage: wss_friend.js LINK; prints events and takes moves as `takeaway join LINK --json` does, of both only what door.py needs.
// The rules are those of Nim. The token is kept in the home folder: the same command goes on with the match.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import tls from "node:tls";

import { decodeMultiStream, encode } from "@msgpack/msgpack";
import { WebSocket } from "ws";

const TRY_AGAIN_MS = 100;

const link = new URL(process.argv[2]);
const code = link.pathname.split("/").at(-1);
const pin = link.hash.slice(1);
const tokenPath = join(homedir(), "wss-friend-token");

let socket, // the WebSocket
  match, // as it stands; undefined until the server has told it on this connection: events before that say nothing new
  turn, // of the match, that was told last
  unanswered, // the move that was made last, until the server has answered
  wasHere = false,
  lastId = 0;
const calls = new Map();

function tell(event, body) {
  console.log(JSON.stringify({ event, ...body }));
}

function call(method, parameters) {
  const id = ++lastId;
  socket.send(encode([0, id, method, [parameters]]));
  return new Promise((resolve, reject) => calls.set(id, { resolve, reject }));
}

// TLS to a server that no authority vouches for. Until its key is compared, nothing but the handshake is sent.
function reach() {
  const way = tls.connect({ host: link.hostname, port: link.port, ALPNProtocols: ["http/1.1"], rejectUnauthorized: false });
  return new Promise((resolve, reject) => {
    way.once("error", reject);
    way.once("secureConnect", () => {
      const key = way.getPeerX509Certificate().publicKey.export({ type: "spki", format: "der" });
      const hash = createHash("sha256").update(key).digest("base64url");
      if (`sha256:${hash}` !== pin) {
        console.log(`the server has the key sha256:${hash}, and the link says ${pin}`);
        process.exit(1);
      }
      resolve(way);
    });
  });
}

async function come() {
  match = undefined;
  const way = await reach();
  socket = new WebSocket(`wss://${link.host}/socket`, "takeaway", { createConnection: () => way });
  socket.binaryType = "arraybuffer";
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = ({ error }) => reject(error);
  });
  const pieces = new ReadableStream({
    start: (stream) => {
      socket.onmessage = ({ data }) => stream.enqueue(new Uint8Array(data));
      socket.onclose = () => stream.close();
      socket.onerror = () => {}; // onclose follows
    },
  });
  const ended = listen(pieces);
  await Promise.race([enter(), ended]);
  await ended;
  tell("disconnected", {});
}

async function enter() {
  const who = existsSync(tokenPath) ? { token: readFileSync(tokenPath, "utf8") } : { name: process.env.USER };
  const welcome = await call("session.hello", { protocol: 1, client: "npm ws", ...who });
  writeFileSync(tokenPath, welcome.token, { mode: 0o600 });
  tell("connected", { name: welcome.name, again: wasHere });
  wasHere = true;
  if (welcome.matches.length > 0) {
    match = await call("match.resume", { match: welcome.matches.at(-1) });
  } else {
    match = await call("invitation.accept", { code, key: "come" });
  }
  tell("match", { ...match, moves: match.moves.map((move) => ({ move })) });
  if (unanswered && unanswered.ply > match.ply) {
    await move(unanswered);
  } else {
    tellTurn();
  }
}

function tellTurn() {
  const isFirst = match.ply % 2 === 0;
  if (isFirst !== (match.seat === "first")) return;
  const most = Math.max(...match.position.split("+").map(Number));
  turn = { match: match.match, ply: match.ply + 1 };
  tell("turn", { ...turn, legal_moves: [`${most}>${most - 1}`] });
}

async function move(request) {
  unanswered = request;
  if (!match) return; // enter() sends it
  await call("match.move", request);
  unanswered = undefined;
}

async function listen(pieces) {
  for await (const [kind, ...rest] of decodeMultiStream(pieces)) {
    if (kind === 1) {
      const [id, error, result] = rest;
      if (error) calls.get(id).reject(new Error(error.slice(0, 2).join(": ")));
      else calls.get(id).resolve(result);
      calls.delete(id);
      await new Promise(setImmediate); // the caller goes on before the next message is looked at
      continue;
    }
    const [event, [body]] = rest;
    if (event === "session.ping") {
      call("session.pong", body);
    } else if (event === "match.moved" && body.match === match?.match && body.ply > match.ply) {
      assert.equal(body.ply, match.ply + 1);
      Object.assign(match, { ply: body.ply, position: body.position });
      tell(event, body);
      tellTurn();
    } else if (event === "match.ended") {
      tell(event, body);
      process.exit();
    }
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  move({ ...turn, move: JSON.parse(line).move });
});

for (;;) {
  // Only a way that breaks is a reason to come again.
  await come().catch((error) => {
    if (!wasHere || error.code === undefined) throw error;
  });
  await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
}
