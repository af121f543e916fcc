// To understand, in Chromium: lessons and the coach, the explorer and the landscapes of games, the review of a match.
//
// usage: see stage.js.

import assert from "node:assert/strict";
import { availableParallelism, loadavg } from "node:os";
import { act, browser, CHROMIUM, come, expectAccessible, invite, leave, meet, picture, playButton, playToTheEnd, server } from "./stage.js"; // prettier-ignore

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
const MOVES = encodeURIComponent("8>3+4 5>4 4>1+1 4>2 1>0 3>2 2>1 2>1 1>0 1>0 1>0");
const REVIEW = `/review/kayles/5+8/${MOVES}?first=you&second=perfect&seat=first`;
const VIEWS = {
  learn: "/learn",
  lesson: "/learn/kayles",
  practice: "/learn/fibonacci-nim/44@12",
  explorer: "/explore/kayles/5+8",
  wythoff: "/explore/wythoff/5+9",
  "take-away": "/explore/fibonacci-nim/44@12",
  review: REVIEW,
};
const LONG_MS = 50;

// Until what takes time is there.
async function settled(page) {
  await page.locator("main h1").first().waitFor();
  await page.locator("main:not(:has(progress, [aria-busy='true'], .busy))").waitFor();
}

// No task of the page blocks it meanwhile; where others use the machine, too, a task takes as much longer. One of three times has to be
// good. Returns what was seen of progress: a bar may come and go faster than one can look.
async function expectAwake(page, action) {
  let tasks = [], progress = []; // prettier-ignore
  for (let i = 0; i < 3; i++) {
    await page.evaluate(() => {
      for (const observer of globalThis.observers ?? []) observer.disconnect();
      const tasks = [], progress = []; // prettier-ignore
      const long = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
      const bars = new MutationObserver(() =>
        progress.push(...[...document.querySelectorAll(".landscape progress")].map(({ value }) => value)),
      );
      long.observe({ entryTypes: ["longtask"] });
      bars.observe(document.body, { subtree: true, childList: true, attributes: true });
      Object.assign(globalThis, { observers: [long, bars], tasks, progress });
    });
    await action();
    ({ tasks, progress } = await page.evaluate(() => ({ tasks: globalThis.tasks, progress: globalThis.progress })));
    const longest = LONG_MS * Math.max(1, loadavg()[0] / availableParallelism());
    tasks = tasks.filter((duration) => duration > longest);
    if (!tasks.length) return progress;
  }
  assert.deepEqual(tasks, [], "the page is never blocked");
}

// How far a table goes; until it is there.
async function chooseLimit(page, limit) {
  await page.getByRole("button", { name: limit, exact: true }).click();
  await page.locator("button[aria-pressed='true']", { hasText: new RegExp(`^${limit}$`) }).waitFor();
  await settled(page);
}

async function type(page, move) {
  await page.getByLabel("a move, typed").fill(move);
  await page.getByLabel("a move, typed").press("Enter");
}

