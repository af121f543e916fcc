"""An evening of clients in another language: a server of their own, and what they do with it, step by step, as TAP."""

import os
import signal
import subprocess
import tempfile

DEADLINE_S = 60  # then SIGALRM ends the program


def play(program, come_together, steps):
    """Starts the server, and calls each step with what `come_together` makes of the server's port."""
    signal.alarm(DEADLINE_S)
    print(f"1..{len(steps) + 1}")
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "matches.db")
        server = subprocess.Popen(
            [program, "--listen", "127.0.0.1:0", "--db", database, "--exit-on-eof"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        port = int(server.stdout.readline().rpartition(":")[2])
        evening = come_together(port)
        for number, step in enumerate(steps, start=1):
            step(evening)
            print(f"ok {number} - {step.__name__}", flush=True)
        server.terminate()
        assert server.wait() == 0, server.returncode
        print(f"ok {len(steps) + 1} - the server ends well")
