"""The load client in C: real terminals at a real house, and the frames that it makes and reads."""

import json
import shutil
import socket
import struct
from contextlib import closing
from itertools import islice
from threading import Thread

import pytest
from journal.files import journal_of
from loading import module
from patience import PATIENCE_S

load, lengths = module("benchmarks", "load"), module("benchmarks", "lengths")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason=load.NO_COMPILER)
TABLES, TERMINALS = 2, 4


@pytest.fixture(scope="module")
def program():
    with load.compiled() as program:
        yield program


@pytest.fixture
def house(tmp_path):
    house = lengths.House("house", str(tmp_path), TABLES)
    yield house
    house.stop()


def wagers(folder, table):
    with closing(journal_of(folder / "journal.sqlite", table)) as store:
        return [json.loads(entry.clear)["event"] for entry in store.read() if b'"wager-placed"' in entry.clear]


def test_every_answer_that_terminals_count_is_a_wager_in_the_journal(program, house, tmp_path):
    seats = list(load.seats_taken(house.address, TABLES, TERMINALS))
    before = load.cpu_s(house.process.pid)
    with load.Load(program, house.address, seats) as terminals:
        assert terminals.joined == TERMINALS
        slices = [terminals.wager(0.2), terminals.wager(0.2)]
    placed = [wager for table in ("T1", "T2") for wager in wagers(tmp_path, table)]
    assert len(placed) == sum(one.answered for one in slices) > 2 * TERMINALS
    assert {(wager["seat"], wager["stake"]) for wager in placed} == {(1, 2), (2, 2)}
    for one in slices:
        assert one.answered - TERMINALS <= one.within <= one.answered
        assert 0 < one.p50_ms <= one.p99_ms <= one.longest_ms
    assert 0 < sum(one.answered for one in slices) < (load.cpu_s(house.process.pid) - before) * 1e6


def test_paced_terminals_wait_between_wagers(program, house):
    seats = list(load.seats_taken(house.address, TABLES, TERMINALS))
    with load.Load(program, house.address, seats) as terminals:
        assert terminals.wager(1.0, 0.25).answered in range(TERMINALS, 5 * TERMINALS + 1)


def test_a_refusal_ends_the_load_and_says_why(program, house, capfd):
    """It would be cheaper than a wager, and make the house look faster."""
    (line,) = load.seats_taken(house.address, TABLES, 1)
    table, _, cookie = line.split()
    terminals = load.Load(program, house.address, [f"{table} 2 {cookie}"])
    with terminals, pytest.raises(AssertionError, match="the load has ended"):
        terminals.wager(0.2)
    assert "seat 2 at T1" in capfd.readouterr().err


def test_the_bare_loop_answers_the_same_terminals(program):
    with load.served(program, load.Variant("bare", load.BARE, 1, TERMINALS)) as served:
        made = served.wager(0.2)
    assert made.answered > TERMINALS
    assert made.cpu_us > 0


class Scripted:
    """A server for one terminal that sends frames in pieces and notes what it is sent."""

    def __init__(self):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.heard, self.masks, self.kinds = [], [], []
        self.thread = Thread(target=self.serve)
        self.thread.start()

    def serve(self):
        peer, _ = self.listening.accept()
        with closing(peer), closing(self.listening):
            request = b""
            while not request.endswith(b"\r\n\r\n"):
                request += peer.recv(4096)
            peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + frame(9, b"are you there"))
            self.read(peer)
            view = frame(1, b'{"is":"view","long":"' + b"x" * 70_000 + b'"}')
            peer.sendall(view[:5])
            peer.sendall(view[5:40_000])
            peer.sendall(view[40_000:])
            while not any(b'"give"' in text for text in self.heard):
                self.read(peer)
            taken = frame(1, b'{"is":"change","of":"' + b"y" * 200 + b'"}') + frame(1, b'{"is":"taken","id":"w7-1"}')
            peer.sendall(taken[:-3])
            peer.sendall(taken[-3:])
            while self.read(peer):
                peer.sendall(frame(1, b'{"is":"taken"}'))

    def read(self, peer):
        """One frame, unmasked; False at the end."""
        head = exactly(peer, 2)
        if not head:
            return False
        assert head[1] & 0x80, "clients mask"
        length = head[1] & 0x7F
        length = struct.unpack(">H", exactly(peer, 2))[0] if length == 126 else length
        mask = exactly(peer, 4)
        text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(exactly(peer, length)))
        self.kinds.append(head[0] & 15)
        self.masks.append(mask)
        self.heard.append(text)
        return True


def frame(kind, text):
    if len(text) < 126:
        return bytes((0x80 | kind, len(text))) + text
    if len(text) < 65_536:
        return bytes((0x80 | kind, 126)) + struct.pack(">H", len(text)) + text
    return bytes((0x80 | kind, 127)) + struct.pack(">Q", len(text)) + text


def exactly(peer, length):
    got = b""
    while len(got) < length:
        more = peer.recv(length - len(got))
        if not more:
            return b""
        got += more
    return got


def test_frames_are_masked_each_anew_and_read_whatever_their_length_and_their_pieces(program):
    server = Scripted()
    address = f"http://127.0.0.1:{server.listening.getsockname()[1]}"
    with load.Load(program, address, ["T9 7 key=value"]) as terminal:
        made = terminal.wager(0.1)
    server.thread.join(PATIENCE_S)
    sent = dict(zip(server.heard, server.kinds, strict=True))
    assert sent[b"are you there"] == 10, "a ping is answered with the same words"
    assert sent[b'{"is":"join","table":"T9"}'] == 1
    orders = [json.loads(text) for text in server.heard if b'"give"' in text]
    assert len(orders) == made.answered
    assert [order["id"] for order in islice(orders, 2)] == ["w7-1", "w7-2"]
    assert len(set(server.masks)) == len(server.masks)
