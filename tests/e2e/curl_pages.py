"""What the server answers to curl: the page, errors, caches, the way to TLS.

usage: curl_pages.py TAKEAWAY-SERVER; prints TAP.
"""

import os
import subprocess
import sys

import evening


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


def curl(url, *options):
    """The last answer that curl gets."""
    run = subprocess.run(
        ["curl", "--disable", "--silent", "--show-error", "--include", "--noproxy", "*", *options, url],
        capture_output=True,
        check=True,
    )
    head, _, body = run.stdout.partition(b"\r\n\r\n")
    status_line, *lines = head.decode("ascii").split("\r\n")
    assert status_line.startswith("HTTP/1.1 "), status_line
    fields = [line.split(": ", 1) for line in lines]
    headers = {name.lower(): value for name, value in fields}
    assert len(headers) == len(fields), "a header came twice"
    return Answer(int(status_line.split()[1]), headers, body)


CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def check_safeguards(answer):
    headers = answer.headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in headers and "server" not in headers
    assert int(headers["content-length"]) == len(answer.body)


def get_the_page(at):
    for path in ("/", "/?x=1", "/i/AAAAAAAAAAAAAAAAAAAAAA"):
        answer = curl(at + path)
        check_safeguards(answer)
        assert answer.status == 200, answer.status
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert b"<title>Takeaway</title>" in answer.body


def have_it_already(at):
    tag = curl(at + "/").headers["etag"]
    for known in (tag, "W/" + tag, '"other", ' + tag, "*"):
        answer = curl(at + "/", "--header", "If-None-Match: " + known)
        assert (answer.status, answer.body) == (304, b""), (known, answer.status)
        assert answer.headers["etag"] == tag and answer.headers["cache-control"] == "no-cache"
    assert curl(at + "/", "--header", 'If-None-Match: "other"').status == 200


def ask_for_the_head_alone(at):
    whole, head = curl(at + "/"), curl(at + "/", "--head")
    assert (head.status, head.body) == (200, b"")
    assert head.headers == whole.headers


def ask_for_what_is_not_there(at):
    for path in ("/nothing", "/i", "/etc/passwd", "/%2e%2e/", "/..", "//", "/socket", "/metrics"):
        answer = curl(at + path, "--path-as-is")
        check_safeguards(answer)
        assert answer.status == 404, (path, answer.status)


def send_something(at):
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        answer = curl(at + "/", "--request", method)
        check_safeguards(answer)
        assert answer.status == 405, (method, answer.status)
        assert answer.headers["allow"] == "GET, HEAD"
        assert answer.headers["connection"] == "close"
    assert curl(at + "/", "--data", "x").status == 405
    assert curl(at + "/", "--request", "GET", "--data", "x").status == 413
    chunked = ["--request", "GET", "--header", "Transfer-Encoding: chunked", "--data", "x"]
    assert curl(at + "/", *chunked).status == 413


def send_too_much(at):
    assert curl(at + "/" + 1023 * "x").status == 404
    assert curl(at + "/" + 1024 * "x").status == 414
    assert curl(at + "/", "--header", "X: " + 8192 * "x").status == 431


def speak_another_version(at):
    assert curl(at + "/", "--http1.0").status == 505


def come_by_another_name(at):
    port = at.rpartition(":")[2]
    for name in ("evil.example", f"evil.example:{port}", "localhost.evil.example"):
        answer = curl(at + "/", "--header", "Host: " + name)
        assert answer.status == 421, (name, answer.status)
    for name in ("localhost", f"localhost:{port}", "LOCALHOST", "[::1]", "friends.example"):
        assert curl(at + "/", "--header", "Host: " + name).status == 200, name
    assert curl(at + "/", "--header", "Host:").status == 400


UPGRADE = [
    *("--header", "Connection: Upgrade", "--header", "Upgrade: websocket"),
    *("--header", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
]


def be_refused_a_websocket(at):
    version = ["--header", "Sec-WebSocket-Version: 13"]
    old = curl(at + "/socket", *UPGRADE, "--header", "Sec-WebSocket-Version: 8")
    assert (old.status, old.headers["sec-websocket-version"]) == (426, "13")
    assert curl(at + "/", *UPGRADE, *version).status == 404
    for origin in ("http://evil.example", "null", "https://127.0.0.1", at + "0"):
        answer = curl(at + "/socket", *UPGRADE, *version, "--header", "Origin: " + origin)
        assert answer.status == 403, (origin, answer.status)


def come_again_on_the_same_connection(at):
    answers = subprocess.run(
        ["curl", "--disable", "--silent", "--verbose", "--noproxy", "*"]
        + ["--output", os.devnull, "--output", os.devnull, at + "/", at + "/nothing"],
        capture_output=True,
        check=True,
    )
    assert b"Re-using existing connection" in answers.stderr, answers.stderr


STEPS = [
    get_the_page,
    have_it_already,
    ask_for_the_head_alone,
    ask_for_what_is_not_there,
    send_something,
    send_too_much,
    speak_another_version,
    come_by_another_name,
    be_refused_a_websocket,
    come_again_on_the_same_connection,
]


def read_the_figures(at):
    figures = curl(at + "/metrics")
    assert figures.status == 200
    assert figures.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert b"\ntakeaway_" in figures.body


def come_with_tls(server, certificate):
    at, trust = f"https://localhost:{server.port}", ["--cacert", certificate]
    answer = curl(at + "/", *trust)
    check_safeguards(answer)
    assert answer.status == 200
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert curl(at + "/", *trust, "--tls-max", "1.2").status == 200
    origin = ["--header", "Sec-WebSocket-Version: 13", "--header", f"Origin: http://localhost:{server.port}"]
    assert curl(at + "/socket", *trust, *UPGRADE, *origin).status == 403
    answer = curl(f"http://localhost:{server.port}/")
    assert "strict-transport-security" not in answer.headers


def main():
    program = sys.argv[1]
    with evening.folder() as path:
        with evening.serve(program, path, "--web-host", "example.org,friends.example") as server:
            for step in STEPS:
                step(f"http://127.0.0.1:{server.port}")
                evening.tell(step.__name__)
        keys = os.path.join(path, "keys")
        options = ["--tls-self-signed", keys, "--hsts", "--metrics"]
        with evening.serve(program, path, *options) as server:
            come_with_tls(server, os.path.join(keys, "certificate.pem"))
            evening.tell("come_with_tls")
            read_the_figures(f"http://127.0.0.1:{server.port}")
            evening.tell("read_the_figures")
    evening.end()


if __name__ == "__main__":
    main()
