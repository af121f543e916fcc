"""`ssh play@host` for real: sshd, keys, and terminals, on a machine that is set up by the lines of OPERATING.md.

usage: ssh_play.py SOURCES BUILD; prints TAP. The machine is an overlay of this one, with the programs of BUILD installed as the
package takeaway-server does; tests/packages.py does the same where that package is installed. It needs root, tmux and sshd.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from machine import LOOK_AGAIN_S, Overlay, Tmux, run, run_steps

SECTION = "ssh play@host"
SERVER = "127.0.0.1:7800"
KEYS = "/run/keys"


def document_lines(document):
    """The commands of the section, block by block: what sets it up, and what ends it."""
    section = document.read_text().partition(f"\n## {SECTION}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)
    assert len(blocks) == 2, f"{document}, {SECTION}: there are {len(blocks)} blocks of commands, not 2"
    return [[line.strip().removeprefix("sudo ") for line in block.splitlines()] for block in blocks]


class Visits:
    """Those who come to a machine by ssh."""

    def __init__(self, machine, tmux, document, reload_sshd):
        self.machine, self.tmux, self.reload_sshd = machine, tmux, reload_sshd
        self.begin, self.end = document_lines(document)
        self.ann = self.ben = None

    def do_as_said(self, lines):
        for line in lines:
            if line == "systemctl reload ssh":
                self.reload_sshd(self.machine)
            else:
                self.machine.run("sh", "-c", line)

    def ssh(self, key, *words):
        return ["ssh", "-F", "none", "-i", f"{KEYS}/{key}", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o",
                "UserKnownHostsFile=/dev/null", "-o", "LogLevel=error", *words]  # fmt: skip

    def come(self, key, *words):
        return self.tmux.open(*self.machine.enter(*self.ssh(key, "-t", *words, "play@127.0.0.1")))

    def try_ssh(self, key, *words):
        return self.machine.try_out("timeout", "60", *self.ssh(key, *words))

    def expect_answer(self, words):
        """Waits until sshd, which is loaded anew, says this to ann without a terminal."""
        while words not in self.try_ssh("ann", "play@127.0.0.1")[1]:
            time.sleep(LOOK_AGAIN_S)

    # --- the steps ---

    def the_lines_of_the_document_set_it_up(self):
        self.do_as_said(self.begin)
        self.machine.run("mkdir", "--mode=700", KEYS)
        for name, kind in ("ann", "ed25519"), ("ben", "ecdsa"), ("zoe", "rsa"):
            self.machine.run("ssh-keygen", "-q", "-t", kind, "-N", "", "-f", f"{KEYS}/{name}")
        self.expect_answer("This is a game")

    def two_keys_are_two_players(self):
        self.ann, self.ben = self.come("ann"), self.come("ben")
        for terminal, name in (self.ann, "ann"), (self.ben, "ben"):
            terminal.expect("Your name:")
            terminal.type(name)
            terminal.press("Enter")
            terminal.expect(f"{name}, {SERVER} \u25cf connected")

    def they_play_a_match_to_its_end(self):
        self.ann.press("3", "n")
        self.ann.expect("anyone who comes")
        self.ann.press("Down")
        self.ann.type("4")
        self.ann.press("Down", "Right")
        self.ann.expect("\u2190 you \u2192")
        self.ann.press("Enter")
        self.ann.expect("Waiting")
        self.ben.press("3")
        self.ben.expect("ann   anyone")
        self.ben.press("Enter")
        self.ann.expect("Your move: 4 counters")
        self.ann.press("Enter")
        self.ben.expect("Your move: 3 counters")
        self.ben.press("Enter")
        self.ann.expect("Your move: 2 counters")
        self.ann.press("2", "Enter")
        self.ann.expect("You won: ben has no move left.")
        self.ben.expect("You lost: you have no move left.")

    def stopping_it_opens_no_shell(self):
        self.ben.press("C-z")
        self.ben.press("v")
        self.ben.expect("Move 1 of 3")

    def a_key_comes_back_as_its_player(self):
        self.ann.press("Escape")
        self.ann.expect("q leave")
        self.ann.press("q")
        assert self.ann.expect_end() == 0
        self.ann = self.come("ann")
        self.ann.expect(f"ann, {SERVER} \u25cf connected")
        assert "Your name" not in self.ann.screen()

    def a_name_that_is_taken_is_asked_for_again(self):
        zoe = self.come("zoe")
        for name in "ann", "a/b", "zoe":
            zoe.expect("Your name:" if name == "ann" else " again):")
            zoe.type(name)
            zoe.press("Enter")
            if name == "ann":
                zoe.expect("ann")
                zoe.expect(" again):")
        zoe.expect(f"zoe, {SERVER} \u25cf connected")
        zoe.press("q")
        assert zoe.expect_end() == 0

    def no_command_gets_a_shell(self):
        for words in ["id"], ["/bin/sh", "-c", "id"]:
            done, said = self.try_ssh("ann", "play@127.0.0.1", *words)
            assert not done and "This is a game" in said and "uid=" not in said, said
        done, said = self.try_ssh("ann", "-s", "play@127.0.0.1", "sftp")
        assert not done and said == "", said
        terminal = self.come("zoe", "-o", "RemoteCommand=/bin/sh")
        terminal.expect(f"zoe, {SERVER} \u25cf connected")
        terminal.press("q")
        assert terminal.expect_end() == 0
        done, said = self.machine.try_out("su", "play", "-c", "id")
        assert not done and "uid=" not in said, said

    def no_file_is_copied(self):
        for option in "-s", "-O":  # by sftp, and as before it
            program, *options = self.ssh("ann")
            done, said = self.machine.try_out("scp", option, *options, "/etc/hostname", "play@127.0.0.1:stolen")
            assert not done, said
        assert "stolen" not in self.machine.run("find", "/var/lib/takeaway-play")

    def nothing_is_forwarded(self):
        done, said = self.try_ssh("ann", "-W", SERVER, "play@127.0.0.1")
        assert not done and "forwarding failed" in said, said
        done, said = self.try_ssh("ann", "-N", "-o", "ExitOnForwardFailure=yes", "-R", "7900:127.0.0.1:7800", "play@127.0.0.1")
        assert not done and "forwarding failed" in said, said
        done, said = self.try_ssh("ann", "-N", "-o", "ExitOnForwardFailure=yes", "-R", "/run/in:127.0.0.1:7800", "play@127.0.0.1")
        assert not done and "forwarding failed" in said, said

    def no_environment_comes_along(self):
        self.ben.press("Escape", "Escape")
        self.ben.expect("q leave")
        self.ben.press("q")
        assert self.ben.expect_end() == 0
        self.ben = self.come("ben", "-o", "SetEnv=TAKEAWAY_SERVER=192.0.2.1 LD_PRELOAD=/x.so NO_COLOR=1")
        self.ben.expect(f"ben, {SERVER} \u25cf connected")
        games = self.machine.run("pgrep", "--exact", "takeaway").split()
        assert len(games) == 2, games
        for game in games:
            variables = self.machine.run("cat", f"/proc/{game}/environ").rstrip("\0").split("\0")
            names = {variable.partition("=")[0] for variable in variables}
            assert names == {"HOME", "XDG_STATE_HOME", "LC_ALL", "TERM", "TAKEAWAY_SERVER"}, names

    def without_a_key_nobody_comes_in(self):
        done, said = self.try_ssh("none", "-o", "BatchMode=yes", "play@127.0.0.1")
        assert not done and "Permission denied (publickey)" in said, said
        self.machine.run("sh", "-c", "getent shadow play | grep -q '^play:[!*]'")

    def the_number_of_games_is_limited(self):
        self.machine.run("sed", "-i", "s/maxlogins 100/maxlogins 2/", "/etc/security/limits.d/takeaway-play.conf")
        zoe = self.come("zoe")
        zoe.expect("too many logins for 'play'")
        assert zoe.expect_end() != 0
        limits = self.machine.run("sh", "-c", "cat /proc/$(pgrep --newest --exact takeaway)/limits")
        assert re.search(r"Max address space +1073741824 ", limits) and re.search(r"Max file size +4194304 ", limits), limits

    def the_lines_of_the_document_end_it(self):
        self.ann.press("q")
        self.ben.press("q")
        assert self.ann.expect_end() == 0 and self.ben.expect_end() == 0
        self.do_as_said(self.end)
        self.expect_answer("Permission denied")
        assert self.machine.fails("test", "-e", "/var/lib/takeaway-play")

    STEPS = [
        the_lines_of_the_document_set_it_up,
        two_keys_are_two_players,
        they_play_a_match_to_its_end,
        stopping_it_opens_no_shell,
        a_key_comes_back_as_its_player,
        a_name_that_is_taken_is_asked_for_again,
        no_command_gets_a_shell,
        no_file_is_copied,
        nothing_is_forwarded,
        no_environment_comes_along,
        without_a_key_nobody_comes_in,
        the_number_of_games_is_limited,
        the_lines_of_the_document_end_it,
    ]


# --- on an overlay of this machine ---


def install(machine, sources, build, folder):
    """What the package takeaway-server has of it, and the programs of the package takeaway."""
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    run("meson", "setup", "--prefix=/usr", "-Dtests=false", f"{folder}/build", str(sources), env=environment)
    run("meson", "install", "-C", f"{folder}/build", "--no-rebuild", "--tags", "ssh", env={**environment, "DESTDIR": f"{folder}/root"})
    for program in "client/takeaway", "bots/takeaway-bot", "server/takeaway-server":
        os.makedirs(f"{folder}/root/usr/bin", exist_ok=True)
        shutil.copy(build / program, f"{folder}/root/usr/bin")
    shutil.copytree(f"{folder}/root", machine.root, dirs_exist_ok=True)


def start_sshd(machine):
    """There is no systemd, which would reload it."""
    if machine.fails("pkill", "--signal=HUP", "--parent=1", "--exact", "sshd"):
        machine.run("/usr/sbin/sshd")


def main():
    sources, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if os.getuid() != 0 or not shutil.which("sshd", path="/usr/sbin") or not shutil.which("tmux"):
        print("1..0 # SKIP needs root, sshd (Debian: openssh-server) and tmux")
        return
    machine = Overlay()
    if not machine.leader:
        print(f"1..0 # SKIP no overlay of this machine can be made: {machine.reason}")
        machine.kill()
        return
    with tempfile.TemporaryDirectory() as folder:
        install(machine, sources, build, folder)
        tmux = Tmux(folder)
        server = subprocess.Popen(machine.enter("takeaway-server", "--listen", SERVER, "--db", "/run/takeaway.db", "--exit-on-eof"),
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        try:
            assert server.stdout.readline() == f"listening on {SERVER}\n"
            run_steps(Visits.STEPS, Visits(machine, tmux, sources / "OPERATING.md", start_sshd))
        finally:
            tmux.kill()
            machine.kill()


if __name__ == "__main__":
    main()
