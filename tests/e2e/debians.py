"""Two empty Debians, ann's and ben's, on which the packages are installed by dpkg alone."""

import os
import pathlib
import shutil
import sys

import networks

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import machine

PEOPLE = {"ann": [], "ben": ["nodejs"]}  # and what they have besides
FETCHED = "var/fetched"  # in the base: for each of them a folder of the packages that ours depend on
ROOTS = "/run/debians"  # which end with the networks
WEB = "/opt/web"  # in ben's: the friend from npm


def fetch(base, packages):
    """Makes the empty Debian in the folder `base`, with what is to be installed there beside it, once:
    all that needs the network."""
    needed = machine.dependencies_of([machine.packages_in(packages)["takeaway"]])
    mark = base / FETCHED / "needed"
    if mark.exists() and mark.read_text() == "\n".join(needed):
        return
    machine.make_debian(base)
    machine.say("fetching what the packages depend on, once")
    shutil.rmtree(base / FETCHED, ignore_errors=True)
    machine.run("chroot", str(base), "apt-get", "update")
    for name, besides in PEOPLE.items():
        os.makedirs(base / FETCHED / name / "partial")
        machine.run("chroot", str(base), "apt-get", "satisfy", "-y", "--no-install-recommends", "--download-only",
                    "-o", f"Dir::Cache::archives=/{FETCHED}/{name}", *needed, *besides)  # fmt: skip
    mark.write_text("\n".join(needed))


def install(base, packages, web):
    """Makes the two, with a user in each, and installs what was fetched and the package takeaway. `web`
    is copied into ben's. Returns person -> the root; they end with the networks."""
    package = machine.packages_in(packages)["takeaway"]
    roots = {}
    for name in PEOPLE:
        folder = f"{ROOTS}/{name}"
        root = roots[name] = f"{folder}/root"
        for part in "upper", "work", "root":
            os.makedirs(f"{folder}/{part}")
        layers = f"lowerdir={base.resolve()},upperdir={folder}/upper,workdir={folder}/work"
        networks.run("mount", "-t", "overlay", "overlay", "-o", layers, root)
        networks.run("mount", "-t", "proc", "proc", f"{root}/proc")
        networks.run("mount", "--rbind", "/dev", f"{root}/dev")
        shutil.copy(package, f"{root}/{FETCHED}/{name}")
        files = [f"/{FETCHED}/{name}/{file.name}" for file in pathlib.Path(root, FETCHED, name).glob("*.deb")]
        machine.run("chroot", root, "dpkg", "--install", *files,
                    env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"})  # fmt: skip
        machine.run("chroot", root, "useradd", "--create-home", name)
        machine.say(f"{name}'s Debian: {package.name} and {len(files) - 1} packages of Debian installed by dpkg")
    shutil.copytree(web, f"{roots['ben']}{WEB}")
    return roots
