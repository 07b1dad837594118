"""Checks an export of a taisai journal: nothing was changed, dropped, added, moved or cut off.

    python verify_taisai.py EXPORT [--key PUBLIC] [--anchors FILE] [--checkpoint FILE --log KEY] [--json]
    python verify_taisai.py RECEIPT --log KEY [--cosigned-by KEY]... [--least K] [--json]

One file that imports nothing of taisai: Python 3.9 or later and, for the signatures of anchors, the package
`cryptography`. It ends with 0 if the export is sound, 1 if it is not, 2 if it could not be checked.

An export is a file of lines, each a JSON object:

    {"taisai-export":1,"hash":"sha256","table":T,"entries":N}            the header, first
    {"anchor":{"seq":S,"seal":HEX,"at":TIME,"key":HEX},"signature":HEX}  any number, before the entries
    {"anchor":{...},"checkpoint":NOTE}                                   the same, newer
    {"seal":HEX,"body":TEXT}                                             the entries 1 to N, in order

The seal of an entry is SHA-256(seal of the entry before + body as UTF-8); before the first stand 32 zero bytes. A body
is a JSON object with seq, at, by (name and role), cause, digest and event, an object whose "is" names its kind.
An anchor is signed with Ed25519 over "taisai anchor 1", a line feed and the anchor as JSON with sorted keys and no
spaces; a newer one is a checkpoint (see below) with a fourth line, "taisai-anchor" SEAL TIME EVERY_S, and the
number of the anchor's entry where the checkpoint is of fewer, which are those that were hashed by then. One kept
elsewhere (--anchors, lines as above) shows even whether the end of history was cut off. One with "every_s" promises
that others follow so often while the table is used: with --key they must be there.

Every journal is also a log (RFC 6962), of which an entry's body is a leaf. A RECEIPT is a c2sp.org/tlog-proof with the
entry as its extra data, a signed head, an archive of such, a folder of tiles (c2sp.org/tlog-tiles), or two heads that a
witness kept as evidence. A signed head is what a log signs at once, before a checkpoint has the entry: a signed note of
five lines, "taisai signed head 1", the log's name, the entry's number, the seal before it in base64, its body. Given as
--checkpoint it must be in the export. Keys are those of c2sp.org/signed-note; a house tells those of its logs at
/api/logs.
"""

from __future__ import annotations

import argparse
import base64
import hmac
import json
import os
import re
import subprocess
import sys
import zipfile
from binascii import hexlify
from collections import defaultdict
from contextlib import suppress
from datetime import datetime, timezone
from fractions import Fraction
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]  # Windows has no such pipes

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    CAN_CHECK_SIGNATURES = True
except ImportError:
    CAN_CHECK_SIGNATURES = False

FORMAT, START = 1, bytes(32)
LATE, ENTRIES_MOST = 5, 10_000  # times as long as promised, and how many entries, may follow an anchor
scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # the value that begins at a place, and its end
PURPOSE = b"taisai anchor 1\n"
RECEIPT, ARCHIVE_BYTES_MAX = "c2sp.org/tlog-proof@v1", 1 << 28
ROTATIONS = "rotations.jsonl"  # in an archive of receipts whose keys were replaced
SIGNED_HEAD, RECEIPT_FILES = "taisai signed head 1", (".tlog-proof", ".signed-head")
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
    untold: int = 0  # rounds that are over and whose seed was never told
    beacons: int = 0  # throws that took in a public beacon
    beacons_missed: int = 0  # rounds that named one, and were void once wagers were closed
    beacon_signatures: str = ""


MOVES = {  # what an event does to money, where that is all: from, to, which of its fields is the amount
    "table-opened": (("cage", "float", "opening_float"),),
    "table-closed": (("float", "cage", "closing_float"),),
    "voucher-issued": (("SEAT", "vouchers", "amount"),),
    "voucher-cancelled": (("vouchers", "SEAT", "amount"),),
    "seat-released": (("SEAT", "cash", "paid"),),
    "owed-paid": (("cash", "OWED", "amount"),),
    "tip-given": (("SEAT", "tips", "amount"),),
    "tips-taken": (("tips", "cage", "amount"),),
    "cash-changed": (("cash", "BOX", "amount"), ("float", "SEAT", "amount")),
    "chips-brought": (("elsewhere", "SEAT", "amount"),),
    "chips-taken": (("SEAT", "elsewhere", "amount"),),
    "colour-written-off": (("SEAT", "float", "amount"),),
    "float-filled": (("cage", "float", "amount"),),
    "float-credited": (("float", "cage", "amount"),),
}
STAKES = {"wager-placed": 1, "unnoticed-recorded": 1, "wager-withdrawn": -1}
RESULT = {"table-opened": "opening_float", "float-filled": "fills", "float-credited": "credits", "cash-changed": "drop"}
OF_OTHERS = {  # may tell of a round that is not the present one
    "round-reversed", "round-passed-over", "round-corrected", "button-pressed", "seed-committed",
    "seed-revealed", "beacon-named",
}  # fmt: skip
ENTRIES = {"roll-entered": "enter", "entry-amended": "amend", "round-corrected": "correct"}  # and who may, as stated
ALONE = "alone: no second person yet"
BY_TWO = {"round-reversed", "round-corrected", "dispute-decided"}
OUTSIDE = ("cage", "elsewhere", "variance")  # holders of chips that are not at the table
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
WAGER = rb"{\"is\":\"wager-placed\","
PLACED = WAGER + rb"\"round\":%d,"
STAKES_MOST, BLOCK = 10_000, 1 << 18  # different ones that are remembered; bytes that are read at once
SET_PIPE_SIZE = 1031  # of Linux; no name for it before Python 3.10
LARGE = 1 << 24  # bytes of an export from which on a second process is worth its start
EVENT, AT, NAME, ROLE = rb",\"event\":", rb",\"at\":\"", rb"{\"name\":\"", rb",\"role\":\""
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
                raise Bad(seq, f"{at!r} is not a time") from None
            self.played_s, self.at = self.played_s + min(pause_s, self.every_s), at
            fits = self.played_s <= LATE * self.every_s and seq - self.after <= ENTRIES_MOST
            need(fits, self.after + 1, "no anchor covers the entries from here on, although anchors were promised")


class Vouchers:
    """Each is issued once, collected or cancelled once where it was, and redeemed once for what it is worth; at another
    table by a promise. One that is not known here was issued at another table, whose journal tells."""

    def __init__(self) -> None:
        self.worth, self.waiting, self.issuer = dict[str, int](), dict[str, int](), dict[str, int]()
        self.redeemed: set[str] = set()
        self.promised = dict[str, str]()

    def _follow_voucher_issued(self, event: dict[str, Any]) -> None:
        if event["voucher"] in self.worth:
            raise ValueError("this voucher was already issued")
        self.worth[event["voucher"]], self.issuer[event["voucher"]] = event["amount"], event["seat"]
        self.waiting[event["voucher"]] = event["seat"]

    def _follow_voucher_collected(self, event: dict[str, Any]) -> None:
        fits = self.worth.get(event["voucher"]) == event["amount"]
        if self.waiting.pop(event["voucher"], 0) != event["seat"] or not fits:
            raise ValueError(f"seat {event['seat']} has no such voucher waiting to be collected")

    def _follow_voucher_cancelled(self, event: dict[str, Any]) -> None:
        self._follow_voucher_collected(event)
        self.redeem(event)

    def _follow_voucher_redeemed(self, event: dict[str, Any]) -> None:
        """At another table, to which it was promised."""
        promised = self.promised.pop(event["voucher"], "")
        if self.issuer.get(event["voucher"]) != event["seat"] or event["voucher"] in self.waiting:
            raise ValueError(f"this voucher was not issued at seat {event['seat']}, or was not collected yet")
        self.redeem(event)
        if not promised:
            raise ValueError("this voucher was not promised to another table")

    def _follow_voucher_promised(self, event: dict[str, Any]) -> None:
        voucher = event["voucher"]
        if not self._is_known(event) or voucher in self.redeemed or voucher in self.promised:
            raise ValueError(f"no such voucher of seat {event['seat']} can be promised to another table")
        self.promised[voucher] = event["promise"]

    def _follow_voucher_released(self, event: dict[str, Any]) -> None:
        if not self._is_known(event) or self.promised.pop(event["voucher"], "") != event["promise"]:
            raise ValueError("this voucher was not promised like this")

    def _is_known(self, event: dict[str, Any]) -> bool:
        voucher = event["voucher"]
        return bool((self.issuer.get(voucher), self.worth.get(voucher)) == (event["seat"], event["amount"]))

    def redeem(self, event: dict[str, Any]) -> None:
        """A cancelled one can never be redeemed, which is as if it had been."""
        voucher, amount = event["voucher"], event["amount"]
        if voucher in self.promised:
            raise ValueError("this voucher is promised to another table")
        if voucher in self.redeemed or self.worth.get(voucher, amount) != amount:
            raise ValueError("this voucher was already redeemed or cancelled, or has another value")
        self.redeemed.add(voucher)


def ways(owner: object, prefix: str) -> dict[str, Any]:
    """For each kind of event the method that deals with it, if any does."""
    return {
        name[len(prefix) :].replace("_", "-"): getattr(owner, name) for name in dir(owner) if name.startswith(prefix)
    }


SECRET, SIGNATURE = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{96}")


def seed_before(seed: str) -> str:
    """What a seed of a chain hashes to."""
    return sha256(b"taisai seed 1" + bytes.fromhex(seed)).hexdigest()


