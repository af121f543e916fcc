// Every game of the catalogue in Chromium, as one explores it: its board is drawn, and some moves are played on it.
//
// With PICTURES each board is kept there as GAME.png; common/game/GALLERY.md shows them.

import assert from "node:assert/strict";

import { act, come, expectAccessible, leave, pictureOf, server } from "./stage.js";

const PLIES_MAX = 4;

// The games that one can choose at home, but those that are drawn when a match begins.
const gamesOf = (page) =>
  page
    .getByLabel("Game")
    .evaluate((list) => [...list.options].map(({ value }) => value).filter((game) => game !== "*" && !game.startsWith("drawn")));

// Plays on with the move that the board marks by itself, and returns how many plies that were.
async function playOn(page) {
  for (let ply = 0; ply < PLIES_MAX; ply++) {
    const at = page.getByLabel("Position", { exact: true });
    await page.locator(".outcome-words .letter").waitFor();
    const position = await at.inputValue();
    const follow = page.getByRole("button", { name: /^Follow / });
    if (!(await follow.count())) return ply;
    await follow.press("Enter");
    await page.waitForFunction((position) => document.querySelector("[name=position]").value !== position, position);
  }
  return PLIES_MAX;
}

async function playAll(games) {
  const page = await come();
  for (const game of games) {
    await page.goto(`${server.url}/explore/${game}`);
    const board = page.locator(".board");
    await board.locator(".picture, .parts").first().waitFor();
    await pictureOf(board, game);
    await expectAccessible(page);
    assert((await playOn(page)) > 0, `${game} begins with a move`);
  }
  await leave(page);
}

await act({
  "every game has a board that is played on": async () => {
    const page = await come();
    const games = await gamesOf(page);
    await leave(page);
    assert(games.length > 10, `the catalogue has ${games}`);
    await Promise.all([0, 1].map((half) => playAll(games.filter((_, index) => index % 2 === half))));
  },
});
