// Holds the modules that browsers get against the same code built for this machine: random positions of all games and the test vectors,
// as questions whose answers have to be the same to the last byte.
//
// usage: rules_check.js RULES STUDY DESK VECTORS [LINES [SEED]]; prints TAP.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [rulesPath, studyPath, deskPath, vectorFolder, lines = "1000", seed = "1"] = process.argv.slice(2);

// Besides the games that have a name.
const MORE_RULES = [
  "octal:0.137",
  "octal:0.007",
  "octal:4.3",
  "octal:0.6",
  "hexadecimal:0.3f",
  "hexadecimal:8.0b",
  "subtraction:2,5,8",
  "subtraction:3-5",
  "subtraction:all-but-1,4",
  "take-away:7/3x",
  "take-away:3x,global",
  "take-away:pi",
  "take-away:sqrt(2),local",
];
// splitmix64
let state = BigInt(seed);
function below(limit) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let z = state;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return Number((z ^ (z >> 31n)) % BigInt(limit));
}

async function load(path) {
  const none = () => 8;
  const { instance } = await WebAssembly.instantiate(readFileSync(path), {
    wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none },
  });
  const { memory, room, answer, answer_len } = instance.exports;
  const encoder = new TextEncoder(),
    decoder = new TextDecoder();
  instance.exports._initialize();
  return (question) => {
    const bytes = encoder.encode(question);
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const given = answer();
    return decoder.decode(new Uint8Array(memory.buffer, given, answer_len()));
  };
}

