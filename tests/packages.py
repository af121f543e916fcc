"""The Debian packages on an empty Debian that boots: installed by dpkg alone, started, upgraded during a match, removed, purged.

usage: packages.py SOURCES BASE OLD NEW; prints TAP. BASE is the folder of the empty Debian, made once and kept: only that needs the
network. OLD and NEW are folders with the packages of two versions. `./dev package --check` builds all three; it needs root,
debootstrap and systemd-nspawn.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import threading

from machine import Container, Tmux, dependencies_of, make_debian, packages_in, run, run_steps, say
from ssh_play import Visits

PORT = 7800
SERVICE, SOCKET = "takeaway.service", "takeaway.socket"
DATABASE, CONFIGURATION = "/var/lib/takeaway/takeaway.db", "/etc/takeaway.conf"
# What Visits needs besides.
VISITED = ["openssh-server", "procps"]
MATCH = "--game nim --start 9+7+5 --clock 300+1 --against anyone".split()


def version_of(packages):
    return run("dpkg-deb", "-f", str(packages["takeaway"]), "Version").strip()


# --- the empty Debian ---


def make_base(base, packages):
    """Makes the empty Debian, with all that the packages depend on, unless it is there already."""
    dependencies = VISITED + dependencies_of(packages.values())
    wanted = "\n".join(dependencies) + "\n"
    mark = base / "takeaway-dependencies"
    if mark.exists() and mark.read_text() == wanted:
        return
    make_debian(base, "--include=systemd-sysv,dbus")
    say("installing what the packages depend on, once")
    run("chroot", str(base), "apt-get", "update")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    run("chroot", str(base), "apt-get", "satisfy", "-y", "--no-install-recommends", *dependencies, env=environment)
    # What the first boot of a machine leaves behind is there before the packages come.
    first = Container(base)
    first.boot()
    first.shut_down()
    mark.write_text(wanted)


# What stays of any package, or of any boot: Debian's own lists, logs and caches, and the copies of /etc/passwd and its like that
# the tools for users keep of the last version but one.
PASSING = re.compile(
    r"/(proc|sys|dev|run|tmp|var/log|var/cache|var/tmp|var/backups|takeaway-dependencies)(/|$)"
    r"|/var/lib/(dpkg|apt|systemd)(/|$)|/etc/(passwd|group|shadow|gshadow|subuid|subgid)-$|/etc/\.pwd\.lock$|/(etc|var)/\.updated$"
)


def snapshot(root):
    """Path -> all that can be seen of it, for everything below the root that should be the same afterwards."""
    seen = {}
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            inside = path.removeprefix(str(root))
            if PASSING.match(inside):
                continue
            facts = os.lstat(path)
            content = None
            if stat.S_ISLNK(facts.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(facts.st_mode):
                content = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
            seen[inside] = (oct(facts.st_mode), facts.st_uid, facts.st_gid, content)
    # What dpkg and systemd know of packages and units by name.
    for folder in ("var/lib/dpkg/info", "var/lib/systemd"):
        for path in (root / folder).rglob("*takeaway*"):
            seen[str(path)] = "is there"
    return seen


# --- the check ---


class Player:
    """A `takeaway play --json` inside: commands in, a line each; events out, a line each."""

    def __init__(self, container, name, *arguments):
        self.process = subprocess.Popen(
            container.enter("takeaway", "play", "--json", "--server", f"127.0.0.1:{PORT}", "--as", name, *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def next(self, *expected):
        """The next event of one of these kinds; the others are passed over."""
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] in expected:
                return event
        raise AssertionError(f"{expected} does not come")


KNOCK = """
import socket, sys
for line in sys.stdin:
    socket.create_connection(("127.0.0.1", %d)).close()
    print("come in", flush=True)
