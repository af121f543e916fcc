// The page in Chromium where something goes wrong: presses that come twice or on rows that move, refusals, faults of the page itself, and
// answers that never come.

import { decode, decodeMulti, encode } from "@msgpack/msgpack";
import assert from "node:assert/strict";
import { WebSocket } from "ws";

import { Line, act, come, leave, meet, playButton, playToTheEnd, server, turnTo } from "./stage.js";

const frames = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

// The page of somebody whose line to the server is in the scene's hands.
async function comeByLine(path = "/") {
  const page = await come(path);
  const line = await Line.tap(page);
  const hello = line.next("session.hello"); // the page shows the name that it remembers before it has said hello
  await page.reload();
  await hello;
  await page.locator(".you", { hasText: /./ }).waitFor();
  return [page, line];
}

// A gateway between a page and the server, from the page's next document on: the page's connection to it outlives the server behind it.
class Gateway {
  static async tap(page) {
    const gateway = new Gateway();
    await page.routeWebSocket(/socket/, (near) => gateway.join(near));
    await page.reload();
    return gateway;
  }

  constructor() {
    this.connections = 0;
    this.asked = [];
    this.loses = () => false; // requests that the server behind it does not get
  }

  join(near) {
    this.connections++;
    this.near = near;
    this.pending = new Set();
    this.connect();
    near.onMessage((bytes) => {
      const [, id, method] = decode(bytes);
      this.asked.push(method);
      this.pending.add(id);
      if (!this.loses(method)) this.opened.then((far) => far.send(bytes));
    });
  }

  connect() {
    const far = new WebSocket(`${server.url.replace("http", "ws")}/socket`, "takeaway");
    this.far = far;
    far.on("error", () => {}); // a restart may end it before it is open
    this.opened = new Promise((resolve) => far.on("open", () => resolve(far)));
    far.on("message", (bytes) => {
      if (this.far !== far) return;
      for (const [kind, id] of decodeMulti(bytes)) if (kind === 1) this.pending.delete(id);
      this.near.send(bytes);
    });
  }

  say(message) {
    this.near.send(Buffer.from(encode(message)));
  }

  restart() {
    const { far, pending } = this;
    this.connect();
    far.terminate();
    this.pending = new Set();
    this.say([2, "server.restarted", [{ reason: "another machine has taken over" }]]);
    for (const id of pending) this.say([1, id, [9, "the server is going down"], null]);
  }
}

// What the page complains of in its console is wanted here.
function expectComplaint(page, words) {
  assert.match(page.complaints.join("\n"), words);
  page.complaints.length = 0;
}

const breakWorker = (page) =>
  page
    .context()
    .route("**/study_worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken');" }));

