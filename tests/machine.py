"""Whole systems to install things on and to log in to: an overlay of this one, or a Debian that boots; and terminals on them.

Both need root, and go away without a trace. What is waited for is looked for again and again until it is there, and a
deadline ends the step.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

STEP_S = 120  # at most, on a busy machine
LOOK_AGAIN_S = 0.02
ENDED = " is what it has ended with"


def say(words):
    print(f"# {words}", flush=True)


def run(*command, **options):
    """The output of a command, which has to succeed."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{' '.join(command)} ends with {done.returncode}:\n{done.stdout}"
    return done.stdout


def take_too_long(number, frame):
    raise AssertionError(f"takes longer than {STEP_S} s")


def run_steps(steps, subject):
    """Calls each step with the subject, and prints TAP. The first step that fails is the last one."""
    signal.signal(signal.SIGALRM, take_too_long)
    print(f"1..{len(steps)}")
    for number, step in enumerate(steps, start=1):
        signal.alarm(STEP_S)
        try:
            step(subject)
        except AssertionError:
            print(f"not ok {number} - {step.__name__}", flush=True)
            raise
        print(f"ok {number} - {step.__name__}", flush=True)
    signal.alarm(0)


# --- packages, and an empty Debian ---


def packages_in(folder):
    """Package -> its file."""
    files = sorted(pathlib.Path(folder).resolve().glob("*.deb"))
    assert files, f"there are no packages in {folder}"
    return {file.name.split("_")[0]: file for file in files}


def dependencies_of(packages):
    """Of these packages, those that are not ours."""
    fields = [run("dpkg-deb", "-f", str(file), "Depends") for file in packages]
    names = [name.strip() for field in fields for name in field.split(",")]
    return sorted({name for name in names if name and not name.startswith("takeaway")})


def make_debian(base, *options):
    """An empty Debian of this system's release in the folder `base`, unless there is one."""
    system = pathlib.Path("/etc/os-release").read_text()
    release = re.search(r"^VERSION_CODENAME=(\w+)", system, re.MULTILINE)[1]
    if not (base / "etc/debian_version").exists():
        say(f"making an empty Debian ({release}), once")
        unfinished = base.with_name(f"{base.name}.unfinished")
        for folder in base, unfinished:
            shutil.rmtree(folder, ignore_errors=True)
        # What debootstrap mounts and starts ends with it, even when it is interrupted.
        run("unshare", "--mount", "--pid", "--fork", "--kill-child", "debootstrap", "--variant=minbase", *options, release,
            str(unfinished))  # fmt: skip
        unfinished.rename(base)


# --- machines ---


