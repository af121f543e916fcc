"""Builds the rules for the page, two WebAssembly modules: build.py --clang CLANG --sources ROOT [--check | RULES STUDY DEPFILE]

RULES answers what the page asks while people wait for its first move, and has no solver; STUDY answers everything, in a Worker.

clang, lld, wasi-libc and clang's own library for WebAssembly are all it takes; Meson does not know two targets in one build. With --check
it only says by its exit status whether they are there. Not built with LTO: clang up to version 19 takes a memset() after calloc() for
needless then, in common/solver/chomp_table.c.
"""

import argparse
import concurrent.futures
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCES = [
    *(f"common/base/{name}.c" for name in ("crew_alone", "error", "fraction", "memory", "random", "real", "scanner", "text")),
    *(f"common/{folder}/*.c" for folder in ("game", "solver", "judge", "words", "puzzle")),
    *(f"common/tournament/{name}.c" for name in ("glicko", "seed", "starts")),
    *(f"bots/{name}.c" for name in ("mcts", "mcts_tree", "strategy")),
    "client/lib/strategy_name.c",
    "web/rules/*.c",
]
# The tables and searches of perfect play are to be fast; of the rest the size counts, which is on the way of the first move.
FAST = [
    f"common/solver/{name}.c"
    for name in (
        "all_but_table", "break_table", "chomp_table", "hackenbush", "heap_values", "least_quota_table", "look_ahead", "position_table", "quota_sweep",
        "quota_values", "search", "subtraction_table", "tactix", "value_row",
    )
]  # fmt: skip
SYSTEM = "/usr/include/wasm32-wasi"  # Debian's wasi-libc
# The table of the questions; all else that RULES has or has not the linker finds from there.
DESK = "web/rules/desk.c"
# Of the machine's own headers only these: they have no code of their own.
HEADERS = ["utlist.h", "uthash.h"]
# A false assertion traps, and the browser shows where; the texts of all assertions would be a twentieth of the module.
ASSERT = "#define assert(expression) ((expression) ? (void)0 : __builtin_trap())\n#define static_assert _Static_assert\n"
# SIMD: without it the tables of the solver take 3 to 8 times as long.
COMPILE = [
    "--target=wasm32-wasi", "-std=gnu17", "-msimd128", "-mbulk-memory", "-ftls-model=local-exec", "-DSOLVER_WITHOUT_PROOFS",
    "-nostdlibinc", "-isystem", SYSTEM,
]  # fmt: skip
# The stack comes first, so that an overflow traps instead of overwriting data.
LINK = [
    "--target=wasm32-wasi", "-mexec-model=reactor", "-L/usr/lib/wasm32-wasi", "-Wl,--stack-first",
    "-Wl,-z,stack-size=1048576", "-Wl,--max-memory=1073741824", "-Wl,--strip-all",
]  # fmt: skip


def is_possible(clang):
    with tempfile.TemporaryDirectory() as folder:
        source, module = os.path.join(folder, "empty.c"), os.path.join(folder, "empty.wasm")
        pathlib.Path(source).write_text("#include <string.h>\nunsigned __int128 f(unsigned __int128 a) { return a / 3; }\n")
        done = subprocess.run([clang, *COMPILE, *LINK, source, "-o", module], stderr=subprocess.DEVNULL)
        return done.returncode == 0 and all(os.path.exists(f"/usr/include/{name}") for name in HEADERS)


def compile_one(clang, root, headers, folder, source, *options):
    target = os.path.join(folder, "".join([source, *options]).replace("/", "_"))
    subprocess.run(
        [clang, "-O2" if source in FAST else "-Oz", "-isystem", headers, *COMPILE, *options, "-I", root, "-MD", "-MF", target + ".d", "-c",
         os.path.join(root, source), "-o", target + ".o"],
        check=True,
    )  # fmt: skip
    return target


def build(clang, root, rules, study, depfile):
    sources = [os.path.relpath(path, root) for pattern in SOURCES for path in sorted(glob.glob(os.path.join(root, pattern)))]
    sources.remove(DESK)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        headers = os.path.join(folder, "include")
        os.mkdir(headers)
        for name in HEADERS:
            shutil.copy(f"/usr/include/{name}", headers)
        pathlib.Path(headers, "assert.h").write_text(ASSERT)
        made = list(pool.map(lambda source: compile_one(clang, root, headers, folder, source), sources))
        for module, options in ((rules, ["-DDESK_WITHOUT_STUDY"]), (study, [])):
            desk = compile_one(clang, root, headers, folder, DESK, *options)
            subprocess.run([clang, *LINK, *(f"{name}.o" for name in [*made, desk]), "-o", module], check=True)
        read = set()
        for name in [*made, desk]:
            words = pathlib.Path(name + ".d").read_text().replace("\\\n", " ").split()
            read.update(word for word in words[1:] if not word.startswith(folder))
    pathlib.Path(depfile).write_text(f"{rules} {study}: {' '.join(sorted(read))}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--sources", default=".")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="*")
    wish = parser.parse_args()
    if wish.check:
        return 0 if is_possible(wish.clang) else 1
    build(wish.clang, wish.sources, *wish.files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
