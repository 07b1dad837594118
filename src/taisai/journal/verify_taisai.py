"""Checks an export of a taisai journal: nothing was changed, dropped, added, moved or cut off.

    python verify_taisai.py EXPORT [--key PUBLIC] [--anchors FILE] [--checkpoint FILE --log KEY] [--json]
    python verify_taisai.py RECEIPT --log KEY [--cosigned-by KEY]... [--least K] [--json]

One file that imports nothing of taisai: Python 3.9 or later and, for the signatures of anchors, the package
`cryptography`. It ends with 0 if the export is sound, 1 if it is not, 2 if it could not be checked.

An export is a file of lines, each a JSON object:

    {"taisai-export":1,"hash":"sha256","table":T,"entries":N}            the header, first
    {"anchor":{"seq":S,"seal":HEX,"at":TIME,"key":HEX},"signature":HEX}  any number, before the entries
    {"seal":HEX,"body":TEXT}                                             the entries 1 to N, in order

The seal of an entry is SHA-256(seal of the entry before + body as UTF-8); before the first stand 32 zero bytes. A body
is a JSON object with seq, at, by (name and role), cause, digest and event, an object whose "is" names its kind.
An anchor is signed with Ed25519 over "taisai anchor 1", a line feed and the anchor as JSON with sorted keys and no
spaces. One that was kept elsewhere (--anchors, lines as above) shows even whether the end of history was cut off. One
with "every_s" promises that others follow so often while the table is used: with --key they must be there.

Every journal is also a log (RFC 6962), of which an entry's body is a leaf. A RECEIPT is a c2sp.org/tlog-proof with the
entry as its extra data, an archive of such, a folder of tiles (c2sp.org/tlog-tiles), or two heads that a witness kept
as evidence. Keys are those of c2sp.org/signed-note; a house tells those of its logs at /api/logs.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import sys
import zipfile
from binascii import hexlify
from collections import defaultdict
from datetime import datetime, timezone
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    CAN_CHECK_SIGNATURES = True
except ImportError:
    CAN_CHECK_SIGNATURES = False

FORMAT, START = 1, bytes(32)
LATE, ENTRIES_MOST = 5, 10_000  # times as long as promised, and how many entries, may follow an anchor
decoder = json.JSONDecoder()
PURPOSE = b"taisai anchor 1\n"
RECEIPT, ARCHIVE_BYTES_MAX = "c2sp.org/tlog-proof@v1", 1 << 28
ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")  # what a public key file holds before the key's 32 bytes


class Bad(Exception):  # noqa: N818 - the export is bad, not this program
    """`seq` is the first entry that cannot be trusted, 0 if that is the header."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(seq, why)
        self.seq, self.why = seq, why


class Report(NamedTuple):
    """`bad_seq` and `bad_why` tell of the first bad entry; -1 and nothing where the export is sound."""

    sound: bool
    table: str
    entries: int
    seal: str
    anchors: int
    anchored: int
    signatures: str
    bad_seq: int
    bad_why: str


MOVES = {  # what an event does to money, where that is all: from, to, which of its fields is the amount
    "table-opened": (("cage", "float", "opening_float"),),
    "table-closed": (("float", "cage", "closing_float"), ("drop", "cage", "drop")),
    "voucher-issued": (("SEAT", "vouchers", "amount"),),
    "voucher-cancelled": (("vouchers", "SEAT", "amount"),),
    "seat-released": (("SEAT", "cash", "paid"),),
    "owed-paid": (("cash", "OWED", "amount"),),
    "cash-changed": (("cash", "drop", "amount"), ("float", "SEAT", "amount")),
    "float-filled": (("cage", "float", "amount"),),
    "float-credited": (("float", "cage", "amount"),),
}
STAKES = {"wager-placed": 1, "unnoticed-recorded": 1, "wager-withdrawn": -1}
RESULT = {"table-opened": "opening_float", "float-filled": "fills", "float-credited": "credits", "cash-changed": "drop"}
OF_THE_PAST = {"round-reversed", "round-passed-over", "round-corrected", "commitment-opened", "button-pressed"}
ENTRIES = {"roll-entered": "enter", "entry-amended": "amend", "round-corrected": "correct"}  # and who may, as stated
BY_TWO = {"round-reversed", "round-corrected", "dispute-decided"}
OPEN_ONLY = {"wager-placed", "wager-withdrawn"}
TEXT, NUMBER = rb"([ !#-\[\]-\xff]*)", rb"(0|[1-9][0-9]{0,17})"
ENTRY = re.compile(  # a line as we write it: what is not so is read as JSON in general
    rb'\{"seal":"(?s:.{64})","body":"(\{\\"seq\\":%b,\\"at\\":\\"%b\\",\\"by\\":\{\\"name\\":\\"%b\\",\\"role\\":\\"%b\\"\},'
    rb'\\"cause\\":\\"%b\\",\\"digest\\":\\"%b\\",\\"event\\":(.*)\})"\}\n?' % (NUMBER, *5 * (TEXT,))
)
STAKE = re.compile(  # the same of a wager, after its round
    rb'\\"seat\\":%b,\\"spot\\":\\"%b\\",\\"stake\\":%b,\\"excess\\":%b,\\"placed_by\\":\\"%b\\",\\"asked_by\\":\\"%b\\"\}'
    % (NUMBER, TEXT, NUMBER, NUMBER, TEXT, TEXT)
)
Stake = tuple[tuple[int, str], str, int]  # where it lies (seat and spot), the seat's account, the amount
PLACED = rb"{\"is\":\"wager-placed\",\"round\":%d,"
STAKES_MOST, BLOCK = 10_000, 1 << 18  # different ones that are remembered; bytes that are read at once
SHOWN = bytes(34 if byte < 32 else byte for byte in range(256))  # control characters as quotes, which are counted
TOLD_AGAIN = re.compile(rb"round-(?:corrected|reversed|passed-over)")


class Unanchored:
    """What follows the last anchor, where anchors promise to come every so often: a pause counts no longer than that,
    so that neither a rest nor a clock that is set looks like play."""

    after, every_s, played_s, at = 0, 0, 0.0, ""

    def anchor(self, seq: int, every_s: int) -> None:
        self.after, self.every_s, self.played_s, self.at = seq, every_s or self.every_s, 0.0, ""

    def add(self, seq: int, at: str) -> None:
        if self.every_s:
            try:
                pause_s = abs((datetime.fromisoformat(at) - datetime.fromisoformat(self.at or at)).total_seconds())
            except (ValueError, TypeError):
                raise Bad(seq, f"{at!r} is no time") from None
            self.played_s, self.at = self.played_s + min(pause_s, self.every_s), at
            fits = self.played_s <= LATE * self.every_s and seq - self.after <= ENTRIES_MOST
            need(fits, self.after + 1, "no anchor vouches for what follows, where some were promised")


