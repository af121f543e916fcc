// The page in Chromium, as people watch on it: live matches, tournaments, a board in somebody else's page; and their accounts.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createConnection } from "node:net";
import { join } from "node:path";

import { decodeMultiStream, encode } from "@msgpack/msgpack";
import { WebSocket } from "ws";

import { Line, act, browser, come, expectAccessible, folder, leave, meet, picture, server, startBot, turnTo } from "./stage.js";

// A player that is a program: says what the scene wants, when the scene wants it.
class Program {
  constructor(name) {
    this.name = name;
    this.lastId = 0;
    this.calls = new Map();
    this.listeners = [];
  }

  static async come(name, more = {}) {
    const program = new Program(name);
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, "takeaway");
    program.socket = socket;
    socket.binaryType = "arraybuffer";
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = ({ error }) => reject(error);
    });
    const pieces = new ReadableStream({
      start: (stream) => {
        socket.onmessage = ({ data }) => stream.enqueue(new Uint8Array(data));
        socket.onclose = () => stream.close();
      },
    });
    program.listen(pieces);
    await program.ask("session.hello", { protocol: 1, client: "scene 1", ...(name && { name }), ...more });
    return program;
  }

  async listen(pieces) {
    for await (const [kind, id, first, second] of decodeMultiStream(pieces)) {
      if (kind === 1) {
        const { resolve, reject } = this.calls.get(id);
        if (first) reject(new Error(first[1]));
        else resolve(second);
      } else {
        for (const hear of this.listeners) hear(id, first[0]);
      }
    }
  }

  ask(method, body = {}) {
    const id = ++this.lastId;
    this.socket.send(encode([0, id, method, [body]]));
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }));
  }

  change(method, body) {
    return this.ask(method, { ...body, key: `${this.name}-${this.lastId}` });
  }

  leave() {
    this.socket.close();
  }
}

// Strangers who guess at a password, all at once.
async function guess(name, times) {
  const guesses = Array.from({ length: times }, (_, i) => Program.come(name, { password: `guess number ${i}` }));
  for (const { status } of await Promise.allSettled(guesses)) assert.equal(status, "rejected");
}

let programs = 0;

// Two programs in a match of nim that goes on as long as the scene wants: they take one counter after the other.
async function begin({ names = [`otto-${++programs}`, `uta-${programs}`], rules = "nim", start = "9+9+9", ...terms } = {}) {
  const [otto, uta] = await Promise.all(names.map((name) => Program.come(name)));
  const { offer } = await otto.change("offer.make", { to: uta.name, rules, start, first: "maker", ...terms });
  const match = await uta.change("offer.accept", { offer });
  let heaps = start.split("+").map(Number), ply = 0; // prettier-ignore
  return {
    number: match.match,
    otto,
    uta,
    async move() {
      const heap = Math.max(...heaps), player = ++ply % 2 ? otto : uta; // prettier-ignore
      await player.ask("match.move", { match: match.match, ply, move: `${heap}>${heap - 1}` });
      heaps[heaps.indexOf(heap)]--;
    },
    resign: () => otto.change("match.resign", { match: match.match }),
    leave() {
      otto.leave();
      uta.leave();
    },
  };
}

// Waits for the news that nobody is missing any more.
async function untilJoined(owner, tournament) {
  await new Promise((resolve, reject) => {
    owner.listeners.push((name, { missing }) => name === "tournament.changed" && missing === 0 && resolve());
    owner.ask("tournament.watch", { tournament }).then(({ missing }) => missing === 0 && resolve(), reject);
  });
}

// A request of the server's operator.
async function operate(method, body) {
  const socket = createConnection(join(folder, "control"));
  socket.write(encode([0, 1, method, [body]]));
  for await (const [, , error, result] of decodeMultiStream(socket)) {
    socket.destroy();
    assert(!error, error?.[1]);
    return result;
  }
}

// Which of these elements are not wholly within the one around them.
function outside(elements) {
  const isWithin = (box, around) =>
    box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom;
  return elements
    .filter((element) => !isWithin(element.getBoundingClientRect(), element.parentElement.getBoundingClientRect()))
    .map((element) => element.className || element.localName);
}

// What a page has sent to the server since it was asked for.
function listenTo(page) {
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload)));
  return sent;
}

