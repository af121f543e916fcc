// The page when the server cannot be reached, and when it comes back with another version of the page.
//
// usage: as stage.js says.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createHash, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { join } from "node:path";
import { Server, act, browseApart, browser, come, enter, folder, leave, picture, playButton, server } from "./stage.js";

const GONE = "The connection is gone; it comes back by itself.";

// Views that need the server, and what is there without it.
const NEED_SERVER = {
  "/": "Take-away games",
  "/account": "a guest of this browser",
  "/i/ZcYpKSyRy7D6czDknj6saA": "Looking at the invitation …",
  "/match/1": "Looking for match 1 …",
  "/player/zoe": /zoe\s*Ratings\s*…/,
  "/review/1": "Looking for match 1 …",
  "/tournament": /Tournaments\s*…/,
  "/tournament/1": "Looking for tournament 1 …",
  "/watch": /Live matches.*All tournaments\s*…/s,
};

// Waits until the service worker has kept the page.
async function keep(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state === "activated") return;
    await new Promise((resolve) => active.addEventListener("statechange", () => active.state === "activated" && resolve()));
  });
  return page;
}

// A server with a key of its own, and the argument that makes a browser trust it.
async function startWithTls() {
  const home = join(folder, "with-tls");
  mkdirSync(home, { recursive: true });
  const guarded = new Server(home, "--tls-self-signed", join(home, "tls"));
  await guarded.start();
  guarded.url = guarded.url.replace("http:", "https:");
  const [cert, key] = ["certificate.pem", "key.pem"].map((name) => readFileSync(join(home, "tls", name)));
  const spki = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const trust = `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`;
  return { guarded, trust, tls: { cert, key } };
}

// A whole game against a bot, in a view that has one: the first move that is offered, again and again.
async function playOut(page) {
  const over = page.locator(".result");
  for (let ply = 0; ply < 100; ply++) {
    await playButton(page).or(over).first().waitFor();
    if (await over.isVisible()) return;
    const moves = await page.locator(".played li").count();
    await playButton(page).click();
    await page.locator(`.played li:nth-child(${moves + 1})`).waitFor();
  }
  assert.fail("the game does not end");
}

// The version that the server's page has.
async function versionOf(url) {
  const answer = await fetch(`${url}/version.js`);
  return /"([0-9a-f]{16})"/.exec(await answer.text())[1];
}

// A server in front of the server, for its files alone, which can make its page another version, and can be away.
class Front {
  constructor(version, tls) {
    this.version = version;
    this.tls = tls; // certificate and key, for https
    this.next = null; // the version that it makes of it
    this.gone = new Set(); // paths that break off
  }

  async start() {
    const answer = (request, response) => this.answer(request, response);
    this.server = this.tls ? https.createServer(this.tls, answer) : http.createServer(answer);
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `${this.tls ? "https" : "http"}://127.0.0.1:${this.server.address().port}`;
  }

  async answer(request, response) {
    if (this.gone.has(request.url)) return request.destroy();
    const answer = await fetch(server.url + request.url);
    let body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type");
    if (this.next && /javascript|html/.test(type)) body = Buffer.from(body.toString().replaceAll(this.version, this.next));
    response.writeHead(answer.status, { "content-type": type, "cache-control": "no-cache" }).end(body);
  }

  end() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const caches = (page) => page.evaluate(() => globalThis.caches.keys());

// The page of a server whose version changes: whatever happens, a browser keeps the files of one version.
async function expectOneVersion(context, tls) {
  const version = await versionOf(server.url);
  const front = new Front(version, tls);
  await front.start();
  const page = await context.newPage();
  await page.goto(front.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.deepEqual(await caches(page), [`takeaway-${version}`]);

  // The next version breaks off while it is being kept: the last one stays whole.
  front.next = "0123456789abcdef";
  front.gone.add("/board.js");
  const update = () => page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return "none";
    if (worker.state === "installing" || worker.state === "installed")
      await new Promise((resolve) => worker.addEventListener("statechange", () => /activated|redundant/.test(worker.state) && resolve()));
    return worker.state;
  }); // prettier-ignore
  assert.equal(await update(), "redundant");
  assert.deepEqual(await caches(page), [`takeaway-${version}`]);

  front.gone.clear();
  assert.equal(await update(), "activated");
  assert.deepEqual(await caches(page), ["takeaway-0123456789abcdef"]);
  const kept = await page.evaluate(async () => {
    const cache = await globalThis.caches.open("takeaway-0123456789abcdef");
    return (await cache.match("/version.js")).text();
  });
  assert(kept.includes("0123456789abcdef"));

  // Without the server, it is the new one that is shown.
  front.end();
  await page.reload();
  await page.getByText(GONE).waitFor();
  assert((await page.evaluate(async () => (await fetch("/version.js")).text())).includes("0123456789abcdef"));
}