function start() {
  const child = spawn(deskPath, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (question) => {
    child.stdin.write(question + "\0");
    const { value, done } = await answers.next();
    assert(!done, "the desk has ended");
    return value;
  };
  return { ask, end: () => child.stdin.end() };
}

const rules = await load(rulesPath);
const study = await load(studyPath);
const desk = start();
let asked = 0,
  refused = 0;

// The questions that the module without a solver knows.
const isQuick = (name) => !rules(name).includes("no such question");

// Asks all of them, and returns the answer.
async function ask(...words) {
  const question = words.join("\n");
  const native = await desk.ask(question);
  const here = study(question);
  assert.equal(here, native, `the answers to ${JSON.stringify(words)} differ`);
  if (isQuick(words[0])) assert.equal(rules(question), native, `the page's own answer to ${JSON.stringify(words)} differs`);
  asked++;
  const answer = JSON.parse(here);
  if (answer?.error) refused++;
  return answer;
}

// The same for a question that has an answer: a refusal fails the check.
async function answered(...words) {
  const answer = await ask(...words);
  assert(!answer?.error, `${JSON.stringify(words)} is refused: ${answer?.message}`);
  return answer;
}

// A match of random moves, reviewed; every kind of question about its positions.
async function line(rules) {
  let { position } = await answered("draw", rules, below(1e9));
  const start = position,
    moves = [];
  for (let ply = 1; ply < 12; ply++) {
    const kind = ["solve", "values", "line", "position", "moves", "options", "sum", "help"][below(8)];
    const more = { line: [20], moves: [0, 5], options: [below(4), 5], help: [1 + below(3)] }[kind] ?? [];
    await ask(kind, rules, position, ...more);
    const { choice } = await ask("choice.open", rules, position);
    for (const key of ["ArrowDown", "+", "ArrowLeft", String(below(10))]) await ask("choice.stroke", choice, key);
    const press = [choice, below(3), below(8), 8];
    const before = await ask("choice", choice), pointed = await ask("choice.point", ...press); // prettier-ignore
    assert.deepEqual(await ask("choice", choice), before, "to point changes nothing");
    assert.deepEqual(await ask("choice.press", ...press), pointed, "it shows what a press does");
    await ask("choice.close", choice);
    const chosen = await answered("bot", ["random", "level:5", "perfect", "mcts:50"][below(4)], rules, position, below(1e9), ply);
    await answered("judge", rules, position, chosen.move);
    moves.push(chosen.move);
    position = chosen.after;
    if ((await answered("position", rules, position)).over) break;
  }
  await answered("review", rules, start, moves.join(" "), "resignation", "first", "ann", "ben", ["first", "second", ""][below(3)]);
  await answered("record", rules, start, moves.join(" "));
}

const vectors = (name) => readFileSync(join(vectorFolder, name), "utf8");
const vectorTable = (name) => JSON.parse(vectors(name));
const vectorRows = (name) => vectors(name).trim().split("\n").slice(1).map((line) => line.split(",").map(Number)); // prettier-ignore
const heaps = (sizes) => sizes.filter(Number).join("+") || "0";

async function expectOutcome(rules, position, outcome) {
  assert.equal((await ask("solve", rules, position)).outcome, outcome, `${rules} ${position}`);
}

// All vectors but those of the cutoffs of alpha, about which the page has no question. Of the long ones every few.
async function vectorValues() {
  for (const [rules, values] of Object.entries(vectorTable("grundy_values.json"))) {
    if (!Array.isArray(values)) continue;
    const answer = await answered("heaps", rules, 0, Math.min(values.length, 1000) - 1);
    assert.deepEqual(answer.values, values.slice(0, 1000).map(String), rules);
  }
  for (const { code, period, one_period } of vectorTable("octal_periods.json")) {
    const { values } = await ask("heaps", `octal:${code}`, 5000, 4999 + 2 * period);
    assert.deepEqual(values.slice(0, period), values.slice(period), code);
    assert.deepEqual([...values.slice(0, period)].sort(), one_period.map(String).sort(), code);
  }
  const { P, SG } = vectorTable("wythoff.json");
  for (const pair of P) await expectOutcome("wythoff", heaps(pair), "P");
  for (let a = 1; a < SG.length; a += 3)
    for (let b = a; b < SG.length; b += 4) assert.equal((await ask("solve", "wythoff", `${a}+${b}`)).grundy, String(SG[a][b]), `${a}+${b}`);
  for (const rows of vectorTable("chomp5.json").P) await expectOutcome("chomp", heaps(rows), "P");
  const sticks = vectorTable("sticks.json");
  const tactix = vectorTable("tactix.json");
  for (const rows of tactix.P) await expectOutcome("tactix", rows, "P");
  for (const rows of tactix.misere_P) await expectOutcome("bulo", rows, "P");
  for (const lengths of sticks.P.filter((list) => list.length)) await expectOutcome("sticks", heaps(lengths), "P");
  for (const lengths of sticks.misere_P) await expectOutcome("sticks,misere", heaps(lengths), "P");
  for (const date of vectorTable("date.json").misere_P) await expectOutcome("date,misere", date, "P");
  for (const pair of vectorTable("candy.json").misere_P) await expectOutcome("candy,misere", heaps(pair), "P");
  for (const [board, value] of vectorTable("northcott.json"))
    assert.equal((await ask("solve", "northcott", board)).grundy, String(value), board);
  for (const [rules, { P: lost }] of Object.entries(vectorTable("misere_P.json")))
    for (const sizes of lost) await expectOutcome(rules, heaps(sizes), "P");
  for (const { edges, sg } of vectorTable("green_hackenbush.json")) {
    const answer = await ask("solve", "green-hackenbush", edges.map((ends) => ends.join("-")).join(","));
    assert.equal(answer.grundy, String(sg), JSON.stringify(edges));
  }
  for (const { rules, P_start, least_winning_take } of vectorTable("takeaway.json")) {
    for (const heap of P_start) await expectOutcome(rules, heap, "P");
    for (let n = 1; n <= least_winning_take.length; n += 7) {
      const least = least_winning_take[n - 1];
      for (const quota of [least - 1, least])
        if (quota >= 1 && quota <= n) await expectOutcome(rules, `${n}@${quota}`, quota < least ? "P" : "N");
    }
  }
  for (const [rules, rows] of Object.entries(vectorTable("local_quota_grundy.json")))
    for (let n = 1; n < rows.length; n += 5)
      for (const [quota, value] of rows[n])
        if (quota >= 1) assert.equal((await ask("solve", rules, `${n}@${quota}`)).grundy, String(value), `${rules} ${n}@${quota}`);
  for (const [name, rules] of [
    ["two_heaps_x", "take-away:x,global"],
    ["two_heaps_2x", "take-away:2x,global"],
    ["three_heaps_2x", "take-away:2x,global"],
  ]) {
    for (const [i, row] of vectorRows(`global_quota_${name}.csv`).entries()) {
      const sizes = row.slice(0, -1), least = row.at(-1), most = Math.max(...sizes); // prettier-ignore
      if (i % 11 || most === 0) continue;
      const quotas = least < 0 ? [most] : [least - 1, least];
      for (const quota of quotas)
        if (quota >= 1 && quota <= most) await expectOutcome(rules, `${heaps(sizes)}@${quota}`, quota < least || least < 0 ? "P" : "N");
    }
  }
}

const tests = {
  "random lines of all games": async () => {
    const rules = [...(await ask("games")).map((game) => game.name), ...MORE_RULES];
    for (let i = 0; i < Number(lines); i++) await line(rules[i % rules.length]);
  },
  "games and lessons": async () => {
    for (const game of await ask("games")) {
      await ask("rules", game.name);
      await ask("lesson", game.name);
    }
  },
  "test vectors": vectorValues,
  // A practice grows by every answer, the same way in both, and is asked about what is due.
  "puzzles": async () => {
    const day = 86_400_000, start = 20_000 * day; // prettier-ignore
    let practice = "";
    for (let i = 0; i < 150; i++) {
      const now = start + Math.floor(i / 5) * day;
      const puzzle = i % 5 ? await ask("puzzle.next", practice, now, i % 7 ? "" : "chomp") : await ask("puzzle.daily", now);
      if (!puzzle) continue;
      const { rules, view } = puzzle;
      const { count, moves } = await ask("moves", rules, view.position, 0, 50);
      assert.equal(count, puzzle.legal);
      const move = below(4) ? moves[below(moves.length)].move : "";
      const { right, say } = await ask("puzzle.check", rules, view.position, move);
      assert.equal(right, move !== "" && (await ask("solve", rules, (await ask("move", rules, view.position, move)).after)).outcome === "P");
      const done = await ask("puzzle.answer", practice, now, rules, view.position, move);
      assert.deepEqual([done.right, done.say], [right, say]);
      assert.equal((await ask("puzzle.show", rules, view.position, "x")).source, "x");
      practice = done.practice;
    }
    assert.match(await ask("puzzle.explain"), /after 1, 3, 7, 16 and 35 days/);
    assert.equal(await ask("puzzle.again", start, start + 3 * day), "The puzzle comes again in 3 days.");
    assert.match(await ask("puzzle.again", start), /does not come again/);
    const { rating, due, tried } = await ask("puzzle.state", practice, start + 60 * day);
    assert(rating < 1500 && tried > 30 && due > 0, `${rating} ${tried} ${due}`);
    const found = await ask("puzzle.mistakes", practice, start, "nim", "3+5+7", "7>0 5>3 3>2", "first");
    assert.deepEqual(
      found.puzzles.map(({ position }) => position),
      ["3+5+7"],
    );
    assert(found.practice.includes(";0 " + start + " nim 3+5+7;"));
  },
  // The queen of Wythoff's game goes where a move leads.
  "squares": async () => {
    const { parts } = await ask("position", "wythoff", "3+5");
    const { moves } = await ask("moves", "wythoff", "3+5");
    assert.equal(parts.kind, "grid");
    assert.equal(parts.grid.squares.findIndex(({ piece }) => piece === "queen"), 5);
    const { choice, grid } = await ask("choice.open", "wythoff", "3+5");
    const lit = grid.squares.filter(({ press }) => press === "on");
    assert.equal(lit.length, 3 + 5 + 3);
    const reached = [];
    for (const { at } of lit) {
      const { move, whole } = await ask("choice.press", choice, at, 0, 0);
      assert(whole);
      reached.push(moves.find((other) => other.move === move).after);
      assert.equal(reached.at(-1), heaps([3 - Math.floor(at / 6), at % 6].toSorted((a, b) => a - b))); // prettier-ignore
    }
    assert.deepEqual(new Set(reached), new Set(moves.map(({ after }) => after)));
    await ask("choice.close", choice);
    assert.equal((await ask("position", "wythoff", "3+26")).parts.grid, undefined);
  },
  "chips on a strip": async () => {
    const { parts, words } = await answered("position", "nim\tstrip", "3+3+5");
    assert.equal(parts.kind, "grid");
    assert.equal(words, "chips on squares 3, 3 and 5");
    assert.deepEqual(parts.grid.squares.map(({ count }) => count), [0, 0, 0, 2, 0, 1]); // prettier-ignore
    const { choice } = await ask("choice.open", "scoring,misere", "2+9");
    const { grid } = await ask("choice.press", choice, 9, 0, 0);
    assert.deepEqual(grid.squares.filter(({ press }) => press).map(({ at, press }) => `${at} ${press}`), ["2 begins", "6 on", "7 on", "8 on", "9 begins"]); // prettier-ignore
    await ask("choice.close", choice);
    const last = (await answered("position", "nimble", "3+3", "3+5")).parts.grid.squares;
    assert.deepEqual(last.map(({ last = false }) => last), [false, false, false, true, false, true]); // prettier-ignore
    for (const [game, position] of [["nim", "3+5"], ["nim\tof-tomorrow", "3+5"], ["kayles\tstrip", "3+5"], ["nim\tstrip", "3+41"]])
      assert.equal((await answered("position", game, position)).parts.grid, undefined, `${game} ${position}`);
    assert.equal((await answered("move", "nimble", "3+5", "5>1")).words, "move a chip from square 5 to square 1");
  },
  // The second player wins every ring of Kayles.
  "starts that are drawn fit the look": async () => {
    for (let seed = 0; seed < 20; seed++) {
      assert.match((await answered("draw", "kayles-on-a-ring", seed)).position, /^o\d+$/);
      assert.match((await answered("draw", "octal:0.137\tring", seed)).position, /^o\d+$/);
      assert.match((await ask("draw.judged", "one-pile", seed, "P")).position, /^\d+$/);
      assert.match((await ask("draw.judged", "kayles-on-a-ring", seed, "P")).position, /^o\d+$/);
    }
    const { message } = await ask("draw.judged", "kayles-on-a-ring", 1, "N");
    assert.equal(message, "none of 1000 drawn starts is won for the player to move: let the other player begin, or take any start");
  },
  // What is told in slices is the same as what is told of each position.
  "landscapes": async () => {
    for (const rules of ["wythoff", "nim", "kayles", "chomp", "take-away:2x,global", "nim,misere"]) {
      const { rows } = await answered("pairs", rules, 0, 12, 12);
      for (let i = 0; i < 20; i++) {
        const a = below(13), b = below(13); // prettier-ignore
        const { outcome } = await ask("solve", rules, (await ask("pair", rules, a, b)).position ?? "?");
        assert.equal(rows[a][b], outcome ?? "-", `${rules} ${a}+${b}`);
      }
    }
    for (const rules of ["fibonacci-nim", "take-away:x", "take-away:7/3x"]) {
      const heap = 1 + below(1e6);
      const { terms, parts } = await answered("ruler", rules, heap, 200);
      assert.equal(parts.reduce((sum, part) => sum + Number(part), 0), heap);
      for (const [i, term] of terms.entries()) {
        assert.equal((await ask("solve", rules, term)).outcome, "P");
        for (let n = Number(terms[i - 1] ?? 0) + 1; n < Number(term); n++) assert.equal((await ask("solve", rules, n)).outcome, "N");
      }
    }
  },
  "drawn starts": async () => {
    for (const outcome of ["N", "P"])
      for (const rules of ["kayles", "chomp", "fibonacci-nim", "take-away:2x,local", "wythoff,misere"])
        assert.equal((await ask("solve", rules, (await ask("draw.judged", rules, below(1e9), outcome)).position)).outcome, outcome);
  },
  // What the page asks without a Worker.
  "the module without a solver": async () => {
    const folder = join(import.meta.dirname, "../../web/page");
    const sources = readdirSync(folder).filter((name) => name.endsWith(".js"));
    const asked = new Set(sources.flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/\brules\(\s*"([a-z._]+)"/g)].map(([, name]) => name)));
    assert(asked.size > 10 && asked.has("choice.press"));
    for (const name of asked) assert(isQuick(name), `the page asks ${name}, and its module does not know it`);
    assert(!isQuick("solve"));
  },
  "a match that its last move has ended": async () => {
    for (const [rules, winner] of [["nim", "ann"], ["nim,misere", "ben"]])
      assert.match((await ask("review", rules, "3", "3>0", "", "", "ann", "ben", "")).result, new RegExp(`^${winner}`));
  },
  "faulty questions": async () => {
    for (const words of [[""], ["rules", "nonsense:1"], ["rules", "nim misere"], ["draw", "nonsense:1", 1], ["rules", "octal:0.9"], ["solve"], ["solve", "nim"], ["solve", "nim", "3+x"], ["move", "nim", "3+5", "3>4"], ["choice", 7],
      ["choice.press", 0, 1, 2, 3], ["bot", "genius", "nim", "3", 1, 1], ["heaps", "nim", 5, 4], ["draw", "nim", "-1"],
      ["puzzle.next", "x", 1], ["puzzle.next", "", "x"], ["puzzle.check", "nim", "2+2", "2>0"], ["puzzle.answer", "", 1, "nim", "3+5", "3>9"],
      ["puzzle.mistakes", "", 1, "nim", "3+5", "3>9", "first"],
      ["draw", "nim", 1, "N"], ["draw.judged", "nim", 1, "X"], ["help", "nim", "3", 4], ["help", "nim", "3", 0], ["judge", "nim", "3", "3>5"],
      ["options", "nim", "3", 0, 1001], ["pair", "chomp", 0, 0],
      ["sum", "wythoff", "3+5"], ["pairs", "fibonacci-nim", 0, 3, 3], ["pairs", "wythoff", 3, 2, 3], ["pairs", "green-hackenbush", 0, 3, 3],
      ["ruler", "kayles", 3, 9], ["ruler", "nim", "x", 9]])
      assert((await ask(...words)).error, words.join(" "));
  },
}; // prettier-ignore

console.log(`1..${Object.keys(tests).length}`);
let number = 0;
for (const [name, test] of Object.entries(tests)) {
  number++;
  try {
    await test();
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    console.log(`not ok ${number} - ${name}`);
    console.error(error);
    process.exitCode = 1;
  }
}
console.log(`# ${asked} questions, ${refused} refused by both`);
desk.end();