def throw_of(table: str, number: int, seed: str, given: list[str], beacon: str = "") -> str:
    """HKDF (RFC 5869) with SHA-256 of all secrets; the first byte below 216 says how the dice fall."""
    way = next(
        byte for byte in drawn_bytes("taisai throw 1", table, number, [seed, *sorted(given), beacon]) if byte < 216
    )
    return "-".join(str(1 + way // step % 6) for step in (36, 6, 1))


def drawn_bytes(name: str, table: str, number: int, secrets: list[str]) -> Iterator[int]:
    """What follows from the secrets under a name; the last of them is the beacon's, or empty."""
    told = f"{name}\n{table}\n{number}\n{len(secrets) - 2}\n{1 if secrets[-1] else 0}\n".encode()
    key, block = hmac.digest(b"taisai throw 1", bytes.fromhex("".join(secrets)), "sha256"), b""
    for place in range(1, 256):
        block = hmac.digest(key, block + told + bytes([place]), "sha256")
        yield from block


def kept_of(commission: dict[str, Any], won: Any) -> Any:
    """What is kept of winnings, in whole units and never more than was won."""
    exact = won * Fraction(commission["of"], commission["per"]) / commission["unit"]
    units = {"up": -(-exact // 1), "down": exact // 1, "nearest": (exact + Fraction(1, 2)) // 1}[
        commission["direction"]
    ]
    return min(units * commission["unit"], won)


def struck_by(rule: dict[str, Any], table: str, number: int, secrets: list[str]) -> dict[str, int]:
    """By what winnings are multiplied: how many spots are struck, which, and each by what."""
    drawn, left = drawn_bytes("taisai multipliers 1", table, number, secrets), [*rule["spots"]]

    def below(many: int) -> int:
        while True:
            word = int(bytes(next(drawn) for _ in range(4)).hex(), 16)
            if word < 2**32 // many * many:
                return word % many

    def weighed(weights: list[list[int]]) -> int:
        place = below(sum(weight for _, weight in weights))
        return next(
            one for at, (one, _) in enumerate(weights) if place < sum(weight for _, weight in weights[: at + 1])
        )

    spots = [left.pop(below(len(left))) for _ in range(weighed(rule["struck"]))]
    return {spot: weighed(rule["times"]) for spot in spots}


def chain_of(beacon: dict[str, Any]) -> str:
    """The hash by which a chain of drand is known."""
    told = f"{beacon['period_s']:08x}{beacon['genesis_s']:016x}{beacon['public_key']}{beacon['group']}"
    name = "" if beacon["name"] == "default" else beacon["name"]
    return sha256(bytes.fromhex(told) + name.encode()).hexdigest()


class Beacons:
    """The public beacon: each round names one of its rounds before wagers open, none twice, and closes them before that
    is published; the throw takes in the hash of what was. `is_signed` checks that it is the beacon's own signature,
    for which this file alone has no means: without it that is not checked."""

    round, over, closed, at = 0, True, False, ""
    is_signed: Any = None

    def __init__(self) -> None:
        self.beacon, self.named, self.open, self.closed_at = dict[str, Any](), dict[int, int](), False, ""
        self.beacons = self.beacons_missed = self.named_last = 0

    def _trace_beacon_chosen(self, event: dict[str, Any], _: str) -> None:
        chain = event["chain"]
        if not self.over or (chain and (chain_of(event) != chain or event["period_s"] < 1)):
            raise ValueError("a beacon was chosen during a round, or does not match its hash")
        self.beacon, self.named, self.named_last = event if chain else {}, {}, 0

    def _trace_beacon_named(self, event: dict[str, Any], _: str) -> None:
        if not self.beacon or event["round"] != self.round + self.over or self.open:
            raise ValueError("a beacon round must be named for the next round, before wagers open")
        if event["beacon"] <= self.named_last:
            raise ValueError(f"beacon round {event['beacon']} was named before, or is older than the last one named")
        self.named[event["round"]] = self.named_last = event["beacon"]

    def _trace_bets_opened(self, event: dict[str, Any], _: str) -> None:
        self.open = True
        if self.beacon and event["round"] not in self.named:
            raise ValueError("wagers opened before a beacon round was named")

    def value(self, number: int, event: dict[str, Any]) -> str:
        """What the beacon gives to a throw."""
        named, signature = self.named.pop(number, 0), event.get("signature", "")
        if event.get("beacon", 0) != named or bool(signature) != bool(named):
            raise ValueError(f"the throw does not use the named beacon round {named}")
        if not named:
            return ""
        told_s = self.beacon["genesis_s"] + (named - 1) * self.beacon["period_s"]
        if datetime.fromisoformat(self.closed_at).timestamp() >= told_s:
            raise ValueError(f"wagers were still open when beacon round {named} was published")
        if not SIGNATURE.fullmatch(signature):
            raise ValueError(f"{signature!r} is not a signature of a beacon")
        if self.is_signed and not self.is_signed(self.beacon["public_key"], named, signature):
            raise ValueError(f"this is not what the beacon published as round {named}")
        self.beacons += 1
        return sha256(bytes.fromhex(signature)).hexdigest()


class Seeds(Beacons):
    """What an electronic tumbler binds itself to: seeds of a chain, each committed to before its round begins and told
    after, none twice. Where a chain began before what is read, it is believed from its first seed on."""

    table, first = "", 0

    def __init__(self) -> None:
        super().__init__()
        self.last, self.link, self.told, self.length, self.chained = "", -1, 0, 0, False
        self.commitments, self.opened, self.seen = dict[int, str](), dict[int, str](), set[str]()
        self.contributions = dict[int, str]()
        self.multipliers, self.struck, self.commissions = dict[str, Any](), dict[str, int](), dict[str, Any]()
        self.drawn: dict[str, int] | None = None

    def untold(self) -> int:
        """Rounds that are over and whose seed was never told: nobody can work out what would have been thrown."""
        return sum(number < self.round + self.over for number in self.commitments)

    def learn(self, seed: str) -> None:
        if not SECRET.fullmatch(seed) or seed in self.seen:
            raise ValueError(f"{seed!r} is not a seed, or was already known")
        self.seen.add(seed)

    def _trace_seeds_chained(self, event: dict[str, Any], _: str) -> None:
        if not self.over:
            raise ValueError("a chain of seeds was started during a round")
        self.learn(event["end"])
        self.last, self.link, self.told, self.length, self.chained = event["end"], 0, 0, event["length"], True

    def _trace_seed_committed(self, event: dict[str, Any], _: str) -> None:
        if self.link < 0 < self.first:
            self.last, self.length, self.chained = event["commitment"], sys.maxsize, True
            self.link = self.told = event["link"] - 1
        if not self.over or event["round"] != self.round + 1:
            raise ValueError("a seed must be committed between rounds, for the next round")
        fits = (event["link"], event["commitment"]) == (self.told + 1, self.last)
        if not fits or self.told != self.link or self.link >= self.length:
            raise ValueError("it is not the next seed of the chain")
        self.link += 1
        self.commitments[event["round"]] = event["commitment"]

    def _trace_contribution_given(self, event: dict[str, Any], role: str) -> None:
        if self.closed or self.over or event["seat"] in self.contributions or role != "player":
            raise ValueError("a terminal may contribute only once per round, while wagers are open")
        if not SECRET.fullmatch(event["contribution"]):
            raise ValueError(f"{event['contribution']!r} is not a contribution")
        self.contributions[event["seat"]] = event["contribution"]

    def _trace_seed_revealed(self, event: dict[str, Any], _: str) -> None:
        number, seed, throw = event["round"], event["seed"], event["throw"]
        if number < self.first:
            return
        self.learn(seed)
        before = self.commitments.pop(number)
        if seed_before(seed) != before:
            raise ValueError(f"that is not the seed that round {number} was committed to")
        if before == self.last:
            self.last, self.told = seed, self.link
        if number == self.round and not self.over:
            self.check_throw(number, event, event["contributions"])
        elif throw or event["contributions"] or event.get("beacon") or event.get("signature"):
            raise ValueError(f"round {number} is over, but a throw is revealed for it")

    def check_throw(self, number: int, event: dict[str, Any], contributions: list[str]) -> None:
        if not self.closed or [*contributions] != sorted(self.contributions.values()):
            raise ValueError("the throw was revealed before wagers closed, or with the wrong contributions")
        throw = event["throw"]
        due = throw_of(self.table, number, event["seed"], contributions, self.value(number, event))
        if throw != due:
            raise ValueError(f"the seed and the contributions give the throw {due}, not {throw}")
        if self.multipliers:
            secrets = [event["seed"], *sorted(contributions), self.value(number, event)]
            self.drawn = struck_by(self.multipliers, self.table, number, secrets)
        self.opened[number] = "-".join(sorted(throw.split("-")))


class Rolls(Seeds):
    """Where each roll comes from: three keys pressed by somebody who may, after a valid tumble of that round, or the
    throw of the seed that an electronic tumbler committed itself to before the round began, and of what terminals gave.
    A journal says from when on it can be
    checked so strictly (rules-stated); before that, what was pressed or shown must be what was entered. `shown` is what
    somebody said in old journals that the dice show after an interruption; `first` is the first round that is followed,
    for whoever does not read from the first entry on."""

    def __init__(self) -> None:
        super().__init__()
        self.table = self.roll = self.shown = ""
        self.first = self.round = self.seats = self.tumbled = 0
        self.wins, self.rules = dict[str, dict[str, str]](), dict[str, Any]()
        self.given, self.electronic, self.closed = dict[str, dict[str, Any]](), False, False
        self.pressed: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        self.counters = set[str]()
        self.tracers, self.followers = ways(self, "_trace_"), ways(self, "_follow_")

    def trace(self, kind: str, event: dict[str, Any], role: str, name: str) -> None:
        """Called for every entry of a table's journal, in order."""
        self.round += kind == "round-begun"
        if kind not in OF_OTHERS and event.get("round", self.round) != self.round:
            raise ValueError(f"it names round {event['round']}, but the current round is {self.round}")
        if "lit" in event and "roll" in event and {*event["lit"]} != self.wins_on(event["roll"]):
            raise ValueError(f"the lit spots are not those that win on {event['roll']}")
        if kind in ENTRIES:
            self.check_source(kind, event, role)
        if kind in OPEN_ONLY and self.closed:
            raise ValueError("a wager was placed or withdrawn after wagers closed")
        if kind in BY_TWO and event.get("corrections"):
            self.check_second(event, name)
        if kind == "float-counted":
            self.counters = {event["by"], event["second"]}
        if kind == "count-approved" and name in self.counters and ALONE not in self.counters:
            raise ValueError(f"{name} approved their own count")
        if kind in self.tracers:
            self.tracers[kind](event, role)

    def check_second(self, event: dict[str, Any], name: str) -> None:
        if not event.get("second", "" if self.rules else "unsaid") or (self.rules and event["second"] == name):
            raise ValueError("settled money moved without a second person")

    def wins_on(self, roll: str) -> set[str]:
        """The spots that give more back than was staked; one that gives back the stake, or part of it, is not lit."""
        return {spot for spot, back in self.gives(roll).items() if back > 1}

    def gives(self, roll: str) -> dict[str, Any]:
        """What the pay table gives back on a roll for each unit staked, by the spots that give anything back."""
        if roll not in self.given:
            won = {spot: Fraction(odds[roll]) for spot, odds in self.wins.items() if roll in odds}
            self.given[roll] = {spot: 1 + odds for spot, odds in won.items()}
        return self.given[roll]

    def due(self, spot: str, stake: int, roll: str) -> Any:
        """What a stake gets back: multipliers multiply what is won, nothing else, and a commission is kept of it."""
        due = stake * self.gives(roll).get(spot, 0)
        if due > stake and spot in self.struck:
            due = stake + (due - stake) * self.struck[spot]
        if due > stake and spot in self.commissions:
            due -= kept_of(self.commissions[spot], due - stake)
        return due

    def check_source(self, kind: str, event: dict[str, Any], role: str) -> None:
        number, roll, stated = event["round"], event["roll"], bool(self.rules)
        keys = self.pressed.pop(number, [])[-3:]
        keyed = "-".join(sorted(face for face, _ in keys))
        if self.electronic and stated:
            if kind != "roll-entered" or self.opened.pop(number, "") != roll:
                raise ValueError(f"{roll} is not the throw that round {number} was committed to")
            if self.drawn is not None:
                raise ValueError("a roll was entered before the multipliers were drawn")
        elif kind == "roll-entered" and roll not in ({keyed} if stated else {keyed, self.shown}):
            raise ValueError(f"{roll} was entered, but {keyed or 'nothing'} was pressed")
        elif stated:
            if keyed != roll:
                raise ValueError(f"{roll} was entered, but {keyed or 'nothing'} was pressed")
            if not {role, *(by for _, by in keys)} <= {*self.rules[ENTRIES[kind]]}:
                raise ValueError(f"the rules do not allow a {role} to enter or change this roll")
            if kind == "roll-entered" and self.tumbled < self.rules["tumbles_min"]:
                raise ValueError("a roll was entered without a valid tumble of the dice in this round")
        if stated and kind != "round-corrected" and (not self.closed or bool(self.roll) is (kind == "roll-entered")):
            raise ValueError("a roll may be entered once, after wagers close, and amended only until all is paid")

    def _trace_table_installed(self, event: dict[str, Any], _: str) -> None:
        self.table, self.wins, self.seats = event["table"], event["wins"], event["seats"]
        self.electronic, self.given = "enter" in event["automation"], {}
        self.multipliers, self.commissions = event.get("multipliers", {}), event.get("commissions", {})
        if self.multipliers and not self.electronic:
            raise ValueError("multipliers are not allowed where people throw the dice")

    def _trace_rules_stated(self, event: dict[str, Any], _: str) -> None:
        self.rules = event

    def _trace_round_begun(self, event: dict[str, Any], _: str) -> None:
        self.roll, self.shown, self.tumbled, self.closed, self.over, self.contributions = "", "", 0, False, False, {}
        self.struck, self.drawn = {}, None
        if self.electronic and self.chained and event["round"] not in self.commitments:
            raise ValueError("a round began before the tumbler committed to a seed")
        self.pressed.pop(event["round"], None)

    def _trace_dice_tumbled(self, event: dict[str, Any], _: str) -> None:
        self.tumbled = event["times"]

    def _trace_bets_closed(self, event: dict[str, Any], _: str) -> None:
        self.closed, self.closed_at = True, self.at
        if self.electronic and self.rules and event["round"] not in self.commitments:
            raise ValueError("wagers closed before the tumbler committed to a throw")

    def _trace_test_roll_entered(self, event: dict[str, Any], _: str) -> None:
        keyed = "-".join(sorted(face for face, _ in self.pressed.pop(0, [])[-3:]))
        if keyed != event["roll"]:
            raise ValueError(f"{event['roll']} was entered, but {keyed or 'nothing'} was pressed")

    def _trace_button_pressed(self, event: dict[str, Any], role: str) -> None:
        self.pressed[event["round"]].append((str(event["face"]), role))

    def _trace_trouble_reported(self, event: dict[str, Any], _: str) -> None:
        self.shown = event["note"] if event["trouble"] == "interruption" else ""

    def _trace_roll_entered(self, event: dict[str, Any], _: str) -> None:
        self.roll = event["roll"]

    def _trace_multipliers_drawn(self, event: dict[str, Any], _: str) -> None:
        if self.drawn is None or event["struck"] != self.drawn:
            raise ValueError(
                f"the seed and the contributions multiply {self.drawn or 'nothing'}, not {event['struck']}"
            )
        self.struck, self.drawn = event["struck"], None

    def _trace_entry_amended(self, event: dict[str, Any], _: str) -> None:
        self.roll = event["roll"]


class Rounds(Rolls):
    """Follows every wager to its award by the pay table of entry 1. Awards: seat, spot, stake, returned, refused."""

    bank = "house"

    def __init__(self) -> None:
        super().__init__()
        self.stakes: defaultdict[tuple[int, str], int] = defaultdict(int)
        self.awards: list[list[Any]] = []
        self.unpaid, self.paid = dict[tuple[int, str], list[Any]](), set[tuple[int, str]]()

    def feed(self, seq: int, event: dict[str, Any], role: str = "", name: str = "", at: str = "") -> None:
        """Called for every entry, in order, with the role and the name of whoever caused it, and when."""
        kind, self.at = event["is"], at
        try:
            if self.wins or kind == "table-installed":  # else it is not a table's journal
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
            raise ValueError(f"seat {seat} does not have that much on {spot}")

    def move(self, source: str, target: str, amount: int) -> None:
        """Money is followed by whoever knows all of it."""

    def correct(self, event: dict[str, Any], wanted: dict[int, int]) -> None:
        """The same."""

    def returned(self, award: list[Any], roll: str) -> int:
        """What the pay table gives a wager back on a roll, which must be what it got."""
        seat, spot, stake, got, _ = award
        due = self.due(spot, stake, roll)
        if due != got:
            raise ValueError(f"seat {seat} got {got} for {stake} on {spot}, but the pay table gives {due}")
        return int(due)

    def clear(self) -> None:
        """A round that ends leaves nothing on the layout."""
        if self.unpaid or any(self.stakes.values()):
            raise ValueError("the round ends while stakes are on the layout")
        self.stakes.clear()
        self.awards, self.unpaid, self.paid = [], {}, set()
        self.roll, self.closed, self.over, self.open = "", True, True, False

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
            raise ValueError(f"seat {event['seat']} does not have that much on {event['spot']}")

    def _follow_losers_collected(self, event: dict[str, Any]) -> None:
        won = [award for awards in event["winners"].values() for award in awards]
        self.unpaid, self.paid = {(award[0], award[1]): award for award in won}, set()
        self.awards = awards = [*event["lost"], *won]
        wagers = {(seat, spot): stake + refused for seat, spot, stake, _, refused in awards}
        fit = wagers == {where: stake for where, stake in self.stakes.items() if stake} and len(wagers) == len(awards)
        if event["roll"] != self.roll or not fit:
            raise ValueError("it settles a roll that was not entered, or wagers that are not on the layout")
        gives, lost = self.gives(self.roll), 0
        for award in awards:
            seat, spot, stake, got, refused = award
            if refused or type(refused) is not int:
                self.stake(seat, spot, -refused)
            if not (spot in gives or got) or not self.returned(award, self.roll):
                if type(stake) is not int:
                    raise ValueError(f"{stake!r} is not an amount")
                self.stakes[seat, spot] -= stake
                lost += stake
        self.move("layout", self.bank, lost)

    def _follow_area_paid(self, event: dict[str, Any]) -> None:
        for award in event["awards"]:
            seat, spot, stake, returned, _ = award
            if self.unpaid.pop((seat, spot)) != award:
                raise ValueError(f"seat {seat} was not paid as settled")
            self.paid.add((seat, spot))
            self.stake(seat, spot, -stake)
            ends = (self.bank, f"seat:{seat}") if returned >= stake else (f"seat:{seat}", self.bank)  # back in part
            self.move(*ends, abs(returned - stake))

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
            raise ValueError(f"{event['restored']} was put back on the layout, not {restored}")
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
        if event["staked"] != staked:
            raise ValueError(f"{event['staked']} was returned, not {staked}")
        self.unpaid = {}
        self.beacons_missed += bool(self.named.pop(event["round"], 0)) and self.closed
        self.clear()
        self.correct(event, wanted)

    def _follow_round_settled(self, event: dict[str, Any]) -> None:
        if event["roll"] != self.roll:
            raise ValueError(f"it settles {event['roll']}, but {self.roll} was entered")
        self.settle(event["round"], self.awards)
        self.clear()

    def settle(self, number: int, awards: list[list[Any]]) -> None:
        """For whoever remembers what was settled."""


class Chips:
    """Follows every chip by its kind, a value or a colour, from the first counted opening on: no holder has fewer than
    none, and what each holds is worth what its account says, or its wager. Chips of a colour count below zero in the
    float while some are out. `due` are the moves that follow from what was told, chip by chip: nothing else comes to
    the table or leaves it. In older journals no chip is counted."""

    bank = "house"

    def __init__(self) -> None:
        self.piles: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self.values, self.colours = dict[str, int](), dict[int, str]()
        self.counted, self.count, self.closing = False, dict[str, Any](), dict[str, int]()
        self.slips, self.slips_made, self.due_slip = dict[int, dict[str, Any]](), 0, dict[str, Any]()
        self.due_moves: list[list[Any]] = []
        self.duties, self.count_due, self.is_open = dict[str, str](), False, False

    def await_move(self, source: str, target: str, chips: Any) -> None:
        """Of these very chips, by their kind or one by one."""
        pile = dict(chips) if isinstance(chips, dict) else {str(value): chips.count(value) for value in chips}
        if self.counted and pile:
            self.due_moves.append([source, target, pile])

    def check_moves(self, moves: list[list[Any]]) -> None:
        """All that is due, and beside it nothing but payments and change between the float, the layout and racks."""
        left = [*moves]
        for one in self.due_moves:
            if one not in left:
                raise ValueError(f"{one[2]} should move from {one[0]} to {one[1]}, but other chips moved")
            left.remove(one)
        self.due_moves = []
        for source, target, _ in left:
            if not all(holder == "float" or holder.startswith(("seat:", "layout:")) for holder in (source, target)):
                raise ValueError(f"chips moved from {source} to {target} without a reason")

    def value_of(self, pile: dict[str, int]) -> int:
        return sum(count * self.values[kind] for kind, count in pile.items())

    def carry(self, source: str, target: str, chips: dict[str, int]) -> None:
        for kind, count in chips.items():
            if type(count) is not int or count < 1 or kind not in self.values:
                raise ValueError(f"{count!r} chips of {kind!r} are not valid")
            for holder, change in ((source, -count), (target, count)):
                self.piles[holder][kind] = held = self.piles[holder].get(kind, 0) + change
                if not held:
                    del self.piles[holder][kind]
                bound = holder.startswith(("seat:", "layout:", "tips")) or (holder == "float" and kind.isdecimal())
                if held < 0 and bound:
                    raise ValueError(f"{holder} does not have that many chips of {kind}")

    def take_stake(self, seat: int, spot: str, target: str) -> dict[str, int]:
        """Take all chips of a wager off the layout."""
        there = f"layout:{seat}:{spot}"
        chips = dict(self.piles[there])
        self.carry(there, target, chips)
        return chips

    def collect(self, event: dict[str, Any]) -> None:
        """Move the chips of all losing stakes to the float."""
        found: defaultdict[str, int] = defaultdict(int)
        for seat, spot, *_ in event["lost"]:
            for kind, count in self.take_stake(seat, spot, "float").items():
                found[kind] += count
        if found != event["chips"]:
            raise ValueError(f"{event['chips']} are recorded as collected, but {dict(found)} were on the layout")

    def pay_out(self, event: dict[str, Any]) -> None:
        """Return the chips of every winner's stake, or collect them if it comes back only in part, and pay the rest."""
        if len(event["chips"]) != len(event["awards"]):
            raise ValueError("the chips of some awards are missing")
        for (seat, spot, stake, returned, _), chips in zip(event["awards"], event["chips"]):  # noqa: B905 - Python 3.9
            rack, whole, own = f"seat:{seat}", returned >= stake, self.colours.get(seat)
            self.take_stake(seat, spot, rack if whole else "float")
            due = returned - (stake if whole else 0)
            if self.value_of(chips) != due or not all(kind.isdecimal() or kind == own for kind in chips):
                raise ValueError(f"seat {seat} was paid {chips} on {spot}, not {due} in chips that it may hold")
            self.carry("float", rack, chips)

    def check_chips(self, balances: dict[str, int], stakes: dict[tuple[int, str], int]) -> None:
        """Every holder's chips against its account, and those on a spot against the wager there."""
        if not self.counted:
            return
        if self.due_moves:
            raise ValueError(f"{self.due_moves[0][2]} should have moved to {self.due_moves[0][1]}, but did not")
        wanted = {f"layout:{seat}:{spot}": stake for (seat, spot), stake in stakes.items()}
        wanted.update(
            (name, amount) for name, amount in balances.items() if name in ("float", "tips") or name.startswith("seat:")
        )
        held = {holder: self.value_of(pile) for holder, pile in self.piles.items() if holder not in OUTSIDE}
        for holder in {*held, *wanted}:
            if held.get(holder, 0) != wanted.get(holder, 0):
                told = f"should have {wanted.get(holder, 0)}"
                raise ValueError(f"{holder} has chips worth {held.get(holder, 0)}, but {told}")

    def in_float(self) -> dict[str, int]:
        """What a count should find."""
        there = {kind: count for kind, count in self.piles["float"].items() if kind.isdecimal()}
        return there or self.closing

    def check_count(self, event: dict[str, Any], float_now: int) -> None:
        """What was counted against what is known; where nothing is, there is nothing to differ from."""
        self.count, self.count_due = dict(event), False
        if self.value_of(event["chips"]) != event["amount"]:
            raise ValueError(f"the chips are not worth {event['amount']}")
        chips, due = (self.in_float(), self.value_of(self.in_float())) if self.counted else ({}, float_now)
        is_known = self.counted or event["purpose"] != "opening"
        variance = event["amount"] - due if is_known else 0
        differs = event["chips"] != chips if self.counted else variance != 0
        if (event["expected"], event["variance"], event["differs"]) != (chips, variance, differs):
            raise ValueError("the recorded difference between the count and the float is wrong")
        if not event["second"] or event["second"] == event["by"]:
            raise ValueError("the float was counted by only one person")

    def _follow_duty_noted(self, event: dict[str, Any]) -> None:
        """Whoever relieves another at an open table does not deal before the float was counted."""
        before = self.duties.get(event["duty"], "")
        due = bool(before) and self.is_open
        if event["count_due"] is not due or event["name"] in ("", before):
            raise ValueError(f"{event['name']} relieves {before or 'nobody'}: whether a count is due is wrong")
        self.duties[event["duty"]], self.count_due = event["name"], self.count_due or due

    def await_found(self, chips: dict[str, int]) -> None:
        """What a count found missing leaves the float, and what it found too much comes to it."""
        there = {kind: count for kind, count in self.piles["float"].items() if kind.isdecimal()}
        more = {kind: chips.get(kind, 0) - there.get(kind, 0) for kind in {*chips, *there}}
        self.await_move("float", "variance", {kind: -count for kind, count in more.items() if count < 0})
        self.await_move("variance", "float", {kind: count for kind, count in more.items() if count > 0})

    def finish_count(self, purpose: str, amount: int) -> None:
        """Before a table opens or closes, from the first count on."""
        if self.counted or self.count:
            done = (self.count.get("purpose"), self.count.get("amount"), self.count.get("differs"))
            if done != (purpose, amount, False):
                raise ValueError("the float was not counted before the table opened or closed, or the count differs")
            self.counted = True

    def _follow_slip_requested(self, event: dict[str, Any]) -> None:
        if event["slip"] != self.slips_made + 1 or self.value_of(event["chips"]) != event["amount"]:
            raise ValueError("it is not the next slip of the series, or its chips are not worth its amount")
        self.slips_made += 1
        self.slips[event["slip"]] = {**event, "people": [event["by"]]}

    def _follow_slip_prepared(self, event: dict[str, Any]) -> None:
        self.carry_slip(event, 1)

    def _follow_slip_carried(self, event: dict[str, Any]) -> None:
        self.carry_slip(event, 2)

    def carry_slip(self, event: dict[str, Any], step: int) -> None:
        people = self.slips[event["slip"]]["people"]
        if len(people) != step:
            raise ValueError(f"slip {event['slip']} repeats a step, or skips one")
        people.append(event["by"])

    def _follow_slip_received(self, event: dict[str, Any]) -> None:
        self.due_slip = slip = self.slips.pop(event["slip"])
        _, *handled = slip["people"]
        both = {event["by"], event["second"]}
        if len(handled) != 2 or len(both) != 2 or not event["second"]:
            raise ValueError(f"slip {event['slip']} was received before it was carried, or by only one person")
        if ALONE not in both and (both & {*handled} or slip["people"][0] == handled[0] or handled[0] == handled[1]):
            raise ValueError(f"slip {event['slip']} went through the same hands twice")

    def _follow_slip_voided(self, event: dict[str, Any]) -> None:
        del self.slips[event["slip"]]
        if not event["why"].strip() or not event["second"] or event["second"] == event["by"]:
            raise ValueError(f"slip {event['slip']} was voided by only one person, or without a reason")

    def check_slip(self, kind: str, event: dict[str, Any]) -> None:
        """From the first count on the float is filled and credited by slips alone."""
        slip, self.due_slip = self.due_slip, {}
        chips = {str(value): event["chips"].count(value) for value in event["chips"]}
        told = (kind, event["amount"], chips)
        if (self.counted or slip) and (slip.get("kind"), slip.get("amount"), slip.get("chips")) != told:
            raise ValueError(f"no {kind} slip for {event['amount']} in these chips was received")

    def _follow_float_filled(self, event: dict[str, Any]) -> None:
        self.check_slip("fill", event)
        self.await_move("cage", "float", event["chips"])

    def _follow_float_credited(self, event: dict[str, Any]) -> None:
        self.check_slip("credit", event)
        self.await_move("float", "cage", event["chips"])

    def _follow_chips_brought(self, event: dict[str, Any]) -> None:
        self.await_move("elsewhere", f"seat:{event['seat']}", event["chips"])

    def _follow_chips_taken(self, event: dict[str, Any]) -> None:
        self.await_move(f"seat:{event['seat']}", "elsewhere", event["chips"])
        self.values.pop(self.colours.pop(event["seat"], ""), None)

    def _follow_chips_exchanged(self, event: dict[str, Any]) -> None:
        rack, colour = f"seat:{event['seat']}", self.colours.get(event["seat"], "")
        for source, target, side in ((rack, "float", "given"), ("float", rack, "received")):
            own = {colour: event[f"colour_{side}"]} if event.get(f"colour_{side}") else {}
            self.await_move(source, target, {str(value): event[side].count(value) for value in event[side]} | own)

    def _follow_colour_written_off(self, event: dict[str, Any]) -> None:
        colour, count = event["colour"], event["count"]
        if self.colours.get(event["seat"]) != colour or count * self.values[colour] != event["amount"]:
            raise ValueError(f"{count} chips of {colour} at seat {event['seat']} are not worth {event['amount']}")
        self.await_move(f"seat:{event['seat']}", "float", {colour: count})

    def _follow_colour_assigned(self, event: dict[str, Any]) -> None:
        self.colours[event["seat"]] = event["colour"]
        self.values[event["colour"]] = event["value"]


class Boxes:
    """Follows drop boxes and tips: cash goes into the box that is on the table, three people count it, and two entries
    that nobody could read agree."""

    table = ""
    piles: defaultdict[str, dict[str, int]]
    balances: defaultdict[str, int]

    def __init__(self) -> None:
        self.box, self.tips = "", False
        self.boxes, self.nonces = dict[str, dict[str, Any]](), set[str]()

    def move(self, source: str, target: str, amount: int) -> None:
        """Money is followed by whoever knows all of it."""

    def await_move(self, source: str, target: str, chips: Any) -> None:
        """So are chips."""

    def check_two(self, event: dict[str, Any]) -> None:
        if not event["second"] or event["second"] == event["by"]:
            raise ValueError("it was done by only one person")

    def removed(self, event: dict[str, Any], step: str) -> dict[str, Any]:
        """The box, where it has come so far, and whoever acts has no part in its count yet."""
        box = self.boxes[event["box"]]
        if box["step"] != step or event["box"] == self.box:
            raise ValueError(f"box {event['box']} is {box['step']}, not {step}")
        if event["by"] in box["people"] and event.get("second", "") != ALONE:
            raise ValueError(f"{event['by']} already took part in the count of box {event['box']}")
        return box

    def _follow_box_placed(self, event: dict[str, Any]) -> None:
        self.check_two(event)
        if self.box or not event["box"] or event["box"] in self.boxes:
            raise ValueError(f"box {event['box']} was placed while another was there, or before it was counted")
        self.box = event["box"]
        self.boxes[self.box] = {"step": "removed", "digests": [], "people": [], "found": (0, 0), "nonce": ""}

    def _follow_box_removed(self, event: dict[str, Any]) -> None:
        self.check_two(event)
        if event["box"] != self.box or not self.box:
            raise ValueError(f"box {event['box']} is not on the table")
        self.box = ""

    def _follow_cash_changed(self, event: dict[str, Any]) -> None:
        if event.get("box") != self.box or not self.box:
            raise ValueError("cash went into a box that is not on the table")
        self.await_move("float", f"seat:{event['seat']}", event["chips"])

    def _follow_soft_count_entered(self, event: dict[str, Any]) -> None:
        box = self.removed(event, "removed")
        if len(box["digests"]) > 1 or not SECRET.fullmatch(event["digest"]):
            raise ValueError(f"box {event['box']} is entered a third time, or without a digest")
        nonce = event["nonce"]
        if nonce != box["nonce"] if box["digests"] else not nonce or nonce in self.nonces:
            raise ValueError(f"the entry of box {event['box']} uses the key of another count")
        self.nonces.add(nonce)
        box["nonce"] = nonce
        box["digests"].append(event["digest"])
        box["people"].append(event["by"])

    def _follow_soft_count_made(self, event: dict[str, Any]) -> None:
        box, name = self.boxes[event["box"]], event["box"]
        notes = event["notes"]
        told = ",".join(f"{kind}x{notes[kind]}" for kind in sorted(notes, key=int))
        text = f"taisai soft count {self.table} {name} {told}".encode()
        if not event["key"]:
            raise ValueError(f"the key of the count of box {name} is missing")
        digest = hmac.new(bytes.fromhex(event["key"]), text, "sha256").hexdigest()
        people = [event["by"], event["by"] if event["second"] == ALONE else event["second"]]
        if box["step"] != "removed" or box["digests"] != [digest, digest] or box["people"] != people:
            raise ValueError(f"this is not what two people entered for box {name}")
        amount, due = sum(int(kind) * count for kind, count in notes.items()), self.balances[f"box:{name}"]
        if (event["amount"], event["expected"], event["variance"]) != (amount, due, amount - due):
            raise ValueError(f"the recorded difference of box {name} is wrong")
        box["step"], box["found"] = "made", (amount, amount - due)

    def _follow_soft_count_set_aside(self, event: dict[str, Any]) -> None:
        box, told = self.boxes[event["box"]], event["why"].strip()
        differ = box["step"] == "removed" and len({*box["digests"]}) == 2
        if not (differ or (box["step"] == "made" and told and event["by"] not in box["people"])):
            raise ValueError(f"a valid count of box {event['box']} was set aside")
        box.update(step="removed", digests=[], people=[])

    def _follow_soft_count_confirmed(self, event: dict[str, Any]) -> None:
        box = self.removed(event, "made")
        self.check_found(event, box)
        box["people"].append(event["by"])
        box["step"] = "confirmed"
        if not event["variance"]:
            self.empty(event)

    def _follow_soft_count_approved(self, event: dict[str, Any]) -> None:
        self.check_found(event, self.removed(event, "confirmed"))
        if not event["why"].strip():
            raise ValueError(f"no reason is recorded for the difference of box {event['box']}")
        ends = ("variance", f"box:{event['box']}")
        self.move(*(ends if event["variance"] > 0 else ends[::-1]), abs(event["variance"]))
        self.empty(event)

    def check_found(self, event: dict[str, Any], box: dict[str, Any]) -> None:
        if (event["amount"], event["variance"]) != box["found"]:
            raise ValueError(f"that is not what was found in box {event['box']}")

    def empty(self, event: dict[str, Any]) -> None:
        self.move(f"box:{event['box']}", "cage", event["amount"])
        del self.boxes[event["box"]]

    def _follow_tips_stated(self, event: dict[str, Any]) -> None:
        self.tips = event["allowed"]

    def _follow_tip_given(self, event: dict[str, Any]) -> None:
        if not self.tips:
            raise ValueError("a tip was given, but tips are not allowed")
        self.await_move(f"seat:{event['seat']}", "tips", event["chips"])

    def _follow_tips_taken(self, event: dict[str, Any]) -> None:
        self.check_two(event)
        if event["chips"] != self.piles["tips"]:
            raise ValueError("the chips taken from the tip box are not those that were in it")
        self.await_move("tips", "cage", event["chips"])


class Money(Rounds, Vouchers, Chips, Boxes):
    """Follows all money. `gain` is what the bank has got since the table was closed before, without what is owed to
    it. Of rounds that ended only those are kept that are put right later; all, where `later` does not say which."""

    def __init__(self, later: set[int] | None = None) -> None:
        Rounds.__init__(self)
        Vouchers.__init__(self)
        Chips.__init__(self)
        Boxes.__init__(self)
        self.balances, self.result = defaultdict[str, int](int), defaultdict[str, int](int)
        self.gain, self.known = 0, dict[bytes, Stake]()
        self.later, self.settled = later, dict[int, list[list[Any]]]()

    def follow(self, kind: str, event: dict[str, Any]) -> None:
        if self.wins:
            self.check(kind, event)
        for source, target, amount in MOVES.get(kind, ()):
            named = {name: f"{name.lower()}:{event.get('seat')}" for name in ("SEAT", "OWED")}
            named["BOX"] = f"box:{event.get('box')}"
            self.move(named.get(source, source), named.get(target, target), event[amount])
        super().follow(kind, event)

    def check(self, kind: str, event: dict[str, Any]) -> None:
        """What events say beside money: a seat that exists, chips worth their amount."""
        if not 0 <= event.get("seat", 0) <= self.seats:
            raise ValueError(f"there is no seat {event['seat']}")
        if "chips" in event and "amount" in event and (self.counted or isinstance(event["chips"], list)):
            self.check_worth(event["chips"], event["amount"])
        if "given" in event:
            value = self.values.get(self.colours.get(event["seat"], ""), 0)
            given, received = (
                sum(event[side]) + event.get(f"colour_{side}", 0) * value for side in ("given", "received")
            )
            if given != received:
                raise ValueError("chips were exchanged for chips of another value")
        if kind in RESULT:
            self.result[RESULT[kind]] += event[MOVES[kind][0][2]]

    def check_worth(self, chips: Any, amount: int) -> None:
        found = sum(chips) if isinstance(chips, list) else self.value_of(chips)
        if found != amount:
            raise ValueError(f"chips worth {found} are not {amount}")

    def _follow_wager_placed(self, event: dict[str, Any]) -> None:
        if self.counted:
            self.check_worth(event["chips"], event["stake"])
            self.carry(f"seat:{event['seat']}", f"layout:{event['seat']}:{event['spot']}", event["chips"])

    def _follow_chips_moved(self, event: dict[str, Any]) -> None:
        """What a count holds for ends when chips of the float move, unless the count itself moves them."""
        if not self.counted:
            raise ValueError("chips were moved before any count")
        self.check_moves(event["moves"])
        for source, target, chips in event["moves"]:
            self.carry(source, target, chips)
            if "float" in (source, target) and "variance" not in (source, target):
                self.count = {}
        self.check_chips(self.balances, self.stakes)

    def _follow_losers_collected(self, event: dict[str, Any]) -> None:
        super()._follow_losers_collected(event)
        self.settle_chips(event, self.collect)

    def _follow_area_paid(self, event: dict[str, Any]) -> None:
        super()._follow_area_paid(event)
        self.settle_chips(event, self.pay_out)

    def settle_chips(self, event: dict[str, Any], move: Any) -> None:
        """Follow the chips that an event tells. In older journals `chips-moved` follows instead."""
        if "chips" in event:
            if not self.counted:
                raise ValueError("chips were moved before any count")
            before = dict(self.piles["float"])
            move(event)
            self.count = self.count if before == self.piles["float"] else {}
            self.check_chips(self.balances, self.stakes)

    def _follow_round_begun(self, _: dict[str, Any]) -> None:
        self.check_chips(self.balances, self.stakes)
        if self.count_due:
            raise ValueError("a round began after a change of staff, before the float was counted")
        if self.count.get("differs"):
            raise ValueError("a round began while the float differed from its count")

    def _follow_float_counted(self, event: dict[str, Any]) -> None:
        self.check_chips(self.balances, self.stakes)
        self.check_count(event, self.balances["float"])

    def _follow_count_approved(self, event: dict[str, Any]) -> None:
        waiting = {name: self.count.get(name) for name in ("purpose", "chips", "amount", "variance")}
        if waiting != {name: event[name] for name in waiting} or not self.count["differs"] or not event["why"].strip():
            raise ValueError("it approves a count that is not waiting, or gives no reason for the difference")
        self.count["differs"] = False
        if event["purpose"] != "opening":
            ends = ("variance", "float") if event["variance"] > 0 else ("float", "variance")
            self.move(*ends, abs(event["variance"]))
            self.await_found(event["chips"])

    def _follow_table_opened(self, event: dict[str, Any]) -> None:
        self.is_open = True
        if self.bank == "float":
            self.finish_count("opening", event["opening_float"])
            self.await_move("cage", "float", self.count.get("chips", {}))

    def stake(self, seat: int, spot: str, amount: int) -> None:
        Rounds.stake(self, seat, spot, amount)
        if type(amount) is not int:
            raise ValueError(f"{amount!r} is not an amount")
        account = f"seat:{seat}"
        self.balances["layout"] += amount
        self.balances[account] = credit = self.balances[account] - amount
        if credit < 0:
            raise ValueError(f"{account} falls to {credit}")

    def move(self, source: str, target: str, amount: int) -> None:
        if type(amount) is not int or amount < 0:
            raise ValueError(f"{amount!r} is not an amount")
        self.balances[source] = left = self.balances[source] - amount
        self.balances[target] = got = self.balances[target] + amount
        if left < 0 and source.startswith("seat:"):
            raise ValueError(f"{source} falls to {left}")
        if got > 0 and target.startswith("owed:"):
            raise ValueError(f"{target} is paid more than is owed")
        if self.bank in (source, target) and not source.startswith("owed:"):
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
            raise ValueError(f"corrections are {dict(given)}, but {dict(wanted)} are due")

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
        self.values = {str(value): value for value in event.get("chips", ())}

    def _follow_table_closed(self, event: dict[str, Any]) -> None:
        """Its result; `gain` is what the bank has now, with which a credit table goes on and of which no chip stays."""
        told, self.is_open, self.count_due = {name: event[name] for name in RESULT.values()}, False, False
        if self.bank == "float":
            self.finish_count("closing", event["closing_float"])
            self.await_move("float", "cage", self.count.get("chips", {}))
            self.closing, self.count = self.count.get("chips", {}), {}
        opening, fills, credited, drop = told.values()
        win = self.gain + event["closing_float"] + credited + drop - opening - fills
        stays = self.gain if self.bank == "float" else event["closing_float"]
        if told != {name: self.result[name] for name in told} or win != event["win"] or stays:
            raise ValueError("the result does not match what was moved since the table last closed")
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
            raise ValueError("a valid round was passed over as if it were void")

    def _follow_round_corrected(self, event: dict[str, Any]) -> None:
        before, after = self.settled[event["round"]], event["awards"]
        if [award[:3] + award[4:] for award in before] != [award[:3] + award[4:] for award in after]:
            raise ValueError("a correction changed the wagers, not only what they get")
        wanted: defaultdict[int, int] = defaultdict(int)
        for old, new in zip(before, after):  # noqa: B905 - Python 3.9 has no strict
            wanted[new[0]] += self.returned(new, event["roll"]) - old[3]
        self.settled[event["round"]] = after
        self.correct(event, wanted)

    def _follow_dispute_decided(self, event: dict[str, Any]) -> None:
        due = {seat: credited - debited - owed for seat, credited, debited, owed in event["corrections"]}
        self.correct(event, due)


def verify(
    lines: Iterable[bytes], key: str | None = None, anchors: Iterable[bytes] = (), is_signed: Any = None,
    held: tuple[LogKey, ...] = (),
) -> Report:  # fmt: skip
    """`key` is the public key in hex that must have signed every anchor; `anchors` are lines kept elsewhere;
    `is_signed` says whether a beacon signed one of its rounds so: public key, round, signature; `held` are the keys
    that replaced each other, `key` among them."""
    anchors, later = [*anchors], put_right(lines)
    if size_of(lines) >= LARGE:
        export = Export(key, later, is_signed, held)
        if export.is_sound_by_two(lines, anchors):
            return export.report()
        lines.seek(0)  # type: ignore[attr-defined]  # it has a size: it is a file
    export = Export(key, later, is_signed, held)
    try:
        export.check(lines, anchors)
    except Bad as bad:
        return export.report(bad)
    return export.report()


def size_of(lines: Any) -> int:
    """In bytes, of a file that can be read again."""
    try:
        return os.fstat(lines.fileno()).st_size if lines.seekable() else 0
    except (AttributeError, OSError):
        return 0


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

    def __init__(
        self, key: str | None, later: set[int] | None, is_signed: Any = None, held: tuple[LogKey, ...] = ()
    ) -> None:
        self.key, self.table, self.held = key, "", held
        self.wanted = self.last = self.anchored = 0
        self.seal, self.anchors = START, dict[int, list[dict[str, Any]]]()
        self.money, self.unanchored = Money(later), Unanchored()
        self.money.is_signed = is_signed

    def check(self, lines: Iterable[bytes], anchors: Iterable[bytes]) -> None:
        lines = iter(lines)
        self.take_header(parsed(0, next(lines, b"")))
        for line in anchors:
            self.take_anchor(parsed(0, line))
        while (other := self.take_usual(lines)) is not None:
            self.take_line(other)
        self.end()

    def is_sound_by_two(self, file: Any, anchors: list[bytes]) -> bool:
        """As `check`, by two processes: the other looks at the form, the number and the seal of every line, this one
        follows the play. They never complain: what either does not like is for `check` to look at."""
        words = [sys.executable, "-I", os.path.abspath(__file__), "--seals"]  # noqa: PTH100 - as it was called
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        try:
            with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=nowhere) as other:  # noqa: S603 - this file
                widen(other.stdin)
                self.take_play(lines_to(other.stdin, file), anchors)
                entries = int(other.stdout.read() if other.stdout else b"")
            self.end()
        except (Bad, ValueError, OSError):
            return False
        return entries == self.last

    def take_play(self, lines: Iterator[bytes], anchors: list[bytes]) -> None:
        """Of lines as they usually are it is the play alone; all else is checked whole."""
        self.take_header(parsed(0, next(lines, b"")))
        for line in anchors:
            self.take_anchor(parsed(0, line))
        money, before, people = self.money, b"", dict[bytes, tuple[str, str]]()
        known, balances, stakes, placing = money.known, money.balances, money.stakes, EVENT + money.placing()
        for line in lines:
            place, seq, stake, event = line.find(EVENT, 80), self.last + 1, None, {}
            if line.startswith(placing, place):
                rest = line[place + len(placing) : -3]
                stake = known.get(rest) or (money.stake_of(rest) if line.isascii() else None)
            if not stake and place > 0:
                event = event_of(line[place + len(EVENT) : -3], line)
            if not (stake or event) or seq > self.wanted or seq in self.anchors:
                self.seal = bytes.fromhex(before[9:73].decode()) if before else self.seal
                self.take_line(line)
                before, placing = b"", EVENT + money.placing()
                continue
            before, self.last = line, seq
            if self.unanchored.every_s:
                self.unanchored.add(seq, at_of(line))
            if stake:
                where, account, amount = stake
                balances[account] = credit = balances[account] - amount
                if credit < 0:
                    raise Bad(seq, "it falls below zero")
                balances["layout"] += amount
                stakes[where] += amount
            else:
                begin = line.find(NAME, 80)
                by = line[begin : line.find(rb"\"}", begin)]
                name, role = people.get(by) or people.setdefault(by, by_of(by))
                money.feed(seq, event, role, name, at_of(line) if event["is"] == "bets-closed" else "")
                placing = EVENT + money.placing()
        self.seal = bytes.fromhex(before[9:73].decode()) if before else self.seal

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
                money.feed(seq, event, found[5].decode(), found[4].decode(), found[3].decode())
                placing = money.placing()
        return None

    def take_line(self, line: bytes) -> None:
        found = parsed(self.last + 1, line)
        if "anchor" in found and not self.last:
            self.take_anchor(found)
        else:
            need(set(found) == {"seal", "body"}, self.last + 1, "the line does not have exactly a seal and a body")
            self.take_entry(found["seal"], utf8(self.last + 1, str(found["body"])))

    def take_header(self, header: dict[str, Any]) -> None:
        need(
            header.get("taisai-export") == FORMAT, 0, f"the first line is not the header of an export, format {FORMAT}"
        )
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
        need(type(found) is int and found == seq, seq, f"entry {found!r} is in its place")
        need(fitting.hex() == seal, seq, "the seal does not match: the entry, its seal or one before it was changed")
        check_envelope(seq, entry)
        self.last, self.seal = seq, fitting
        self.meet_anchors(entry["at"])
        self.money.feed(seq, entry["event"], entry["by"]["role"], entry["by"]["name"], entry["at"])

    def meet_anchors(self, at: str | None = None) -> None:
        """Checks the anchors that name the entry just taken, or that none is due."""
        if at is not None:
            self.unanchored.add(self.last, at)
        for signed in self.anchors.get(self.last, ()):
            check_anchor(self.last, signed, self.key, self.held)
            need(signed["anchor"]["seal"] == self.seal.hex(), self.last, "an anchor has another seal for this entry")
            self.anchored = self.last
            self.unanchored.anchor(self.last, signed["anchor"].get("every_s", 0) if self.key else 0)

    def end(self) -> None:
        missing, farthest = self.last + 1, max(self.anchors, default=0)
        need(farthest <= self.last, missing, f"the end is cut off: an anchor names entry {farthest}")
        need(self.wanted <= self.last, missing, f"the end is cut off: the header counts {self.wanted} entries")
        need(not self.key or bool(self.anchors) or not self.last, 1, "no anchor covers any entry")

    def report(self, bad: Bad | None = None) -> Report:
        count, (seq, why) = sum(map(len, self.anchors.values())), (bad.seq, bad.why) if bad else (-1, "")
        signatures = (
            ("checked" if self.key else "checked, but without a trusted key") if CAN_CHECK_SIGNATURES else "not checked"
        )
        told = (self.seal.hex(), count, self.anchored, signatures, seq, why, self.money.untold())
        beacons, missed = self.money.beacons, self.money.beacons_missed
        checked = ("checked" if self.money.is_signed else "not checked here; use taisai verify") if beacons else ""
        return Report(bad is None, self.table, self.last, *told, beacons, missed, checked)


def widen(pipe: Any) -> None:
    """So that neither waits for the other block by block; where that cannot be, they wait."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(pipe, SET_PIPE_SIZE, 4 * BLOCK)


def lines_to(pipe: Any, file: Any) -> Iterator[bytes]:
    """The lines of a file, each of which goes to the other process too."""
    return chain.from_iterable(blocks_to(pipe, file))


def blocks_to(pipe: Any, file: Any) -> Iterator[list[bytes]]:
    for block in iter(lambda: file.read(BLOCK) + file.readline(), b""):
        pipe.write(block)
        yield (block[:-1] if block.endswith(b"\n") else block).split(b"\n")
    pipe.close()


def at_of(line: bytes) -> str:
    """When an entry was written, of a line of the usual form."""
    begin = line.find(AT, 80) + len(AT)
    return line[begin : line.find(b"\\", begin)].decode()


def by_of(told: bytes) -> tuple[str, str]:
    """The name and the role of whoever caused it, from the name on to where both end."""
    name, _, role = told[len(NAME) :].partition(rb"\"" + ROLE)
    return name.decode(), role.decode()


def check_seals(lines: Iterator[bytes]) -> int:
    """The other half of `is_sound_by_two`: how many entries there are. What has not the seal that follows must be of
    a form that `take_play` checks whole."""
    seal, seq = START, 0
    next(lines, b"")
    for line in lines:
        found = ENTRY.fullmatch(line)
        if not found and not seq and "anchor" in parsed(0, line):
            continue
        seq += 1
        seal = sha256(seal + found[1].translate(None, b"\\")).digest() if found else b""
        if not found or line[9:73] != hexlify(seal) or found[2] != b"%d" % seq or not is_text(line):
            place = line.find(EVENT, 80)
            odd = not event_of(line.rstrip(b"\n")[place + len(EVENT) : -3], line)
            need(place < 0 or (odd and not line.startswith(EVENT + WAGER, place)), seq, "nobody else looks at its seal")
            seal = bytes.fromhex(str(parsed(seq, line)["seal"]))
    return seq


def is_text(line: bytes) -> bool:
    try:
        return line.isascii() or bool(line.decode("utf-8"))
    except ValueError:
        return False


def check_envelope(seq: int, entry: dict[str, Any]) -> None:
    for name in ("at", "cause", "digest"):
        need(isinstance(entry.get(name), str), seq, f"the entry has no {name}")
    by, event = entry.get("by"), entry.get("event")
    need(isinstance(by, dict) and isinstance(by.get("name"), str), seq, "the entry does not name a person")
    need(isinstance(by, dict) and isinstance(by.get("role"), str), seq, "the entry does not name a role")
    need(isinstance(event, dict) and isinstance(event.get("is"), str), seq, "the entry has no event with a kind")


def check_anchor(seq: int, signed: dict[str, Any], key: str | None, held: tuple[LogKey, ...] = ()) -> None:
    anchor, signature = signed["anchor"], str(signed.get("signature"))
    fits = set(anchor) - {"every_s"} == {"seq", "seal", "at", "key"} and is_count(anchor.get("every_s", 0))
    need(fits, seq, "its anchor does not have exactly seq, seal, at and key")
    good = {one.public.hex() for one in held if one.holds(seq)} if held else {key}
    need(key is None or anchor["key"] in good, seq, f"its anchor names the key {anchor['key']}, not {key}")
    if "checkpoint" in signed:
        check_noted(seq, anchor, str(signed["checkpoint"]))
    elif CAN_CHECK_SIGNATURES:
        content = json.dumps(anchor, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        message = PURPOSE + utf8(seq, content)
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(anchor["key"])).verify(bytes.fromhex(signature), message)
        except (InvalidSignature, ValueError, TypeError):
            raise Bad(seq, "the signature of its anchor is forged") from None


def check_noted(seq: int, anchor: dict[str, Any], note: str) -> None:
    """An anchor that is a checkpoint: what it says of the entry's seal, and who signed it. A checkpoint of fewer
    entries names the anchor's."""
    lines = note.split("\n")
    size = int(lines[1]) if lines[1:] and is_number(lines[1]) else seq + 1
    behind = f" {seq}" if size < seq else ""
    told = f"taisai-anchor {anchor['seal']} {anchor['at']} {anchor.get('every_s', 0)}{behind}"
    need(size <= seq and lines[3:5] == [told, ""], seq, "its anchor is a checkpoint that does not match it")
    if CAN_CHECK_SIGNATURES:
        key = LogKey(lines[0], 1, bytes.fromhex(str(anchor["key"])) if is_hex(anchor["key"]) else b"")
        need(Trust((key,)).check(note).size == size, seq, "its anchor is forged")


def is_hex(value: object) -> bool:
    return isinstance(value, str) and bool(SECRET.fullmatch(value))


def need(holds: bool, seq: int, why: str) -> None:
    if not holds:
        raise Bad(seq, why)


def is_number(text: str) -> bool:
    return bool(re.fullmatch("0|[1-9][0-9]{0,18}", text))


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def event_of(told: bytes, line: bytes) -> dict[str, Any]:
    """An event of a line in which nothing but quotes is escaped; empty where it is anything else."""
    plain = told.translate(SHOWN, b"\\")
    if not told.count(b'\\"') == len(told) - len(plain) == plain.count(b'"'):
        return {}
    try:
        if not line.isascii():
            line.decode("utf-8")
        text = plain.decode("utf-8")
        event, end = scan(text, 0)
    except (ValueError, RecursionError, StopIteration):
        return {}
    return event if isinstance(event, dict) and type(event.get("is")) is str and end == len(text) else {}


def parsed(seq: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Bad(seq, f"this is not a JSON object: {line[:60].decode('utf-8', 'replace')!r}")
    return found


def utf8(seq: int, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise Bad(seq, "the text is not Unicode") from None


def read_key(pem: str) -> str:
    """The public key of a PEM file, in hex."""
    lines = [line.strip() for line in pem.strip().splitlines()]
    content = base64.b64decode("".join(lines[1:-1]), validate=True)
    if "PUBLIC KEY" not in lines[0] or content[:-32] != ED25519_PREFIX:
        raise ValueError("this is not an Ed25519 public key in PEM")
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
    if report.untold:
        said.append(f"finished rounds whose throw or seed was never revealed: {report.untold}")
    if report.beacons:
        said.append(f"throws that used a public beacon: {report.beacons}; beacon signatures {report.beacon_signatures}")
    if report.beacons_missed:
        said.append(f"rounds that named a beacon round and were voided after wagers closed: {report.beacons_missed}")
    if report.anchored < report.entries:
        said.append(f"no anchor covers the entries after {report.anchored}")
    return "\n".join(said)


# Logs: receipts, checkpoints, cosignatures, tiles and evidence, by RFC 6962 and the formats of c2sp.org.


class LogKey(NamedTuple):
    """A public key by name: kind 1 signs checkpoints of a log, kind 4 cosigns them as a witness."""

    name: str
    kind: int
    public: bytes
    since: int = 0  # the sizes of the log for which its signature is worth something
    until: int = sys.maxsize

    def holds(self, size: int) -> bool:
        return self.since <= size <= self.until

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
        raise ValueError(f"{text.strip()!r} is not a key of a log or a witness: name+id+key")
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
        need(bool(middle) and len(lines) > 3 and is_number(lines[1]), 0, "this is not a checkpoint of a log")
        signatures = [signature_of(line) for line in signed.splitlines()]
        by_log = [key for key in self.logs if key.name == lines[0]]
        need(bool(by_log), 0, f"the log {lines[0]!r} is not trusted")
        by_log = [key for key in by_log if key.holds(int(lines[1]))]
        made = self.is_by(by_log, signatures, body + "\n")
        need(made, 0, f"the checkpoint is not signed by {lines[0]!r}, or is signed with a replaced key")
        seen = self.seen(signatures, body + "\n")
        need(len(seen) >= self.least, 0, f"{len(seen)} trusted witnesses have seen it (required: {self.least})")
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
    try:
        content = base64.b64decode(parts[-1], validate=True)
    except ValueError:
        content = b""
    is_one = len(parts) == 3 and parts[0] == "\u2014" and len(content) > 4
    need(is_one, 0, f"this is not a signature: {line!r}")
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
    need(len(found) == 32, seq, f"this is not a hash: {text!r}")
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
    need(first == RECEIPT, 0, f"this is not a receipt: it does not begin with {RECEIPT}")
    need(len(lines) > 1 and lines[0].startswith("extra "), 0, "the receipt does not contain its entry")
    need(lines[1].startswith("index ") and is_number(lines[1][6:]), 0, "the receipt has no valid index")
    body, index = base64.b64decode(lines[0][6:]), int(lines[1][6:])
    checked = trust.check(note)
    root = root_by(leaf_of(body), index, checked.size, [unpacked_hash(index + 1, line) for line in lines[2:]])
    need(root == checked.root, index + 1, "the entry is not in the log: the proof leads to another root")
    return checked, index + 1, entry_of(index + 1, body)


def entry_of(seq: int, body: bytes) -> dict[str, Any]:
    entry = parsed(seq, body)
    need(entry.get("seq") == seq, seq, f"entry {entry.get('seq')!r} is in its place")
    check_envelope(seq, entry)
    return entry


def check_head(text: str, trust: Trust) -> tuple[Checked, int, dict[str, Any]]:
    """Of an entry that was signed at once: the size is 0, for no checkpoint has it, and the root is its seal."""
    need(CAN_CHECK_SIGNATURES, 0, "signatures cannot be checked: install the package cryptography")
    note, middle, signed = text.rpartition("\n\n")
    lines = note.split("\n")
    is_head = bool(middle) and len(lines) == 5 and lines[0] == SIGNED_HEAD and is_number(lines[2])
    need(is_head, 0, "this is not a signed head of an entry")
    by_log = [key for key in trust.logs if key.name == lines[1]]
    need(bool(by_log), 0, f"the log {lines[1]!r} is not trusted")
    made = trust.is_by(by_log, [signature_of(line) for line in signed.splitlines()], note + "\n")
    need(made, 0, f"the head is not signed by {lines[1]!r}")
    seq, body = int(lines[2]), lines[4].encode()
    held = [key for key in by_log if key.holds(seq)]
    made = trust.is_by(held, [signature_of(line) for line in signed.splitlines()], note + "\n")
    need(made, seq, f"the head is signed with a replaced key of {lines[1]!r}")
    seal = sha256(unpacked_hash(seq, lines[3]) + body).digest()
    need(trust.least == 0, seq, f"no witness has seen it yet (required: {trust.least}); request the receipt")
    return Checked(lines[1], 0, seal, {}), seq, entry_of(seq, body)


def due_of(installed: dict[str, Any], wager: dict[str, Any], roll: str, struck: dict[str, int]) -> Any:
    """What the pay table gives one wager back."""
    rolls = Rolls()
    rolls.wins, rolls.struck, rolls.commissions = installed["wins"], struck, installed.get("commissions", {})
    return rolls.due(wager["spot"], wager["stake"], roll)


def told_receipts(entries: list[dict[str, Any]]) -> list[str]:
    """What receipts of one table say in words; what a wager is due where pay table and roll are among them."""
    events = [entry["event"] for entry in entries]
    rolls = {event["round"]: event["roll"] for event in events if event["is"] in ("roll-entered", "entry-amended")}
    struck = {event["round"]: event["struck"] for event in events if event["is"] == "multipliers-drawn"}
    installed: dict[str, Any] = next((event for event in events if event["is"] == "table-installed"), {})
    said = []
    for entry, event in zip(entries, events):  # noqa: B905 - Python 3.9 has no strict
        if event["is"] == "wager-placed":
            due, roll = "", rolls.get(event["round"], "")
            if roll and event["spot"] in installed.get("wins", {}):
                due = f"; {roll} was rolled: {due_of(installed, event, roll, struck.get(event['round'], {}))} is due"
            what = f"seat {event['seat']} wagered {event['stake']} on {event['spot']} in round {event['round']}{due}"
        else:
            told = " ".join(
                f"{name} {event[name]}" for name in ("round", "roll", "throw", "struck", "paytable") if name in event
            )
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
        need(len(entries) == width, place + 1, "the bundle does not have the expected number of entries")
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
    bodies = (line for line in lines if line.startswith(b'{"seal":'))
    if note.startswith(SIGNED_HEAD):
        head, seq, _ = check_head(note, trust)
        seals = [str(parsed(0, line)["seal"]) for line in bodies]
        need(len(seals) >= seq, len(seals) + 1, f"entry {seq} was signed: the end is cut off")
        need(seals[seq - 1] == head.root.hex(), seq, "it or an earlier one is not what was signed when it was written")
        return head
    checked = trust.check(note)
    found = [leaf_of(utf8(0, str(parsed(0, line)["body"]))) for line in bodies]
    need(
        len(found) >= checked.size, len(found) + 1, f"the checkpoint covers {checked.size} entries: the end is cut off"
    )
    need(root_of(found[: checked.size]) == checked.root, 0, "the entries are not those of the checkpoint")
    return checked


def check_evidence(found: dict[str, Any], trust: Trust) -> str:
    """What two heads of a log prove."""
    seen, told = (trust._replace(least=0).check(str(found.get(name))) for name in ("seen", "told"))
    need(seen.origin == told.origin and seen.root != told.root, 0, "the two heads do not contradict each other")
    if seen.size == told.size:
        return f"PROVED: {seen.origin} signed two histories of {seen.size} entries: the log was forked"
    return f"{seen.origin} signed {seen.size} and {told.size} entries, but no proof links the two"


def words_of(checked: Checked) -> list[str]:
    if not checked.size:
        return [f"log {spelled_out(checked.origin)}, signed when it was written, seal {checked.root.hex()}"]
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
            names = sorted(name for name in archive.namelist() if name.endswith(RECEIPT_FILES))
            texts = [archive.read(name).decode() for name in names]
            chain = archive.read(ROTATIONS) if ROTATIONS in archive.namelist() else b""
        notes = [str(parsed(0, line).get("note")) for line in chain.splitlines()]
        trust = trust._replace(logs=followed(trust.logs, notes))
    else:
        texts = [content.decode()]
    found = [(check_head if text.startswith(SIGNED_HEAD) else check_receipt)(text, trust) for text in texts]
    need(
        len({checked.origin for checked, _, _ in found}) == 1,
        0,
        "the receipts are of more than one log, or there are none",
    )
    known = dict[int, dict[str, Any]]()
    for _, seq, entry in found:
        need(known.setdefault(seq, entry) == entry, seq, "the log signed two different entries: keep both as proof")
    heads = dict.fromkeys(tuple(words_of(checked)) for checked, _, _ in found)
    entries = [entry for _, _, entry in sorted(found, key=lambda one: one[1])]
    first = "sound: in the log" if all(checked.size for checked, _, _ in found) else "sound: signed by the log"
    return [first, *told_receipts(entries), *(line for head in heads for line in head)]


def is_of_a_log(path: Path) -> bool:
    if path.is_dir():
        return True
    with path.open("rb") as file:
        begun = file.read(64)
    return begun.startswith((RECEIPT.encode(), SIGNED_HEAD.encode(), b"PK")) or (
        begun.startswith(b"{") and b'"origin"' in begun
    )


def followed(logs: tuple[LogKey, ...], notes: list[str]) -> tuple[LogKey, ...]:
    """With the keys that they were replaced by, or that they replaced, each for its time: see `rotation_of`."""
    found, waiting = {key[:3]: key for key in logs}, [rotation_of(note) for note in notes]
    while taken := [one for one in waiting if {one[1][:3], one[2][:3]} & {*found}]:
        waiting = [one for one in waiting if one not in taken]
        for size, *pair in taken:
            old, new = (found.get(key[:3], key) for key in pair)
            once = old.until == sys.maxsize and not new.since and old.since <= size <= new.until
            need(once, 0, f"a key of {old.name!r} was replaced twice: ask which key is valid")
            found[old[:3]], found[new[:3]] = old._replace(until=size), new._replace(since=size)
    return tuple(found.values())


def held_by(key: str, rotations: Path, lines: Any) -> tuple[LogKey, ...]:
    """The keys of an export's table that replaced each other, of which one is trusted."""
    table = parsed(0, lines.readline()).get("table")
    lines.seek(0)
    told = [parsed(0, line) for line in rotations.read_bytes().splitlines()]
    notes = [str(one.get("note")) for one in told if one.get("log") == table]
    name = notes[0].partition("\n")[0] if notes else ""
    return followed((LogKey(name, 1, bytes.fromhex(key)),), notes)


def rotation_of(note: str) -> tuple[int, LogKey, LogKey]:
    """A checkpoint that an old and a new key of a log signed, and that names both in its fourth and fifth line."""
    lines = note.split("\n")
    named = [line.split(" ") for line in lines[3:5]]
    fits = len(lines) > 5 and [one[0] for one in named] == ["taisai-key-old", "taisai-key-new"]
    need(fits and all(len(one) == 2 for one in named), 0, "this does not replace the key of a log")
    old, new = (read_log_key(one[1]) for one in named)
    need(old.name == new.name == lines[0] and old != new, 0, f"it replaces a key of a log other than {lines[0]!r}")
    sizes = [Trust((key,)).check(note).size for key in (old, new)]
    return sizes[0], old, new


def trust_of(given: argparse.Namespace) -> Trust:
    logs, witnesses = (tuple(map(read_log_key, keys)) for keys in (given.log, given.cosigned_by))
    if given.rotations:
        logs = followed(logs, [parsed(0, line)["note"] for line in given.rotations.read_bytes().splitlines()])
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


def main(arguments: list[str] | None = None, is_signed: Any = None) -> int:
    parser = argparse.ArgumentParser(description="Check an export of a taisai journal.")
    parser.add_argument("export", type=Path)
    parser.add_argument("--key", type=Path, metavar="PUBLIC", help="the public key (PEM) that signed the anchors")
    parser.add_argument("--anchors", type=Path, metavar="FILE", help="anchors that were kept elsewhere")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--log", action="append", default=[], metavar="KEY", help="the key of a log: name+id+key")
    parser.add_argument("--cosigned-by", action="append", default=[], metavar="KEY", help="the key of a witness")
    parser.add_argument("--rotations", type=Path, metavar="FILE", help="the record of replaced log keys")
    parser.add_argument("--least", type=int, help="how many witnesses must have seen it (default: all)")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="a checkpoint that the export must match")
    given = parser.parse_args(arguments)
    try:
        if is_of_a_log(given.export):
            return told_log(given)
        key = read_key(given.key.read_text(encoding="utf-8")) if given.key else None
        kept = given.anchors.read_bytes().splitlines() if given.anchors else []
        with given.export.open("rb") as lines:
            held = held_by(key, given.rotations, lines) if key and given.rotations else ()
            report = verify(lines, key, kept, is_signed, held)
            if given.checkpoint and report.sound:
                lines.seek(0)
                report = logged(report, lines, given)
    except (OSError, ValueError, IndexError, zipfile.BadZipFile) as error:
        parser.error(str(error))
    sys.stdout.write((json.dumps(report._asdict()) if given.json else words(report)) + "\n")
    return 0 if report.sound else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--seals"]:
        sys.exit(sys.stdout.write(str(check_seals(sys.stdin.buffer))) == 0)
    sys.exit(main())