await act({
  "without the server the page is there, and says what it lacks": async () => {
    const page = await keep(await come("/"));
    const { port } = server;
    await server.end();
    await page.reload();
    await page.getByText(GONE).waitFor();
    await picture(page, "offline");
    assert.deepEqual(await page.evaluate(() => document.querySelector("main").childElementCount > 0), true);
    await server.start(port);
    await page.locator(".state").waitFor({ state: "detached" });
    await leave(page);
  },
  "a cache has the files of one version, and the last one's goes": async () => {
    const context = await browser.newContext();
    await expectOneVersion(context);
    await context.close();
  },
  "a page that the server has left behind says so, and loads the new one": async () => {
    const page = await come("/");
    await page.route("**/version.js", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/[0-9a-f]{16}/, "0123456789abcdef") });
    });
    const { port } = server;
    await server.end();
    await server.start(port);
    await page.getByText("The server has a new version of this page.").waitFor();
    await page.unroute("**/version.js");
    await page.getByRole("button", { name: "Load it" }).click();
    await page.getByText("The server has a new version of this page.").waitFor({ state: "detached" });
    await leave(page);
  },
  "a browser that is started without the server teaches, explores, asks puzzles and plays": async () => {
    const online = await browseApart("cold");
    await keep(await enter(online, "/"));
    await online.close();
    const { port } = server;
    await server.end();
    const page = await enter(await browseApart("cold"), "/learn");
    await page.getByText(GONE).waitFor();

    await page.getByRole("link", { name: /^Kayles Knock/ }).click();
    await page.getByText("From a single row knock down the middle").waitFor();
    await page.getByRole("combobox", { name: "Opponent", exact: true }).selectOption("level:3");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".practice .board").waitFor();
    await playOut(page);
    await page.getByRole("link", { name: "Review" }).click();
    await page.locator(".curve").waitFor();
    await picture(page, "offline-review");

    await page.goto(`${server.url}/explore/octal:0.137/12+7`);
    await page.locator(".outcome-words.won").waitFor();
    await page.locator(".options li.wins").first().waitFor();

    await page.goto(`${server.url}/puzzles`);
    await page.getByRole("button", { name: /^Answer / }).click();
    await page.locator(".verdict").waitFor();
    await page.getByText("of 1 solved").waitFor();
    await picture(page, "offline-puzzle");

    // What needs the server is there, too, and says once that it is gone.
    for (const [path, words] of Object.entries(NEED_SERVER)) {
      await page.evaluate((path) => {
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
      }, path);
      await page.locator("main", { hasText: words }).waitFor();
      await picture(page, `offline${path.replaceAll("/", "-")}`);
      assert.deepEqual(await page.locator(".state, .note, [role=alert]").allInnerTexts(), [GONE], path);
    }
    assert.deepEqual(page.complaints, []);

    await page.goto(server.url);
    await page.getByText(GONE).waitFor();
    assert(await page.getByRole("button", { name: "Play now" }).isDisabled());
    await server.start(port);
    await page.locator(".state").waitFor({ state: "detached" });
    await page.getByText("No bot is here.").waitFor();
    assert(await page.getByRole("button", { name: "Play now" }).isEnabled());
    assert.deepEqual(page.complaints, []);
  },
  "over https it is kept, and there without the server": async () => {
    const { guarded, trust } = await startWithTls();
    const context = await browseApart("trusting", trust);
    const page = await keep(await enter(context, "/", guarded.url));
    assert.deepEqual(await caches(page), [`takeaway-${await versionOf(server.url)}`]);
    const { port } = guarded;
    await guarded.end();
    await page.goto(`${guarded.url}/explore/kayles/6+9`);
    await page.getByText(GONE).waitFor();
    await page.locator(".outcome-words.won").waitFor();
    await guarded.start(port);
    await page.locator(".state").waitFor({ state: "detached" });
    assert.deepEqual(page.complaints, []);
    await guarded.end();
  },
  "over https, too, a cache has the files of one version": async () => {
    const { guarded, trust, tls } = await startWithTls();
    await guarded.end();
    await expectOneVersion(await browseApart("trusting-front", trust), tls);
  },
  "over http from elsewhere nothing is kept, and nothing is missed": async () => {
    const home = join(folder, "elsewhere");
    mkdirSync(home);
    const plain = new Server(home, "--web-host", "elsewhere.test");
    await plain.start();
    const context = await browseApart("guest", "--host-resolver-rules=MAP elsewhere.test 127.0.0.1");
    const url = `http://elsewhere.test:${plain.port}`;
    const page = await enter(context, "/", url);
    assert.deepEqual(await page.evaluate(() => [isSecureContext, "serviceWorker" in navigator, "caches" in globalThis]), [
      false,
      false,
      false,
    ]);
    await page.getByRole("button", { name: "Invite a friend" }).click();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.goto(`${url}/learn/kayles/3+4?bot=level%3A2`);
    await playOut(page);
    await page.goto(`${url}/explore/chomp/4+4+2`);
    await page.locator(".outcome-words.won, .outcome-words.lost").waitFor();
    // Chromium says of a header that it counts over https alone.
    assert.deepEqual(
      page.complaints.filter((words) => !words.startsWith("The Cross-Origin-Opener-Policy header has been ignored")),
      [],
    );
    await plain.end();
  },
});