await act({
  "a double press at home makes one offer, and one invitation": async () => {
    const [ann, line] = await comeByLine();
    await ann.getByRole("button", { name: "Play anyone" }).dblclick();
    await ann.getByText("You wait for an opponent").waitFor();
    await ann.getByRole("button", { name: "Play anyone" }).click();
    await ann.getByRole("button", { name: "Invite a friend" }).dblclick();
    await ann.getByLabel("Send this link").waitFor();
    await frames(ann);
    assert.equal(await ann.locator("li", { hasText: "/i/" }).count(), 1);
    assert.equal(line.count("offer.make"), 1);
    assert.equal(line.count("invitation.create"), 1);
    await leave(ann);
  },
  "an event that the page cannot take is told, and the line stays": async () => {
    const ann = await come();
    let near, lines = 0; // prettier-ignore
    await ann.routeWebSocket(/socket/, (socket) => {
      lines++;
      near = socket;
      const far = socket.connectToServer();
      socket.onMessage((bytes) => far.send(bytes));
      far.onMessage((bytes) => socket.send(bytes));
    });
    await ann.reload();
    await ann.locator("button.now:enabled").waitFor();
    near.send(Buffer.from(encode([2, "lobby.changed", [{ made: 5 }]])));
    await ann.locator(".state", { hasText: "Something in this page has failed" }).waitFor();
    await ann.getByRole("button", { name: "Understood" }).click();
    await ann.locator(".state").waitFor({ state: "detached" });
    await ann.getByRole("button", { name: "Play anyone" }).click();
    await ann.getByText("You wait for an opponent").waitFor();
    assert.equal(lines, 1);
    expectComplaint(ann, /filter/);
    await leave(ann);
  },
  "where perfect play cannot be loaded, the page says so and nothing runs for ever": async () => {
    const ann = await come();
    await breakWorker(ann);
    await ann.goto(`${server.url}/learn/kayles`);
    await ann.getByText("There is no lesson now.").waitFor();
    await ann.locator(".note", { hasText: "perfect play has failed" }).waitFor();
    await ann.getByRole("button", { name: "Play", exact: true }).click();
    await frames(ann);
    await ann.goto(`${server.url}/explore/kayles/5+8`);
    await ann.locator(".heaps-table .about", { hasText: "perfect play has failed" }).waitFor();
    await ann.locator("main:not(:has(progress, .busy))").waitFor();
    await ann.goto(`${server.url}/learn/kayles/5+8`);
    await ann.getByRole("button", { name: "Help 1 of 3" }).click();
    await ann.locator(".note", { hasText: "perfect play has failed" }).waitFor();
    ann.complaints.length = 0; // the browser says that the Worker has failed
    await leave(ann);
  },
  "a press on the queen's board is not lost while it is drawn anew": async () => {
    const [ann, ben] = await meet({ game: "wythoff", start: "4+6", first: "maker" });
    const squares = ann.locator(".square.lit");
    for (const square of await squares.all()) {
      const { x, y, width, height } = await square.boundingBox();
      const middle = [x + width / 2, y + height / 2];
      await ann.evaluate(() => {
        globalThis.frame ??= requestAnimationFrame;
        globalThis.drawings = [];
        globalThis.requestAnimationFrame = (draw) => globalThis.drawings.push(draw);
      });
      await ann.mouse.move(...middle);
      // The frame that shows where the pointer stands: it may come while the pointer is down.
      const isSame = await ann.evaluate((middle) => {
        const pressed = document.elementFromPoint(...middle);
        globalThis.requestAnimationFrame = globalThis.frame;
        for (const draw of globalThis.drawings) draw();
        return pressed.matches(".taken") && document.elementFromPoint(...middle) === pressed;
      }, middle);
      assert(isSame, "the square that is pressed stays the same element");
    }
    await squares.last().dblclick();
    await ben.locator(".moves li").waitFor();
    await leave(ann, ben);
  },
  "a stray % in an address stands for itself": async () => {
    const ann = await come();
    await turnTo(ann, "/explore/kayles/5%zz");
    await ann.locator(".note", { hasText: "at 2 ('%')" }).waitFor();
    await turnTo(ann, "/player/100%");
    await ann.locator("h1", { hasText: "100%" }).waitFor();
    await leave(ann);
  },
  "where the browser does not copy, the page does not say that it has": async () => {
    const ann = await come();
    await ann.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
      document.execCommand = () => false;
    });
    await ann.getByRole("button", { name: "Invite a friend" }).click();
    await ann.getByRole("button", { name: "Copy" }).click();
    await ann.getByText("does not let the page copy").waitFor();
    assert.equal(await ann.getByText("Copied").count(), 0);
    await ann.evaluate(() => (document.execCommand = () => true));
    await ann.getByRole("button", { name: "Copy" }).click();
    await ann.getByText("Copied").waitFor();
    await leave(ann);
  },
  "a board elsewhere shows the moves that came in place of those taken back during a break": async () => {
    const [ann, ben] = await meet({ game: "nim", start: "5+7", first: "maker" });
    const type = async (page, move) => {
      await page.getByLabel("a move, typed").fill(move);
      await page.getByLabel("a move, typed").press("Enter");
    };
    await type(ann, "7>4");
    await ben.locator(".moves li").waitFor();
    const carl = await ann.context().browser().newContext();
    const page = await carl.newPage();
    const line = await Line.tap(page);
    await page.goto(`${server.url}/embed/match/${ann.url().split("/").at(-1)}`);
    await page.locator(".says", { hasText: "take 3 from the heap of 7" }).waitFor();
    await carl.setOffline(true);
    await page.getByText("The connection is gone").waitFor();
    await ann.getByRole("button", { name: "Take back" }).click();
    await ben.getByRole("button", { name: "Allow" }).click();
    await ann.locator(".moves li").waitFor({ state: "detached" });
    await type(ann, "7>1");
    await ben.locator(".moves li").waitFor();
    await carl.setOffline(false);
    await page.locator(".count", { hasText: "1" }).waitFor();
    await page.locator(".says", { hasText: "take 6 from the heap of 7" }).waitFor();
    assert(line.connections > 1);
    await carl.close();
    await leave(ann, ben);
  },
  "older ones are listed once, however often they are asked for": async () => {
    const [ann, line] = await comeByLine("/tournament");
    await ann.getByRole("heading", { name: "Tournaments" }).waitFor();
    const page = (from) => ({ tournaments: Array.from({ length: 2 }, (_, i) => one(from - i)), more: from > 2 });
    const one = (number) => ({ tournament: number, name: `cup ${number}`, rules: "nim", format: "swiss", entrants: 2, state: "open" });
    line.answers = { "tournament.list": ({ before = 5 }) => page(before - 1) };
    await ann.reload();
    await ann.getByText("cup 4").waitFor();
    await ann.getByRole("button", { name: "Older ones" }).dblclick();
    await ann.getByText("cup 1").waitFor();
    await frames(ann);
    assert.deepEqual(await ann.locator(".list bdi").allInnerTexts(), ["cup 4", "cup 3", "cup 2", "cup 1"]);
    await leave(ann);
  },
  "whoever leaves while coming in does no more work for it": async () => {
    const [ann, line] = await comeByLine("/account");
    const before = line.count("session.hello");
    line.answers = { "session.hello": () => [40, "work", { challenge: 5, work: 22 }] };
    // The work is done between timers that are due at once.
    await ann.evaluate(() => {
      const later = globalThis.setTimeout;
      globalThis.slices = 0;
      globalThis.setTimeout = (act, ms, ...words) => {
        if (!ms) globalThis.slices++;
        return later(act, ms, ...words);
      };
    });
    const panel = ann.locator(".card", { has: ann.getByRole("heading", { name: "Log in" }) });
    await panel.getByLabel("Name").first().fill("somebody");
    await panel.getByLabel("Password", { exact: true }).fill("something");
    await panel.getByRole("button", { name: "Log in" }).click();
    await ann.getByText("Working to be let in").waitFor();
    while ((await ann.evaluate(() => globalThis.slices)) < 3) await frames(ann);
    await turnTo(ann, "/learn");
    await ann.getByRole("heading", { name: "Learn", exact: true }).waitFor();
    const count = () => ann.evaluate(() => globalThis.slices);
    const counts = [];
    for (let i = 0; i < 20; i++) counts.push((await frames(ann), await count()));
    assert.equal(counts.at(-1), counts.at(-5), "the work has ended");
    assert.equal(line.count("session.hello"), before + 1);
    await leave(ann);
  },
  "a rematch that the other does not want is told": async () => {
    const [ann, ben] = await meet({ game: "nim", start: "1", first: "maker" });
    await playToTheEnd([ann, ben]);
    await ann.getByRole("button", { name: "Rematch" }).click();
    await ann.getByText("You have offered a rematch.").waitFor();
    await ben.getByRole("button", { name: "Decline" }).click();
    await ann.locator(".note", { hasText: "does not want to play again now" }).waitFor();
    await leave(ann, ben);
  },
  "a part of the page that fails says so, and the rest of the page stays": async () => {
    const ann = await come();
    const serve = (body) => ann.route("**/learn.js", (route) => route.fulfill({ body, contentType: "text/javascript" }), { times: 1 });
    await serve("export class View { open() {} close() {} draw() { throw new Error('upside down'); } }");
    await ann.getByRole("link", { name: "Learn" }).click();
    await ann.locator(".state", { hasText: "This part of the page has failed: upside down" }).waitFor();
    assert.equal(await ann.locator(".home").count(), 0);
    await ann.getByRole("link", { name: "Watch" }).click();
    await ann.getByRole("heading", { name: "Live matches" }).waitFor();
    assert.equal(await ann.locator(".state").count(), 0);
    expectComplaint(ann, /upside down/);
    await ann.route("**/puzzle.js", (route) => route.abort());
    await ann.getByRole("link", { name: "Puzzles" }).click();
    await ann.locator(".state", { hasText: "cannot be loaded" }).waitFor();
    assert.equal(await ann.getByRole("heading", { name: "Live matches" }).count(), 0);
    ann.complaints.length = 0;
    await leave(ann);
  },
  "what the server refuses of itself is said": async () => {
    const [ann, line] = await comeByLine("/learn");
    line.answers = { "invitation.list": () => [12, "the list is not to be had"] };
    await ann.getByRole("link", { name: "Play", exact: true }).click();
    await ann.locator(".state", { hasText: "the list is not to be had" }).waitFor();
    await ann.getByRole("button", { name: "Understood" }).click();
    await ann.locator(".state").waitFor({ state: "detached" });
    await leave(ann);
  },
  "a press on a row that moves before its end goes to the row where it began": async () => {
    const [ann, line] = await comeByLine("/learn");
    const player = (name) => ({ name, bot: true, account: true, matches: 0, client: "bot 1" });
    const lists = [["beta", "gamma"], ["alpha", "beta", "gamma"]].map((names) => ({ players: names.map(player) })); // prettier-ignore
    let list = lists[0];
    line.answers = { "player.list": () => list, "offer.make": ({ to }) => ({ offer: to === "beta" ? 1 : 2 }) };
    await ann.getByRole("link", { name: "Play", exact: true }).click();
    const button = ann.locator("li", { hasText: "beta" }).getByRole("button", { name: "Challenge" });
    await button.hover();
    await ann.mouse.down();
    list = lists[1];
    line.say("lobby.changed", { made: [], gone: [] });
    await ann.locator("li", { hasText: "alpha" }).waitFor();
    await ann.mouse.up();
    await ann.locator(".say", { hasText: "Waiting for beta" }).waitFor();
    await leave(ann);
  },
  "a picture that cannot be loaded leaves a word, and the words of the position": async () => {
    const ann = await come();
    await ann.route("**/board_chocolate.js", (route) => route.abort());
    await ann.getByLabel("Game").selectOption("chomp");
    await ann.locator(".preview .note", { hasText: "This board cannot be loaded." }).waitFor();
    await ann.getByRole("img", { name: /^the start: rows of/ }).waitFor();
    await leave(ann);
  },
  "a server that is restarted behind a connection is greeted again, and hears what had no answer": async () => {
    const [ann, ben] = await meet({ game: "nim", start: "5+7", first: "maker" });
    const gateway = await Gateway.tap(ann);
    const carl = await come(new URL(ann.url()).pathname);
    const other = await Gateway.tap(carl);
    await carl.locator(".replay").waitFor();
    await playButton(ann).waitFor();
    const before = gateway.asked.filter((method) => method === "session.hello").length;
    gateway.loses = (method) => method === "match.move";
    await playButton(ann).click();
    await ann.getByText("Your move is on its way.").waitFor();
    gateway.loses = () => false;
    gateway.restart();
    other.restart();
    other.restart();
    for (const page of [ann, ben, carl]) await page.locator(".moves li").waitFor();
    await playButton(ben).click();
    for (const page of [ann, ben, carl]) await page.locator(".moves li:nth-child(2)").waitFor();
    await ben.getByLabel("say something").fill("still here");
    await ben.getByLabel("say something").press("Enter");
    await ann.locator(".chat li", { hasText: "still here" }).waitFor();
    await playToTheEnd([ann, ben]);
    await carl.getByRole("link", { name: "Review" }).waitFor();
    assert.deepEqual([gateway.connections, other.connections], [1, 1]);
    assert.equal(gateway.asked.filter((method) => method === "session.hello").length, before + 1);
    assert.equal(await ann.locator(".state, .note").count(), 0);
    await leave(ann, ben, carl);
  },
  "a log-in outlives a restart of the server behind its connection": async () => {
    const card = (page, name) => page.locator(".card", { has: page.getByRole("heading", { name }) });
    const dora = await come("/account");
    const account = card(dora, "Make an account");
    await account.getByLabel("Name").fill("dora");
    await account.getByLabel("Password, 8 letters or more").fill("correct horse");
    await account.getByRole("button").click();
    await dora.getByText("The name dora is yours now.").waitFor();
    const ann = await come("/account");
    const gateway = await Gateway.tap(ann);
    const panel = card(ann, "Log in");
    await panel.getByLabel("Name").first().fill("dora");
    await panel.getByLabel("Password", { exact: true }).fill("correct horse");
    const before = gateway.asked.length;
    const lost = new Promise((resolve) => (gateway.loses = (method) => (method === "session.hello" && resolve(), true)));
    await panel.getByRole("button", { name: "Log in" }).click();
    await lost;
    gateway.loses = () => false;
    gateway.restart();
    await ann.locator(".you", { hasText: "dora" }).waitFor();
    const hellos = gateway.asked.slice(before).filter((method) => method === "session.hello");
    assert.deepEqual([gateway.connections, hellos.length], [3, 3]); // the page's before and after, and the log-in's between them
    await leave(ann, dora);
  },
  "who looks at the lobby sees new offers after the server was restarted behind the connection": async () => {
    const [ann, ben] = [await come(), await come()];
    const gateway = await Gateway.tap(ann);
    await ann.locator("button.now:enabled").waitFor();
    gateway.restart();
    await ben.getByRole("button", { name: "Play anyone" }).click();
    await ann.locator("li").getByRole("button", { name: "Play", exact: true }).click();
    for (const page of [ann, ben]) await page.locator(".match .board").waitFor();
    assert.equal(gateway.connections, 1);
    await leave(ann, ben);
  },
});
