// The times of a match, which run while the server says nothing: `heard` is when it said them.

/** @typedef {Record<string, any>} Message */

const RUNNING = ["first_move_left", "await_left", "claim_in", "abort_in", "idle_left"];
/** All times of a match. */
export const TIMES = ["first_left", "second_left", ...RUNNING];

/** @param {Message} match @returns {"first" | "second"} */
export function turnOf(match) {
  return match.ply % 2 ? "second" : "first";
}

/** Is it this page's player's turn? @param {Message} match */
export function isMine(match) {
  return Boolean(match.seat) && !match.ending && turnOf(match) === match.seat;
}

/** What is left of one of the times now, in ms; undefined where there is no such time. @param {Message} match @param {string} name */
export function leftOf(match, name) {
  const runs = !match.isStill && (RUNNING.includes(name) || (match.clock_runs && !match.ending && name === `${turnOf(match)}_left`));
  if (match[name] === undefined || !runs) return match[name];
  return Math.max(0, match[name] - (performance.now() - match.heard));
}

/** The match with all times as they are now. @param {Message} match @returns {Message} */
export function aged(match) {
  const times = TIMES.filter((name) => match[name] !== undefined);
  return { ...match, ...Object.fromEntries(times.map((name) => [name, leftOf(match, name)])) };
}

/** 4.9, 0:59, 5:00, 1:02:03, 2 days 3 h @param {number} ms */
export function timeText(ms) {
  if (ms < 10000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000), hours = Math.floor(seconds / 3600), days = Math.floor(hours / 24); // prettier-ignore
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days) return `${days} ${days === 1 ? "day" : "days"} ${hours % 24} h`;
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {number} seconds */
function spanText(seconds) {
  for (const [length, name] of /** @type {[number, string][]} */ ([[86400, "day"], [3600, "h"], [60, "min"]])) {
    const count = seconds / length;
    if (count >= 1 && Number.isInteger(count)) return `${count} ${name}${name === "day" && count > 1 ? "s" : ""}`;
  }
  return `${seconds} s`;
} // prettier-ignore

/** A time control in words: "5 min + 3 s". @param {string | undefined} clock */
export function clockWords(clock) {
  if (!clock || clock === "none") return "no clock";
  const [, all, kind, more] = /^([\d.]+)([+/])(.*)$/.exec(clock) ?? [];
  if (!all) return clock;
  if (kind === "/") return `${spanText(Number(all))} a move`;
  return more === "0" ? `${spanText(Number(all))} each` : `${spanText(Number(all))} + ${more} s`;
}
