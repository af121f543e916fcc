"""TLS as `openssl s_client` sees it: versions, ALPN, renegotiation; and hello messages with garbage behind them.

usage: openssl_handshakes.py TAKEAWAY-SERVER; prints TAP.
"""

import os
import socket
import ssl
import subprocess
import sys

import evening
import msgpack


class Door:
    def __init__(self, server, certificate):
        self.port, self.certificate = server.port, certificate


def s_client(door, *options, typed=b""):
    """What it prints, and whether the handshake went well."""
    run = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{door.port}", "-servername", "localhost"]
        + ["-CAfile", door.certificate, "-verify_return_error", *options],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return run.stdout.decode("utf-8", "replace"), run.returncode == 0


HELLO = msgpack.packb([0, 1, "session.hello", [{"protocol": 1, "client": "ssl", "name": "anna"}]])


def check_that_it_goes_on(door):
    """Whatever was done to the server, the next one comes in by TLS, and hears a welcome."""
    tls = ssl.create_default_context(cafile=door.certificate)
    with socket.create_connection(("127.0.0.1", door.port)) as plain:
        with tls.wrap_socket(plain, server_hostname="localhost") as stream:
            stream.sendall(HELLO)
            unpacker, messages = msgpack.Unpacker(), []
            while not messages:
                piece = stream.recv(65536)
                assert piece, "the server hung up"
                unpacker.feed(piece)
                messages = list(unpacker)
            assert messages[0][:3] == [1, 1, None], messages[0]


