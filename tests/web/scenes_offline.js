// The page when the server cannot be reached, and when it comes back with another version of the page.
//
// usage: as stage.js says.

import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { act, browser, come, leave, picture, server } from "./stage.js";

// A page whose service worker has kept it.
async function keep(path, options) {
  const page = await come(path, options);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state === "activated") return;
    await new Promise((resolve) => active.addEventListener("statechange", () => active.state === "activated" && resolve()));
  });
  return page;
}

// The version that the server's page has.
async function versionOf(url) {
  const answer = await fetch(`${url}/version.js`);
  return /"([0-9a-f]{16})"/.exec(await answer.text())[1];
}

// A server in front of the server, which can make its page another version, and can be away.
class Front {
  constructor(version) {
    this.version = version;
    this.next = null; // the version that it makes of it
    this.gone = new Set(); // paths that break off
  }

  async start() {
    this.server = http.createServer((request, response) => this.answer(request, response));
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${this.server.address().port}`;
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

await act({
  "without the server the page is there, and says what it lacks": async () => {
    const page = await keep("/");
    const { port } = server;
    await server.end();
    await page.reload();
    await page.getByText("The connection is gone").waitFor();
    await picture(page, "offline");
    assert.deepEqual(await page.evaluate(() => document.querySelector("main").childElementCount > 0), true);
    await server.start(port);
    await page.locator(".state").waitFor({ state: "detached" });
    await leave(page);
  },
  "a cache has the files of one version, and the last one's goes": async () => {
    const version = await versionOf(server.url);
    const front = new Front(version);
    await front.start();
    const context = await browser.newContext();
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
    front.end();
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
});
