// Puzzles in Chromium: a guest's practice in the browser, an account's on the server, one's own mistakes, by keyboard and on a telephone.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { act, clientPath, come, expectAccessible, folder, leave, meet, picture, playButton, server } from "./stage.js";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
const KEPT = "takeaway.puzzles";

const answerButton = (page) => page.getByRole("button", { name: /^Answer / });
const verdict = (page) => page.locator(".verdict");
const kept = (page) => page.evaluate((name) => localStorage.getItem(name), KEPT);

// Rules and position of the puzzle that stands, as the page's own library tells them, and a winning move.
async function winning(page, rules) {
  await answerButton(page).waitFor();
  const label = await page.locator(".puzzle .board").first().getAttribute("aria-label");
  return page.evaluate(async ({ rules, label }) => {
    const { loadRules } = await import("/rules.js");
    const ask = await loadRules("/study.wasm");
    const puzzle = ask("puzzle.next", localStorage.getItem("takeaway.puzzles") ?? "", Date.now(), rules);
    const { moves } = ask("solve", puzzle.rules, puzzle.view.position);
    const all = ask("moves", puzzle.rules, puzzle.view.position, 0, 100).moves.map(({ move }) => move);
    const right = moves.map((move) => move.move ?? move);
    return { label, words: puzzle.view.words, right: right[0], wrong: all.find((move) => !right.includes(move)) };
  }, { rules, label }); // prettier-ignore
}

async function answer(page, move) {
  await page.getByLabel("a move, typed").fill(move);
  await page.getByLabel("a move, typed").press("Enter");
  await answerButton(page).click();
  await verdict(page).waitFor();
}

// What the terminal program of cara prints; what it reads is a password, twice, or "state".
async function run(...words) {
  const isAsked = words.at(-1) === "state";
  if (isAsked) words.pop();
  const child = spawn(clientPath, words, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, XDG_STATE_HOME: folder, USER: "cara" },
  });
  let said = "";
  child.stdout.on("data", (bytes) => (said += bytes));
  child.stdin.end(isAsked ? "state\n" : "open sesame\nopen sesame\n");
  await new Promise((resolve) => child.once("exit", resolve));
  return said;
}

