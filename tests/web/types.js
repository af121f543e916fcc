// The page's JavaScript has types, in its comments: does TypeScript find them right? Prints TAP.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const checker = here + "node_modules/.bin/tsc";
if (!existsSync(checker)) {
  console.log("1..0 # SKIP it needs typescript: npm ci in tests/web");
  process.exit();
}
const { status, stdout } = spawnSync(checker, ["-p", here], { encoding: "utf8" });
console.log(`1..1\n${status === 0 ? "ok" : "not ok"} 1 - the page's types`);
console.error(stdout);
process.exitCode = status === 0 ? 0 : 1;