class Vouchers:
    """Each is issued once, collected or cancelled once where it was, and redeemed once for what it is worth. One that
    is not known here was issued at another table, whose journal tells."""

    def __init__(self) -> None:
        self.worth, self.waiting, self.issuer = dict[str, int](), dict[str, int](), dict[str, int]()
        self.redeemed: set[str] = set()

    def _follow_voucher_issued(self, event: dict[str, Any]) -> None:
        if event["voucher"] in self.worth:
            raise ValueError("this voucher was issued before")
        self.worth[event["voucher"]], self.issuer[event["voucher"]] = event["amount"], event["seat"]
        if not event.get("collected", True):
            self.waiting[event["voucher"]] = event["seat"]

    def _follow_voucher_collected(self, event: dict[str, Any]) -> None:
        fits = self.worth.get(event["voucher"]) == event["amount"]
        if self.waiting.pop(event["voucher"], 0) != event["seat"] or not fits:
            raise ValueError(f"no such voucher waits to be collected at seat {event['seat']}")

    def _follow_voucher_cancelled(self, event: dict[str, Any]) -> None:
        self._follow_voucher_collected(event)
        self.redeem(event)

    def _follow_voucher_redeemed(self, event: dict[str, Any]) -> None:
        """At another table."""
        if self.issuer.get(event["voucher"]) != event["seat"] or event["voucher"] in self.waiting:
            raise ValueError(f"this voucher was not issued at seat {event['seat']}, or waits to be collected")
        self.redeem(event)

    def redeem(self, event: dict[str, Any]) -> None:
        """A cancelled one can never be redeemed, which is as if it had been."""
        voucher, amount = event["voucher"], event["amount"]
        if voucher in self.redeemed or self.worth.get(voucher, amount) != amount:
            raise ValueError("this voucher was redeemed or cancelled before, or is not worth so much")
        self.redeemed.add(voucher)


def ways(owner: object, prefix: str) -> dict[str, Any]:
    """For each kind of event the method that deals with it, if any does."""
    return {
        name[len(prefix) :].replace("_", "-"): getattr(owner, name) for name in dir(owner) if name.startswith(prefix)
    }


class Rolls:
    """Where each roll comes from: three keys pressed by somebody who may, after a valid tumble of that round, or the
    throw that an electronic tumbler committed itself to before wagers closed. A journal says from when on it can be
    checked so strictly (rules-stated); before that, what was pressed or shown must be what was entered. `shown` is what
    somebody said in old journals that the dice show after an interruption; `first` is the first round that is followed,
    for whoever does not read from the first entry on."""

    def __init__(self) -> None:
        self.table = self.roll = self.shown = ""
        self.first = self.round = self.seats = self.tumbled = 0
        self.wins, self.rules = dict[str, dict[str, str]](), dict[str, Any]()
        self.given, self.electronic, self.closed = dict[str, dict[str, Any]](), False, False
        self.pressed: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        self.commitments, self.opened, self.entered = dict[int, str](), dict[int, str](), dict[int, str]()
        self.tracers, self.followers = ways(self, "_trace_"), ways(self, "_follow_")

    def trace(self, kind: str, event: dict[str, Any], role: str, name: str) -> None:
        """Called for every entry of a table's journal, in order."""
        self.round += kind == "round-begun"
        if kind not in OF_THE_PAST and event.get("round", self.round) != self.round:
            raise ValueError(f"it tells of round {event['round']} in round {self.round}")
        if "lit" in event and "roll" in event and {*event["lit"]} != self.gives(event["roll"]).keys():
            raise ValueError(f"it lights other spots than win on {event['roll']}")
        if kind in ENTRIES:
            self.check_source(kind, event, role)
        if kind in OPEN_ONLY and self.closed:
            raise ValueError("wagers are closed, and one is placed or withdrawn")
        if kind in BY_TWO and event.get("corrections"):
            self.check_second(event, name)
        if kind in self.tracers:
            self.tracers[kind](event, role)

    def check_second(self, event: dict[str, Any], name: str) -> None:
        if not event.get("second", "" if self.rules else "unsaid") or (self.rules and event["second"] == name):
            raise ValueError("settled money moved without a second person")

    def gives(self, roll: str) -> dict[str, Any]:
        """What the pay table gives back on a roll for each unit staked, by the spots that win."""
        if roll not in self.given:
            won = {spot: Fraction(odds[roll]) for spot, odds in self.wins.items() if roll in odds}
            self.given[roll] = {spot: 1 + odds for spot, odds in won.items()}
        return self.given[roll]

    def check_source(self, kind: str, event: dict[str, Any], role: str) -> None:
        number, roll, stated = event["round"], event["roll"], bool(self.rules)
        keys = self.pressed.pop(number, [])[-3:]
        keyed = "-".join(sorted(face for face, _ in keys))
        if self.electronic and stated:
            if kind != "roll-entered" or self.opened.pop(number, "") != roll:
                raise ValueError(f"{roll} is not the throw that round {number} was committed to")
        elif kind == "roll-entered" and roll not in ({keyed} if stated else {keyed, self.shown}):
            raise ValueError(f"{roll} is not what was pressed, {keyed or 'nothing'}")
        elif stated:
            if keyed != roll:
                raise ValueError(f"{roll} is not what was pressed, {keyed or 'nothing'}")
            if not {role, *(by for _, by in keys)} <= {*self.rules[ENTRIES[kind]]}:
                raise ValueError(f"a {role} may not decide about the roll so")
            if kind == "roll-entered" and self.tumbled < self.rules["tumbles_min"]:
                raise ValueError("a roll is entered without a valid tumble of the dice in this round")
        if stated and kind != "round-corrected" and (not self.closed or bool(self.roll) is (kind == "roll-entered")):
            raise ValueError("a roll is entered once, after wagers are closed, and amended until all is paid")

    def _trace_table_installed(self, event: dict[str, Any], _: str) -> None:
        self.table, self.wins, self.seats = event["table"], event["wins"], event["seats"]
        self.electronic, self.given = "enter" in event["automation"], {}

    def _trace_rules_stated(self, event: dict[str, Any], _: str) -> None:
        self.rules = event

    def _trace_round_begun(self, event: dict[str, Any], _: str) -> None:
        self.roll, self.shown, self.tumbled, self.closed = "", "", 0, False
        self.pressed.pop(event["round"], None)

    def _trace_dice_tumbled(self, event: dict[str, Any], _: str) -> None:
        self.tumbled = event["times"]

    def _trace_bets_closed(self, event: dict[str, Any], _: str) -> None:
        self.closed = True
        if self.electronic and self.rules and event["round"] not in self.commitments:
            raise ValueError("wagers close before the tumbler has committed itself to a throw")

    def _trace_test_roll_entered(self, event: dict[str, Any], _: str) -> None:
        keyed = "-".join(sorted(face for face, _ in self.pressed.pop(0, [])[-3:]))
        if keyed != event["roll"]:
            raise ValueError(f"{event['roll']} is not what was pressed, {keyed or 'nothing'}")

    def _trace_button_pressed(self, event: dict[str, Any], role: str) -> None:
        self.pressed[event["round"]].append((str(event["face"]), role))

    def _trace_trouble_reported(self, event: dict[str, Any], _: str) -> None:
        self.shown = event["note"] if event["trouble"] == "interruption" else ""

    def _trace_roll_entered(self, event: dict[str, Any], _: str) -> None:
        self.roll = event["roll"]
        if self.electronic:
            self.entered[event["round"]] = self.roll

    def _trace_entry_amended(self, event: dict[str, Any], _: str) -> None:
        self.roll = event["roll"]

    def _trace_roll_committed(self, event: dict[str, Any], _: str) -> None:
        if self.closed or event["round"] in self.commitments:
            raise ValueError("a throw is committed to once, before wagers are closed")
        self.commitments[event["round"]] = event["commitment"]

    def _trace_commitment_opened(self, event: dict[str, Any], _: str) -> None:
        number, throw = event["round"], event["throw"]
        if number < self.first:
            return
        if self.rules and number == self.round and not self.closed:
            raise ValueError("a throw is told while wagers are open")
        told = f"taisai throw {self.table} {number} {throw} {event['nonce']}"
        if sha256(told.encode()).hexdigest() != self.commitments.pop(number):
            raise ValueError(f"{throw} is not what round {number} was committed to")
        roll = self.opened[number] = "-".join(sorted(throw.split("-")))
        if self.entered.pop(number, roll) != roll:
            raise ValueError(f"round {number} was entered with another roll than {throw}, to which it was committed")


