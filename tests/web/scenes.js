// The page in Chromium, as people use it: two of them from a link to a rematch, the keyboard alone, a telephone, a server that dies.
//
// usage: scenes.js TAKEAWAY-SERVER TAKEAWAY-BOT [PICTURES]; prints TAP. PICTURES: a folder for screenshots.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [serverPath, botPath, pictures] = process.argv.slice(2);
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const DEADLINE_MS = 20000;

function skip(why) {
  console.log(`1..0 # SKIP ${why}`);
  process.exit();
}

const { chromium } = await import("playwright-core").catch(() => skip("it needs playwright-core: npm ci in tests/web"));
const axe = readFileSync(new URL(import.meta.resolve("axe-core")), "utf8");
if (!CHROMIUM) skip("it needs Chromium (Debian: chromium)");

const folder = mkdtempSync(join(tmpdir(), "takeaway-scenes-"));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

class Server {
  async start(port = 0) {
    this.child = spawn(serverPath, ["--listen", `127.0.0.1:${port}`, "--db", join(folder, "takeaway.db")], { stdio: ["ignore", "pipe", "ignore"] });
    for await (const line of createInterface({ input: this.child.stdout })) {
      this.port = Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
      break;
    }
    assert(this.port, "the server says where it listens");
    this.url = `http://127.0.0.1:${this.port}`;
  }

  end(signal = "SIGTERM") {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill(signal);
    return ended;
  }
}

const server = new Server();
await server.start();

// A person in a browser of their own. What the page complains of fails the scene.
async function come(path = "/", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_/.test(message.text())) page.complaints.push(message.text());
  });
  await page.goto(server.url + path);
  await page.locator(".you", { hasText: /./ }).waitFor();
  return page;
}

async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

async function invite(page, game = "kayles") {
  await page.getByLabel("Game").selectOption(game);
  await page.getByRole("button", { name: "Invite a friend" }).click();
  return page.locator('a[href^="/i/"]').getAttribute("href");
}

// Two people in a match that began with a link.
async function meet(game, options = {}) {
  const ann = await come();
  const ben = await come(await invite(ann, game), options);
  await ben.getByRole("button", { name: /^Play as/ }).click();
  for (const page of [ann, ben]) await page.locator(".board").waitFor();
  return [ann, ben];
}

const playButton = (page) => page.getByRole("button", { name: /^Play / });

// Whose turn it is.
async function mover(pages) {
  return Promise.any(pages.map(async (page) => {
    await playButton(page).waitFor();
    return page;
  })); // prettier-ignore
}

async function playToTheEnd(pages) {
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

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

async function expectAccessible(page) {
  await page.addScriptTag({ content: axe }).catch(() => page.evaluate(axe));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []); // prettier-ignore
}

