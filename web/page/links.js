// Links within the page, and a move that is only to be seen.

/** The path of these words: rules and positions stay legible. @param {...(string | number)} words */
export function pathOf(...words) {
  return "/" + words.map((word) => encodeURIComponent(word).replace(/%(2B|3A|2C|40)/g, decodeURIComponent)).join("/");
}

/** What drawBoard() needs to show a move that is not being chosen.
 * @param {import("./rules.js").Rules} rules @param {string} game @param {string} position @param {string} move */
export function shownMove(rules, game, position, move) {
  const { choice, error } = rules("choice.open", game, position);
  if (error) return {};
  const shown = rules("choice.set", choice, move);
  rules("choice.close", choice);
  return { shown, after: rules("move", game, position, move).position };
}
