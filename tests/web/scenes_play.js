// The page in Chromium, as people play on it: two of them from a link to a rematch, the keyboard alone, a telephone, a server that dies.

import assert from "node:assert/strict";

import { act, come, expectAccessible, leave, meet, mover, picture, playButton, playToTheEnd, server, startBot } from "./stage.js";

await act({
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
    startBot("deep-nim", "perfect");
    const ann = await come();
    const row = ann.locator("li", { hasText: "deep-nim" });
    while (!(await row.count())) await ann.reload();
    await row.getByRole("button", { name: "Challenge" }).click();
    await ann.locator(".board").waitFor();
    await playToTheEnd([ann]);
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
    await leave(ann, ben, home);
  },
});
