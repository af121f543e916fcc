// The Worker of study.js: answers questions one after the other, and says how much memory its module has.
import { loadRules } from "./rules.js";
import { VERSION } from "./version.js";

const rules = loadRules("/study.wasm");

onmessage = async ({ data: { id, words } }) => {
  try {
    const ask = await rules;
    const [name, ...others] = words;
    postMessage({ id, answer: ask(name, ...others), memory: ask.memory(), version: VERSION });
  } catch (error) {
    postMessage({ id, failed: String(error), version: VERSION });
  }
};