class Rounds(Rolls):
    """Follows every wager to its award by the pay table of entry 1. Awards: seat, spot, stake, returned, refused."""

    bank = "house"

    def __init__(self) -> None:
        super().__init__()
        self.stakes: defaultdict[tuple[int, str], int] = defaultdict(int)
        self.awards: list[list[Any]] = []
        self.unpaid, self.paid = dict[tuple[int, str], list[Any]](), set[tuple[int, str]]()

    def feed(self, seq: int, event: dict[str, Any], role: str = "", name: str = "") -> None:
        """Called for every entry, in order, with the role and the name of whoever caused it."""
        kind = event["is"]
        try:
            if self.wins or kind == "table-installed":  # else it is no table's journal
                self.trace(kind, event, role, name)
            self.follow(kind, event)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise Bad(seq, f"{kind}: {error}") from None

    def follow(self, kind: str, event: dict[str, Any]) -> None:
        if kind in STAKES:
            self.stake(event["seat"], event["spot"], STAKES[kind] * event["stake"])
        for seat, spot, amount in event.get("rejected") or event.get("returned") or ():
            self.stake(seat, spot, -amount)
        if kind in self.followers:
            self.followers[kind](event)

    def stake(self, seat: int, spot: str, amount: int) -> None:
        """On the layout, or off it where the amount is below zero."""
        self.stakes[seat, spot] = held = self.stakes[seat, spot] + amount
        if held < 0 or spot not in self.wins:
            raise ValueError(f"seat {seat} has not so much on {spot}")

    def move(self, source: str, target: str, amount: int) -> None:
        """Money is followed by whoever knows all of it."""

    def correct(self, event: dict[str, Any], wanted: dict[int, int]) -> None:
        """The same."""

    def returned(self, award: list[Any], roll: str) -> int:
        """What the pay table gives a wager back on a roll, which must be what it got."""
        seat, spot, stake, got, _ = award
        due = stake * self.gives(roll).get(spot, 0)
        if due != got:
            raise ValueError(f"seat {seat} gets {got} for {stake} on {spot}, not {due} as the pay table says")
        return int(due)

    def clear(self) -> None:
        """A round that ends leaves nothing on the layout."""
        if self.unpaid or any(self.stakes.values()):
            raise ValueError("the round ends while stakes are on the layout")
        self.stakes.clear()
        self.awards, self.unpaid, self.paid = [], {}, set()
        self.roll, self.closed = "", True

    def _follow_wager_moved(self, event: dict[str, Any]) -> None:
        self.stake(event["seat"], event["spot"], -event["stake"])
        self.stake(event["seat"], event["to"], event["stake"])

    def _follow_wager_shifted(self, event: dict[str, Any]) -> None:
        self.check_lies(event)
        if event["counts"]:
            self._follow_wager_moved(event)

    def _follow_line_judged(self, event: dict[str, Any]) -> None:
        self.check_lies(event)
        if not event["counts"]:
            self.stake(event["seat"], event["spot"], -event["stake"])

    def check_lies(self, event: dict[str, Any]) -> None:
        if self.stakes[event["seat"], event["spot"]] < event["stake"]:
            raise ValueError(f"seat {event['seat']} has not so much on {event['spot']}")

    def _follow_losers_collected(self, event: dict[str, Any]) -> None:
        won = [award for awards in event["winners"].values() for award in awards]
        self.unpaid, self.paid = {(award[0], award[1]): award for award in won}, set()
        self.awards = awards = [*event["lost"], *won]
        wagers = {(seat, spot): stake + refused for seat, spot, stake, _, refused in awards}
        fit = wagers == {where: stake for where, stake in self.stakes.items() if stake} and len(wagers) == len(awards)
        if event["roll"] != self.roll or not fit:
            raise ValueError("it settles another roll than was entered, or other wagers than lie on the layout")
        gives = self.gives(self.roll)
        for award in awards:
            seat, spot, stake, got, refused = award
            if refused or type(refused) is not int:
                self.stake(seat, spot, -refused)
            if not (spot in gives or got) or not self.returned(award, self.roll):
                self.stakes[seat, spot] -= stake
                self.move("layout", self.bank, stake)

    def _follow_area_paid(self, event: dict[str, Any]) -> None:
        for award in event["awards"]:
            seat, spot, stake, returned, _ = award
            if self.unpaid.pop((seat, spot)) != award:
                raise ValueError(f"seat {seat} is paid otherwise than was settled")
            self.paid.add((seat, spot))
            self.stake(seat, spot, -stake)
            self.move(self.bank, f"seat:{seat}", returned - stake)

    def _follow_settlement_undone(self, event: dict[str, Any]) -> None:
        """Every stake lies where it lay before collection, and what was paid is taken back or owed."""
        wanted: defaultdict[int, int] = defaultdict(int)
        restored = 0
        for seat, spot, stake, returned, refused in self.awards:
            again = refused if (seat, spot) in self.unpaid else stake + refused
            self.stakes[seat, spot] += again
            restored += again
            wanted[seat] -= refused + (returned if (seat, spot) in self.paid else 0)
        if restored != event["restored"]:
            raise ValueError(f"{event['restored']} lies on the layout again, not {restored}")
        self.move(self.bank, "layout", restored)
        self.correct(event, wanted)
        self.awards, self.unpaid, self.paid = [], {}, set()

    def _follow_round_voided(self, event: dict[str, Any]) -> None:
        wanted: defaultdict[int, int] = defaultdict(int)
        for seat, spot, stake, returned, _ in self.awards:
            held = 0 if (seat, spot) in self.unpaid else stake - (returned if (seat, spot) in self.paid else 0)
            wanted[seat] += held
        collected = sum(award[4] + (0 if (award[0], award[1]) in self.unpaid else award[2]) for award in self.awards)
        staked = sum(amount for _, _, amount in event["returned"]) + collected
        if event.get("staked", staked) != staked:
            raise ValueError(f"{event['staked']} went back, not {staked}")
        self.unpaid = {}
        self.clear()
        self.correct(event, wanted)

    def _follow_round_settled(self, event: dict[str, Any]) -> None:
        if event["roll"] != self.roll:
            raise ValueError(f"it settles {event['roll']}, and {self.roll} was entered")
        self.settle(event["round"], self.awards)
        self.clear()

    def settle(self, number: int, awards: list[list[Any]]) -> None:
        """For whoever remembers what was settled."""