const scenes = {
  "two people come by a link, play to the end, and play again": async () => {
    const [ann, ben] = await meet("kayles");
    await picture(ann, "match");
    await playToTheEnd([ann, ben]);
    await picture(ann, "result");
    await ann.getByRole("button", { name: "Rematch" }).click();
    await ann.getByText("You have offered a rematch.").waitFor();
    await ben.getByRole("button", { name: "Rematch" }).click();
    for (const page of [ann, ben]) await page.locator(".moves li").first().waitFor({ state: "detached" });
    await mover([ann, ben]);
    await leave(ann, ben);
  },
  "every family of games can be chosen on its board": async () => {
    for (const game of ["nim", "chomp", "green-hackenbush", "wythoff", "fibonacci-nim", "grundy"]) {
      const [ann, ben] = await meet(game);
      const page = await mover([ann, ben]);
      await page.locator(".cell, .edge").last().click();
      await playButton(page).click();
      await page.locator(".moves li").first().waitFor();
      await picture(page, game);
      await leave(ann, ben);
    }
  },
  "a bot is challenged, and answers": async () => {
    const bot = spawn(botPath, ["--server", `127.0.0.1:${server.port}`, "--name", "deep-nim", "--strategy", "perfect"], { stdio: "ignore" });
    const ann = await come();
    const row = ann.locator("li", { hasText: "deep-nim" });
    while (!(await row.count())) await ann.reload();
    await row.getByRole("button", { name: "Challenge" }).click();
    await ann.locator(".board").waitFor();
    await playToTheEnd([ann]);
    bot.kill();
    await leave(ann);
  },
  "an open offer is seen by others, and taken": async () => {
    const [ann, ben] = [await come(), await come()];
    await ann.getByRole("button", { name: "Play anyone" }).click();
    await ben.locator("li", { has: ben.getByRole("button", { name: "Play", exact: true }) }).first().getByRole("button").click();
    for (const page of [ann, ben]) await page.locator(".board").waitFor();
    await leave(ann, ben);
  },
  "the keyboard alone is enough": async () => {
    const [ann, ben] = await meet("kayles");
    const page = await mover([ann, ben]);
    await page.locator(".board").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".moves li").first().waitFor();
    await leave(ann, ben);
  },
  "a move is typed, and a wrong one is refused in words": async () => {
    const [ann, ben] = await meet("nim");
    const page = await mover([ann, ben]);
    const field = page.getByLabel("a move, typed");
    await field.fill("999>1");
    await field.press("Enter");
    await page.locator(".note", { hasText: "999" }).waitFor();
    await leave(ann, ben);
  },
  "on a telephone nothing is wider than the screen": async () => {
    const [ann, ben] = await meet("kayles", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
    await picture(ben, "telephone");
    assert.equal(await ben.evaluate(() => document.documentElement.scrollWidth), 360);
    await leave(ann, ben);
  },
  "the server is killed in the middle, and the match goes on": async () => {
    const [ann, ben] = await meet("nim");
    const page = await mover([ann, ben]);
    await playButton(page).click();
    await page.locator(".moves li").first().waitFor();
    await server.end("SIGKILL");
    for (const one of [ann, ben]) await one.getByText("The connection is gone").waitFor();
    await server.start(server.port);
    for (const one of [ann, ben]) await one.locator(".state").waitFor({ state: "detached" });
    await playToTheEnd([ann, ben]);
    await leave(ann, ben);
  },
  "a second tab takes over, and gives back": async () => {
    const ann = await come();
    const second = await ann.context().newPage();
    await second.goto(server.url);
    await ann.getByText("You play in another tab.").waitFor();
    await ann.getByRole("button", { name: "Go on here" }).click();
    await second.getByText("You play in another tab.").waitFor();
    await leave(ann);
  },
  "what a stranger says is text": async () => {
    const [ann, ben] = await meet("nim");
    const line = "<img src=x onerror=alert(1)> <b>bold</b> " + "w".repeat(180);
    await ben.getByLabel("say something").fill(line);
    await ben.getByLabel("say something").press("Enter");
    await ann.locator(".chat li", { hasText: "<b>bold</b>" }).waitFor();
    assert.equal(await ann.locator(".chat img").count(), 0);
    await leave(ann, ben);
  },
  "everybody can use it (axe)": async () => {
    const [ann, ben] = await meet("kayles");
    await expectAccessible(ann);
    const home = await come("/", { colorScheme: "dark" });
    await expectAccessible(home);
    await picture(home, "home");
    ann.complaints = home.complaints = []; // axe itself breaks the policy of content
    await leave(ann, ben, home);
  },
};

console.log(`1..${Object.keys(scenes).length}`);
let number = 0;
for (const [name, scene] of Object.entries(scenes)) {
  number++;
  const began = Date.now();
  try {
    await scene();
    console.log(`ok ${number} - ${name} # ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.log(`not ok ${number} - ${name}`);
    console.error(error);
    process.exitCode = 1;
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
await server.end();
rmSync(folder, { recursive: true });