""" % PORT


class Caller(threading.Thread):
    """Connects to the server again and again until it is told to stop; `wrong` says what went wrong."""

    def __init__(self, container):
        super().__init__(daemon=True)
        self.process = subprocess.Popen(
            ["nsenter", f"--target={container.leader}", "--net", sys.executable, "-c", KNOCK],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.calls, self.has_to_stop, self.wrong = 0, threading.Event(), ""
        self.start()

    def run(self):
        # Fewer than the server takes of one address: "connections-per-address" bounds them to 50 a second.
        while not self.has_to_stop.wait(0.05):
            try:
                self.process.stdin.write("\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                break
            if not self.process.stdout.readline():
                break
            self.calls += 1
        self.process.stdin.close()
        self.wrong = self.process.stderr.read()
        self.process.wait()

    def stop(self):
        self.has_to_stop.set()
        self.join()


class Check:
    def __init__(self, container, tmux, document, old, new):
        self.container, self.tmux, self.document, self.old, self.new = container, tmux, document, old, new
        self.before = snapshot(container.root)
        self.ann = self.ben = None

    def admin(self, *words):
        return self.container.run("takeaway", "admin", "--control", "/run/takeaway/control", *words)

    def main_process(self):
        return self.container.run("systemctl", "show", "--property=MainPID", "--value", SERVICE).strip()

    def listening_since(self):
        return self.container.run("systemctl", "show", "--property=ActiveEnterTimestampMonotonic", "--value", SOCKET)

    def packages_install_with_dpkg_alone(self):
        self.container.run_unbooted("dpkg", "--install", *self.container.bring(self.old))
        assert "takeaway" in self.container.run_unbooted("getent", "passwd", "takeaway")

    def the_service_starts_with_the_machine(self):
        self.container.boot()
        self.container.run("systemctl", "is-active", SERVICE, SOCKET)
        assert self.container.run("systemctl", "is-system-running").strip() == "running"
        user = self.container.run("stat", "--format=%U %a", f"/proc/{self.main_process()}", "/var/lib/takeaway", DATABASE)
        assert user.splitlines() == ["takeaway 555", "takeaway 700", "takeaway 600"], user

    def programs_say_the_version_of_their_package(self):
        for program in "takeaway", "takeaway-bot", "takeaway-server":
            said = self.container.run(program, "--version")
            assert said == f"{program} {version_of(self.old)}\n", said
        assert "Nim" in self.container.run("takeaway", "demo")

    def pages_completions_and_documents_are_there(self):
        for program, section in ("takeaway", 1), ("takeaway-bot", 1), ("takeaway-server", 8):
            self.container.run("test", "-s", f"/usr/share/man/man{section}/{program}.{section}.gz")
            self.container.run("bash", "-c", f"source /usr/share/bash-completion/completions/{program} && complete -p {program}")
            self.container.run("test", "-s", f"/usr/share/zsh/vendor-completions/_{program}")
            self.container.run("test", "-s", f"/usr/share/fish/vendor_completions.d/{program}.fish")
        self.container.run("test", "-s", "/usr/share/doc/takeaway/common/wire/PROTOCOL.md")

    def make_move(self, mover, other, move):
        mover.send({"move": move})
        for player in mover, other:
            moved = player.next("match.moved", "refused")
            assert moved.get("move") == move, moved
        other.next("turn", "match.ended")

    def a_match_with_a_clock_begins(self):
        self.ann = Player(self.container, "ann", *MATCH, "--first", "me")
        self.ann.next("notice")  # she waits
        self.ben = Player(self.container, "ben", *MATCH, "--first", "them")
        self.ann.next("turn")
        self.make_move(self.ann, self.ben, "9>8")
        self.make_move(self.ben, self.ann, "7>6")

    def an_upgrade_refuses_no_connection_and_ends_no_match(self):
        with open(f"{self.container.root}{CONFIGURATION}", "a") as file:
            file.write("# the operator's own line\n")
        process, since, caller = self.main_process(), self.listening_since(), Caller(self.container)
        self.container.run("dpkg", "--install", *self.container.bring(self.new))
        assert self.ann.next("connected", "match.ended").get("again") is True
        assert self.ben.next("connected", "match.ended").get("again") is True
        caller.stop()
        say(f"{caller.calls} connections during the upgrade")
        assert not caller.wrong and caller.calls > 0, caller.wrong
        assert self.listening_since() == since, "the socket was closed"
        assert self.main_process() != process, "the old server runs"
        assert f'"takeaway-server {version_of(self.new)}"' in self.admin("stats", "--json"), self.admin("stats", "--json")
        assert "the operator's own line" in self.container.run("cat", CONFIGURATION)

    def the_match_goes_on_to_its_end(self):
        self.make_move(self.ann, self.ben, "8>0")
        self.make_move(self.ben, self.ann, "6>5")
        self.make_move(self.ann, self.ben, "5>0")
        self.make_move(self.ben, self.ann, "5>0")
        for player in self.ann, self.ben:
            assert player.process.wait() == 0
        shown = json.loads(self.container.run("takeaway", "show", "1", "--json", "--server", f"127.0.0.1:{PORT}"))
        assert (shown["ending"], shown["winner"]) == ("normal", "second"), shown
        assert [move["move"] for move in shown["moves"]] == "9>8 7>6 8>0 6>5 5>0 5>0".split(), shown

    def ssh_play_is_set_up_by_the_lines_of_the_document(self):
        visits = Visits(self.container, self.tmux, self.document, lambda machine: machine.run("systemctl", "reload", "ssh"))
        for step in Visits.STEPS:
            say(step.__name__)
            step(visits)

    def removing_stops_the_service_and_keeps_the_database(self):
        self.container.run("dpkg", "--remove", *self.new)
        assert self.container.fails("systemctl", "is-active", SERVICE)
        assert self.container.fails("systemctl", "is-active", SOCKET)
        self.container.run("test", "-s", DATABASE, "-a", "-s", CONFIGURATION)
        self.container.run("dpkg", "--install", *self.container.bring(self.new))
        shown = json.loads(self.container.run("takeaway", "show", "1", "--json", "--server", f"127.0.0.1:{PORT}"))
        assert (shown["first"], shown["winner"]) == ("ann", "second"), shown

    def purging_leaves_nothing(self):
        self.container.run("dpkg", "--purge", *self.new)
        assert self.container.fails("getent", "passwd", "takeaway") and self.container.fails("getent", "group", "takeaway")
        units = self.container.run("systemctl", "list-units", "--all", "--no-legend", "takeaway*")
        assert not units, units
        assert self.container.fails("systemctl", "list-unit-files", "takeaway*")
        assert self.container.run("systemctl", "is-system-running").strip() == "running"
        self.container.shut_down()
        after = snapshot(self.container.root)
        changed = sorted(path for path in self.before.keys() | after.keys() if self.before.get(path) != after.get(path))
        assert not changed, "\n".join(f"{path}: {self.before.get(path)} before, {after.get(path)} now" for path in changed)


STEPS = [
    Check.packages_install_with_dpkg_alone,
    Check.the_service_starts_with_the_machine,
    Check.programs_say_the_version_of_their_package,
    Check.pages_completions_and_documents_are_there,
    Check.a_match_with_a_clock_begins,
    Check.an_upgrade_refuses_no_connection_and_ends_no_match,
    Check.the_match_goes_on_to_its_end,
    Check.ssh_play_is_set_up_by_the_lines_of_the_document,
    Check.removing_stops_the_service_and_keeps_the_database,
    Check.purging_leaves_nothing,
]


def main():
    sources, base = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    old, new = packages_in(sys.argv[3]), packages_in(sys.argv[4])
    make_base(base, old)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        run("cp", "--archive", "--reflink=auto", str(base), str(root))
        container, tmux = Container(root), Tmux(folder)
        try:
            run_steps(STEPS, Check(container, tmux, sources / "OPERATING.md", old, new))
        finally:
            tmux.kill()
            container.kill()


if __name__ == "__main__":
    main()
