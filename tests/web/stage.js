// What the scenes in Chromium share: a server, people who come to its page, and what is expected of every page.
//
// usage of every scenes_NAME.js: scenes_NAME.js TAKEAWAY-SERVER TAKEAWAY-BOT [PICTURES [ONLY]]; prints TAP. PICTURES: a folder for
// screenshots, "" for none. ONLY: a part of the names of the scenes that are wanted.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import { decode, encode } from "@msgpack/msgpack";

const [serverPath, botPath, pictures, only = ""] = process.argv.slice(2);
export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const DEADLINE_MS = 20000;

function skip(why) {
  console.log(`1..0 # SKIP ${why}`);
  process.exit();
}

if (Number(process.versions.node.split(".")[0]) < 20) skip("it needs node 20 or newer, for playwright-core");
const { chromium } = await import("playwright-core").catch(() => skip("it needs playwright-core: npm ci in tests/web"));
const axe = readFileSync(new URL(import.meta.resolve("axe-core")), "utf8");
if (!CHROMIUM) skip("it needs Chromium (Debian: chromium)");

export const clientPath = join(dirname(serverPath), "../client/takeaway");
export const folder = mkdtempSync(join(tmpdir(), "takeaway-scenes-"));
const launched = { executablePath: CHROMIUM, args: ["--no-sandbox"] };
export const browser = await chromium.launch(launched);

const servers = new Set(); // those that run

export class Server {
  // Its files are in the folder `home`; `words`: options besides those that every server of the scenes has.
  constructor(home = folder, ...words) {
    Object.assign(this, { home, words });
  }

  async start(port = 0) {
    const files = ["--db", join(this.home, "takeaway.db"), "--control", join(this.home, "control")];
    const words = ["--listen", `127.0.0.1:${port}`, ...files, ...this.words];
    this.child = spawn(serverPath, words, { stdio: ["ignore", "pipe", "ignore"] });
    servers.add(this);
    for await (const line of createInterface({ input: this.child.stdout })) {
      this.port = Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
      break;
    }
    assert(this.port, "the server says where it listens");
    this.url = `http://127.0.0.1:${this.port}`;
  }

  // How large its files may become, in bytes: with 0 its disk takes nothing, and it stalls.
  limit(bytes) {
    const { status, stderr } = spawnSync("prlimit", ["--pid", String(this.child.pid), `--fsize=${bytes}:`], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
  }

  end(signal = "SIGTERM") {
    servers.delete(this);
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill(signal);
    return ended;
  }
}

export const server = new Server();
await server.start();

const bots = new Set();
const heard = []; // the complaints of all pages of a scene
const apart = new Set(); // what browseApart() has opened

// A bot that comes to the server, and stays until the scene is over.
export function startBot(name, strategy, ...more) {
  bots.add(spawn(botPath, ["--server", `127.0.0.1:${server.port}`, "--name", name, "--strategy", strategy, ...more], { stdio: "ignore" }));
}

// A browser that is started for this, with its profile in a folder of this name: it is there again when the browser is started again.
export async function browseApart(name, ...args) {
  const context = await chromium.launchPersistentContext(join(folder, name), { ...launched, args: [...launched.args, ...args] });
  apart.add(context);
  return context;
}

// A person in a browser of their own. What the page complains of fails the scene.
export async function come(path = "/", options = {}) {
  return enter(await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }), path);
}

// The same in a browser that is there.
export async function enter(context, path = "/", url = server.url) {
  context.setDefaultTimeout(DEADLINE_MS);
  const complaints = [];
  heard.push(complaints);
  await context.exposeBinding("breaksPolicy", (_, what) => void complaints.push(what));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => breaksPolicy(`${violatedDirective}: ${blockedURI}`));
  });
  const page = await context.newPage();
  page.complaints = complaints;
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_/.test(message.text())) page.complaints.push(message.text());
  });
  await page.goto(url + path);
  await page.locator(".you", { hasText: /./ }).waitFor();
  return page;
}

// The line between a page and the server, from the page's next document on. It tells what the page asks, can lose that or send it later, can
// hold back what the server says, or say something in its place, and can die without either side's knowing.
export class Line {
  static async tap(page) {
    const line = new Line();
    await page.routeWebSocket(/socket/, (near) => line.join(near, near.connectToServer()));
    return line;
  }

  constructor() {
    this.connections = 0;
    this.dead = 0; // connections up to this number
    this.asked = []; // methods
    this.waiters = [];
    this.loses = () => false;
    this.held = null; // what the server has said
    this.answers = {}; // in place of the server's, by method: from the request's body a body, or [code, words, more], a refusal
    this.near = null; // the page's side of the last connection
  }

  // An event.
  say(name, body) {
    this.near.send(Buffer.from(encode([2, name, [body]])));
  }

