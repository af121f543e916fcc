"""Whole matches through Debian's python3-websockets, unmodified: over ws, over wss, and one that has a player on each.

Every message of theirs comes as another piece of the byte stream: whole, in fragments, two in one frame.

usage: websockets_match.py TAKEAWAY-SERVER; prints TAP.
"""

import asyncio
import collections
import os
import ssl
import sys

import evening
import msgpack
import websockets

from evening import RECORD

PONG_S = 30  # within which one has to come


class Player:
    """A connection: requests wait for their answers, events for being looked at."""

    def __init__(self, name):
        self.name = name
        self.unpacker = msgpack.Unpacker()
        self.events = collections.deque()
        self.last_id = 0

    async def come(self, url, tls):
        self.socket = await websockets.connect(url, ssl=tls, subprotocols=["takeaway"])
        assert self.socket.subprotocol == "takeaway"
        # Versions of the library differ in where they keep these.
        agreed = getattr(self.socket, "protocol", self.socket).extensions
        assert not agreed, "compression was agreed on"
        return await self.call("session.hello", protocol=1, client="websockets", name=self.name)

    async def send(self, request):
        """In one message, in fragments of one, or in several: each time in another way."""
        packed = msgpack.packb(request)
        if self.last_id % 3 == 0:
            await self.socket.send(packed)
        elif self.last_id % 3 == 1:
            await self.socket.send([packed[:1], packed[1:3], b"", packed[3:]])
        else:
            for byte in packed:
                await self.socket.send(bytes([byte]))

    async def receive(self):
        """Takes a message of the server's; returns the responses in it."""
        piece = await self.socket.recv()
        assert isinstance(piece, bytes)
        self.unpacker.feed(piece)
        responses = []
        for message in self.unpacker:
            if message[0] == 2:
                self.events.append((message[1], message[2][0]))
            else:
                responses.append(message)
        return responses

    async def call(self, method, **parameters):
        self.last_id += 1
        await self.send([0, self.last_id, method, [parameters]])
        while True:
            for _, number, error, result in await self.receive():
                assert number == self.last_id and not error, (method, error)
                return result

    async def next_event(self, expected):
        while True:
            while self.events:
                event, body = self.events.popleft()
                if event == expected:
                    return body
            assert not await self.receive()


async def play_match(first, second):
    offer = await first.call("offer.make", rules="fibonacci-nim", start="35", first="maker", key="1")
    begun = await second.call("offer.accept", offer=offer["offer"], key="1")
    match = begun["match"]
    assert (await first.next_event("match.started"))["match"]["match"] == match
    for ply, move in enumerate(RECORD, start=1):
        mover = first if ply % 2 == 1 else second
        done = await mover.call("match.move", match=match, ply=ply, move=move)
        assert (done["match"], done["ply"]) == (match, ply), done
        for player in (first, second):
            moved = await player.next_event("match.moved")
            assert (moved["ply"], moved["move"]) == (ply, move), moved
    for player in (first, second):
        ended = await player.next_event("match.ended")
        assert (ended["ending"], ended["winner"]) == ("normal", "first"), ended
    record = await second.call("match.resume", match=match)
    assert record["moves"] == RECORD, record


async def be_pinged_and_say_goodbye(player):
    """Pings of WebSocket's own are answered, and a goodbye too."""
    for payload in (b"", b"x" * 125):
        pong = await player.socket.ping(payload)
        await asyncio.wait_for(pong, PONG_S)
    await player.socket.close(code=1000)
    assert player.socket.close_code == 1000, player.socket.close_code


async def play(server, certificate):
    tls = ssl.create_default_context(cafile=certificate)
    ways = {
        "ws": (f"ws://127.0.0.1:{server.port}/socket", None),
        "wss": (f"wss://localhost:{server.port}/socket", tls),
    }
    for one, other in [("ws", "ws"), ("wss", "wss"), ("ws", "wss")]:
        first, second = Player("anna"), Player("ben")
        welcome = await first.come(*ways[one])
        assert welcome["name"] == "anna", welcome
        await second.come(*ways[other])
        await play_match(first, second)
        evening.tell(f"a match between {one} and {other}")
        await be_pinged_and_say_goodbye(first)
        await be_pinged_and_say_goodbye(second)
        evening.tell(f"pings and goodbyes over {one} and {other}")

    player = Player("carl")
    await player.come(*ways["ws"])
    await player.socket.send("text")
    try:
        await player.receive()
        raise AssertionError("text was taken")
    except websockets.ConnectionClosed:
        assert player.socket.close_code == 1003, player.socket.close_code
    evening.tell("a message of text ends the connection with 1003")


def main():
    with evening.folder() as path:
        keys = os.path.join(path, "keys")
        with evening.serve(sys.argv[1], path, "--tls-self-signed", keys) as server:
            asyncio.run(play(server, os.path.join(keys, "certificate.pem")))
    evening.end()


if __name__ == "__main__":
    main()
