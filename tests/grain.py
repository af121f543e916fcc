#!/usr/bin/env python3
"""Counts how finely the product is cut: lines, files, functions and comments of each folder.

usage: grain.py [FOLDER]: of the sources below FOLDER, otherwise of this project. It sets no limits: people decide.

Lines are physical lines. A function is a definition as clang-format lays it out: it begins in the first column and ends with
a brace there. Its scaffolding is its signature, its two braces and the blank line behind it."""
import collections
import os
import re
import statistics
import sys

PARTS = ("common", "server", "client", "bots")
COLUMNS = 100
SMALL_LINES = 8
WORD = re.compile(r"[A-Za-z_]\w*")


class Function:
    def __init__(self, name, is_static, signature, lines):
        self.name, self.is_static, self.signature, self.lines = name, is_static, signature, lines


class File:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.lines = text.splitlines()
        # Neither comments nor strings call a function.
        self.code = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                           lambda match: "\n" * match.group().count("\n"), text, flags=re.S)
        self.words = collections.Counter(WORD.findall(self.code))
        self.functions = list(self.find_functions())
        self.blank = sum(not line.strip() for line in self.lines)
        self.comment = self.count_comment_lines()

    def find_functions(self):
        begin = None
        for number, line in enumerate(self.lines):
            if re.match(r"[A-Za-z_]", line) and not line.rstrip().endswith((";", ":")):
                begin = number if begin is None else begin
            elif line == "{" and begin is not None:
                end = next(n for n in range(number, len(self.lines)) if self.lines[n] == "}")
                signature = " ".join(self.lines[begin:number])
                name = re.search(r"(\w+)\(", re.sub(r"__attribute__\(\(.*?\)\)+", "", signature))
                if name:
                    yield Function(name.group(1), signature.startswith("static"), number - begin,
                                   end - begin + 1)
                begin = None
            elif not line.startswith((" ", "\t")):
                begin = None

    def count_comment_lines(self):
        count, is_inside = 0, False
        for line in self.lines:
            stripped = line.strip()
            if is_inside or stripped.startswith(("/*", "//")):
                after = stripped.rsplit("*/", 1)[-1] if "*/" in stripped else ""
                count += not after
                is_inside = "*/" not in stripped and not stripped.startswith("//")
            elif "/*" in stripped and "*/" not in stripped.rsplit("/*", 1)[1]:
                is_inside = True
        return count


def find_files(root):
    for part in PARTS:
        for folder, _, names in os.walk(os.path.join(root, part)):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield part, File(os.path.join(folder, name))


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0


def spread(values):
    return "%d / %d / %d / %d" % (statistics.median(values), quantile(values, 0.9), quantile(values, 0.99), max(values))


def print_part(name, files):
    functions = [function for file in files for function in file.functions]
    lines = sum(len(file.lines) for file in files)
    comment, blank = sum(file.comment for file in files), sum(file.blank for file in files)
    print("%-8s %5d %5d %7d %7d %7d %6d %9d   %-18s %4d / %d" % (
        name, len(files), sum(file.path.endswith(".h") for file in files), lines, lines - comment - blank, comment, blank,
        len(functions), spread([function.lines for function in functions]),
        statistics.median(len(file.lines) for file in files), max(len(file.lines) for file in files)))


def is_family(one, other):
    """Do the files' names begin alike: `match.c` with `match_view.c`, `seat_turn.c` with `seat_ask.c`?"""
    folder, name = os.path.split(os.path.splitext(one.path)[0])
    other_folder, other_name = os.path.split(os.path.splitext(other.path)[0])
    return folder == other_folder and name.split("_")[0] == other_name.split("_")[0]


def count_mutual(sources):
    """Pairs of files outside one family each of which calls a function of the other."""
    home = {}
    for file in sources:
        for function in file.functions:
            if not function.is_static:
                home[function.name] = file
    calls = {(file, home[word]) for file in sources for word in file.words if home.get(word, file) is not file}
    return sum((other, one) in calls for one, other in calls if one.path < other.path and not is_family(one, other))


def count_repeated(names):
    return sum(count > 1 for count in collections.Counter(names).values())


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
    found = list(find_files(root))
    print("%-8s %5s %5s %7s %7s %7s %6s %9s   %-18s %s" % (
        "folder", "files", "of .h", "lines", "code", "comment", "blank", "functions", "lines of a function", "of a file"))
    print("%70s%-18s %s" % ("", "median/p90/p99/max", "median / max"))
    for part in PARTS:
        print_part(part, [file for name, file in found if name == part])
    files = [file for _, file in found]
    print_part("product", files)

    sources = [file for file in files if file.path.endswith(".c")]
    lines = sum(len(file.lines) for file in files)
    source_lines = sum(len(file.lines) for file in sources)
    scaffolding = sum(function.signature + 3 for file in sources for function in file.functions)
    static = [(file, function) for file in sources for function in file.functions if function.is_static]
    single = [function for file, function in static if file.words[function.name] == 2]
    asserts = sum(file.words["assert"] + file.words["static_assert"] + file.words["_Static_assert"] for file in files)
    longer = [line for file in files for line in file.lines if len(line) > COLUMNS]
    headers = [os.path.basename(file.path) for file in files if file.path.endswith(".h")]
    tags = [tag for file in files for tag in re.findall(r"^(?:struct|union|enum) (\w+)\s*\{", file.code, flags=re.M)]
    print()
    for meaning, value in (
            ("scaffolding of all lines of .c files", "%.1f %%" % (100 * scaffolding / source_lines)),
            ("static functions", len(static)),
            ("... with one use", len(single)),
            ("... of these, of %d lines or fewer" % SMALL_LINES, sum(function.lines <= SMALL_LINES for function in single)),
            ("names of static functions in several files",
             count_repeated(name for file in sources
                            for name in {function.name for function in file.functions if function.is_static})),
            ("names of headers in several folders", count_repeated(headers)),
            ("tags of structs, unions and enums in several files", count_repeated(tags)),
            ("pairs of files outside one family that call each other", count_mutual(sources)),
            ("asserts in 1,000 lines", "%.1f" % (1000 * asserts / lines)),
            ("lines of more than %d columns" % COLUMNS, len(longer))):
        print("%-56s %8s" % (meaning, value))


main()
