"""A home router: miniupnpd between a network at home and one outside."""

import os
import re
import signal

import networks

LAN = "192.168.77"
HOST, OTHER, INSIDE, OUTSIDE, STRANGER = f"{LAN}.5", f"{LAN}.6", f"{LAN}.1", "1.2.3.4", "1.2.3.9"

# miniupnpd fills the chains of its name. Nothing else gets through to the inside.
TABLE = """
table inet filter {
    chain forward { type filter hook forward priority 0; policy drop; ct state established accept; jump miniupnpd; }
    chain miniupnpd { }
    chain prerouting { type nat hook prerouting priority -100; jump prerouting_miniupnpd; }
    chain postrouting { type nat hook postrouting priority 100; jump postrouting_miniupnpd; }
    chain prerouting_miniupnpd { }
    chain postrouting_miniupnpd { }
}
"""

SETTINGS = """
ext_ifname=wan0
listening_ip=lan0
enable_upnp={upnp}
enable_natpmp={nat_pmp}
secure_mode=yes
min_lifetime=1
uuid=00000000-0000-0000-0000-000000000001
{rule}
deny 0-65535 0.0.0.0/0 0-65535
"""


def build():
    """stranger --- wan0 router lan0 --- home, where the host is"""
    networks.add("router", "home", "stranger")
    networks.join("router", ("lan0", f"{INSIDE}/24"), "home", ("eth0", f"{HOST}/24"))
    networks.join("router", ("wan0", f"{OUTSIDE}/24"), "stranger", ("eth0", f"{STRANGER}/24"))
    networks.run("ip", "-n", "home", "addr", "add", f"{OTHER}/24", "dev", "eth0")
    networks.route("home", INSIDE)
    at_router("sysctl", "-q", "-w", "net.ipv4.ip_forward=1")


def at_router(*command, **options):
    return networks.run("ip", "netns", "exec", "router", *command, **options)


def come_from(address):
    """From now on the programs at home come to the router from this address."""
    networks.run("ip", "-n", "home", "route", "replace", f"{LAN}.0/24", "dev", "eth0", "src", address)


class Router:
    """miniupnpd, with one of its two protocols or neither."""

    def __init__(self, speaks, outside=OUTSIDE, rule=f"allow 1024-65535 {LAN}.0/24 1024-65535"):
        networks.run("ip", "-n", "router", "addr", "flush", "dev", "wan0")
        networks.run("ip", "-n", "router", "addr", "add", f"{outside}/24", "dev", "wan0")
        at_router("nft", "flush", "ruleset")
        at_router("nft", "-f", "-", input=TABLE)
        with open("/run/miniupnpd.conf", "w") as settings:
            settings.write(SETTINGS.format(
                rule=rule, upnp="yes" if speaks == "UPnP" else "no",
                nat_pmp="yes" if speaks == "NAT-PMP" else "no",
            ))  # fmt: skip
        self.daemon = networks.Program(
            "router", "miniupnpd", "-d", "-f", "/run/miniupnpd.conf", "-P", "/run/miniupnpd.pid"
        )
        self.daemon.next("listening on port" if speaks == "UPnP" else "Listening for")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.kill(signal.SIGKILL)
        os.unlink("/run/miniupnpd.pid")


def mapping():
    """The mapping at the router, as (outside port, inside address); None: there is none."""
    found = re.search(r"dport (\d+) dnat ip to (\S+)", at_router("nft", "list", "ruleset"))
    return found and (int(found[1]), found[2])