def speak_good_versions(door):
    for version, printed in [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")]:
        text, is_well = s_client(door, version)
        assert is_well and f"New, {printed}" in text, text
        assert "Verify return code: 0 (ok)" in text, text
        assert "Compression: NONE" in text, text


def be_refused_old_versions(door):
    for version in ("-tls1", "-tls1_1"):
        # At its default level of security it would not even ask for them.
        text, is_well = s_client(door, version, "-cipher", "ALL:@SECLEVEL=0")
        assert not is_well and "alert protocol version" in text, text


def be_refused_weak_ciphers(door):
    for ciphers in ("RC4", "NULL", "aNULL", "3DES"):
        text, is_well = s_client(door, "-tls1_2", "-cipher", ciphers + ":@SECLEVEL=0")
        assert not is_well, text


def agree_on_a_protocol(door):
    for offered, agreed in [
        ("takeaway", "takeaway"),
        ("http/1.1", "http/1.1"),
        ("h2,http/1.1", "http/1.1"),
        ("h2,takeaway", "takeaway"),
    ]:
        for version in ("-tls1_2", "-tls1_3"):
            text, is_well = s_client(door, version, "-alpn", offered)
            assert is_well and f"ALPN protocol: {agreed}" in text, text
    text, is_well = s_client(door)
    assert is_well and "No ALPN negotiated" in text, text


def be_refused_other_protocols(door):
    for offered in ("h2", "ftp,imap", "takeaways"):
        for version in ("-tls1_2", "-tls1_3"):
            text, is_well = s_client(door, version, "-alpn", offered)
            assert not is_well and "alert no application protocol" in text, text


def be_held_to_the_agreed_protocol(door):
    """MessagePack-RPC where HTTP was agreed on, and the other way round, is refused."""
    get = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    tls = ssl.create_default_context(cafile=door.certificate)
    for agreed, sent, is_right in [
        ("http/1.1", HELLO, False),
        ("takeaway", get, False),
        ("http/1.1", get, True),
        ("takeaway", HELLO, True),
    ]:
        tls.set_alpn_protocols([agreed])
        with socket.create_connection(("127.0.0.1", door.port)) as plain:
            with tls.wrap_socket(plain, server_hostname="localhost") as stream:
                stream.sendall(sent)
                first = stream.recv(12)
                is_welcome = first[:2] == b"\x94\x01" or first == b"HTTP/1.1 200"
                assert is_welcome == is_right, (agreed, first)
                while not is_right and stream.recv(65536):
                    pass


def be_refused_a_new_handshake(door):
    """TLS 1.2: a line with R asks for another handshake on the same connection."""
    text, is_well = s_client(door, "-tls1_2", typed=b"R\n")
    assert "RENEGOTIATING" in text and not is_well, text
    assert "no renegotiation" in text, text


def come_back_without_a_handshake(door):
    """By a ticket, for which the server keeps nothing. It has come when the first answer has."""
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        tls = ssl.create_default_context(cafile=door.certificate)
        tls.minimum_version = tls.maximum_version = version
        session = None
        for is_again in (False, True):
            with socket.create_connection(("127.0.0.1", door.port)) as plain:
                with tls.wrap_socket(plain, server_hostname="localhost", session=session) as stream:
                    stream.sendall(HELLO)
                    assert stream.recv(2) == b"\x94\x01"
                    assert stream.session_reused == is_again, version
                    session = stream.session


def send_a_request_with_the_end_of_the_handshake(door):
    """In one piece, which a server may read at once."""
    get = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    for request, answer in [(HELLO, b"\x94\x01\x01\xc0"), (get, b"HTTP/1.1 200")]:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = ssl.create_default_context(cafile=door.certificate)
            context.minimum_version = context.maximum_version = version
            tls = TlsOverMemory(context)
            with socket.create_connection(("127.0.0.1", door.port)) as stream:
                while not tls.shake_hands():
                    stream.sendall(tls.outgoing.read())
                    tls.incoming.write(stream.recv(65536))
                tls.object.write(request)
                stream.sendall(tls.outgoing.read())
                while (got := tls.read()) is None:
                    tls.incoming.write(stream.recv(65536))
                assert got.startswith(answer), got


class TlsOverMemory:
    """The client's end of TLS, whose bytes are sent by hand."""

    def __init__(self, context):
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.object = context.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")

    def shake_hands(self):
        """Is it done? Its last bytes may still be in `outgoing`."""
        try:
            self.object.do_handshake()
            return True
        except ssl.SSLWantReadError:
            return False

    def read(self):
        """None: nothing yet."""
        try:
            return self.object.read(65536)
        except ssl.SSLWantReadError:
            return None


def client_hello():
    tls = TlsOverMemory(ssl.create_default_context())
    assert not tls.shake_hands()
    return tls.outgoing.read()


def read_to_the_end(stream):
    got = b""
    try:
        while piece := stream.recv(65536):
            got += piece
    except ConnectionResetError:
        pass
    return got


def send_garbage(door):
    begin = client_hello()
    for what, sent in {
        "behind the hello": begin + os.urandom(2000),
        "another hello behind it": begin + begin,
        "plain text behind it": begin + b"GET / HTTP/1.1\r\n\r\n",
        "a record of a wrong type": begin + b"\x99\x03\x03\x00\x02ab",
        "a record that is too long": b"\x16\x03\x01\xff\xff" + 70000 * b"x",
        "a hello of zeros": b"\x16\x03\x01\x02\x00" + 512 * b"\0",
        "SSL 3": b"\x16\x03\x00" + begin[3:],
        "data before the handshake": b"\x17\x03\x03\x00\x05hello",
    }.items():
        with socket.create_connection(("127.0.0.1", door.port)) as stream:
            stream.settimeout(evening.DEADLINE_S)
            stream.sendall(sent)
            got = read_to_the_end(stream)
            assert b"\x94" != got[:1], what
        check_that_it_goes_on(door)


def send_a_hello_byte_by_byte(door):
    with socket.create_connection(("127.0.0.1", door.port)) as stream:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in client_hello():
            stream.sendall(bytes([byte]))
        assert stream.recv(3)[:1] == b"\x16"


def stop_in_the_middle(door):
    """Of the handshake, at every sort of place; the server gives up in time."""
    begin = client_hello()
    for sent in (begin[:1], begin[:5], begin[:-1], begin):
        with socket.create_connection(("127.0.0.1", door.port)) as stream:
            stream.settimeout(evening.DEADLINE_S)
            stream.sendall(sent)
            read_to_the_end(stream)
    check_that_it_goes_on(door)


STEPS = [
    speak_good_versions,
    be_refused_old_versions,
    be_refused_weak_ciphers,
    agree_on_a_protocol,
    be_refused_other_protocols,
    be_held_to_the_agreed_protocol,
    be_refused_a_new_handshake,
    come_back_without_a_handshake,
    send_a_request_with_the_end_of_the_handshake,
    send_garbage,
    send_a_hello_byte_by_byte,
]


def main():
    program = sys.argv[1]
    with evening.folder() as path:
        keys = os.path.join(path, "keys")
        certificate = os.path.join(keys, "certificate.pem")
        options = ["--tls-self-signed", keys, "--hello-time", "3"]
        with evening.serve(program, path, *options) as server:
            for step in STEPS:
                step(Door(server, certificate))
                check_that_it_goes_on(Door(server, certificate))
                evening.tell(step.__name__)
        options = ["--tls-self-signed", keys, "--hello-time", "1"]
        with evening.serve(program, path, *options) as server:
            stop_in_the_middle(Door(server, certificate))
            evening.tell(stop_in_the_middle.__name__)
    evening.end()


if __name__ == "__main__":
    main()
