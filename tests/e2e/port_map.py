"""A port that a home router opens: miniupnpd between two networks of the test's own.

usage: port_map.py PORT_PROBE; prints TAP.
"""

import functools
import signal
import subprocess
import sys

import networks
from home_router import HOST, INSIDE, LAN, OTHER, OUTSIDE, STRANGER, Router
from home_router import at_router, build, come_from, mapping


class Watch:
    """What changes at the router from now on."""

    def __enter__(self):
        self.monitor = networks.Program("router", "nft", "monitor", "rules")
        # The monitor is ready once it reports a change. It misses those made before it listens, so
        # changes are made until it reports one.
        at_router("nft", "add", "chain", "inet", "filter", "noticed")
        for _ in range(networks.PATIENCE_S):
            at_router("nft", "add", "rule", "inet", "filter", "noticed", "accept")
            if self.monitor.find(["noticed"], within_s=1):
                return self
        raise AssertionError("nft monitor reports no change")

    def __exit__(self, *_):
        at_router("nft", "flush", "chain", "inet", "filter", "noticed")
        self.monitor.kill(signal.SIGTERM)

    def until_closed(self):
        self.monitor.next("delete rule inet filter prerouting_miniupnpd")


def probe(port=7800, lease_s=600):
    return networks.Program("home", sys.argv[1], str(port), str(lease_s))


def reach(port=7800):
    """Does a stranger's connection to the router come to the host?"""
    listener = networks.Program(
        "home", sys.executable, "-c",
        "import socket\n"
        "listener = socket.create_server(('', 7800))\n"
        "print('listening', flush=True)\n"
        "print('came', listener.accept()[1][0], flush=True)\n",
    )  # fmt: skip
    listener.next("listening")
    connect = f"import socket; socket.create_connection(('{OUTSIDE}', {port}), 2)"
    came = subprocess.run(
        ["ip", "netns", "exec", "stranger", sys.executable, "-c", connect], stderr=subprocess.DEVNULL
    )
    if came.returncode == 0:
        assert listener.next("came") == f"came {STRANGER}"
    listener.kill(signal.SIGKILL)
    return came.returncode == 0


def opens_after_a_yes_and_closes(speaks):
    with Router(speaks):
        host = probe()
        assert host.next("found", "failed") == f"found {speaks} {OUTSIDE}"
        assert mapping() is None and not reach()
        host.send("open")
        assert host.next("opened", "failed") == f"opened {OUTSIDE}:7800"
        assert mapping() == (7800, f"{HOST}:7800")
        assert reach()
        assert host.end() == 0
        assert mapping() is None and not reach()


def closes_on_signals(speaks):
    with Router(speaks):
        for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            host = probe()
            host.next("found")
            host.send("open")
            host.next("opened")
            assert mapping() == (7800, f"{HOST}:7800")
            assert host.kill(number) == 128 + number
            assert mapping() is None


def closes_what_opens_at_the_end(speaks):
    """The program ends before the router has answered."""
    with Router(speaks):
        host = probe()
        host.next("found")
        with Watch() as watch:
            host.send("open")
            assert host.end() == 0
            if mapping():
                watch.until_closed()
            assert mapping() is None


def renews_its_lease_which_ends_it_after_a_kill(speaks):
    with Router(speaks) as router:
        host = probe(lease_s=8)
        host.next("found")
        host.send("open")
        host.next("opened")
        # The lease, and a renewal.
        for _ in range(2):
            router.daemon.next("port mapping request" if speaks == "NAT-PMP" else "AddPortMapping: ext")
        assert mapping() == (7800, f"{HOST}:7800")
        with Watch() as watch:
            host.kill(signal.SIGKILL)
            # On a busy machine a lease may have ended, and been renewed, before the program was killed.
            while mapping():
                watch.until_closed()