const scenes = {
  "a lesson is read, and its game begun": async () => {
    const ann = await come("/learn");
    await ann.getByRole("link", { name: /^Kayles Knock/ }).click();
    await ann.getByText("From a single row knock down the middle").waitFor();
    await ann.getByText("Values of 1, 2, 3, ...: 1 2 3 1 4 3").waitFor();
    await ann.getByLabel("Who begins").selectOption("bot");
    await ann.getByRole("combobox", { name: "Opponent", exact: true }).selectOption("level:3");
    await ann.getByRole("button", { name: "Play", exact: true }).click();
    await ann.getByText("level:3 has answered").waitFor();
    assert.match(ann.url(), /\/learn\/kayles\/[0-9+]+\?bot=level%3A3&first=bot$/);
    await leave(ann);
  },
  "the coach says what became of the win, and helps in three steps": async () => {
    const ann = await come("/learn/kayles/5+8");
    const steps = ["1 of 13 moves keeps the win.", "The winning move is in the heap of 5.", "take 1 from the heap of 5, leaving 4"];
    for (const [step, said] of steps.entries()) {
      await ann.getByRole("button", { name: `Help ${step + 1} of 3` }).click();
      await ann.locator(".help", { hasText: said }).waitFor();
    }
    await ann.locator(".help pre", { hasText: "the nim-sum" }).waitFor();
    await picture(ann, "coach");
    await type(ann, "8>7");
    await ann.locator(".verdict.thrown", { hasText: "Thrown away: 1 of 13 moves kept the win." }).waitFor();
    await ann.getByText("perfect has answered").waitFor();
    await ann.getByRole("button", { name: "Take back" }).click();
    await ann.locator(".played li").first().waitFor({ state: "detached" });
    await type(ann, "5>4");
    await ann.locator(".verdict.kept", { hasText: "Kept: the only winning move of 13." }).waitFor();
    await type(ann, "9>1");
    await ann.locator(".note", { hasText: "9" }).waitFor();
    await leave(ann);
  }, // prettier-ignore
  "against the theory it is won, without a server": async () => {
    const ann = await come("/learn/nim/3+5");
    const asked = [];
    await ann.getByRole("button", { name: "Help 1 of 3" }).click();
    await ann.locator(".help p").waitFor();
    await ann.context().setOffline(true);
    ann.on("request", (request) => asked.push(request.url()));
    await type(ann, "5>3");
    for (let moves = 2; ; moves += 2) {
      const answer = ann.locator(`.played li:nth-child(${moves}) b`);
      await Promise.race([answer.waitFor(), ann.locator(".result").waitFor()]);
      if (await ann.locator(".result").count()) break;
      await type(ann, await answer.textContent()); // the heaps are equal: the same once more
      await ann.locator(`.played li:nth-child(${moves + 1})`).waitFor();
    }
    await ann.locator(".result", { hasText: "You won: perfect has no move left." }).waitFor();
    await ann.locator(".verdict", { hasText: "Won: your opponent has no move left." }).waitFor();
    assert.deepEqual(asked, []);
    await ann.context().setOffline(false);
    await ann.getByRole("link", { name: "Review" }).click();
    await ann.getByText("nobody threw a win away").or(ann.locator(".stepping")).first().waitFor();
    await ann.getByRole("button", { name: "to the end" }).click();
    await ann.getByText("At the start you could win with best play, and nobody threw a win away.").waitFor();
    await leave(ann);
  },
  "the explorer follows moves, goes back, and keeps the branches": async () => {
    const ann = await come("/explore/kayles/5+8");
    await ann.locator(".outcome-words.won", { hasText: "Grundy value 5" }).waitFor();
    await ann.locator(".options .wins", { hasText: "5>4" }).click();
    await ann.locator(".outcome-words.lost").waitFor();
    assert(ann.url().endsWith("/explore/kayles/4+8"));
    await ann.getByRole("button", { name: "Back" }).click();
    await ann.locator(".outcome-words.won").waitFor();
    await ann.locator(".options a", { hasText: "8>7" }).click();
    await ann.locator(".tree [aria-current]", { hasText: "5+7" }).waitFor();
    await ann.locator(".board [tabindex='0']").first().focus();
    await ann.keyboard.press("Enter");
    await ann.locator(".tree [aria-current]", { hasText: "4+7" }).waitFor();
    await ann.goBack();
    await ann.locator(".tree [aria-current]", { hasText: "5+7" }).waitFor();
    assert.deepEqual(await ann.locator(".tree a").allTextContents(), ["5+8", "4+8", "5+7", "4+7"]);
    await ann.locator(".tree a", { hasText: "4+8" }).click();
    await ann.locator(".outcome-words.lost").waitFor();
    await picture(ann, "branches");
    await leave(ann);
  },
  "a heap is opened, and shows its mex": async () => {
    const ann = await come("/explore/nim/3+5+7");
    await ann.locator(".columns tfoot", { hasText: "odd" }).waitFor();
    assert.deepEqual(await ann.locator(".columns tfoot td").allTextContents(), ["1", "even", "even", "odd"]);
    await ann.getByRole("button", { name: "open the heap 5" }).click();
    await ann.locator(".mex dd.missing", { hasText: "no move" }).waitFor();
    assert.deepEqual(await ann.locator(".mex dt").allTextContents(), ["0", "1", "2", "3", "4", "5"]);
    await picture(ann, "mex");
    await leave(ann);
  },
  "what is no position is said in words": async () => {
    const ann = await come("/explore/kayles/5+x");
    await ann.locator(".note", { hasText: "for example" }).waitFor();
    await ann.getByLabel("Rules").fill("octal:0.137");
    await ann.getByLabel("Position", { exact: true }).fill("12, 3");
    await ann.getByRole("button", { name: "Look" }).click();
    await ann.locator(".outcome-words.won, .outcome-words.lost").waitFor();
    assert(ann.url().endsWith("/explore/octal:0.137/12,%203"), ann.url());
    await leave(ann);
  },
  "moves that are refused leave the reason, and no bar that runs for ever": async () => {
    const ann = await come("/");
    await ann.context().route("**/study_worker.js", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        "ask(name,",
        'name === "options" ? { error: "LIMIT", message: "too much to list" } : ask(name,',
      );
      await route.fulfill({ response, body });
    });
    await ann.goto(`${server.url}/explore/kayles/5+8`);
    await ann.locator(".options .note", { hasText: "too much to list" }).waitFor();
    await settled(ann);
    await leave(ann);
  },
  "the two beams of Wythoff's game, to 200 and 200, while the page stays awake": async () => {
    const ann = await come("/explore/wythoff/5+9");
    await settled(ann);
    const progress = await expectAwake(ann, async () => {
      await chooseLimit(ann, "20");
      await chooseLimit(ann, "200");
    });
    assert(
      progress.some((value) => value > 50 && value < 200),
      "it shows how far it is",
    );
    await picture(ann, "beams");
    const { width, height } = await ann.locator(".pairs-picture canvas").boundingBox();
    const side = Math.floor((width - 34) / 201);
    await ann.locator(".pairs-picture canvas").hover({ position: { x: 26 + side * 8.5, y: height - 26 - side * 13.5 } });
    await ann.locator(".pairs-picture .readout", { hasText: "P heaps of 8 and 13" }).waitFor();
    await ann.locator(".pairs-picture .readout a").click();
    await ann.locator(".outcome-words.lost").waitFor();
    await leave(ann);
  },
  "a long table shows how far it is, can be stopped, and never blocks the page": async () => {
    const ann = await come("/explore/grundy/8+13");
    await settled(ann);
    await expectAwake(ann, async () => {
      await ann.getByRole("button", { name: "100,000" }).click();
      await ann.locator('.heaps-table progress:not([value="101"])').waitFor(); // more than there was
      await ann.getByRole("button", { name: "Stop" }).click();
      await ann.getByText("Stopped at").waitFor();
      await chooseLimit(ann, "400");
    });
    await ann.getByLabel("Heap", { exact: true }).fill("50");
    await ann.locator(".heaps-table .readout b").waitFor();
    assert.equal(await ann.locator(".heaps-table .readout b").textContent(), "0");
    await leave(ann);
  },
  "a question that takes too long is given up when another position is looked at": async () => {
    const ann = await come("/explore/kayles/5+8");
    await settled(ann);
    const workers = [];
    ann.on("worker", (worker) => workers.push(worker));
    await expectAwake(ann, async () => {
      await ann.getByLabel("Rules").fill("grundy");
      await ann.getByLabel("Position", { exact: true }).fill("1000000");
      await ann.getByRole("button", { name: "Look" }).click();
      await ann.getByText("Being solved …").waitFor();
      await ann.getByLabel("Game").selectOption("nim");
      await settled(ann);
      await ann.getByRole("heading", { name: "Nim" }).waitFor();
    });
    assert(workers.length > 0, "another Worker has taken over");
    await leave(ann);
  },
  "the lost heaps of a take-away game are a ruler": async () => {
    const ann = await come("/explore/fibonacci-nim/44@12");
    await ann.getByRole("img", { name: "44 = 34 + 8 + 2; lost heaps: 1, 2, 3, 5, 8, 13, 21, 34" }).waitFor();
    await ann.getByRole("button", { name: "Closer" }).click();
    await ann.getByRole("img", { name: "44 = 34 + 8 + 2; lost heaps: 1, 2, 3, 5, 8, 13, 21" }).waitFor();
    await leave(ann);
  },
  "a match is reviewed, move by move": async () => {
    const [ann, ben] = await meet("chomp");
    await ann.waitForURL("**/match/*");
    const number = ann.url().split("/").at(-1);
    const carl = await come(`/review/${number}`);
    await carl.getByText("It is not over yet.").waitFor();
    await playToTheEnd([ann, ben]);
    await carl.locator(".curve").waitFor();
    await ann.getByRole("link", { name: "Review" }).click();
    await ann.locator(".curve").waitFor();
    const moves = await ann.locator(".marked li").count();
    await ann.keyboard.press("End");
    await ann.getByText(`After ${moves} moves`).waitFor();
    await ann.keyboard.press("ArrowLeft");
    await ann.getByRole("heading", { name: `Move ${moves} of ${moves}` }).waitFor();
    assert(ann.url().endsWith(`/match/${number}/${moves}`));
    await picture(ann, "reviewed");
    await carl.goto(ann.url());
    await carl.getByRole("heading", { name: `Move ${moves} of ${moves}` }).waitFor();
    await leave(ann, ben, carl);
  },
  "the first mistake is found, and tried again": async () => {
    const ann = await come(REVIEW);
    await ann.getByRole("button", { name: "one move on" }).click();
    await ann.getByRole("button", { name: "Your first mistake" }).click();
    await ann.locator(".said", { hasText: "You had a winning move here, the only one: take 1 from the heap of 5, leaving 4." }).waitFor();
    await ann.getByRole("link", { name: "Try it from here" }).click();
    await type(ann, "5>4");
    await ann.locator(".verdict.kept").waitFor();
    await leave(ann);
  },
  "with letters of twice the size nothing is wider than a small screen": async () => {
    const large = await browser.browserType().launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--blink-settings=defaultFontSize=32"],
    });
    const context = await large.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "light" });
    const page = await context.newPage();
    const ben = await come(), path = await invite(ben, { game: "kayles", start: "7+12", first: "taker" }); // prettier-ignore
    const expectFits = async (name) => {
      await picture(page, `${name}-large`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, `${name} is as wide as the screen`);
    };
    await page.goto(server.url + path);
    await page.getByRole("button", { name: /^Play as/ }).click();
    await playButton(page).waitFor();
    await expectFits("match");
    for (const [name, path] of Object.entries({ home: "/", ...VIEWS, account: "/account", puzzles: "/puzzles" })) {
      await page.goto(server.url + path);
      await page.locator(".top", { hasText: "Your turn" }).waitFor();
      await settled(page);
      await expectFits(name);
    }
    await large.close();
    await leave(ben);
  },
  "everybody can use it (axe), on any screen": async () => {
    for (const options of [{}, PHONE]) {
      const page = await come("/", options);
      for (const [name, path] of Object.entries(VIEWS)) {
        await page.goto(server.url + path);
        await settled(page);
        await picture(page, options === PHONE ? `${name}-phone` : name);
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth),
          page.viewportSize().width,
          `${name} is as wide as the screen`,
        );
        await expectAccessible(page);
      }
      await leave(page);
    }
  },
};

await act(scenes);