class Money(Rounds, Vouchers):
    """Follows all money. `gain` is what the bank has got since the table was closed before, without what is owed to
    it. Of rounds that ended only those are kept that are put right later; all, where `later` does not say which."""

    def __init__(self, later: set[int] | None = None) -> None:
        Rounds.__init__(self)
        Vouchers.__init__(self)
        self.balances, self.result = defaultdict[str, int](int), defaultdict[str, int](int)
        self.gain, self.known = 0, dict[bytes, Stake]()
        self.later, self.settled = later, dict[int, list[list[Any]]]()

    def follow(self, kind: str, event: dict[str, Any]) -> None:
        if self.wins:
            self.check(kind, event)
        for source, target, amount in MOVES.get(kind, ()):
            named = {name: f"{name.lower()}:{event.get('seat')}" for name in ("SEAT", "OWED")}
            self.move(named.get(source, source), named.get(target, target), event[amount])
        super().follow(kind, event)

    def check(self, kind: str, event: dict[str, Any]) -> None:
        """What events say beside money: a seat that exists, chips worth their amount."""
        if not 0 <= event.get("seat", 0) <= self.seats:
            raise ValueError(f"there is no seat {event['seat']}")
        if "amount" in event and sum(event.get("chips", [event["amount"]])) != event["amount"]:
            raise ValueError(f"chips of {sum(event['chips'])} are not {event['amount']}")
        if "given" in event and sum(event["given"]) != sum(event["received"]):
            raise ValueError("chips are exchanged for others that are not worth the same")
        if kind in RESULT:
            self.result[RESULT[kind]] += event[MOVES[kind][0][2]]

    def stake(self, seat: int, spot: str, amount: int) -> None:
        Rounds.stake(self, seat, spot, amount)
        if type(amount) is not int:
            raise ValueError(f"{amount!r} is no amount")
        account = f"seat:{seat}"
        self.balances["layout"] += amount
        self.balances[account] = credit = self.balances[account] - amount
        if credit < 0:
            raise ValueError(f"{account} falls to {credit}")

    def move(self, source: str, target: str, amount: int) -> None:
        if type(amount) is not int or amount < 0:
            raise ValueError(f"{amount!r} is no amount")
        self.balances[source] -= amount
        self.balances[target] += amount
        if source.startswith("seat:") and self.balances[source] < 0:
            raise ValueError(f"{source} falls to {self.balances[source]}")
        if target.startswith("owed:") and self.balances[target] > 0:
            raise ValueError(f"{target} is paid more than is owed")
        if not source.startswith("owed:"):
            self.gain += amount * ((target == self.bank) - (source == self.bank))

    def placing(self) -> bytes:
        return b"nothing" if self.closed else PLACED % self.round

    def stake_of(self, rest: bytes) -> Stake | None:
        found = STAKE.fullmatch(rest)
        seat, spot, amount = found.group(1, 2, 3) if found else (b"-1", b"", b"")
        if not 0 <= int(seat) <= self.seats or spot.decode() not in self.wins:
            return None
        if len(self.known) >= STAKES_MOST:
            self.known.clear()
        stake = self.known[rest] = (int(seat), spot.decode()), "seat:" + seat.decode(), int(amount)
        return stake

    def correct(self, event: dict[str, Any], wanted: dict[int, int]) -> None:
        """Corrections give every seat exactly what it is due, or leave it owed."""
        given: defaultdict[int, int] = defaultdict(int)
        for seat, credited, debited, owed in event.get("corrections", ()):
            self.move(self.bank, f"seat:{seat}", credited)
            self.move(f"seat:{seat}", self.bank, debited)
            self.move(f"owed:{seat}", "house", owed)
            given[seat] += credited - debited - owed
        if any(given[seat] != wanted.get(seat, 0) for seat in {*given, *wanted}):
            raise ValueError(f"corrections of {dict(given)} where {dict(wanted)} are due")

    def clear(self) -> None:
        if self.balances["layout"]:
            raise ValueError("the round ends while money is on the layout")
        super().clear()

    def settle(self, number: int, awards: list[list[Any]]) -> None:
        if self.later is None or number in self.later:
            self.settled[number] = awards

    def _follow_table_installed(self, event: dict[str, Any]) -> None:
        self.known.clear()
        self.bank = "float" if event["money"] == "chips" else "house"

    def _follow_table_closed(self, event: dict[str, Any]) -> None:
        """Its result; `gain` is what the bank has now, with which a credit table goes on and of which no chip stays."""
        told = {name: event[name] for name in RESULT.values()}
        opening, fills, credited, drop = told.values()
        win = self.gain + event["closing_float"] + credited + drop - opening - fills
        stays = self.gain if self.bank == "float" else event["closing_float"]
        if told != {name: self.result[name] for name in told} or win != event["win"] or stays:
            raise ValueError("the result is not what was moved since the table was closed before")
        self.gain = 0
        self.result.clear()

    def _follow_credit_bought(self, event: dict[str, Any]) -> None:
        if event["voucher"]:
            self.redeem(event)
        self.move("vouchers" if event["voucher"] else "cash", f"seat:{event['seat']}", event["amount"])

    def _follow_round_reversed(self, event: dict[str, Any]) -> None:
        wanted: defaultdict[int, int] = defaultdict(int)
        for seat, _, stake, returned, _ in self.settled.pop(event["round"]):
            wanted[seat] += stake - returned
        self.correct(event, wanted)

    def _follow_round_passed_over(self, event: dict[str, Any]) -> None:
        if event["round"] in self.settled:
            raise ValueError("a round that stands is passed over as if it were void")

    def _follow_round_corrected(self, event: dict[str, Any]) -> None:
        before, after = self.settled[event["round"]], event["awards"]
        if [award[:3] + award[4:] for award in before] != [award[:3] + award[4:] for award in after]:
            raise ValueError("a correction changes wagers, not only what they get")
        wanted: defaultdict[int, int] = defaultdict(int)
        for old, new in zip(before, after):  # noqa: B905 - Python 3.9 has no strict
            wanted[new[0]] += self.returned(new, event["roll"]) - old[3]
        self.settled[event["round"]] = after
        self.correct(event, wanted)

    def _follow_dispute_decided(self, event: dict[str, Any]) -> None:
        due = {seat: credited - debited - owed for seat, credited, debited, owed in event["corrections"]}
        self.correct(event, due)


