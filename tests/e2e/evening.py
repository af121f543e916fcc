"""What the tests in another language share: servers of their own, and what is done with them, step by step, as TAP."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile

DEADLINE_S = 60  # then SIGALRM ends the program

RECORD = "35>29 29>28 28>27 27>25 25>21 21>13 13>0".split()  # of a match of Fibonacci nim

_told = 0


def tell(description):
    """Another line of TAP: this holds."""
    global _told
    _told += 1
    print(f"ok {_told} - {description}", flush=True)


def end():
    print(f"1..{_told}", flush=True)


def skip(reason):
    """Ends the program: nothing can be tested here."""
    print(f"1..0 # SKIP {reason}", flush=True)
    sys.exit()


@contextlib.contextmanager
def folder():
    """A temporary folder; the program ends when nothing has come of it for too long."""
    signal.alarm(DEADLINE_S)
    with tempfile.TemporaryDirectory() as path:
        yield path


class Server:
    """`port`; `pin`: the fingerprint of its key, if it has one."""

    def __init__(self, program, path, *options):
        self.pin = None
        self.process = subprocess.Popen(
            [program, "--listen", "127.0.0.1:0", "--db", os.path.join(path, "matches.db")]
            + ["--exit-on-eof", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stdout:
            if line.startswith("server key "):
                self.pin = line.split()[-1]
            elif line.startswith("listening on "):
                self.port = int(line.rpartition(":")[2])
                return
        raise AssertionError("the server has not started")

    def end(self):
        self.process.terminate()
        assert self.process.wait() == 0, self.process.returncode


@contextlib.contextmanager
def serve(program, path, *options):
    """A server, which has to end well."""
    server = Server(program, path, *options)
    yield server
    server.end()
    tell("the server ends well")


def play(program, come_together, steps):
    """Starts the server, and calls each step with what `come_together` makes of the server's port."""
    with folder() as path, serve(program, path) as server:
        evening = come_together(server.port)
        for step in steps:
            step(evening)
            tell(step.__name__)
    end()
