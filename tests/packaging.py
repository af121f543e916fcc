"""Does debian/ agree with the sources? usage: packaging.py SOURCES BUILD; prints TAP.

`./dev package` builds the packages and takes minutes; this needs no Debian tool and finds what would break it, or what would
be forgotten: a file that is installed and in no package, a library that the packages are not built with.
"""

import fnmatch
import json
import pathlib
import re
import subprocess
import sys

import tap

SOURCES, BUILD = pathlib.Path(sys.argv[1]), sys.argv[2]

# What `dev` names although every build of a package has it, and what only the build of a package needs.
IMPLIED = {"gcc", "libc6-dev"}
PACKAGING = {"debhelper-compat", "dh-sequence-installsysusers"}
PAGE = {"clang", "libclang-rt-dev-wasm32", "lld", "wasi-libc", "zopfli"}
FEATURES = {"libnats-dev", "libpq-dev"}


def read(path):
    return (SOURCES / path).read_text()


def versions_agree():
    version = re.search(r"version: '([^']+)'", read("meson.build"))[1]
    headings = re.findall(r"^## (.*)$", read("CHANGELOG.md"), re.MULTILINE)
    wrong = [text for text in headings if not re.fullmatch(r"\d+\.\d+\.\d+ \((unreleased|\d{4}-\d\d-\d\d)\)", text)]
    assert not wrong, f"CHANGELOG.md: not '## VERSION (DATE)' or '## VERSION (unreleased)': {wrong}"
    newest = headings[0].split()[0]
    assert version == newest, f"meson.build says {version}, and the newest version of CHANGELOG.md is {newest}"


def libraries_agree():
    listed = re.search(r"^build_packages='([^']*)'", read("dev"), re.MULTILINE)[1]
    field = re.search(r"^Build-Depends:((?:\n .*)+)", read("debian/control"), re.MULTILINE)[1]
    depended = re.sub(r" \([^)]*\)|:any| ", "", field)
    in_dev = set(listed.split()) - IMPLIED
    in_control = {name for name in depended.replace("\n", "").split(",") if name} - PACKAGING - PAGE - FEATURES
    assert in_dev == in_control, f"only in dev: {in_dev - in_control}; only in debian/control: {in_control - in_dev}"


def installed_files():
    """The paths that `meson install` writes, as they are below debian/tmp."""
    said = subprocess.run(["meson", "introspect", "--installed", "--buildoptions", BUILD], stdout=subprocess.PIPE, check=True)
    facts = json.loads(said.stdout)
    prefix = next(option["value"] for option in facts["buildoptions"] if option["name"] == "prefix")
    return ["usr" + path.removeprefix(prefix) for path in facts["installed"].values()]


def patterns(path):
    return [line.split()[0] for line in read(path).splitlines() if line.startswith("usr/")]


def packages_have_every_file_once():
    lists = {path.name: patterns(path) for path in (SOURCES / "debian").glob("*.install")}
    lists["not-installed"] = patterns("debian/not-installed")
    files, used, wrong = installed_files(), set(), []
    for file in files:
        owners = []
        for name, globs in lists.items():
            for glob in globs:
                # debhelper's `*` stays within a folder; a folder brings all that is below it.
                depth = glob.rstrip("/").count("/") + 1
                if fnmatch.fnmatchcase("/".join(file.split("/")[:depth]), glob.rstrip("/")) and (
                    glob.endswith("/") == (file.count("/") >= depth)
                ):
                    owners.append(name)
                    used.add((name, glob))
        if len(owners) != 1:
            wrong.append(f"{file} is in {owners or 'no package'}")
    wrong += [f"{name} has {glob}, which nothing installs" for name, globs in lists.items() for glob in globs
              if (name, glob) not in used]  # fmt: skip
    assert files and not wrong, "; ".join(wrong)


if __name__ == "__main__":
    tap.run([versions_agree, libraries_agree, packages_have_every_file_once])
