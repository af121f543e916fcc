"""The server where libpq and libnats are missing: it is built, serves with a file, and refuses what it lacks.

usage: bare_server.py SOURCES BUILD; prints TAP. The build without these libraries is in BUILD/bare, and stays there: only the
first run compiles all of the server, which takes 15 s of a processor.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys

import evening

BUILDING_S = 540


def run(*command):
    """Its exit status and all that it prints."""
    environment = dict(os.environ)
    if "CCACHE_DIR" not in environment:
        environment["CCACHE_DISABLE"] = "1"  # it would want a home
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    return done.returncode, done.stdout


def build(sources, folder):
    if not (folder / "build.ninja").exists():
        shutil.rmtree(folder, ignore_errors=True)
        absent = ["-Dpostgresql=disabled", "-Dnats=disabled", "-Dpage=disabled", "-Dtests=false"]
        status, said = run("meson", "setup", "--buildtype=plain", *absent, str(folder), str(sources))
        assert status == 0, said
    status, said = run("ninja", "-C", str(folder), "server/takeaway-server")
    assert status == 0, said
    evening.tell("the server is built without libpq and libnats")
    return str(folder / "server/takeaway-server")


def serve(program, path):
    server = evening.Server(program, path)
    server.process.stdin.close()
    assert server.process.wait() == 0
    evening.tell("it serves with a file, and ends well")


def refuse(program, description, expected_status, sentence, *options):
    status, said = run(program, *options)
    assert status == expected_status and sentence in said, (status, said)
    evening.tell(description)


def main():
    sources, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2], "bare")
    signal.alarm(BUILDING_S)
    program = build(sources, folder)
    with evening.folder() as path:
        serve(program, path)
    refuse(
        program,
        "it refuses a database in PostgreSQL",
        1,
        "this server was built without PostgreSQL: install libpq-dev and build it again",
        "--db=postgresql://127.0.0.1/x",
    )
    refuse(
        program,
        "it refuses a bus",
        2,
        "--bus: this server was built without NATS: install libnats-dev and build it again",
        "--role=gateway",
        "--bus=nats://127.0.0.1",
    )
    evening.end()


main()
