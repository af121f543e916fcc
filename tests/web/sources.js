// The JavaScript of the page and of its tests: does TypeScript find the types in the comments right, and is everything formatted? Prints
// TAP.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = fileURLToPath(new URL("../../web/page/", import.meta.url));
const tool = (name) => `${here}node_modules/.bin/${name}`;
if (!existsSync(tool("tsc"))) {
  console.log("1..0 # SKIP it needs typescript and prettier: npm ci in tests/web");
  process.exit();
}
const scripts = [here, page].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => folder + name)); // prettier-ignore
const checks = {
  "the page's types": [tool("tsc"), "-p", here],
  "the format: ./dev format mends it": [tool("prettier"), "--check", ...scripts],
};

console.log(`1..${Object.keys(checks).length}`);
Object.entries(checks).forEach(([name, [program, ...words]], i) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  console.log(`${status === 0 ? "ok" : "not ok"} ${i + 1} - ${name}`);
  if (status === 0) return;
  console.error(stdout + stderr);
  process.exitCode = 1;
});