// A page of another site with frames of this server: plain; one that demands of what it shows that it agrees (COEP); and one that frames
// the whole page.
async function embedIn(number) {
  const other = createServer(({ url }, answer) => {
    const headers = url === "/demanding" ? { "Cross-Origin-Embedder-Policy": "require-corp" } : {};
    const path = url === "/page" ? "/" : `/embed/match/${number}`;
    answer.writeHead(200, { "Content-Type": "text/html", ...headers });
    answer.end(
      `<!doctype html><title>Elsewhere</title><h1>A blog</h1><iframe src="${server.url}${path}" width="480" height="420"></iframe>`,
    );
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve).unref());
  const context = await browser.newContext();
  context.setDefaultTimeout(20000);
  const page = await context.newPage();
  const complaint = new Promise((resolve) => {
    page.on("console", (message) => message.type() === "error" && resolve(message.text()));
  });
  return { page, complaint, url: `http://localhost:${other.address().port}`, end: () => other.close() };
}

// Fills in a form of the panel with this heading, and sends it off.
async function fill(page, heading, fields, button, name) {
  const panel = page.locator(".card", { has: page.getByRole("heading", { name: heading }) });
  for (const [label, value] of Object.entries(fields)) await panel.getByLabel(label, { exact: true }).first().fill(value);
  if (name) await panel.getByLabel("Name").last().fill(name);
  await (button ? panel.getByRole("button", { name: button }) : panel.getByRole("button").first()).click();
}