def verify(lines: Iterable[bytes], key: str | None = None, anchors: Iterable[bytes] = ()) -> Report:
    """`key` is the public key in hex that must have signed every anchor; `anchors` are lines kept elsewhere."""
    export = Export(key, put_right(lines))
    try:
        export.check(lines, anchors)
    except Bad as bad:
        return export.report(bad)
    return export.report()


def put_right(lines: Any) -> set[int] | None:
    """The rounds that an export tells of again after they ended; None for any, where lines can be read only once."""
    again = getattr(lines, "seek", None)
    if iter(lines) is lines and again is None:
        return None
    blocks = iter(lambda: lines.read(BLOCK) + lines.readline(), b"") if again else lines
    looked = (line for block in blocks if TOLD_AGAIN.search(block) for line in block.split(b"\n"))
    found = re.findall(rb'"round\\*":(\d{1,18})', b"\n".join(line for line in looked if TOLD_AGAIN.search(line)))
    if again:
        again(0)
    return {int(number) for number in found}


class Export:
    """What is known of an export so far."""

    def __init__(self, key: str | None, later: set[int] | None) -> None:
        self.key, self.table = key, ""
        self.wanted = self.last = self.anchored = 0
        self.seal, self.anchors = START, dict[int, list[dict[str, Any]]]()
        self.money, self.unanchored = Money(later), Unanchored()

    def check(self, lines: Iterable[bytes], anchors: Iterable[bytes]) -> None:
        lines = iter(lines)
        self.take_header(parsed(0, next(lines, b"")))
        for line in anchors:
            self.take_anchor(parsed(0, line))
        while (other := self.take_usual(lines)) is not None:
            self.take_line(other)
        self.end()

    def take_usual(self, lines: Iterator[bytes]) -> bytes | None:
        """As `take_line`, with less work, up to a line without the usual form or out of order, which it gives back."""
        money, anchors, unanchored = self.money, self.anchors, self.unanchored
        known, balances, placing = money.known, money.balances, money.placing()
        for line in lines:
            found = ENTRY.fullmatch(line)
            if not found:
                return line
            seq, seal = self.last + 1, sha256(self.seal + found[1].translate(None, b"\\")).digest()
            if line[9:73] != hexlify(seal) or found[2] != b"%d" % seq:
                return line
            told = found[8]
            rest = told[len(placing) :] if told[: len(placing)] == placing and line.isascii() else b""
            stake = known.get(rest) or money.stake_of(rest) if rest else None
            event = {} if rest else event_of(told, line)
            if not (stake or event) or seq > self.wanted:
                return line
            self.last, self.seal = seq, seal
            if unanchored.every_s or seq in anchors:
                self.meet_anchors(found[3].decode())
            if stake:
                where, account, amount = stake
                balances[account] = credit = balances[account] - amount
                if credit < 0:
                    raise Bad(seq, f"wager-placed: {account} falls to {credit}")
                balances["layout"] += amount
                money.stakes[where] += amount
            else:
                money.feed(seq, event, found[5].decode(), found[4].decode())
                placing = money.placing()
        return None

    def take_line(self, line: bytes) -> None:
        found = parsed(self.last + 1, line)
        if "anchor" in found and not self.last:
            self.take_anchor(found)
        else:
            need(set(found) == {"seal", "body"}, self.last + 1, "the line has not exactly a seal and a body")
            self.take_entry(found["seal"], utf8(self.last + 1, str(found["body"])))

    def take_header(self, header: dict[str, Any]) -> None:
        need(header.get("taisai-export") == FORMAT, 0, f"the first line is no header of an export of format {FORMAT}")
        need(header.get("hash") == "sha256", 0, f"the header names the hash {header.get('hash')!r}, not sha256")
        need(is_count(header.get("entries")), 0, "the header does not say how many entries there are")
        need(isinstance(header.get("table"), str), 0, "the header does not name the table")
        self.table, self.wanted = header["table"], header["entries"]

    def take_anchor(self, signed: dict[str, Any]) -> None:
        anchor: Any = signed.get("anchor")
        need(isinstance(anchor, dict) and is_count(anchor.get("seq")), 0, f"an anchor names no entry: {signed}")
        self.anchors.setdefault(anchor["seq"], []).append(signed)
        if anchor["seq"] == 0:
            self.meet_anchors()

    def take_entry(self, seal: str, body: bytes) -> None:
        seq = self.last + 1
        need(seq <= self.wanted, seq, f"too many entries: the header counts {self.wanted}")
        entry = parsed(seq, body)
        found, fitting = entry.get("seq"), sha256(self.seal + body).digest()
        need(type(found) is int and found == seq, seq, f"entry {found!r} stands in its place")
        need(fitting.hex() == seal, seq, "the seal does not fit: the entry, its seal or one before it was changed")
        check_envelope(seq, entry)
        self.last, self.seal = seq, fitting
        self.meet_anchors(entry["at"])
        self.money.feed(seq, entry["event"], entry["by"]["role"], entry["by"]["name"])

    def meet_anchors(self, at: str | None = None) -> None:
        """Checks the anchors that name the entry just taken, or that none is due."""
        if at is not None:
            self.unanchored.add(self.last, at)
        for signed in self.anchors.get(self.last, ()):
            check_anchor(self.last, signed, self.key)
            need(signed["anchor"]["seal"] == self.seal.hex(), self.last, "an anchor has another seal for this entry")
            self.anchored = self.last
            self.unanchored.anchor(self.last, signed["anchor"].get("every_s", 0) if self.key else 0)

    def end(self) -> None:
        missing, farthest = self.last + 1, max(self.anchors, default=0)
        need(farthest <= self.last, missing, f"the end is cut off: an anchor names entry {farthest}")
        need(self.wanted <= self.last, missing, f"the end is cut off: the header counts {self.wanted} entries")
        need(not self.key or bool(self.anchors) or not self.last, 1, "no anchor vouches for any of it")

    def report(self, bad: Bad | None = None) -> Report:
        count, (seq, why) = sum(map(len, self.anchors.values())), (bad.seq, bad.why) if bad else (-1, "")
        signatures = ("checked" if self.key else "checked, but not whose") if CAN_CHECK_SIGNATURES else "not checked"
        return Report(bad is None, self.table, self.last, self.seal.hex(), count, self.anchored, signatures, seq, why)


