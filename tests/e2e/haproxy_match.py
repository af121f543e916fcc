"""HAProxy in front of the server: it ends TLS, and says with the PROXY protocol who has come, and how.

usage: haproxy_match.py TAKEAWAY-SERVER; prints TAP.
"""

import asyncio
import os
import socket
import ssl
import subprocess
import sys

import evening
import msgpack
import websockets_match

NOT_PRIVATE = 28
CONNECTIONS_PER_ADDRESS = 4

CONFIGURATION = """
global
    maxconn 100
defaults
    mode tcp
    timeout connect 10s
    timeout client 1m
    timeout server 1m
frontend with_tls
    bind fd@{with_tls} ssl crt {pem}
    default_backend server
frontend without_tls
    bind fd@{without_tls}
    default_backend server
frontend of_version_1
    bind fd@{of_version_1}
    default_backend of_version_1
backend server
    server it 127.0.0.1:{server} send-proxy-v2-ssl check check-send-proxy inter 100
backend of_version_1
    server it 127.0.0.1:{server} send-proxy
"""


def make_certificate(path):
    key, certificate = os.path.join(path, "key.pem"), os.path.join(path, "certificate.pem")
    command = "openssl req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 2 -subj /CN=localhost"
    subprocess.run(
        command.split() + ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        + ["-keyout", key, "-out", certificate],
        stderr=subprocess.DEVNULL,
        check=True,
    )
    both = os.path.join(path, "both.pem")
    with open(both, "w", encoding="ascii") as to:
        for name in (certificate, key):
            with open(name, encoding="ascii") as of:
                to.write(of.read())
    return certificate, both


class Proxy:
    """HAProxy, which listens on sockets of ours, so that no port can be taken by somebody else."""

    def __init__(self, path, server):
        names = ("with_tls", "without_tls", "of_version_1")
        listeners = {name: socket.create_server(("127.0.0.1", 0)) for name in names}
        self.ports = {name: listener.getsockname()[1] for name, listener in listeners.items()}
        self.certificate, pem = make_certificate(path)
        descriptors = {name: listener.fileno() for name, listener in listeners.items()}
        configuration = os.path.join(path, "haproxy.cfg")
        with open(configuration, "w", encoding="ascii") as to:
            to.write(CONFIGURATION.format(pem=pem, server=server.port, **descriptors))
        self.process = subprocess.Popen(
            ["haproxy", "-q", "-db", "-f", configuration], pass_fds=list(descriptors.values())
        )
        for listener in listeners.values():
            listener.close()

    def end(self):
        self.process.terminate()
        self.process.wait()


class Evening:
    def __init__(self, server, proxy):
        self.server, self.ports = server, proxy.ports
        self.tls = ssl.create_default_context(cafile=proxy.certificate)

    def connect(self, frontend, source="127.0.0.1"):
        plain = socket.create_connection(("127.0.0.1", self.ports[frontend]), source_address=(source, 0))
        if frontend != "with_tls":
            return plain
        return self.tls.wrap_socket(plain, server_hostname="localhost")

    def ask(self, stream, method, **parameters):
        """The answer: error and result; None: the server has hung up."""
        stream.sendall(msgpack.packb([0, 1, method, [parameters]]))
        unpacker = msgpack.Unpacker()
        while piece := stream.recv(65536):
            unpacker.feed(piece)
            for message in unpacker:
                if message[0] == 1:
                    return message[2:]
        return None

    def come(self, frontend, name, source="127.0.0.1"):
        stream = self.connect(frontend, source)
        error, welcome = self.ask(stream, "session.hello", protocol=1, client="haproxy", name=name)
        assert not error, error
        return stream, welcome


def trust_the_proxys_word_about_tls(evening):
    """Where the client came by TLS, passwords and tokens are taken and given; else not."""
    stream, welcome = evening.come("with_tls", "anna")
    assert welcome["token"], welcome
    error, _ = evening.ask(stream, "account.register", password="a long password", key="1")
    assert not error, error
    stream.close()
    for frontend in ("without_tls", "of_version_1"):
        stream, welcome = evening.come(frontend, "ben")
        assert not welcome.get("token"), welcome
        error, _ = evening.ask(stream, "account.register", password="a long password", key="1")
        assert error[0] == NOT_PRIVATE, error
        stream.close()


def play_through_it(evening):
    async def play():
        secure = f"wss://localhost:{evening.ports['with_tls']}/socket"
        plain = f"ws://127.0.0.1:{evening.ports['without_tls']}/socket"
        first, second = websockets_match.Player("carl"), websockets_match.Player("dora")
        await first.come(secure, evening.tls)
        await second.come(plain, None)
        await websockets_match.play_match(first, second)
        await first.socket.close()
        await second.socket.close()

    asyncio.run(play())


def be_counted_by_their_own_addresses(evening):
    """Of each address of a client a few connections may come."""
    for frontend, address, neighbour in [
        ("with_tls", "127.0.0.2", "127.0.0.3"),
        ("of_version_1", "127.0.0.4", "127.0.0.5"),
    ]:
        names = [f"erik{n}" for n in range(CONNECTIONS_PER_ADDRESS)]
        streams = [evening.come(frontend, name, address)[0] for name in names]
        one_more = evening.connect(frontend, address)
        answer = evening.ask(one_more, "session.hello", protocol=1, client="haproxy", name="erik")
        assert answer is None, answer
        streams.append(evening.come(frontend, "finn", neighbour)[0])
        for stream in streams:
            stream.close()


def be_refused_without_its_word(evening):
    """Whoever comes from the proxy's address without a head, or with a malformed one, is sent away."""
    hello = msgpack.packb([0, 1, "session.hello", [{"protocol": 1, "client": "x", "name": "mallory"}]])
    for sent in (
        hello,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"PROXY TCP4 1.2.3.4 1.2.3.4 5\r\n" + hello,
        b"PROXY TCP4 1.2.3.4 1.2.3.4 5 6\n" + hello,
        b"\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x00" + hello,
        b"\r\n\r\n\0\r\nQUIT\n\x31\x11\x00\x0c" + 12 * b"\0" + hello,
        b"\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff" + 600 * b"\0",
    ):
        with socket.create_connection(("127.0.0.1", evening.server.port)) as stream:
            stream.sendall(sent)
            got = b""
            try:
                while piece := stream.recv(65536):
                    got += piece
            except ConnectionResetError:
                pass
            assert got == b"", got


STEPS = [
    trust_the_proxys_word_about_tls,
    play_through_it,
    be_counted_by_their_own_addresses,
    be_refused_without_its_word,
    play_through_it,
]


def main():
    options = ["--proxy-protocol", "loopback", "--connections-per-address", str(CONNECTIONS_PER_ADDRESS)]
    with evening.folder() as path, evening.serve(sys.argv[1], path, *options) as server:
        proxy = Proxy(path, server)
        try:
            for step in STEPS:
                step(Evening(server, proxy))
                evening.tell(step.__name__)
        finally:
            proxy.end()
    evening.end()


if __name__ == "__main__":
    main()