def takes_another_port_where_the_wanted_one_is_taken(speaks):
    with Router(speaks):
        come_from(OTHER)
        other = probe()
        other.next("found")
        other.send("open")
        assert other.next("opened", "failed") == f"opened {OUTSIDE}:7800"
        come_from(HOST)
        host = probe()
        host.next("found")
        host.send("open")
        port = int(host.next("opened").rsplit(":")[-1])
        assert port != 7800
        assert reach(port)
        assert host.end() == 0
        assert mapping() == (7800, f"{OTHER}:7800")
        assert other.end() == 0


# Answers again for its address when it is asked for a port, as if the first answer had been slow.
REPEATING_ROUTER = """
import socket, struct
link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
link.bind(('', 5351))
print('ready', flush=True)
while True:
    request, peer = link.recvfrom(64)
    if request[1] == 0:
        asked = peer
    address = struct.pack('!BBHI4s', 0, 128, 0, 1, bytes([1, 2, 3, 4]))
    link.sendto(address, asked)
    if request[1] == 2:
        inside, outside, lease_s = struct.unpack('!HHI', request[4:])
        link.sendto(struct.pack('!BBHIHHI', 0, 130, 0, 1, inside, outside, lease_s), peer)
"""


def takes_no_late_answer_for_the_next_one(_):
    router = networks.Program("router", sys.executable, "-c", REPEATING_ROUTER)
    router.next("ready")
    host = probe()
    assert host.next("found", "failed") == f"found NAT-PMP {OUTSIDE}"
    host.send("open")
    assert host.next("opened", "failed") == f"opened {OUTSIDE}:7800"
    assert host.end() == 0
    router.kill(signal.SIGKILL)


def says_that_the_router_refuses(speaks):
    """By UPnP alone: before its no by NAT-PMP miniupnpd tries all 65,536 ports, for seconds."""
    with Router(speaks, rule=""):
        host = probe()
        host.next("found")
        host.send("open")
        answer = host.next("opened", "failed")
        assert answer.startswith("failed 2 your router"), answer
        host.end()


def says_that_the_provider_translates(speaks):
    # ext_ip is what miniupnpd gives for its own address.
    with Router(speaks, outside="100.64.3.2"):
        host = probe()
        answer = host.next("found", "failed")
        assert answer.startswith("failed 3 "), answer
        host.end()


def says_that_no_router_answers(_):
    host = probe()
    assert host.next("found", "failed") == "failed 1 no router answers that could open a port"
    host.end()


def says_that_alone_where_no_network_is(_):
    """A library would complain of each packet that has no way out."""
    networks.add("nowhere")
    host = networks.Program("nowhere", sys.argv[1], "7800", "600")
    host.next("failed")
    assert host.end() == 1
    assert host.seen == ["searching", "failed 1 no router answers that could open a port"], host.seen


def ends_at_once_during_the_search(_):
    host = probe()
    host.next("searching")
    assert host.kill(signal.SIGTERM) == 128 + signal.SIGTERM


def name(test, speaks):
    return test.__name__.replace("_", " ") + (f", by {speaks}" if speaks else "")


def main():
    networks.enter("miniupnpd", "nft", "sysctl")
    build()
    both = [
        opens_after_a_yes_and_closes,
        closes_on_signals,
        closes_what_opens_at_the_end,
        renews_its_lease_which_ends_it_after_a_kill,
        takes_another_port_where_the_wanted_one_is_taken,
        says_that_the_provider_translates,
    ]
    tests = [(test, speaks) for speaks in ("NAT-PMP", "UPnP") for test in both]
    tests += [(says_that_the_router_refuses, "UPnP")]
    tests += [(takes_no_late_answer_for_the_next_one, None)]
    tests += [(says_that_no_router_answers, None), (says_that_alone_where_no_network_is, None)]
    tests += [(ends_at_once_during_the_search, None)]
    return networks.report([(name(*row), functools.partial(*row)) for row in tests])

if __name__ == "__main__":
    sys.exit(main())