await act({
  "a guest is right, and wrong, and is told why": async () => {
    const ann = await come("/puzzles");
    const first = await winning(ann, "");
    await ann.getByText("Your rating 1500").waitFor();
    await picture(ann, "puzzle");
    await expectAccessible(ann);
    await answer(ann, first.right);
    await ann.getByText(/^✓ Right\. It leaves/).waitFor();
    await ann.getByText("1 of 1 solved").waitFor();
    await ann.getByText("The puzzle comes again in 1 day.").waitFor();
    await picture(ann, "puzzle-right");
    await ann.getByRole("button", { name: "Next puzzle" }).click();
    const second = await winning(ann, "");
    await answer(ann, second.wrong);
    await ann.getByText(/^✗ That does not win\. It leaves/).waitFor();
    await ann.getByText("1 of 2 solved").waitFor();
    await picture(ann, "puzzle-wrong");
    await expectAccessible(ann);
    // The practice is there after a reload.
    await ann.reload();
    await ann.getByText("1 of 2 solved").waitFor();
    assert.match(await kept(ann), /^\d+ \d+ \d+ 2 1;1 \d+ .*;0 \d+ .*;$/);
    await leave(ann);
  },
  "the puzzle of today is the same for all, by keyboard alone": async () => {
    const ann = await come("/puzzles/daily"), ben = await come("/puzzles/daily"); // prettier-ignore
    for (const page of [ann, ben]) await answerButton(page).waitFor();
    const [question, other] = await Promise.all([ann, ben].map((page) => page.locator(".question").textContent()));
    assert.equal(question, other);
    await ann.locator(".board [tabindex='0']").first().focus();
    await ann.keyboard.press("ArrowDown");
    await ann.keyboard.press("Enter");
    await verdict(ann).waitFor();
    await ann.getByRole("button", { name: "Next puzzle" }).focus();
    await ann.keyboard.press("Enter");
    await ann.waitForURL(/\/puzzles$/);
    await answerButton(ann).waitFor();
    await ben.getByRole("button", { name: "Give up" }).click();
    await ben.getByText(/^✗ Right would be/).waitFor();
    await leave(ann, ben);
  },
  "what is due comes again, and a practice that cannot be read is told of": async () => {
    const ann = await come("/puzzles");
    await answerButton(ann).waitFor();
    await ann.evaluate((name) => localStorage.setItem(name, "150000 35000 60000 1 0;0 1 nim 3+5+7;"), KEPT);
    await ann.reload();
    await ann.getByText("Once more").waitFor();
    await ann.getByText("1 to be repeated now").waitFor();
    await answer(ann, "3>2");
    await ann.getByText(/Your rating stays: it was no new puzzle/).waitFor();
    await ann.evaluate((name) => localStorage.setItem(name, "nonsense"), KEPT);
    await ann.reload();
    await ann.locator(".puzzle .note").waitFor();
    assert.equal(await kept(ann), "nonsense");
    await leave(ann);
  },
  "of one game, on a telephone": async () => {
    const ann = await come("/puzzles", PHONE);
    await answerButton(ann).waitFor();
    await ann.getByLabel("Game").selectOption("chomp");
    await ann.getByText("Chomp.", { exact: true }).waitFor();
    const { right } = await winning(ann, "chomp");
    await picture(ann, "puzzle-phone");
    await expectAccessible(ann);
    await answer(ann, right);
    await ann.getByText(/^✓ Right/).waitFor();
    await picture(ann, "puzzle-phone-right");
    const wide = await ann.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 360, `${wide} px wide`);
    await leave(ann);
  },
  "one's own mistake becomes a puzzle": async () => {
    const [ann, ben] = await meet({ game: "nim", start: "3+5+7", first: "maker" });
    await ann.getByLabel("a move, typed").fill("7>0");
    await ann.getByLabel("a move, typed").press("Enter");
    await playButton(ben).waitFor();
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.getByRole("button", { name: /^Yes/ }).click();
    await ann.locator(".result").waitFor();
    await ann.goto(`${server.url}/puzzles`);
    await answerButton(ann).waitFor();
    await ann.getByRole("button", { name: "From my own mistakes" }).click();
    await ann.getByText("1 new puzzle from what went wrong").waitFor();
    await ann.getByText("Once more").waitFor();
    await answer(ann, "3>2");
    await ann.getByText(/^✓ Right/).waitFor();
    await ann.getByRole("button", { name: "From my own mistakes" }).click();
    await ann.getByText("No new puzzles from what went wrong").waitFor();
    await leave(ann, ben);
  },
  "a puzzle that is answered while mistakes are looked for loses nothing": async () => {
    const [ann, ben] = await meet({ game: "nim", start: "3+5+7", first: "maker" });
    await ann.getByLabel("a move, typed").fill("7>0");
    await ann.getByLabel("a move, typed").press("Enter");
    await playButton(ben).waitFor();
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.getByRole("button", { name: /^Yes/ }).click();
    await ann.locator(".result").waitFor();
    // The Worker keeps the first question about mistakes until it is told to go on.
    await ann.context().route("**/study_worker.js", async (route) => {
      const response = await route.fetch();
      const wait = `
        if (words[0] === "puzzle.mistakes" && !globalThis.mistakes) await new Promise((go) => {
          globalThis.mistakes = new BroadcastChannel("mistakes");
          globalThis.mistakes.onmessage = go;
          globalThis.mistakes.postMessage("asked");
        });`;
      await route.fulfill({ response, body: (await response.text()).replace("const ask = await rules;", `$&${wait}`) });
    });
    await ann.goto(`${server.url}/puzzles`);
    await answerButton(ann).waitFor();
    await ann.evaluate(() => {
      globalThis.worker = new BroadcastChannel("mistakes");
      globalThis.asked = new Promise((resolve) => (globalThis.worker.onmessage = resolve));
    });
    await ann.getByRole("button", { name: "From my own mistakes" }).click();
    await ann.evaluate(() => globalThis.asked.then(() => {}));
    await ann.getByLabel("Game").selectOption("chomp");
    await ann.getByText("Chomp.", { exact: true }).waitFor();
    await ann.getByRole("button", { name: "Give up" }).click();
    await verdict(ann).waitFor();
    await ann.evaluate(() => globalThis.worker.postMessage("go on"));
    await ann.getByText("1 new puzzle from what went wrong").waitFor();
    assert.match(await kept(ann), /^\d+ \d+ \d+ 1 0;.*nim 3\+5\+7;/);
    await leave(ann, ben);
  },
  "an account has its practice on the server": async () => {
    await run("register", "cara", "--server", `127.0.0.1:${server.port}`);
    const tokens = join(folder, "takeaway/tokens");
    const token = readFileSync(join(tokens, readdirSync(tokens)[0]), "utf8").trim();
    const cara = await come("/");
    await cara.evaluate((seat) => localStorage.setItem("takeaway.seat", seat), JSON.stringify({ name: "cara", token }));
    await cara.goto(`${server.url}/puzzles`);
    await cara.getByText("What you solve is kept with your account.").waitFor();
    await answerButton(cara).click();
    await verdict(cara).waitFor();
    await cara.getByText("of 1 solved").waitFor();
    assert.equal(await kept(cara), null);
    await leave(cara);
    // The terminal goes on with the same practice.
    assert.match(await run("puzzle", "--server", `127.0.0.1:${server.port}`, "--as", "cara", "--json", "state"), /"tried": 1/);
  },
});