await act({
  "live matches are watched on small boards, and on a large one": async () => {
    const match = await begin({ clock: "300+3" });
    const other = await begin({ start: "5+6" });
    const ann = await come("/watch");
    const card = ann.locator(".tile", { hasText: match.otto.name });
    await card.getByText("no move yet").waitFor();
    await match.move();
    await card.getByText("after move 1").waitFor();
    await other.resign();
    await ann.locator(".tile", { hasText: `${other.otto.name} resigned` }).waitFor();
    await picture(ann, "watch");
    await card.getByRole("link").click();
    await ann.locator(".replay").waitFor();
    await match.move();
    await ann.locator(".says", { hasText: match.uta.name }).waitFor();
    await ann.getByRole("button", { name: "a move back" }).click();
    await ann.locator(".says", { hasText: match.otto.name }).waitFor();
    assert.match(ann.url(), new RegExp(`/match/${match.number}/1$`));
    await ann.reload();
    await ann.locator(".at", { hasText: "1 / 2" }).waitFor();
    await match.move();
    await ann.locator(".at", { hasText: "1 / 3" }).waitFor();
    await picture(ann, "spectator");
    await match.resign();
    await ann.getByRole("link", { name: "Review" }).waitFor();
    await ann.locator(".moves a").nth(1).click();
    await ann.getByRole("heading", { name: "Move 2 of 3" }).waitFor();
    assert.match(ann.url(), new RegExp(`/match/${match.number}/2$`));
    match.leave();
    other.leave();
    await leave(ann);
  },
  "a move costs the server no request of a spectator": async () => {
    const match = await begin({ start: "40+40" });
    const ann = await come();
    const sent = listenTo(ann);
    await ann.goto(`${server.url}/match/${match.number}`);
    await ann.locator(".at", { hasText: "0 / 0" }).waitFor();
    const before = sent.length;
    assert(before > 0, "what a page sends is heard");
    for (let ply = 1; ply <= 40; ply++) await match.move();
    await ann.locator(".at", { hasText: "40 / 40" }).waitFor();
    const pongs = sent.slice(before).filter((payload) => payload.includes("session.pong")).length;
    assert.equal(sent.length - before - pongs, 0);
    match.leave();
    await leave(ann);
  },
  "a board is shown in a page from elsewhere, live and ended": async () => {
    const match = await begin({ clock: "300+3" });
    const elsewhere = await embedIn(match.number);
    const { page } = elsewhere;
    for (const name of ["plain", "demanding"]) {
      await page.goto(`${elsewhere.url}/${name}`);
      const board = page.frameLocator("iframe");
      await board.locator(".board").waitFor();
      await match.move();
      await board.locator(".says", { hasText: "take 1" }).waitFor();
      assert.deepEqual(await page.context().storageState(), { cookies: [], origins: [] });
      if (name === "plain") await picture(page, "embed");
    }
    await match.resign();
    const board = page.frameLocator("iframe");
    await board.getByText("resigned").waitFor();
    await page.reload();
    await board.getByText("resigned").waitFor();
    await board.getByRole("button", { name: "a move back" }).click();
    await board.locator(".at", { hasText: "1 / 2" }).waitFor();
    assert.equal(await board.getByRole("link", { name: "Whole page" }).getAttribute("href"), `/match/${match.number}`);
    await page.context().close();
    elsewhere.end();
    match.leave();
  },
  "nothing else of the server can be framed": async () => {
    const elsewhere = await embedIn(1);
    await elsewhere.page.goto(`${elsewhere.url}/page`);
    assert.match(await elsewhere.complaint, /frame-ancestors/);
    await elsewhere.page.context().close();
    elsewhere.end();
  },
  "a tournament of bots is watched to its end": async () => {
    const players = ["kay", "greedo", "dice", "nimrod"];
    const owner = await Program.come("director");
    const { tournament } = await owner.change("tournament.create", {
      name: "Autumn <b>cup</b>", rules: "kayles", format: "round-robin", rounds: 2, starts: "3+5,4+6,2+7", clock: "30/move", at_once: 2, players,
    }); // prettier-ignore
    const ann = await come("/watch");
    await ann.getByRole("link", { name: "Autumn <b>cup</b>" }).click();
    await ann.getByText("has not joined yet").first().waitFor();
    for (const [at, strategy] of ["perfect", "greedy", "random", "level:4"].entries())
      startBot(players[at], strategy, "--tournament", String(tournament));
    await untilJoined(owner, tournament);
    const over = new Promise((resolve) =>
      owner.listeners.push((name, news) => name === "tournament.changed" && news.state === "finished" && resolve()),
    );
    await owner.change("tournament.start", { tournament });
    await ann.getByRole("heading", { name: "Standings" }).waitFor();
    await over;
    await ann.getByText("The tournament is over.").waitFor();
    await ann.locator("tbody tr", { hasText: "kay" }).first().waitFor();
    const { standings } = await owner.ask("tournament.standings", { tournament });
    const rows = ann.getByRole("region", { name: "standings" }).locator("tbody tr");
    await rows
      .filter({ hasText: `${standings[0].kept} of ${standings[0].met}` })
      .first()
      .waitFor();
    assert.deepEqual(
      await rows.locator("th").allInnerTexts(),
      standings.map(({ player }) => player),
    );
    assert.equal(await ann.locator("td.same").count(), players.length);
    const crosses = await rows.first().locator("td:not(.same)").allInnerTexts();
    const sum = (texts) => texts.reduce((all, text) => all + Number(text.replace("½", ".5") || 0), 0);
    assert.equal(sum(crosses.slice(2, 5)), standings[0].points / 2, "the cross-table adds up to the points");
    await picture(ann, "tournament");
    assert.equal(await ann.locator("h1 b").count(), 0);
    await ann.locator(".round a", { hasText: ":" }).first().click();
    await ann.getByRole("link", { name: "Review" }).click();
    await ann.locator(".curve").waitFor();
    await ann.goBack();
    await ann.goBack();
    await ann.getByRole("heading", { name: "Rounds" }).waitFor();
    owner.leave();
    await leave(ann);
  },
  "an account is made, left, and come back to from elsewhere": async () => {
    const ann = await come("/account");
    await fill(ann, "Make an account", { Name: "Ännchen", "Password, 8 letters or more": "correct horse" });
    await ann.getByText("The name Ännchen is yours now.").waitFor();
    await ann.getByText("here", { exact: true }).waitFor();

    const ben = await come("/account");
    await fill(ben, "Log in", { Name: "ännchen", Password: "wrong horse" });
    await ben.getByText("the name or the password is wrong").waitFor();
    await guess("ännchen", 8);
    const sent = listenTo(ben);
    await fill(ben, "Log in", { Name: "ännchen", Password: "correct horse" });
    await ben.locator(".you", { hasText: "Ännchen" }).waitFor();
    assert(
      sent.some((payload) => payload.includes("proof")),
      "work was asked for, and done",
    );
    await ann.getByText("You play in another tab.").waitFor();
    await ann.getByRole("button", { name: "Go on here" }).click();
    await ann.getByRole("button", { name: "Log out there" }).click();
    await ann.getByRole("button", { name: "Log out there" }).waitFor({ state: "detached" });
    await ben.getByRole("button", { name: "Go on here" }).click();
    await ben.getByRole("heading", { name: "Log in" }).waitFor();

    await fill(ann, "Change the password", { "Present password": "correct horse", "New password": "battery staple" });
    await ann.getByText("It is changed.").waitFor();
    await picture(ann, "account");
    await ann.getByRole("button", { name: "Log out" }).click();
    await ann.getByRole("heading", { name: "Log in" }).waitFor();
    await ann.locator(".you", { hasText: "guest-" }).waitFor();
    await fill(ann, "Log in", { Name: "Ännchen", Password: "battery staple" });
    await ann.getByText("Close the account").click();
    await fill(ann, "Change the password", { Password: "battery staple" }, "Close it for good");
    await ann.getByRole("heading", { name: "Log in" }).waitFor();
    await leave(ann, ben);
  },
  "what is set for the browser is kept, and players are unblocked": async () => {
    const [ann, ben] = await meet("nim");
    await ann.getByText("Trouble with").click();
    await ann.getByRole("button", { name: "Block" }).click();
    await ann.getByText("cannot challenge you any more").waitFor();
    await ann.goto(`${server.url}/account`);
    await ann.getByLabel("dark", { exact: true }).check();
    await ann.getByLabel("hidden", { exact: true }).check();
    await ann.getByRole("button", { name: "Unblock" }).click();
    await ann.getByText("You have blocked nobody.").waitFor();
    await ann.reload();
    await ann.getByLabel("dark", { exact: true, checked: true }).waitFor();
    assert.equal(await ann.evaluate(() => getComputedStyle(document.body).colorScheme), "dark");
    await picture(ann, "settings");
    await ann.goBack();
    await ann.locator(".board").waitFor();
    assert.equal(await ann.locator(".chat").count(), 0);
    await leave(ann, ben);
  },
  "a player has ratings with a curve, scores against others, and matches to choose from": async () => {
    const [otto, uta] = await Promise.all(["ottoline", "مريم"].map(async (name) => {
      const program = await Program.come(name);
      await program.change("account.register", { password: "correct horse" });
      return program;
    })); // prettier-ignore
    for (const [at, loser] of [uta, otto, uta, uta, uta].entries()) {
      const { offer } = await otto.change("offer.make", {
        to: uta.name,
        rules: at ? "nim" : "kayles",
        start: "3+4",
        first: "maker",
        rated: true,
      });
      const { match } = await uta.change("offer.accept", { offer });
      await loser.change("match.resign", { match });
    }
    const ann = await come("/player/Ottoline");
    await ann.getByRole("img", { name: /the rating over \d+ rated matches/ }).waitFor();
    assert.equal(await ann.locator(".record .list li").count(), 5);
    await ann.getByLabel("Result").selectOption("lost");
    await ann.locator(".record .list li:only-child", { hasText: "ottoline resigned" }).waitFor();
    await ann.getByLabel("Game").selectOption("Kayles");
    await ann.getByText("No such match").waitFor();
    await ann.getByLabel("Result").selectOption("");
    await ann.locator(".record .list li:only-child", { hasText: "Kayles" }).waitFor();
    await ann.getByLabel("Game").selectOption("");
    await ann.locator(".record .list li:nth-child(5)").waitFor();
    await ann.getByLabel("Against").first().fill(uta.name);
    await ann.getByRole("button", { name: "Compare" }).click();
    const all = ann.getByRole("row", { name: "All" });
    assert.deepEqual(await all.locator("td").allInnerTexts(), ["4", "1", "0"]);
    await picture(ann, "player");
    otto.leave();
    uta.leave();
    await leave(ann);
  },
  "a lost password is set anew with the operator's code": async () => {
    const name = "forgetful";
    const program = await Program.come(name);
    await program.change("account.register", { password: "correct horse" });
    program.leave();
    const { code } = await operate("operator.reset_password", { player: name });
    const ann = await come("/account");
    await ann.getByText("Password lost?").click();
    await fill(ann, "Log in", { Code: "0000-0000", "New password": "battery staple" }, "Set the password", name);
    await ann.getByText("the name or the password is wrong").waitFor();
    await ann.locator("form", { hasText: "Code" }).getByLabel("Code").fill(code);
    await ann.getByRole("button", { name: "Set the password" }).click();
    await ann.locator(".you", { hasText: name }).waitFor();
    await leave(ann);
  },
  "everybody can use it, on a telephone, too (axe)": async () => {
    const match = await begin({ clock: "300+3", rules: "kayles", start: "9+9+9" });
    const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
    const { tournaments } = await match.otto.ask("tournament.list");
    const tournament =
      tournaments[0]?.tournament ?? (await match.otto.change("tournament.create", { rules: "nim", format: "round-robin" })).tournament;
    const paths = [
      ["/watch", ".tile"],
      ["/tournament", ".list li"],
      [`/tournament/${tournament}`, "h1 bdi"],
      [`/match/${match.number}`, ".replay"],
      ["/account", ".settings"],
      [`/player/${match.otto.name}`, ".filters"],
      [`/embed/match/${match.number}`, ".replay"],
    ];
    for (const [options, look] of [
      [{}, "wide"],
      [narrow, "narrow"],
    ]) {
      const page = await come("/watch", options);
      for (const [path, sign] of paths) {
        await page.goto(server.url + path);
        await page.locator(sign).first().waitFor();
        assert(
          (await page.evaluate(() => document.documentElement.scrollWidth)) <= page.viewportSize().width,
          `${path} is as wide as the screen`,
        );
        await picture(page, `${look}${path.replaceAll("/", "-")}`);
        await expectAccessible(page);
        assert.deepEqual(await page.locator(".top > *").evaluateAll(outside), [], "what stands at the top is one row");
      }
      await leave(page);
    }
    match.leave();
  },
  "a new match is shown to those who watch": async () => {
    const ann = await come("/watch");
    await ann.getByRole("heading", { name: "Live matches" }).waitFor();
    await ann.getByText("Nobody plays").or(ann.locator(".tile").first()).waitFor();
    const match = await begin();
    await ann.locator(".tile", { hasText: match.otto.name }).waitFor({ timeout: 30000 });
    match.leave();
    await leave(ann);
  },
  "all moves of a long match are there, on a small board's way to a large one, too": async () => {
    const match = await begin({ start: "400+400+400" });
    for (let ply = 1; ply <= 1003; ply++) await match.move();
    const ann = await come("/watch");
    await ann.locator(".tile", { hasText: match.otto.name }).getByText("after move 1003").waitFor();
    await ann.locator(".tile", { hasText: match.otto.name }).getByRole("link").click();
    await ann.locator(".at", { hasText: "1003 / 1003" }).waitFor();
    await ann.locator(".moves li:nth-child(1003)").waitFor();
    await match.move();
    await ann.locator(".at", { hasText: "1004 / 1004" }).waitFor();
    match.leave();
    await leave(ann);
  },
  "a match whose view is left before it comes is not watched": async () => {
    const match = await begin();
    const ann = await come("/account");
    const line = await Line.tap(ann);
    const opens = line.next("token.list");
    await ann.reload();
    await opens;
    const unwatches = line.next("match.unwatch");
    line.held = [];
    const asks = line.next("match.resume");
    await turnTo(ann, `/match/${match.number}`);
    await asks;
    await turnTo(ann, "/learn");
    await ann.getByRole("heading", { name: "Learn", exact: true }).waitFor();
    line.release();
    await unwatches;
    const { tournament } = await match.otto.change("tournament.create", { rules: "nim", format: "round-robin" });
    for (const [path, method] of [
      ["/watch", "match.list"],
      [`/tournament/${tournament}`, "tournament.show"],
    ]) {
      line.held = [];
      const asksList = line.next(method);
      await turnTo(ann, path);
      await asksList;
      await turnTo(ann, "/learn");
      await ann.getByRole("heading", { name: "Learn", exact: true }).waitFor();
      line.release();
      const opensAccount = line.next("token.list");
      await turnTo(ann, "/account");
      await opensAccount;
    }
    assert.equal(line.count("match.watch"), 1);
    assert.equal(line.count("tournament.watch"), 0);
    match.leave();
    await leave(ann);
  },
  "of a match whose view is left before its chat comes no chat is kept": async () => {
    const match = await begin();
    const ann = await come("/learn");
    const line = await Line.tap(ann);
    await ann.reload();
    await ann.locator(".you", { hasText: /./ }).waitFor();
    line.loses = (method) => {
      if (method === "chat.list") line.held = [];
      return false;
    };
    const asks = line.next("chat.list");
    await turnTo(ann, `/match/${match.number}`);
    await asks;
    const unwatches = line.next("match.unwatch");
    await turnTo(ann, "/learn");
    await unwatches;
    line.release();
    await turnTo(ann, "/");
    await ann.locator("button.now:enabled").waitFor(); // what was asked for before is answered
    match.leave();
    await server.end();
    await ann.getByText("The connection is gone").waitFor();
    const comesBack = line.next("lobby.watch");
    await server.start(server.port);
    await comesBack;
    await ann.locator(".state").waitFor({ state: "detached" });
    assert.equal(line.count("chat.list"), 1);
    await leave(ann);
  },
  "a challenge that comes while the lobby is being listed is not lost": async () => {
    const ann = await come("/learn");
    const line = await Line.tap(ann);
    await ann.reload();
    const name = await ann.locator(".you", { hasText: /./ }).textContent();
    let list;
    line.loses = (method, _, send) => {
      if (method !== "player.list" || list) return false;
      list = send;
      return true;
    };
    const asks = line.next("player.list");
    await turnTo(ann, "/");
    await asks;
    const otto = await Program.come("otto-challenger");
    await otto.change("offer.make", { to: name, rules: "nim", start: "3+5", first: "maker" });
    const challenge = ann.getByText("challenges you");
    await challenge.waitFor();
    list();
    await ann.locator(".others li", { hasText: otto.name }).waitFor();
    assert.equal(await challenge.count(), 1);
    otto.leave();
    await leave(ann);
  },
  "who logs out takes nothing along, and leaves no token": async () => {
    const ann = await come("/account");
    const line = await Line.tap(ann);
    await ann.reload();
    await fill(ann, "Make an account", { Name: "leaver", "Password, 8 letters or more": "correct horse" });
    await ann.getByText("The name leaver is yours now.").waitFor();
    const token = await ann.evaluate(() => JSON.parse(localStorage.getItem("takeaway.seat")).token);
    const account = line.connections;
    line.loses = (method, connection) =>
      connection === account && (method === "offer.make" || (method === "token.list" && line.count(method) < 4));
    await ann.getByRole("link", { name: "Play", exact: true }).click();
    const asked = line.next("offer.make");
    await ann.getByRole("button", { name: "Play anyone" }).click();
    await asked;
    line.asked.length = 0;
    const listed = line.next("token.list");
    await ann.locator(".you").click();
    await listed;
    line.loses = () => false;
    await ann.getByRole("button", { name: "Log out" }).click();
    await ann.locator(".you", { hasText: "guest-" }).waitFor();
    const lobby = line.next("lobby.watch");
    await ann.getByRole("link", { name: "Play", exact: true }).click();
    await lobby;
    assert.equal(line.count("offer.make"), 0);
    await assert.rejects(Program.come(null, { token }), /token/);
    await leave(ann);
  },
  "nothing stays behind of those who tried to come in": async () => {
    const ann = await come("/account");
    const session = await ann.context().newCDPSession(ann);
    const count = async () => {
      const { result } = await session.send("Runtime.evaluate", { expression: "globalThis" });
      const { listeners } = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
      return listeners.filter(({ type }) => type === "online").length;
    };
    const before = await count();
    assert(before > 0, "listeners are counted");
    for (const password of ["wrong horse", "wrong again"]) {
      await fill(ann, "Log in", { Name: "nobody-here", Password: password });
      await ann.getByText("the name or the password is wrong").waitFor();
    }
    // The sentence may still be that of the first attempt, while the second one goes on.
    for (let i = 0; i < 5000 && (await count()) > before; i++);
    assert.equal(await count(), before);
    await leave(ann);
  },
  "a browser that keeps nothing is enough, and says so once": async () => {
    for (const refuse of [
      () =>
        (Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        }),
      () =>
        Object.defineProperty(globalThis, "localStorage", {
          get: () => {
            throw new DOMException("blocked", "SecurityError");
          },
        }),
    ]) {
      // prettier-ignore
      const ann = await come("/account");
      await ann.addInitScript(refuse);
      await ann.reload();
      await ann.getByText("This browser keeps nothing").waitFor();
      await picture(ann, "unkept");
      await ann.getByRole("button", { name: "Understood" }).click();
      await ann.getByText("This browser keeps nothing").waitFor({ state: "detached" });
      await ann.getByLabel("dark", { exact: true }).check();
      assert.equal(await ann.evaluate(() => document.documentElement.dataset.look), "dark");
      await fill(ann, "Make an account", { Name: `unkept-${refuse.toString().length}`, "Password, 8 letters or more": "correct horse" });
      await ann.getByText("is yours now").waitFor();
      await ann.getByRole("link", { name: "Puzzles" }).click();
      await ann.locator(".board").waitFor();
      assert.equal(await ann.getByText("This browser keeps nothing").count(), 0);
      await leave(ann);
    }
  },
});
