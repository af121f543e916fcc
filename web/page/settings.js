// What a person has set for this browser: how the page looks, whether it moves and sounds, whether there is talk.

import { keep, recall } from "./kept.js";

const KEPT = "takeaway.settings"; // in the browser

/** @typedef {{look: "system" | "light" | "dark", motion: "system" | "off", talk: "on" | "off", sound: "off" | "on"}} Settings */

/** @returns {Settings} */
function read() {
  /** @type {Settings} */
  const usual = { look: "system", motion: "system", talk: "on", sound: "off" };
  try {
    return { ...usual, ...JSON.parse(recall(KEPT) || "{}") };
  } catch {
    return usual;
  }
}

export const settings = read();

const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const darkness = matchMedia("(prefers-color-scheme: dark)");

/** Is nothing to move by itself? */
export function isStill() {
  return settings.motion === "off" || stillness.matches;
}

/** Is the page dark? For what is painted without CSS. */
export function isDark() {
  return settings.look === "dark" || (settings.look === "system" && darkness.matches);
}

function apply() {
  const { look, motion } = settings;
  Object.assign(document.documentElement.dataset, { look, motion });
}

/** @param {keyof Settings} name @param {string} value */
export function set(name, value) {
  Object.assign(settings, { [name]: value });
  keep(KEPT, JSON.stringify(settings));
  apply();
}

apply();