def check_envelope(seq: int, entry: dict[str, Any]) -> None:
    for name in ("at", "cause", "digest"):
        need(isinstance(entry.get(name), str), seq, f"the entry has no {name}")
    by, event = entry.get("by"), entry.get("event")
    need(isinstance(by, dict) and isinstance(by.get("name"), str), seq, "the entry does not say by whom")
    need(isinstance(by, dict) and isinstance(by.get("role"), str), seq, "the entry does not say in which role")
    need(isinstance(event, dict) and isinstance(event.get("is"), str), seq, "the entry has no event with a kind")


def check_anchor(seq: int, signed: dict[str, Any], key: str | None) -> None:
    anchor, signature = signed["anchor"], str(signed.get("signature"))
    fits = set(anchor) - {"every_s"} == {"seq", "seal", "at", "key"} and is_count(anchor.get("every_s", 0))
    need(fits, seq, "its anchor has not exactly seq, seal, at and key")
    need(key is None or anchor["key"] == key, seq, f"its anchor names the key {anchor['key']}, not {key}")
    if CAN_CHECK_SIGNATURES:
        content = json.dumps(anchor, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        message = PURPOSE + utf8(seq, content)
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(anchor["key"])).verify(bytes.fromhex(signature), message)
        except (InvalidSignature, ValueError, TypeError):
            raise Bad(seq, "the signature of its anchor is forged") from None


def need(holds: bool, seq: int, why: str) -> None:
    if not holds:
        raise Bad(seq, why)


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def event_of(told: bytes, line: bytes) -> dict[str, Any]:
    """An event of a line in which nothing but quotes is escaped; empty where it is anything else."""
    plain = told.translate(SHOWN, b"\\")
    if not told.count(b'\\"') == len(told) - len(plain) == plain.count(b'"'):
        return {}
    try:
        line.decode("utf-8")
        text = plain.decode("utf-8")
        event, end = decoder.raw_decode(text)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) and type(event.get("is")) is str and end == len(text) else {}