  join(near, far) {
    const connection = ++this.connections;
    const isDead = () => connection <= this.dead;
    this.near = near;
    near.onMessage((bytes) => {
      const [, id, method, words] = decode(bytes);
      this.asked.push(method);
      for (const { wanted, resolve } of this.waiters) if (wanted === method) resolve();
      const answer = this.answers[method]?.(words[0]);
      if (answer) return void near.send(Buffer.from(encode(Array.isArray(answer) ? [1, id, answer, null] : [1, id, null, answer])));
      const send = () => far.send(bytes);
      if (!isDead() && !this.loses(method, connection, send)) send();
    });
    far.onMessage((bytes) => {
      if (isDead()) return;
      if (this.held) this.held.push(() => near.send(bytes));
      else near.send(bytes);
    });
    near.onClose((code, reason) => isDead() || far.close({ code, reason }));
    far.onClose((code, reason) => isDead() || near.close({ code, reason }));
  }

  // The page asks for this once more.
  next(wanted) {
    const asked = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`the page does not ask for ${wanted}, but has asked for ${this.asked}`)), DEADLINE_MS).unref();
      this.waiters.push({ wanted, resolve });
    });
    asked.catch(() => {}); // before it is awaited
    return asked;
  }

  count(method) {
    return this.asked.filter((one) => one === method).length;
  }

  release() {
    const { held } = this;
    this.held = null;
    for (const send of held) send();
  }

  die() {
    this.dead = this.connections;
  }
}

// Gives a page, from its next document on, a clock of its own that can stand still: `slept` is for how many ms.
export async function giveClock(page) {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    globalThis.slept = 0;
    performance.now = () => now() - globalThis.slept;
  });
}

// Goes to another view within the document.
export async function turnTo(page, path) {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

// What is to be played, in the form at home.
export async function choose(page, { game = "kayles", start, clock, first } = {}) {
  await page.getByLabel("Game").selectOption(game);
  if (clock) await page.getByLabel("Clock").selectOption(clock);
  if (first) await page.getByLabel("Who begins").selectOption(first);
  if (start) await page.getByLabel("Start", { exact: true }).fill(start);
  if (start) await page.getByLabel("Start", { exact: true }).press("Tab");
}

// The path of an invitation: terms as above, or a game.
export async function invite(page, terms = "kayles") {
  await choose(page, typeof terms === "string" ? { game: terms } : terms);
  await page.getByRole("button", { name: "Invite a friend" }).click();
  return new URL(await page.getByLabel("Send this link").inputValue()).pathname;
}

// Two people in a match that began with a link.
export async function meet(terms, options = {}) {
  const ann = await come();
  const ben = await come(await invite(ann, terms), options);
  await ben.getByRole("button", { name: /^Play as/ }).click();
  for (const page of [ann, ben]) await page.locator(".match .board").waitFor();
  return [ann, ben];
}

export const playButton = (page) => page.getByRole("button", { name: /^Play / });

// Whose turn it is.
export async function mover(pages) {
  return Promise.any(pages.map(async (page) => {
    await playButton(page).waitFor();
    return page;
  })); // prettier-ignore
}

export async function playToTheEnd(pages) {
  for (let ply = 0; ply < 200; ply++) {
    const over = await Promise.any(pages.flatMap((page) => [
      playButton(page).waitFor().then(() => page),
      page.locator(".result").waitFor().then(() => null),
    ])); // prettier-ignore
    if (!over) break;
    const moves = await over.locator(".moves li").count();
    await playButton(over).click();
    await over.locator(`.moves li:nth-child(${moves + 1})`).waitFor();
  }
  for (const page of pages) await page.locator(".result").waitFor();
}

export async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

// The same of a part of the page.
export async function pictureOf(locator, name) {
  if (pictures) await locator.screenshot({ path: join(pictures, `${name}.png`) });
}

export async function expectAccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ rules: { "target-size": { enabled: true } } }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []); // prettier-ignore
}

// Plays the scenes one after the other, and clears the stage.
export async function act(scenes) {
  const wanted = Object.entries(scenes).filter(([name]) => name.includes(only));
  console.log(`1..${wanted.length}`);
  let number = 0;
  for (const [name, scene] of wanted) {
    number++;
    const began = Date.now();
    try {
      await scene();
      console.log(`ok ${number} - ${name} # ${((Date.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
      console.log(`not ok ${number} - ${name}`);
      console.error(error, heard.flat());
      process.exitCode = 1;
      for (const context of browser.contexts()) await context.close();
    }
    for (const context of apart) await context.close();
    apart.clear();
    for (const other of servers) if (other !== server) await other.end();
    if (!servers.has(server)) await server.start(server.port);
    heard.length = 0;
    for (const bot of bots) bot.kill();
    bots.clear();
  }
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true });
}
