"""Networks of a test's own: namespaces of Linux, with which a test is root in its own world. They
end with the test, even when that is killed."""

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback

PATIENCE_S = 60  # for what takes less than a second on a quiet machine
INSIDE = "TAKEAWAY_TEST_NETWORKS"  # set where the namespaces are


def missing(*programs):
    """Which of these programs the machine lacks; they may be in sbin."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    return [name for name in programs if not shutil.which(name)]


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def enter(*programs):
    """Starts the test again within namespaces; returns there. Where that cannot be, the test says so
    and ends."""
    if INSIDE in os.environ:
        os.environ.pop(INSIDE)
        for number in signal.SIGHUP, signal.SIGINT:  # whatever the test was started with
            signal.signal(number, signal.SIG_DFL)
        run("mount", "-t", "tmpfs", "tmpfs", "/run")  # where the names of networks are kept
        run("ip", "link", "set", "lo", "up")
        return
    lacking = missing("unshare", "mount", "ip", *programs)
    if lacking:
        skip(f"this machine has no {', no '.join(lacking)}")
    namespaces = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid() != 0:
        namespaces.insert(1, "--map-root-user")
    if subprocess.run([*namespaces, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        skip("not root, and users may not make network namespaces here")
    os.environ[INSIDE] = "yes"
    sys.stdout.flush()
    os.execvp("unshare", [*namespaces, sys.executable, "-B", *sys.argv])


def report(tests):
    """Runs tests, pairs of a name and a function, and prints TAP. Returns the exit status."""
    failed = 0
    print(f"1..{len(tests)}", flush=True)
    for number, (name, test) in enumerate(tests, 1):
        began = time.monotonic()
        try:
            test()
            print(f"ok {number} - {name} # {time.monotonic() - began:.1f} s", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} - {name}", flush=True)
            traceback.print_exc()
    return 1 if failed else 0


def run(*command, input=None):
    """The output of a program that has to succeed."""
    done = subprocess.run(command, input=input, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: status {done.returncode}"
    return done.stdout


def add(*names):
    for name in names:
        run("ip", "netns", "add", name)
        run("ip", "-n", name, "link", "set", "lo", "up")


def join(one, one_end, other, other_end):
    """A cable between two networks; an end is (its name, its address with the bits of its network)."""
    run("ip", "-n", one, "link", "add", one_end[0], "type", "veth", "peer", "name", other_end[0],
        "netns", other)  # fmt: skip
    for name, (device, address) in ((one, one_end), (other, other_end)):
        run("ip", "-n", name, "addr", "add", address, "dev", device)
        run("ip", "-n", name, "link", "set", device, "up")


def route(name, via):
    run("ip", "-n", name, "route", "add", "default", "via", via)


class Program:
    """A program in one of the networks. What it prints, errors too, is read line by line."""

    def __init__(self, network, *command, terminal=False, **options):
        self.name = os.path.basename(command[0])
        self.seen = []  # the lines that next() has passed
        self.lines = queue.Queue()  # the others; None at the end
        ends = (subprocess.PIPE, subprocess.PIPE)
        if terminal:
            self.terminal, end = os.openpty()
            ends = (end, end)
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", network, *command], stdin=ends[0], stdout=ends[1],
            stderr=subprocess.STDOUT, **options,
        )  # fmt: skip
        if terminal:
            os.close(end)
            self.input, self.output = open(self.terminal, "wb", 0, closefd=False), self.terminal
        else:
            self.input, self.output = self.process.stdin, self.process.stdout.fileno()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b""
        while True:
            try:
                piece = os.read(self.output, 65536)
            except OSError:  # a terminal that nobody has any more
                piece = b""
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self.lines.put(line.decode(errors="replace").rstrip("\r"))
            if not piece:
                self.lines.put(None)
                return

    def send(self, line):
        self.input.write((line + "\n").encode())
        self.input.flush()

    def find(self, expected, within_s):
        """The next line that contains one of these texts, None if none comes within `within_s` of
        the line before it; the others are passed over."""
        while True:
            try:
                line = self.lines.get(timeout=within_s)
            except queue.Empty:
                return None
            if line is None:
                return None
            self.seen.append(line)
            if any(text in line for text in expected):
                return line

    def next(self, *expected):
        """As find(), of a line that has to come."""
        line = self.find(expected, PATIENCE_S)
        if line is None:
            story = "\n".join(self.seen[-30:])
            raise AssertionError(f"{self.name}: no {expected} came, but\n{story}")
        return line

    def wait(self):
        """Waits for its end, and returns the exit status."""
        return self.process.wait(PATIENCE_S)

    def kill(self, number):
        """Sends a signal, and returns the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def end(self):
        """Ends its input, and returns the exit status."""
        self.input.close()
        return self.wait()