class Machine:
    """A system that runs, without a network. `root`: the folder of its files; `leader`: a process in all its namespaces."""

    root = leader = None

    def enter(self, *command):
        """The command line that runs this inside."""
        return ["nsenter", f"--target={self.leader}", "--mount", "--net", "--pid", "--ipc", "--uts", "--root", "--wd",
                "env", "--ignore-environment", "HOME=/run/home", "USER=tester", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "LC_ALL=C.UTF-8", "TERM=screen-256color", *command]  # fmt: skip

    def run(self, *command):
        return run(*self.enter(*command))

    def try_out(self, *command):
        """Whether a command succeeds, and all that it says."""
        done = subprocess.run(self.enter(*command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)  # fmt: skip
        return done.returncode == 0, done.stdout

    def fails(self, *command):
        return not self.try_out(*command)[0]


class Container(Machine):
    """A Debian in a folder, which boot() boots in systemd-nspawn."""

    def __init__(self, root):
        # Without systemd on the host, systemd-nspawn has nobody to give it a control group.
        alone = [] if os.path.isdir("/run/systemd/system") else ["--keep-unit"]
        self.root = root
        self.nspawn = ["systemd-nspawn", "--quiet", "--register=no", *alone, "--private-network", f"--directory={root}"]
        self.process = None

    def run_unbooted(self, *command):
        return run(*self.nspawn, "--pipe", *command)

    def boot(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            notices.bind(f"{folder}/notices")
            self.process = subprocess.Popen(
                [*self.nspawn, "--notify-ready=yes", "--boot"],
                env={**os.environ, "NOTIFY_SOCKET": f"{folder}/notices"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            notice = ""
            while "READY=1" not in notice:
                notice = notices.recv(4096).decode()
                leader = re.search(r"X_NSPAWN_LEADER_PID=(\d+)", notice)
                self.leader = leader[1] if leader else self.leader

    def bring(self, packages):
        """Copies the packages in, and says where they are there."""
        return ["/" + os.path.relpath(shutil.copy(file, f"{self.root}/var/tmp"), self.root) for file in packages.values()]

    def shut_down(self):
        self.run("systemctl", "poweroff")
        assert self.process.wait() == 0
        self.process = None

    def kill(self):
        if self.process and self.leader:
            os.kill(int(self.leader), signal.SIGKILL)
            self.process.wait()


OVERLAY = """
set -e
mount -t tmpfs tmpfs "$1"
cd "$1"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
mount -t proc proc root/proc
mount --rbind /dev root/dev
mount -t tmpfs tmpfs root/run
mkdir root/run/home root/run/sshd
: >root/run/utmp
ip link set lo up
echo ready
exec chroot root sleep infinity
"""


class Overlay(Machine):
    """This system as it is, but what is changed there is changed there alone. `leader` is None where that is not possible."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "sh", "-c", OVERLAY, "sh", self.folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if self.process.stdout.readline() == "ready\n":
            pid = self.process.pid
            self.leader = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0]
            # Seen through the leader, because the overlay is mounted nowhere else.
            self.root = pathlib.Path(f"/proc/{self.leader}/root")
        else:
            self.reason = self.process.stderr.read().strip()

    def kill(self):
        self.process.kill()
        self.process.wait()
        os.rmdir(self.folder)


class Tmux:
    """Terminals of 80 columns and 24 rows."""

    def __init__(self, folder):
        self.command = ["tmux", "-S", f"{folder}/tmux", "-f", f"{folder}/tmux.conf"]
        self.count = 0
        pathlib.Path(folder, "tmux.conf").write_text(
            "set -g default-terminal screen-256color\nset -g status off\nset -s escape-time 0\n"
        )
        # In the foreground, so that it is a child of this program.
        self.server = subprocess.Popen([*self.command, "-D"])
        while not os.path.exists(f"{folder}/tmux"):
            time.sleep(LOOK_AGAIN_S)
        run(*self.command, "new-session", "-d", "-s", "base", "cat")

    def open(self, *command):
        """A shell says what the program has ended with, and keeps the terminal open. `pane_dead_status` would not do: tmux before
        3.5 loses the signal of a child that ends while libutempter's own handler is in place, which the end of a terminal brings."""
        self.count += 1
        run(*self.command, "new-session", "-d", "-s", f"terminal{self.count}", "-x", "80", "-y", "24",
            "sh", "-c", f"\"$@\"; printf '\\n%s{ENDED}\\n' $?; exec cat", "sh", *command)  # fmt: skip
        return Terminal(self, f"terminal{self.count}")

    def kill(self):
        self.server.terminate()
        self.server.wait()


class Terminal:
    def __init__(self, tmux, name):
        self.tmux, self.name = tmux.command, name

    def press(self, *keys):
        run(*self.tmux, "send-keys", "-t", self.name, *keys)

    def type(self, text):
        run(*self.tmux, "send-keys", "-t", self.name, "-l", text)

    def screen(self):
        return run(*self.tmux, "capture-pane", "-p", "-t", self.name)

    def expect(self, words):
        """Waits until this stands there."""
        try:
            while words not in self.screen():
                time.sleep(LOOK_AGAIN_S)
        except AssertionError as fault:
            raise AssertionError(f"{words!r} does not come: {fault}; there is:\n{self.screen()}") from None

    def expect_end(self):
        """Waits until the program has ended, and says what with."""
        self.expect(ENDED)
        return int(re.search(rf"(\d+){ENDED}", self.screen())[1])