def parsed(seq: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Bad(seq, f"this is no JSON object: {line[:60].decode('utf-8', 'replace')!r}")
    return found


def utf8(seq: int, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise Bad(seq, "the text is no Unicode") from None


def read_key(pem: str) -> str:
    """The public key of a PEM file, in hex."""
    lines = [line.strip() for line in pem.strip().splitlines()]
    content = base64.b64decode("".join(lines[1:-1]), validate=True)
    if "PUBLIC KEY" not in lines[0] or content[:-32] != ED25519_PREFIX:
        raise ValueError("this is no Ed25519 public key in PEM")
    return content[-32:].hex()


def spelled_out(text: str) -> str:
    """As a terminal can bear it: an export may hold anything."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def words(report: Report) -> str:
    if not report.sound:
        return f"NOT SOUND: entry {report.bad_seq}: {spelled_out(report.bad_why)}"
    said = [f"sound: table {spelled_out(report.table)}, {report.entries} entries, the last seal {report.seal}"]
    if report.anchors:
        said.append(f"anchors: {report.anchors}, up to entry {report.anchored}; signatures {report.signatures}")
    if report.anchored < report.entries:
        said.append(f"no anchor vouches for the entries after {report.anchored}")
    return "\n".join(said)


# Logs: receipts, checkpoints, cosignatures, tiles and evidence, by RFC 6962 and the formats of c2sp.org.


class LogKey(NamedTuple):
    """A public key by name: kind 1 signs checkpoints of a log, kind 4 cosigns them as a witness."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]


class Checked(NamedTuple):
    """A checkpoint of a log, with the witnesses that saw it and when, in seconds since 1970."""

    origin: str
    size: int
    root: bytes
    seen: dict[str, int]


def read_log_key(text: str) -> LogKey:
    name, _, rest = text.strip().partition("+")
    given, _, coded = rest.partition("+")
    content = base64.b64decode(coded, validate=True)
    key = LogKey(name, content[0] if content else 0, content[1:])
    if len(key.public) != 32 or key.kind not in (1, 4) or key.id.hex() != given:
        raise ValueError(f"{text.strip()!r} is no key of a log or a witness: name+id+key")
    return key


class Trust(NamedTuple):
    """Whom an outsider trusts: the keys of logs, those of witnesses, and how many of these must have seen a head."""

    logs: tuple[LogKey, ...]
    witnesses: tuple[LogKey, ...] = ()
    least: int = 0

    def check(self, note: str) -> Checked:
        need(CAN_CHECK_SIGNATURES, 0, "signatures cannot be checked: install the package cryptography")
        body, middle, signed = note.rpartition("\n\n")
        lines = (body + "\n").split("\n")
        need(bool(middle) and len(lines) > 3 and lines[1].isdigit(), 0, "this is no checkpoint of a log")
        signatures = [signature_of(line) for line in signed.splitlines()]
        by_log = [key for key in self.logs if key.name == lines[0]]
        need(bool(by_log), 0, f"the log {lines[0]!r} is none of those that are trusted")
        need(self.is_by(by_log, signatures, body + "\n"), 0, f"the checkpoint is not signed by {lines[0]!r}")
        seen = self.seen(signatures, body + "\n")
        need(len(seen) >= self.least, 0, f"{len(seen)} trusted witnesses have seen it, {self.least} must")
        return Checked(lines[0], int(lines[1]), unpacked_hash(0, lines[2]), seen)

    def is_by(self, keys: list[LogKey], signatures: list[tuple[str, bytes, bytes]], text: str) -> bool:
        made = [(key, content) for key in keys for *by, content in signatures if by == [key.name, key.id]]
        need(all(is_signed(key, text, content) for key, content in made), 0, "a signature of the log is forged")
        return bool(made)

    def seen(self, signatures: list[tuple[str, bytes, bytes]], text: str) -> dict[str, int]:
        """By each witness's key once, whatever names it has."""
        found = dict[bytes, tuple[str, int]]()
        for key in self.witnesses:
            for name, id_, content in signatures:
                if (name, id_) == (key.name, key.id):
                    at_s = number_of(content[:8])
                    message = f"cosignature/v1\ntime {at_s}\n{text}"
                    need(is_signed(key, message, content[8:]), 0, f"the cosignature of {name} is forged")
                    found[key.public] = name, at_s
        return dict(found.values())


def signature_of(line: str) -> tuple[str, bytes, bytes]:
    parts = line.split(" ")
    need(len(parts) == 3 and parts[0] == "\u2014", 0, f"this is no signature: {line!r}")
    content = base64.b64decode(parts[2])
    return parts[1], content[:4], content[4:]


def number_of(content: bytes) -> int:
    return int(content.hex() or "0", 16)


def is_signed(key: LogKey, text: str, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def unpacked_hash(seq: int, text: str) -> bytes:
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        found = b""
    need(len(found) == 32, seq, f"this is no hash: {text!r}")
    return found


def leaf_of(body: bytes) -> bytes:
    """The hash of an entry; one that is too long for a bundle is logged by its own hash."""
    if len(body) > 0xFFFF:
        body = b"taisai entry by its SHA-256 " + sha256(body).hexdigest().encode()
    return sha256(b"\0" + body).digest()


def node_of(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def root_of(row: list[bytes]) -> bytes:
    while len(row) > 1:
        pairs = [node_of(row[place], row[place + 1]) for place in range(0, len(row) - 1, 2)]
        row = pairs + row[len(row) & ~1 :]
    return row[0] if row else sha256(b"").digest()


def root_by(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """The root to which a proof of inclusion leads."""
    need(0 <= index < size, index + 1, f"there is no such entry in a log of {size}")
    found, last = leaf, size - 1
    for sibling in path:
        need(last > 0, index + 1, "the proof is too long")
        if index & 1 or index == last:
            found = node_of(sibling, found)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            found = node_of(found, sibling)
        index, last = index >> 1, last >> 1
    need(last == 0, index + 1, "the proof is too short")
    return found


def check_receipt(text: str, trust: Trust) -> tuple[Checked, int, dict[str, Any]]:
    """Gives back the checkpoint, the entry's number and the entry."""
    head, _, note = text.partition("\n\n")
    first, *lines = head.split("\n")
    need(first == RECEIPT, 0, f"this is no receipt: it does not begin with {RECEIPT}")
    need(len(lines) > 1 and lines[0].startswith("extra "), 0, "the receipt does not hold its entry")
    need(lines[1].startswith("index ") and lines[1][6:].isdigit(), 0, "the receipt does not say where its entry is")
    body, index = base64.b64decode(lines[0][6:]), int(lines[1][6:])
    checked = trust.check(note)
    root = root_by(leaf_of(body), index, checked.size, [unpacked_hash(index + 1, line) for line in lines[2:]])
    need(root == checked.root, index + 1, "the entry is not in the log: the proof leads to another root")
    entry = parsed(index + 1, body)
    need(entry.get("seq") == index + 1, index + 1, f"entry {entry.get('seq')!r} stands in its place")
    check_envelope(index + 1, entry)
    return checked, index + 1, entry


def told_receipts(entries: list[dict[str, Any]]) -> list[str]:
    """What receipts of one table say in words; what a wager is due where pay table and roll are among them."""
    events = [entry["event"] for entry in entries]
    wins: dict[str, dict[str, str]] = next((event["wins"] for event in events if event["is"] == "table-installed"), {})
    rolls = {event["round"]: event["roll"] for event in events if event["is"] in ("roll-entered", "entry-amended")}
    said = []
    for entry, event in zip(entries, events):  # noqa: B905 - Python 3.9 has no strict
        if event["is"] == "wager-placed":
            due, roll = "", rolls.get(event["round"], "")
            if roll and event["spot"] in wins:
                odds = wins[event["spot"]].get(roll)
                due = f"; {roll} was rolled: {0 if odds is None else event['stake'] * (1 + Fraction(odds))} is due"
            what = f"seat {event['seat']} wagered {event['stake']} on {event['spot']} in round {event['round']}{due}"
        else:
            told = " ".join(f"{name} {event[name]}" for name in ("round", "roll", "throw", "paytable") if name in event)
            what = f"{event['is']} {told}".strip()
        said.append(f"entry {entry['seq']} at {entry['at']}: {spelled_out(what)}")
    return said


def check_tiles(folder: Path, trust: Trust) -> Checked:
    """That the bundles, the tiles and the checkpoint of a folder are of one log."""
    checked = trust.check((folder / "checkpoint").read_text(encoding="utf-8"))
    row: list[bytes] = []
    for place in range(0, checked.size, 256):
        width = min(256, checked.size - place)
        content = (folder / "tile" / tile_path("entries", place // 256, width)).read_bytes()
        entries = unbundled(place + 1, content)
        need(len(entries) == width, place + 1, "the bundle has not as many entries as it should")
        row += [sha256(b"\0" + entry).digest() for entry in entries]
    need(root_of(row) == checked.root, 0, "the entries do not lead to the root of the checkpoint")
    level = 0
    while row:
        for place in range(0, len(row), 256):
            some = row[place : place + 256]
            path = folder / "tile" / tile_path(str(level), place // 256, len(some))
            need(path.read_bytes() == b"".join(some), place + 1, f"the tile {path.name} of level {level} is wrong")
        row, level = [root_of(row[at : at + 256]) for at in range(0, len(row) - 255, 256)], level + 1
    return checked


def tile_path(level: str, number: int, width: int) -> str:
    digits = str(number).zfill(-(-len(str(number)) // 3) * 3)
    groups = [digits[place : place + 3] for place in range(0, len(digits), 3)]
    partial = f".p/{width}" if width < 256 else ""
    return "/".join([level, *(f"x{group}" for group in groups[:-1]), groups[-1]]) + partial


def unbundled(seq: int, content: bytes) -> list[bytes]:
    entries, place = list[bytes](), 0
    while place < len(content):
        end = place + 2 + number_of(content[place : place + 2])
        need(end <= len(content), seq + len(entries), "the bundle is cut off")
        entries.append(content[place + 2 : end])
        place = end
    return entries


def check_logged(lines: Iterable[bytes], note: str, trust: Trust) -> Checked:
    """That the entries of an export are those of a checkpoint."""
    checked = trust.check(note)
    bodies = (line for line in lines if line.startswith(b'{"seal":'))
    found = [leaf_of(utf8(0, str(parsed(0, line)["body"]))) for line in bodies]
    need(len(found) >= checked.size, len(found) + 1, f"the checkpoint is of {checked.size} entries: the end is cut off")
    need(root_of(found[: checked.size]) == checked.root, 0, "the entries are not those that the checkpoint is of")
    return checked


def check_evidence(found: dict[str, Any], trust: Trust) -> str:
    """What two heads of a log prove."""
    seen, told = (trust._replace(least=0).check(str(found.get(name))) for name in ("seen", "told"))
    need(seen.origin == told.origin and seen.root != told.root, 0, "the two heads do not contradict each other")
    if seen.size == told.size:
        return f"PROVED: {seen.origin} signed two histories of {seen.size} entries: the log was forked"
    return f"{seen.origin} signed {seen.size} and {told.size} entries, and no proof leads from one to the other"


def words_of(checked: Checked) -> list[str]:
    said = [f"log {spelled_out(checked.origin)}, {checked.size} entries, root {checked.root.hex()}"]
    for name, at_s in checked.seen.items():
        at = datetime.fromtimestamp(at_s, timezone.utc).isoformat()  # noqa: UP017 - Python 3.9 has no UTC
        said.append(f"seen by {spelled_out(name)} at {at}")
    return said


def verify_log(path: Path, trust: Trust) -> list[str]:
    """Of a folder of tiles, a receipt, an archive of receipts or a piece of evidence: what can be said of it."""
    if path.is_dir():
        return ["sound: every entry and every tile", *words_of(check_tiles(path, trust))]
    content = path.read_bytes()
    if content.startswith(b"{"):
        return [check_evidence(parsed(0, content), trust)]
    if content.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive:
            large = sum(one.file_size for one in archive.infolist()) > ARCHIVE_BYTES_MAX
            need(not large, 0, "the archive is too large for receipts")
            texts = [archive.read(name).decode() for name in sorted(archive.namelist())]
    else:
        texts = [content.decode()]
    found = [check_receipt(text, trust) for text in texts]
    need(
        len({checked.origin for checked, _, _ in found}) == 1, 0, "these are receipts of more than one log, or of none"
    )
    heads = dict.fromkeys(tuple(words_of(checked)) for checked, _, _ in found)
    entries = [entry for _, _, entry in sorted(found, key=lambda one: one[1])]
    return ["sound: in the log", *told_receipts(entries), *(line for head in heads for line in head)]


def is_of_a_log(path: Path) -> bool:
    if path.is_dir():
        return True
    with path.open("rb") as file:
        begun = file.read(64)
    return begun.startswith((RECEIPT.encode(), b"PK")) or (begun.startswith(b"{") and b'"origin"' in begun)


def trust_of(given: argparse.Namespace) -> Trust:
    logs, witnesses = (tuple(map(read_log_key, keys)) for keys in (given.log, given.cosigned_by))
    return Trust(logs, witnesses, len(witnesses) if given.least is None else given.least)


def told_log(given: argparse.Namespace) -> int:
    bad, said = Bad(-1, ""), list[str]()
    try:
        said = verify_log(given.export, trust_of(given))
    except Bad as found:
        bad, said = found, [f"NOT SOUND: entry {found.seq}: {spelled_out(found.why)}"]
    report = {"sound": bad.seq < 0, "words": said, "bad_seq": bad.seq, "bad_why": bad.why}
    sys.stdout.write((json.dumps(report) if given.json else "\n".join(said)) + "\n")
    return 0 if bad.seq < 0 else 1


def logged(report: Report, lines: Iterable[bytes], given: argparse.Namespace) -> Report:
    """The same, with what the checkpoint says of it."""
    try:
        check_logged(lines, given.checkpoint.read_text(encoding="utf-8"), trust_of(given))
    except Bad as bad:
        return report._replace(sound=False, bad_seq=bad.seq, bad_why=bad.why)
    return report


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check an export of a taisai journal.")
    parser.add_argument("export", type=Path)
    parser.add_argument("--key", type=Path, metavar="PUBLIC", help="the public key (PEM) that signed the anchors")
    parser.add_argument("--anchors", type=Path, metavar="FILE", help="anchors that were kept elsewhere")
    parser.add_argument("--json", action="store_true", help="print the report for machines")
    parser.add_argument("--log", action="append", default=[], metavar="KEY", help="the key of a log: name+id+key")
    parser.add_argument("--cosigned-by", action="append", default=[], metavar="KEY", help="the key of a witness")
    parser.add_argument("--least", type=int, help="so many of these must have seen it; all where it is not said")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="one that an export must lead to")
    given = parser.parse_args(arguments)
    try:
        if is_of_a_log(given.export):
            return told_log(given)
        key = read_key(given.key.read_text(encoding="utf-8")) if given.key else None
        kept = given.anchors.read_bytes().splitlines() if given.anchors else []
        with given.export.open("rb") as lines:
            report = verify(lines, key, kept)
            if given.checkpoint and report.sound:
                lines.seek(0)
                report = logged(report, lines, given)
    except (OSError, ValueError, IndexError, zipfile.BadZipFile) as error:
        parser.error(str(error))
    sys.stdout.write((json.dumps(report._asdict()) if given.json else words(report)) + "\n")
    return 0 if report.sound else 1


if __name__ == "__main__":
    sys.exit(main())
