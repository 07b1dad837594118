"""Checks an export of a taisai journal: nothing was changed, dropped, added, moved or cut off.

    python verify_taisai.py EXPORT [--key PUBLIC | --log KEY] [--checkpoint FILE]... [--cosigned-by KEY]...
    python verify_taisai.py RECEIPT --log KEY [--cosigned-by KEY]... [--witnesses K] [--json]

One file that imports nothing of taisai: Python 3.9 or later and, for signatures, the package `cryptography`. It ends
with 0 if all is sound, 1 if it is not, 2 if it could not be checked, and 3 if it is sound but rests on less than was
required with --max-age, --witnesses or --require. An export, format 1.0, has three kinds of lines, each of one form:

    h {"taisai-export":"1.0","hash":"sha256","table":T,"entries":N,"every_s":S}    the header
    c NOTE                                                                          any number of checkpoints
    e SEAL BODY                                                                     the entries 1 to N

The seal of an entry is SHA-256(seal of the entry before + body), in hex; before the first stand 32 zero bytes. A body
is JSON exactly as Python's `json` writes it without spaces and escapes: seq, at, by (name and role), cause, digest and
event, an object whose "is" names its kind and whose keys are those listed here for the kind, in that order.

Every journal is also a log (RFC 6962), of which an entry's body is a leaf. A checkpoint is a signed note
(c2sp.org/tlog-checkpoint, its line ends written as \\n) of the log's name, how many entries it covers and their root;
its fourth line is "taisai-head" SEAL AT EVERY_S: the seal of its last entry, when it was signed, and how often others
follow while the table is used, as the header promises too. With --key or --log the checkpoints must be there and be
signed with that key. What is given with --checkpoint was kept elsewhere and must be in the export: a cut end shows.

A RECEIPT is a c2sp.org/tlog-proof with the entry as its extra data, a signed head, an archive of such, a folder of
tiles (c2sp.org/tlog-tiles), or two heads that a witness kept as evidence. A signed head is what a log signs at once: a
signed note of five lines, "taisai signed head 1", the log's name, the entry's number, the seal before it in base64, its
body. Keys are those of c2sp.org/signed-note; a house tells those of its logs at /api/logs.
"""

from __future__ import annotations

import argparse
import base64
import hmac
import json
import re
import sys
import time
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator  # noqa: TC003 - one place for all imports
from datetime import datetime, timezone
from fractions import Fraction
from functools import reduce
from hashlib import sha256
from itertools import accumulate, product
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    CAN_CHECK_SIGNATURES = True
except ImportError:
    CAN_CHECK_SIGNATURES = False

FORMAT, START = "1.0", bytes(32)
HOUSE = "house"  # the journal of people and events, which no table can be called
LATE, ENTRIES_MOST = 5, 10_000  # times as long as promised, and how many entries, may follow a checkpoint
EVERY_MOST_S = 3_600  # a longer interval promises nothing
RECEIPT, ARCHIVE_BYTES_MAX = "c2sp.org/tlog-proof@v1", 1 << 28
ROTATIONS = "rotations.jsonl"  # in an archive of receipts whose keys were replaced
SIGNED_HEAD, RECEIPT_FILES = "taisai signed head 1", (".tlog-proof", ".signed-head")
ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")  # what a public key file holds before the key's 32 bytes
SOUND, NOT_SOUND, NOT_CHECKED, NOT_ENOUGH = range(4)  # exit codes


class Bad(Exception):  # noqa: N818 - the export is bad, not this program
    """`seq` is the first entry that cannot be trusted, 0 if that is the header."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(seq, why)
        self.seq, self.why = seq, why


def refuse_if(fails: Any, why: str) -> None:
    """Of the play, where the entry is known."""
    if fails:
        raise ValueError(why)


def need(holds: bool, seq: int, why: str) -> None:
    if not holds:
        raise Bad(seq, why)


# Reading: every line has one form, and nothing reads it a second time.

ENVELOPE, BY = ("seq", "at", "by", "cause", "digest", "event"), ("name", "role")
TYPES_OF_ENTRY = [int, str, dict, str, str, dict]
HEADER = ("taisai-export", "hash", "table", "entries", "every_s")


TYPES = {"#": (int,), "?": (bool,), "@": (list,), "%": (dict,), "*": (dict, type(None)), "+": (list, type(None))}
Form = tuple[tuple[str, ...], set[tuple[type, ...]]]  # the keys of an event in their order, and of which types they are


def kinds_in(text: str) -> dict[str, Form]:
    told = {kind: ("is", *keys) for kind, *keys in map(str.split, text.split(";"))}
    types = {kind: {*product(*(TYPES.get(key[-1], (str,)) for key in keys))} for kind, keys in told.items()}
    return {kind: (tuple(key.rstrip("#?@%*+") for key in keys), types[kind]) for kind, keys in told.items()}


# What each kind of event says, in this order: text; # a whole number; ? true or false; @ a list, + or null; % an
# object, * or null. First those of a table's journal, then the house's.
TABLE_KINDS = kinds_in("""
area-paid round# area awards@ chips+; beacon-chosen chain public_key period_s# genesis_s# group name; beacon-named
round# beacon#; bets-closed round# call bell?; bets-opened round# call; box-placed box by second; box-removed box by
second; break-ended seat#; break-taken seat# minutes# until; button-pressed round# face#; cash-changed seat# chips@
amount# box; check-recorded check passed? why; chips-brought seat# chips% amount#; chips-exchanged seat# given@
received@ colour_given# colour_received#; chips-moved moves@; chips-taken seat# chips% amount#; colour-assigned seat#
colour value#; colour-written-off seat# colour count# amount# why second; contribution-given round# seat# contribution;
count-approved purpose chips% amount# variance# why; credit-bought seat# amount# voucher carried*; dice-revealed round#;
dice-tumbled round# times#; dispute-decided dispute# reason second corrections@; dispute-opened dispute# seat# about#
claim evidence; duty-noted duty name count_due?; entry-amended round# old roll call lit@ clause; excess-rejected round#
rejected@ clause; float-counted purpose chips% expected% amount# variance# differs? by second; float-credited chips@
amount#; float-filled chips@ amount#; limit-lifted seat# limit; limits-changed old@ new@ second; line-judged round#
seat# spot stake# counts? reason second clause; looser-asked seat# limit amount# due; losers-collected round# roll lost@
winners% overflow# chips*; loss-limited seat# amount# floor#; multipliers-drawn round# struck%; owed-paid seat# amount#
second; play-ended seat#; post-assigned name post; roll-entered round# roll call lit@; round-begun round# paytable
fingerprint; round-corrected round# old roll clause awards@ corrections@ second; round-passed-over round# trouble;
round-reversed round# trouble clause corrections@ second; round-settled round# roll; round-voided round# trouble clause
announced? call returned@ corrections@ staked#; rules-stated tumbles_min# enter@ amend@ correct@; seat-left seat#;
seat-locked seat# cause amount#; seat-released seat# procedure paid# second; seed-committed round# link# commitment
kept; seed-revealed round# seed throw contributions@ beacon# signature; seeds-chained end length#; settlement-undone
round# restored# corrections@; slip-carried slip# by; slip-prepared slip# by; slip-received slip# by second;
slip-requested slip# kind chips% amount# by; slip-voided slip# why by second; soft-count-approved box amount# variance#
why by second; soft-count-confirmed box amount# variance# by second; soft-count-entered box digest by nonce second;
soft-count-made box notes% amount# expected# variance# by second key; soft-count-set-aside box why by; stake-limited
seat# amount#; table-closed opening_float# fills# credits# drop# closing_float# win#; table-installed table book
paytable fingerprint wins% currency money seats# automation@ chips@ limits@ multipliers% commissions%; table-opened
opening_float#; terminal-failed seat# clause unregistered%; terminal-mended seat# procedure; test-roll-entered roll
lit@; test-roll-judged roll right? why; time-limited seat# minutes# until; tip-given seat# chips% amount#; tips-stated
allowed?; tips-taken chips% amount# by second; trouble-cleared procedure; trouble-reported trouble clause stops? note
lit@ dice; unnoticed-recorded round# seat# spot stake# second; voucher-cancelled seat# amount# voucher ending procedure
second; voucher-collected seat# amount# voucher ending; voucher-issued seat# amount# voucher ending expires second
carried*; voucher-promised seat# amount# voucher ending promise table by_seat# after# expires carried*; voucher-redeemed
seat# amount# voucher ending; voucher-released seat# amount# voucher ending promise; wager-moved round# seat# spot to
stake# cause reason second; wager-placed round# seat# spot stake# excess# placed_by asked_by chips*; wager-shifted
round# seat# spot to stake# cause counts? clause second; wager-withdrawn round# seat# spot stake# reason second
""")
HOUSE_KINDS = kinds_in("""
alert-given-up receiver happening# upto# tries# why; alert-sent-again receiver happening#; alert-told receiver
happening# upto#; approval-given number# name role table digest; approvals-used numbers@ table digest; attempt-recorded
name device act ok? proof; device-enrolled device kind table seat# label key; device-invited device kind table seat#
label; device-revoked device; duty-begun name duty table; duty-ended name duty table; enrolment-failed source;
equipment-added item kind label serials@ seal; equipment-destroyed item words; equipment-faulted item words;
equipment-mended item words; equipment-opened item seal; equipment-placed item table after#; equipment-removed item
upto#; equipment-retired item words; equipment-sealed item seal; equipment-tested item passed? words;
happening-acknowledged happening#; happening-filmed happening# camera since until note; happening-noted code severity
words table device value seq#; password-set name password; person-added name full_name role code id; person-deactivated
name; person-erased id second; person-reset name code; person-unlocked name; pin-set name pin; player-known player card
player_name; rating-begun rating# player table seat# after#; rating-ended rating# upto#; receiver-begun receiver after#;
receiver-left receiver; record-erased id of second; role-changed name was role; session-ended name why; settings-used
values%; software-accepted version digest files% items@
""")
FORMS, NO_FORM = TABLE_KINDS | HOUSE_KINDS, ((), set[tuple[type, ...]]())
SECRET, SIGNATURE = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{96}")


def refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


read_json = json.JSONDecoder(parse_float=refuse_number, parse_constant=refuse_number).raw_decode
write_json = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def parsed(seq: int, content: bytes) -> dict[str, Any]:
    """A JSON object that is written as it would be written again, and in no other way."""
    try:
        text = content.decode("utf-8")
        found, _ = read_json(text)
        if type(found) is dict and write_json(found) == text:
            return found
    except (ValueError, RecursionError):
        pass
    raise Bad(seq, f"this is not JSON, no object, or not in its canonical form: {shown(content)}")


def entry_of(seq: int, body: bytes, forms: dict[str, Form]) -> dict[str, Any]:
    """An entry of which all keys are known, each in its place and of its type."""
    entry = parsed(seq, body)
    if (*entry,) != ENVELOPE or [*map(type, entry.values())] != TYPES_OF_ENTRY:
        raise Bad(seq, f"the entry does not say {', '.join(ENVELOPE)}: {shown(body)}")
    if entry["seq"] != seq:
        raise Bad(seq, f"entry {entry['seq']} is in its place")
    by, event = entry["by"], entry["event"]
    if (*by,) != BY or [*map(type, by.values())] != [str, str]:
        raise Bad(seq, "the entry does not name a person and a role")
    keys, types = forms.get(str(event.get("is")), NO_FORM)
    if (*event,) != keys:
        raise Bad(seq, f"this is not an event of a kind that belongs here, or has other keys: {event!r:.80}")
    found = (*map(type, event.values()),)
    if found not in types or (list in found and not is_plain(event)):
        raise Bad(seq, f"{event['is']}: one of {', '.join(keys)} is of another type")
    return entry


def is_plain(value: Any) -> bool:
    """Whether no list holds a truth value, which for Python equals a number: seat true would be seat 1."""
    parts = value.values() if type(value) is dict else value
    is_one = type(value) is dict or bool not in map(type, value)
    return is_one and all(is_plain(part) for part in parts if type(part) in (dict, list))


def shown(content: bytes) -> str:
    return repr(content[:60].decode("utf-8", "replace"))


def is_number(text: str) -> bool:
    return bool(re.fullmatch("0|[1-9][0-9]{0,18}", text))


def moment(seq: int, at: str) -> float:
    """In seconds since 1970."""
    try:
        found = datetime.fromisoformat(at)
        return (found if found.tzinfo else datetime.fromisoformat("")).timestamp()
    except (ValueError, TypeError, OverflowError):
        raise Bad(seq, f"{at!r} is not a time") from None


# Play: every wager from the hand to the award, every throw from its source, all money and all chips.

# What an event does to money, where that is all: from, to, and which of its fields is the amount.
MOVED = """
table-opened cage float opening_float; table-closed float cage closing_float; voucher-issued SEAT vouchers amount;
voucher-cancelled vouchers SEAT amount; seat-released SEAT cash paid; owed-paid cash OWED amount; tip-given SEAT tips
amount; tips-taken tips cage amount; cash-changed cash BOX amount float SEAT amount; chips-brought elsewhere SEAT
amount; chips-taken SEAT elsewhere amount; colour-written-off SEAT float amount; float-filled cage float amount;
float-credited float cage amount"""
MOVES = {kind: (*zip(*[iter(told)] * 3),) for kind, *told in map(str.split, MOVED.split(";"))}  # noqa: B905 - Python 3.9
WITH_CHIPS = {  # where the chips that are named move with the money, or with the last of it
    "tip-given", "tips-taken", "cash-changed", "chips-brought", "chips-taken", "float-filled", "float-credited",
}  # fmt: skip
OWN = ("SEAT", "OWED", "BOX")
SLIPS = {"float-filled": "fill", "float-credited": "credit"}
STAKES = {"wager-placed": 1, "unnoticed-recorded": 1, "wager-withdrawn": -1}
RESULT = {"table-opened": "opening_float", "float-filled": "fills", "float-credited": "credits", "cash-changed": "drop"}
OF_OTHERS = {  # may tell of a round that is not the present one
    "round-reversed", "round-passed-over", "round-corrected", "button-pressed", "seed-committed",
    "seed-revealed", "beacon-named",
}  # fmt: skip
ENTRIES = {"roll-entered": "enter", "entry-amended": "amend", "round-corrected": "correct"}  # and who may, as stated
ALONE = "alone: no second person yet"
COUNTED = {  # how often in a journal, by the verdict's word for it
    "roll-entered": "entered", "entry-amended": "amended", "round-corrected": "corrected",
    "round-reversed": "reversed", "dispute-decided": "disputed", "seeds-chained": "chains",
}  # fmt: skip
OF_CHIPS = ("float", "tips")  # accounts of which each is worth its chips, as is every seat's
OUTSIDE = ("cage", "elsewhere", "variance")  # holders of chips that are not at the table
OPEN_ONLY = {"wager-placed", "wager-withdrawn"}


class Vouchers:
    """Each is issued once, collected or cancelled once where it was, and redeemed once for what it is worth; at another
    table by a promise. One that is not known here was issued at another table, whose journal tells."""

    def __init__(self) -> None:
        self.worth, self.waiting, self.issuer = dict[str, int](), dict[str, int](), dict[str, int]()
        self.redeemed, self.promised = set[str](), dict[str, str]()
        self.elsewhere = {"vouchers": 0, "worth": 0}

    def _follow_voucher_issued(self, event: dict[str, Any]) -> None:
        refuse_if(event["voucher"] in self.worth, "this voucher was already issued")
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
        refuse_if(not promised, "this voucher was not promised to another table")

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
        refuse_if(voucher in self.promised, "this voucher is promised to another table")
        if voucher in self.redeemed or self.worth.get(voucher, amount) != amount:
            raise ValueError("this voucher was already redeemed or cancelled, or has another value")
        self.redeemed.add(voucher)
        if voucher not in self.worth:
            self.elsewhere = {name: self.elsewhere[name] + more for name, more in (("vouchers", 1), ("worth", amount))}


def ways(owner: object, prefix: str) -> dict[str, Any]:
    """For each kind of event the method that deals with it, if any does."""
    names = (name for name in dir(owner) if name.startswith(prefix))
    return {name[len(prefix) :].replace("_", "-"): getattr(owner, name) for name in names}


def seed_before(seed: str) -> str:
    """What a seed of a chain hashes to."""
    return sha256(b"taisai seed 1" + bytes.fromhex(seed)).hexdigest()


def throw_of(table: str, number: int, seed: str, given: list[str], beacon: str = "") -> str:
    """HKDF (RFC 5869) with SHA-256 of all secrets; the first byte below 216 says how the dice fall."""
    drawn = drawn_bytes("taisai throw 1", table, number, [seed, *sorted(given), beacon])
    way = next(byte for byte in drawn if byte < 216)
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
    units = {"up": -(-exact // 1), "down": exact // 1, "nearest": (exact + Fraction(1, 2)) // 1}
    return min(units[commission["direction"]] * commission["unit"], won)


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
        ends = accumulate(weight for _, weight in weights)
        return next(one for end, (one, _) in zip(ends, weights) if place < end)  # noqa: B905 - Python 3.9

    spots = [left.pop(below(len(left))) for _ in range(weighed(rule["struck"]))]
    return {spot: weighed(rule["times"]) for spot in spots}


class Beacons:
    """The public beacon: each round names one of its rounds before wagers open, none twice, and closes them before that
    is published; the throw takes in the hash of what was. `is_signed` checks that it is the beacon's own signature,
    for which this file alone has no means: without it that is not checked."""

    round, over, closed, at, name = 0, True, False, "", ""
    is_signed: Any = None

    def __init__(self) -> None:
        self.beacon, self.named, self.open, self.closed_at = dict[str, Any](), dict[int, int](), False, ""
        self.beacons = self.beacons_missed = self.named_last = 0
        self.beacon_chains = set[str]()

    def _trace_beacon_chosen(self, event: dict[str, Any], _: str) -> None:
        chain = event["chain"]
        told = f"{event['period_s']:08x}{event['genesis_s']:016x}{event['public_key']}{event['group']}"
        name = "" if event["name"] == "default" else event["name"]  # so is the chain of a drand beacon hashed
        fits = not chain or sha256(bytes.fromhex(told) + name.encode()).hexdigest() == chain
        if not self.over or not fits or (chain and event["period_s"] < 1):
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
        refuse_if(self.beacon and event["round"] not in self.named, "wagers opened before a beacon round was named")

    def value(self, number: int, event: dict[str, Any]) -> str:
        """What the beacon gives to a throw."""
        named, signature = self.named.pop(number, 0), event["signature"]
        if event["beacon"] != named or bool(signature) != bool(named):
            raise ValueError(f"the throw does not use the named beacon round {named}")
        if not named:
            return ""
        told_s = self.beacon["genesis_s"] + (named - 1) * self.beacon["period_s"]
        if datetime.fromisoformat(self.closed_at).timestamp() >= told_s:
            raise ValueError(f"wagers were still open when beacon round {named} was published")
        refuse_if(not SIGNATURE.fullmatch(signature), f"{signature!r} is not a signature of a beacon")
        if self.is_signed and not self.is_signed(self.beacon["public_key"], named, signature):
            raise ValueError(f"this is not what the beacon published as round {named}")
        self.beacons += 1
        self.beacon_chains.add(self.beacon["chain"])
        return sha256(bytes.fromhex(signature)).hexdigest()


class Seeds(Beacons):
    """What an electronic tumbler binds itself to: seeds of a chain, each committed to before its round begins and told
    after, none twice. Where a chain began before what is read, it is believed from its first seed on."""

    table, first = "", 0
    told_late: Any = None  # takes the seed of a round that was void before its throw was revealed

    def __init__(self) -> None:
        super().__init__()
        self.last, self.link, self.told, self.length, self.chained = "", -1, 0, 0, False
        self.commitments, self.opened, self.seen = dict[int, str](), dict[int, str](), set[str]()
        self.contributions = dict[int, str]()
        self.multipliers, self.struck, self.commissions = dict[str, Any](), dict[str, int](), dict[str, Any]()
        self.drawn: dict[str, int] | None = None
        self.thrown = self.offered = self.contributed = self.bare = 0  # throws; given, used; throws without any

    def untold(self) -> list[int]:
        """Rounds that are over and whose seed was never told: nobody can work out what would have been thrown."""
        return [number for number in self.commitments if number < self.round + self.over]

    def learn(self, seed: str) -> None:
        refuse_if(not SECRET.fullmatch(seed) or seed in self.seen, f"{seed!r} is not a seed, or was already known")
        self.seen.add(seed)

    def _trace_seeds_chained(self, event: dict[str, Any], _: str) -> None:
        refuse_if(not self.over, "a chain of seeds was started during a round")
        self.learn(event["end"])
        self.last, self.link, self.told, self.length, self.chained = event["end"], 0, 0, event["length"], True

    def _trace_seed_committed(self, event: dict[str, Any], _: str) -> None:
        if self.link < 0 < self.first:
            self.last, self.length, self.chained = event["commitment"], sys.maxsize, True
            self.link = self.told = event["link"] - 1
        if not self.over or event["round"] != self.round + 1:
            raise ValueError("a seed must be committed between rounds, for the next round")
        fits = (event["link"], event["commitment"]) == (self.told + 1, self.last)
        refuse_if(not fits or self.told != self.link or self.link >= self.length, "not the next seed of the chain")
        self.link += 1
        self.commitments[event["round"]] = event["commitment"]

    def _trace_contribution_given(self, event: dict[str, Any], role: str) -> None:
        if self.closed or self.over or event["seat"] in self.contributions or role != "player":
            raise ValueError("a terminal may contribute only once per round, while wagers are open")
        refuse_if(not SECRET.fullmatch(event["contribution"]), f"{event['contribution']!r} is not a contribution")
        self.contributions[event["seat"]] = event["contribution"]
        self.offered += 1

    def _trace_seed_revealed(self, event: dict[str, Any], _: str) -> None:
        number, seed, throw = event["round"], event["seed"], event["throw"]
        if number < self.first:
            return
        self.learn(seed)
        before = self.commitments.pop(number)
        refuse_if(seed_before(seed) != before, f"that is not the seed that round {number} was committed to")
        if before == self.last:
            self.last, self.told = seed, self.link
        if number == self.round and not self.over:
            self.check_throw(number, event, event["contributions"])
        elif throw or event["contributions"] or event["beacon"] or event["signature"]:
            raise ValueError(f"round {number} is over, but a throw is revealed for it")
        else:
            self.told_late(number, seed)

    def check_throw(self, number: int, event: dict[str, Any], contributions: list[str]) -> None:
        if not self.closed or [*contributions] != sorted(self.contributions.values()):
            raise ValueError("the throw was revealed before wagers closed, or with the wrong contributions")
        throw, beacon = event["throw"], self.value(number, event)
        due = throw_of(self.table, number, event["seed"], contributions, beacon)
        refuse_if(throw != due, f"the seed and the contributions give the throw {due}, not {throw}")
        if self.multipliers:
            self.drawn = struck_by(self.multipliers, self.table, number, [event["seed"], *contributions, beacon])
        self.opened[number] = "-".join(sorted(throw.split("-")))
        self.thrown, self.contributed = self.thrown + 1, self.contributed + len(contributions)
        self.bare += not contributions


class Rolls(Seeds):
    """Where each roll comes from: three keys pressed by somebody who may, after a valid tumble of that round, or the
    throw of the seed that an electronic tumbler committed itself to before the round began, and of what terminals gave.
    `first` is the first round that is followed, for whoever does not read from the first entry on."""

    def __init__(self) -> None:
        super().__init__()
        self.table = self.roll = ""
        self.first = self.round = self.seats = self.tumbled = 0
        self.wins, self.rules = dict[str, dict[str, str]](), dict[str, Any]()
        self.given, self.electronic, self.closed = dict[str, dict[str, Any]](), False, False
        self.pressed: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        self.counters, self.counts = set[str](), dict.fromkeys(COUNTED, 0)
        self.tracers, self.followers = ways(self, "_trace_"), ways(self, "_follow_")

    def trace(self, kind: str, event: dict[str, Any], role: str) -> None:
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
        if kind in self.counts:
            self.counts[kind] += 1
        if kind in self.tracers:
            self.tracers[kind](event, role)

    def _trace_round_reversed(self, event: dict[str, Any], _: str) -> None:
        if event["corrections"] and event["second"] in ("", self.name):
            raise ValueError("settled money moved without a second person")

    _trace_round_corrected = _trace_dispute_decided = _trace_round_reversed

    def _trace_float_counted(self, event: dict[str, Any], _: str) -> None:
        self.counters = {event["by"], event["second"]}

    def _trace_count_approved(self, _: dict[str, Any], _role: str) -> None:
        refuse_if(self.name in self.counters and ALONE not in self.counters, f"{self.name} approved their own count")

    def wins_on(self, roll: str) -> set[str]:
        """The spots that give more back than was staked; one that gives back the stake, or part of it, is not lit."""
        return {spot for spot, back in self.gives(roll).items() if back > 1}

    def gives(self, roll: str) -> dict[str, Any]:
        """What the pay table gives back on a roll for each unit staked, by the spots that give anything back."""
        if roll not in self.given:
            won = {spot: Fraction(odds[roll]) for spot, odds in self.wins.items() if roll in odds}
            self.given[roll] = {spot: 1 + odds for spot, odds in won.items()}
        return self.given[roll]

    def due(self, spot: str, stake: int, roll: str, struck: dict[str, int] | None = None) -> Any:
        """What a stake gets back: multipliers multiply what is won, nothing else, and a commission is kept of it."""
        due, times = stake * self.gives(roll).get(spot, 0), self.struck if struck is None else struck
        if due > stake and spot in times:
            due = stake + (due - stake) * times[spot]
        if due > stake and spot in self.commissions:
            due -= kept_of(self.commissions[spot], due - stake)
        return due

    def check_source(self, kind: str, event: dict[str, Any], role: str) -> None:
        number, roll = event["round"], event["roll"]
        keys = self.pressed.pop(number, [])[-3:]
        keyed = "-".join(sorted(face for face, _ in keys))
        if self.electronic:
            if kind != "roll-entered" or self.opened.pop(number, "") != roll:
                raise ValueError(f"{roll} is not the throw that round {number} was committed to")
            refuse_if(self.drawn is not None, "a roll was entered before the multipliers were drawn")
        elif keyed != roll:
            raise ValueError(f"{roll} was entered, but {keyed or 'nothing'} was pressed")
        elif not {role, *(by for _, by in keys)} <= {*self.rules[ENTRIES[kind]]}:
            raise ValueError(f"the rules do not allow a {role} to enter or change this roll")
        elif kind == "roll-entered" and self.tumbled < self.rules["tumbles_min"]:
            raise ValueError("a roll was entered without a valid tumble of the dice in this round")
        if kind != "round-corrected" and (not self.closed or bool(self.roll) is (kind == "roll-entered")):
            raise ValueError("a roll may be entered once, after wagers close, and amended only until all is paid")

    def _trace_table_installed(self, event: dict[str, Any], _: str) -> None:
        self.table, self.wins, self.seats = event["table"], event["wins"], event["seats"]
        self.electronic, self.given = "enter" in event["automation"], {}
        self.multipliers = event["multipliers"] if event["multipliers"]["spots"] else {}
        self.commissions = event["commissions"]
        refuse_if(self.multipliers and not self.electronic, "multipliers are not allowed where people throw the dice")

    def _trace_rules_stated(self, event: dict[str, Any], _: str) -> None:
        self.rules = event

    def _trace_round_begun(self, event: dict[str, Any], _: str) -> None:
        self.roll, self.tumbled, self.closed, self.over, self.contributions = "", 0, False, False, {}
        self.struck, self.drawn = {}, None
        refuse_if(not self.rules, "a round began before the rules were stated")
        if self.electronic and event["round"] not in self.commitments:
            raise ValueError("a round began before the tumbler committed to a seed")
        self.pressed.pop(event["round"], None)

    def _trace_dice_tumbled(self, event: dict[str, Any], _: str) -> None:
        self.tumbled = event["times"]

    def _trace_bets_closed(self, _: dict[str, Any], _role: str) -> None:
        self.closed, self.closed_at = True, self.at

    def _trace_test_roll_entered(self, event: dict[str, Any], _: str) -> None:
        keyed = "-".join(sorted(face for face, _ in self.pressed.pop(0, [])[-3:]))
        refuse_if(keyed != event["roll"], f"{event['roll']} was entered, but {keyed or 'nothing'} was pressed")

    def _trace_button_pressed(self, event: dict[str, Any], role: str) -> None:
        self.pressed[event["round"]].append((str(event["face"]), role))

    def _trace_roll_entered(self, event: dict[str, Any], _: str) -> None:
        self.roll = event["roll"]

    _trace_entry_amended = _trace_roll_entered

    def _trace_multipliers_drawn(self, event: dict[str, Any], _: str) -> None:
        if self.drawn is None or event["struck"] != self.drawn:
            raise ValueError(f"the throw's secrets multiply {self.drawn or 'nothing'}, not {event['struck']}")
        self.struck, self.drawn = event["struck"], None


class Rounds(Rolls):
    """Follows every wager to its award by the pay table of entry 1. Awards: seat, spot, stake, returned, refused."""

    bank = "house"

    def __init__(self) -> None:
        super().__init__()
        self.stakes: defaultdict[tuple[int, str], int] = defaultdict(int)
        self.awards: list[list[Any]] = []
        self.unpaid, self.paid = dict[tuple[int, str], list[Any]](), set[tuple[int, str]]()
        self.voids = list[dict[str, Any]]()
        self.waiting_voids = dict[int, tuple[dict[str, Any], Any, list[str], bool]]()
        self.rounds_settled = 0

    def feed(self, seq: int, event: dict[str, Any], role: str = "", name: str = "", at: str = "") -> None:
        """Called for every entry, in order, with the role and the name of whoever caused it, and when."""
        kind, self.at, self.name = event["is"], at, name
        try:
            if self.wins or kind in TABLE_KINDS:  # else it is not a table's journal
                self.trace(kind, event, role)
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

    def move(self, *_: Any, **__: Any) -> None:
        """Money is followed by whoever knows all of it, as is what was put right, and what was settled."""

    correct = settle = move

    def returned(self, award: list[Any], roll: str) -> int:
        """What the pay table gives a wager back on a roll, which must be what it got."""
        seat, spot, stake, got, _ = award
        due = self.due(spot, stake, roll)
        refuse_if(due != got, f"seat {seat} got {got} for {stake} on {spot}, but the pay table gives {due}")
        return int(due)

    def clear(self) -> None:
        """A round that ends leaves nothing on the layout."""
        refuse_if(self.unpaid or any(self.stakes.values()), "the round ends while stakes are on the layout")
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
                refuse_if(type(stake) is not int, f"{stake!r} is not an amount")
                self.stakes[seat, spot] -= stake
                lost += stake
        self.move("layout", self.bank, lost)

    def _follow_area_paid(self, event: dict[str, Any]) -> None:
        for award in event["awards"]:
            seat, spot, stake, returned, _ = award
            refuse_if(self.unpaid.pop((seat, spot)) != award, f"seat {seat} was not paid as settled")
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
        refuse_if(restored != event["restored"], f"{event['restored']} was put back on the layout, not {restored}")
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
        refuse_if(event["staked"] != staked, f"{event['staked']} was returned, not {staked}")
        named = bool(self.named.pop(event["round"], 0))
        self.beacons_missed += named and self.closed
        self.note_void(event, named=named)
        self.unpaid = {}
        self.clear()
        self.correct(event, wanted)

    def note_void(self, event: dict[str, Any], *, named: bool) -> None:
        """What it would have thrown, and what that would have cost the house, which nobody knows if the seed is never
        told, or if the throw takes in what a beacon published."""
        number, stakes = event["round"], [*event["returned"]]
        stakes += [award[:3] for award in self.awards if (award[0], award[1]) not in self.unpaid]
        void = {"round": number, "staked": event["staked"], "roll": "", "cost": None}
        self.voids.append(void)
        if roll := self.roll or self.opened.pop(number, ""):
            self.price(void, stakes, roll, self.struck or self.drawn or {})
        elif number in self.commitments:
            self.waiting_voids[number] = void, stakes, sorted(self.contributions.values()), named

    def throws(self) -> dict[str, Any]:
        """How the throws were made, and what they rest on."""
        checked = "checked" if self.is_signed else "not checked here; use taisai verify"
        return {
            "by": "electronic" if self.electronic else "hand", "settled": self.rounds_settled, "void": len(self.voids),
            **{word: self.counts[kind] for kind, word in COUNTED.items()}, "thrown": self.thrown,
            "contributions": self.contributed, "contributions_unused": self.offered - self.contributed,
            "without_contributions": self.bare, "beacons": self.beacons, "beacon_chains": sorted(self.beacon_chains),
            "beacons_missed": self.beacons_missed, "beacon_signatures": checked if self.beacons else "",
            "untold": self.untold(),
        }  # fmt: skip

    def told_late(self, number: int, seed: str) -> None:
        void, stakes, given, named = self.waiting_voids.pop(number, ({}, [], [], True))
        if not named:
            struck = struck_by(self.multipliers, self.table, number, [seed, *given, ""]) if self.multipliers else {}
            throw = throw_of(self.table, number, seed, given)
            self.price(void, stakes, "-".join(sorted(throw.split("-"))), struck)

    def price(self, void: dict[str, Any], stakes: list[Any], roll: str, struck: dict[str, int]) -> None:
        cost = sum(self.due(spot, stake, roll, struck) - stake for _, spot, stake in stakes)
        void.update(roll=roll, cost=int(cost) if cost == int(cost) else str(cost))

    def _follow_round_settled(self, event: dict[str, Any]) -> None:
        refuse_if(event["roll"] != self.roll, f"it settles {event['roll']}, but {self.roll} was entered")
        self.rounds_settled += 1
        self.settle(event["round"], self.awards)
        self.clear()


class Chips:
    """Follows every chip by its kind, a value or a colour, from the first counted opening on: no holder has fewer than
    none, and what each holds is worth what its account says, or its wager. Chips of a colour count below zero in the
    float while some are out. `due` are the moves that follow from what was told, chip by chip: nothing else comes to
    the table or leaves it."""

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
            refuse_if(one not in left, f"{one[2]} should move from {one[0]} to {one[1]}, but other chips moved")
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
                refuse_if(held < 0 and bound, f"{holder} does not have that many chips of {kind}")

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
        refuse_if(len(event["chips"]) != len(event["awards"]), "the chips of some awards are missing")
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
        wanted.update({name: balances[name] for name in balances if name in OF_CHIPS or name.startswith("seat:")})
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
        refuse_if(self.value_of(event["chips"]) != event["amount"], f"the chips are not worth {event['amount']}")
        chips, due = (self.in_float(), self.value_of(self.in_float())) if self.counted else ({}, float_now)
        is_known = self.counted or event["purpose"] != "opening"
        variance = event["amount"] - due if is_known else 0
        differs = event["chips"] != chips if self.counted else variance != 0
        if (event["expected"], event["variance"], event["differs"]) != (chips, variance, differs):
            raise ValueError("the recorded difference between the count and the float is wrong")
        refuse_if(not event["second"] or event["second"] == event["by"], "the float was counted by only one person")

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
        done = (self.count.get("purpose"), self.count.get("amount"), self.count.get("differs"))
        if done != (purpose, amount, False):
            raise ValueError("the float was not counted before the table opened or closed, or the count differs")
        self.counted = True

    def _follow_slip_requested(self, event: dict[str, Any]) -> None:
        if event["slip"] != self.slips_made + 1 or self.value_of(event["chips"]) != event["amount"]:
            raise ValueError("it is not the next slip of the series, or its chips are not worth its amount")
        self.slips_made += 1
        self.slips[event["slip"]] = {**event, "people": [event["by"]]}

    def _follow_slip_carried(self, event: dict[str, Any]) -> None:
        people = self.slips[event["slip"]]["people"]
        if len(people) != ("", "slip-prepared", "slip-carried").index(event["is"]):
            raise ValueError(f"slip {event['slip']} repeats a step, or skips one")
        people.append(event["by"])

    _follow_slip_prepared = _follow_slip_carried

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
        """The float is filled and credited by slips alone."""
        slip, self.due_slip = self.due_slip, {}
        chips = {str(value): event["chips"].count(value) for value in event["chips"]}
        told = (kind, event["amount"], chips)
        if (slip.get("kind"), slip.get("amount"), slip.get("chips")) != told:
            raise ValueError(f"no {kind} slip for {event['amount']} in these chips was received")

    def _follow_chips_taken(self, event: dict[str, Any]) -> None:
        self.values.pop(self.colours.pop(event["seat"], ""), None)

    def _follow_chips_exchanged(self, event: dict[str, Any]) -> None:
        rack, colour = f"seat:{event['seat']}", self.colours.get(event["seat"], "")
        for source, target, side in ((rack, "float", "given"), ("float", rack, "received")):
            own = {colour: event[f"colour_{side}"]} if event[f"colour_{side}"] else {}
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
    move: Any = None  # money is followed by whoever knows all of it
    piles: defaultdict[str, dict[str, int]]
    balances: defaultdict[str, int]

    def __init__(self) -> None:
        self.box, self.tips = "", False
        self.boxes, self.nonces = dict[str, dict[str, Any]](), set[str]()

    def check_two(self, event: dict[str, Any]) -> None:
        refuse_if(not event["second"] or event["second"] == event["by"], "it was done by only one person")

    def removed(self, event: dict[str, Any], step: str) -> dict[str, Any]:
        """The box, where it has come so far, and whoever acts has no part in its count yet."""
        box = self.boxes[event["box"]]
        refuse_if(box["step"] != step or event["box"] == self.box, f"box {event['box']} is {box['step']}, not {step}")
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
        refuse_if(event["box"] != self.box or not self.box, f"box {event['box']} is not on the table")
        self.box = ""

    def _follow_cash_changed(self, event: dict[str, Any]) -> None:
        refuse_if(event["box"] != self.box or not self.box, "cash went into a box that is not on the table")

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
        refuse_if(not event["key"], f"the key of the count of box {name} is missing")
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
        refuse_if(not event["why"].strip(), f"no reason is recorded for the difference of box {event['box']}")
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

    def _follow_tip_given(self, _: dict[str, Any]) -> None:
        refuse_if(not self.tips, "a tip was given, but tips are not allowed")

    def _follow_tips_taken(self, event: dict[str, Any]) -> None:
        self.check_two(event)
        taken = event["chips"] == self.piles["tips"]
        refuse_if(not taken, "the chips taken from the tip box are not those that were in it")


class Money(Rounds, Vouchers, Chips, Boxes):
    """Follows all money. `gain` is what the bank has got since the table was closed before, without what is owed to
    it. What every settled round paid is kept, in few bytes, for any of them may be put right later."""

    def __init__(self) -> None:
        for part in (Rounds, Vouchers, Chips, Boxes):
            part.__init__(self)
        self.balances, self.result = defaultdict[str, int](int), defaultdict[str, int](int)
        self.gain, self.settled = 0, dict[int, str]()

    def follow(self, kind: str, event: dict[str, Any]) -> None:
        if self.wins:
            self.check(kind, event)
        source = target = ""
        for *sides, amount in MOVES.get(kind, ()):
            named = {side: f"{side.lower()}:{event.get('box' if side == 'BOX' else 'seat')}" for side in OWN}
            source, target = (named.get(side, side) for side in sides)
            self.move(source, target, event[amount])
        if kind in SLIPS:
            self.check_slip(SLIPS[kind], event)
        if kind in WITH_CHIPS:
            self.await_move(source, target, event["chips"])
        super().follow(kind, event)

    def check(self, kind: str, event: dict[str, Any]) -> None:
        """What events say beside money: a seat that exists, chips worth their amount."""
        if not 0 <= event.get("seat", 0) <= self.seats:
            raise ValueError(f"there is no seat {event['seat']}")
        if "chips" in event and "amount" in event and (self.counted or type(event["chips"]) is list):
            self.check_worth(event["chips"], event["amount"])
        if "given" in event:
            value = self.values.get(self.colours.get(event["seat"], ""), 0)
            given, received = (sum(event[side]) + event[f"colour_{side}"] * value for side in ("given", "received"))
            refuse_if(given != received, "chips were exchanged for chips of another value")
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
        refuse_if(not self.counted, "chips were moved before any count")
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
        """Follow the chips that an event tells; where it tells none, `chips-moved` follows."""
        if event["chips"] is not None:
            refuse_if(not self.counted, "chips were moved before any count")
            before = dict(self.piles["float"])
            move(event)
            self.count = self.count if before == self.piles["float"] else {}
            self.check_chips(self.balances, self.stakes)

    def _follow_round_begun(self, _: dict[str, Any]) -> None:
        self.check_chips(self.balances, self.stakes)
        refuse_if(self.count_due, "a round began after a change of staff, before the float was counted")
        refuse_if(self.count.get("differs"), "a round began while the float differed from its count")

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
        refuse_if(got > 0 and target.startswith("owed:"), f"{target} is paid more than is owed")
        if self.bank in (source, target) and not source.startswith("owed:"):
            self.gain += amount * ((target == self.bank) - (source == self.bank))

    def correct(self, event: dict[str, Any], wanted: dict[int, int]) -> None:
        """Corrections give every seat exactly what it is due, or leave it owed."""
        given: defaultdict[int, int] = defaultdict(int)
        for seat, credited, debited, owed in event["corrections"]:
            self.move(self.bank, f"seat:{seat}", credited)
            self.move(f"seat:{seat}", self.bank, debited)
            self.move(f"owed:{seat}", "house", owed)
            given[seat] += credited - debited - owed
        if any(given[seat] != wanted.get(seat, 0) for seat in {*given, *wanted}):
            raise ValueError(f"corrections are {dict(given)}, but {dict(wanted)} are due")

    def clear(self) -> None:
        refuse_if(self.balances["layout"], "the round ends while money is on the layout")
        super().clear()

    def settle(self, number: int, awards: list[list[Any]]) -> None:
        self.settled[number] = write_json(awards)

    def _follow_table_installed(self, event: dict[str, Any]) -> None:
        self.bank = "float" if event["money"] == "chips" else "house"
        self.values = {str(value): value for value in event["chips"]}

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
        for seat, _, stake, returned, _ in json.loads(self.settled.pop(event["round"])):
            wanted[seat] += stake - returned
        self.correct(event, wanted)

    def _follow_round_passed_over(self, event: dict[str, Any]) -> None:
        refuse_if(event["round"] in self.settled, "a valid round was passed over as if it were void")

    def _follow_round_corrected(self, event: dict[str, Any]) -> None:
        before, after = json.loads(self.settled[event["round"]]), event["awards"]
        if [award[:3] + award[4:] for award in before] != [award[:3] + award[4:] for award in after]:
            raise ValueError("a correction changed the wagers, not only what they get")
        wanted: defaultdict[int, int] = defaultdict(int)
        for old, new in zip(before, after):  # noqa: B905 - Python 3.9 has no strict
            wanted[new[0]] += self.returned(new, event["roll"]) - old[3]
        self.settled[event["round"]] = write_json(after)
        self.correct(event, wanted)

    def _follow_dispute_decided(self, event: dict[str, Any]) -> None:
        due = {seat: credited - debited - owed for seat, credited, debited, owed in event["corrections"]}
        self.correct(event, due)


# Proof: notes that logs and witnesses signed, whatever they are of, and the trees that they name.


class LogKey(NamedTuple):
    """A public key by name: kind 1 signs checkpoints of a log, kind 4 cosigns them as a witness. A name that is empty
    stands for whatever name the log has."""

    name: str
    kind: int
    public: bytes
    since: int = 0  # the sizes of the log for which its signature is worth something
    until: int = sys.maxsize

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]


class Note(NamedTuple):
    """A signed note: some lines, and who signed them: name, key's id and signature."""

    text: str
    signatures: list[tuple[str, bytes, bytes]]

    def __str__(self) -> str:
        signed = [f"\u2014 {name} {base64.b64encode(id_ + made).decode()}\n" for name, id_, made in self.signatures]
        return self.text + "\n" + "".join(signed)


class Checked(NamedTuple):
    """A head of a log, with the witnesses that saw it and when, in seconds since 1970. One that was signed at once has
    the size 0 and the entry's seal as its root. `seal` and `at` are empty where a checkpoint does not say them."""

    origin: str
    size: int
    root: bytes
    seen: dict[str, int]
    seal: str = ""
    at: str = ""
    every_s: int = 0
    seq: int = 0  # of a head that was signed at once


def read_note(text: str, what: str = "a checkpoint of a log") -> Note:
    body, middle, signed = text.rpartition("\n\n")
    need(bool(middle) and bool(body), 0, f"this is not {what}: {text[:60]!r}")
    note = Note(body + "\n", [signature_of(line) for line in signed.splitlines()])
    need(str(note) == text, 0, f"this is not {what} in its canonical form: {text[:60]!r}")
    return note


def from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def signature_of(line: str) -> tuple[str, bytes, bytes]:
    parts = line.split(" ")
    content = from_base64(parts[-1])
    is_one = len(parts) == 3 and parts[0] == "\u2014" and len(content) > 4
    need(is_one, 0, f"this is not a signature: {line!r}")
    return parts[1], content[:4], content[4:]


def seen_by(witnesses: Iterable[LogKey], note: Note) -> dict[str, int]:
    """Who cosigned a note and when, whatever log it is of: each witness's key once, whatever names it has."""
    found = dict[bytes, tuple[str, int]]()
    for key in witnesses:
        for name, id_, content in note.signatures:
            if (name, id_) == (key.name, key.id):
                at_s = int("0" + content[:8].hex(), 16)
                message = f"cosignature/v1\ntime {at_s}\n{note.text}"
                need(is_signed(key, message, content[8:]), 0, f"the cosignature of {name} is forged")
                found[key.public] = name, max(at_s, found.get(key.public, ("", 0))[1])
    return dict(found.values())


def is_by(keys: list[LogKey], note: Note) -> bool:
    """Whether one of these keys signed it; a bad signature of any of them spoils it."""
    made = [(key, content) for key in keys for *by, content in note.signatures if by == [key.name, key.id]]
    need(all(is_signed(key, note.text, content) for key, content in made), 0, "a signature of the log is forged")
    return bool(made)


def is_signed(key: LogKey, text: str, signature: bytes) -> bool:
    need(CAN_CHECK_SIGNATURES, 0, "signatures cannot be checked: install the package cryptography")
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


class Trust(NamedTuple):
    """Whom an outsider trusts: the keys of logs, those of witnesses, and how many of these must have seen a head."""

    logs: tuple[LogKey, ...] = ()
    witnesses: tuple[LogKey, ...] = ()
    least: int = 0

    def check(self, text: str) -> Checked:
        """A checkpoint of a log that is trusted, which enough witnesses have seen."""
        checked = self.read(text)
        need(bool(self.logs), 0, f"the log {checked.origin!r} is not trusted")
        told = f"{len(checked.seen)} trusted witnesses have seen it (required: {self.least})"
        need(len(checked.seen) >= self.least, 0, told)
        return checked

    def read(self, text: str) -> Checked:
        """A checkpoint, which a trusted key signed if any is given."""
        note = read_note(text)
        lines = note.text.split("\n")[:-1]
        need(len(lines) > 2 and is_number(lines[1]), 0, f"this is not a checkpoint of a log: {text[:60]!r}")
        size = int(lines[1])
        if self.logs:
            made = is_by([key for key in self.of(lines[0]) if key.since <= size <= key.until], note)
            need(made, 0, f"the checkpoint is not signed by {lines[0]!r}, or is signed with a replaced key")
        said = lines[3].split(" ") if lines[3:] else [""]
        seal, at, every_s = said[1:] if said[0] == "taisai-head" and len(said) == 4 else ("", "", "0")
        fits = is_number(every_s) and (not seal or bool(SECRET.fullmatch(seal)))
        need(fits, 0, f"this does not say what a checkpoint does: {lines[3:]}")
        seen = seen_by(self.witnesses, note)
        return Checked(lines[0], size, unpacked_hash(0, lines[2]), seen, seal, at, int(every_s))

    def of(self, origin: str) -> list[LogKey]:
        found = [key._replace(name=origin) for key in self.logs if key.name in ("", origin)]
        need(bool(found), 0, f"the log {origin!r} is not trusted")
        return found


def unpacked_hash(seq: int, text: str) -> bytes:
    found = from_base64(text)
    need(len(found) == 32 and base64.b64encode(found).decode() == text, seq, f"this is not a hash: {text!r}")
    return found


def leaf_of(body: bytes) -> bytes:
    """The hash of an entry; one that is too long for a bundle is logged by its own hash."""
    if len(body) > 0xFFFF:
        body = b"taisai entry by its SHA-256 " + sha256(body).hexdigest().encode()
    return sha256(b"\0" + body).digest()


def node_of(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


class Tree:
    """A log that grows: of every full part the root, from the largest to the smallest."""

    def __init__(self) -> None:
        self.size, self.edge = 0, list[bytes]()

    def add(self, leaf: bytes) -> None:
        self.size = parts = self.size + 1
        while not parts & 1:
            leaf, parts = node_of(self.edge.pop(), leaf), parts >> 1
        self.edge.append(leaf)

    def root(self) -> bytes:
        if not self.edge:
            return sha256(b"").digest()
        return reduce(lambda right, left: node_of(left, right), reversed(self.edge))


# The verdict: one pass over the lines, and what its answer rests on.


class Cover:
    """What follows the last checkpoint, where they promise to come every so often: a pause counts no longer than that,
    so that neither a rest nor a clock that is set looks like play."""

    def __init__(self, every_s: int, after: int = 0) -> None:
        self.every_s, self.after, self.played_s, self.at = every_s, after, 0.0, ""

    def checkpoint(self, seq: int) -> None:
        self.after, self.played_s, self.at = seq, 0.0, ""

    def add(self, seq: int, at: str) -> None:
        if at != self.at:
            pause_s = abs(moment(seq, at) - moment(seq, self.at or at))
            self.played_s, self.at = self.played_s + min(pause_s, self.every_s), at
        if self.played_s > LATE * self.every_s or seq - self.after > ENTRIES_MOST:
            raise Bad(self.after + 1, "no checkpoint covers the entries from here on, although some were promised")


class Wanted(NamedTuple):
    """What a verdict must rest on to be enough: proofs not older than so many seconds, contributions, reveals."""

    age_most_s: int | None = None
    contributions: bool = False
    reveals: bool = False
    now_s: float = 0.0


class Verdict(NamedTuple):
    """`sound` says that everything fits, all else what that rests on; `missing` what was required and is not there;
    `bad_seq` and `bad_why` the first bad entry, -1 and nothing where there is none."""

    sound: bool
    table: str
    entries: int
    seal: str
    key: str  # whose checkpoints they are: trusted, stranger, or none where there are none
    checkpoints: int
    reached: int  # the last entry that a checkpoint covers
    reached_at: str
    beyond: int  # entries after it
    last_at: str
    cosigned: int  # the last entry of a checkpoint that enough trusted witnesses have seen
    witnesses: dict[str, dict[str, Any]]  # by name: how far what it saw reached, and when it saw that
    kept: list[dict[str, Any]]  # the same of every proof that was kept elsewhere
    throws: dict[str, Any]
    voids: list[dict[str, Any]]
    elsewhere: dict[str, int]  # vouchers that other tables issued, and their worth: the journals of these tables tell
    missing: list[str]
    bad_seq: int
    bad_why: str

    @property
    def code(self) -> int:
        return NOT_SOUND if not self.sound else NOT_ENOUGH if self.missing else SOUND


def verify(
    lines: Iterable[bytes], key: str | None = None, known: Iterable[bytes] = (), is_signed: Any = None,
    trust: Trust | None = None, wanted: Wanted | None = None,
) -> Verdict:  # fmt: skip
    """`key` is the public key in hex that must have signed every checkpoint, unless `trust` says whom to trust; `known`
    are the contents of files that were kept elsewhere; `is_signed` says whether a beacon signed one of its rounds so:
    public key, round, signature."""
    keys = (LogKey("", 1, bytes.fromhex(key)),) if key else ()
    export, bad = Export(trust or Trust(keys), is_signed), Bad(-1, "")
    try:
        export.check(lines, known)
    except Bad as found:
        bad = found
    return export.verdict(bad, wanted or Wanted())


class Export:
    """What is known of an export so far."""

    def __init__(self, trust: Trust, is_signed: Any = None) -> None:
        self.trust, self.table, self.kinds = trust, "", TABLE_KINDS
        self.wanted = self.last = self.count = 0
        self.seal, self.last_at, self.tree = START, "", Tree()
        self.proofs, self.kept = defaultdict[int, list[Checked]](list), list[Checked]()
        self.reached, self.cover, self.money = Checked("", 0, b"", {}), Cover(0), Money()
        self.money.is_signed = is_signed

    def check(self, lines: Iterable[bytes], known: Iterable[bytes]) -> None:
        lines = iter(lines)
        self.take_header(next(lines, b""))
        for content in known:
            self.take_known(content)
        for line in lines:
            if line.startswith(b"c ") and not self.last:
                self.take_checkpoint(line)
            else:
                self.take_entry(line)
        if not self.last:
            self.meet_proofs()
        self.end()

    def take_header(self, line: bytes) -> None:
        old = f"the first line is not the header of an export, format {FORMAT}: export the journal again"
        need(line.startswith(b"h ") and line.endswith(b"\n"), 0, old)
        header = parsed(0, line[2:-1])
        need((*header,) == HEADER and header["taisai-export"] == FORMAT, 0, old)
        need(header["hash"] == "sha256", 0, f"the header names the hash {header['hash']!r}, not sha256")
        entries, every_s = header["entries"], header["every_s"]
        need(type(entries) is int and entries >= 0, 0, "the header does not say how many entries there are")
        need(type(header["table"]) is str, 0, "the header does not name the table")
        self.table, self.wanted = header["table"], header["entries"]
        self.kinds = HOUSE_KINDS if self.table == HOUSE else TABLE_KINDS
        fits = type(every_s) is int and 0 < every_s <= EVERY_MOST_S
        need(fits, 0, f"the header promises a checkpoint every {every_s!r} seconds, not every 1 to {EVERY_MOST_S}")
        self.cover = Cover(every_s)

    def take_known(self, content: bytes) -> None:
        """What was kept elsewhere: lines of checkpoints, a checkpoint, a signed head, or a receipt."""
        if content.startswith(b"c "):
            found = [self.trust.read(note_in(0, line)) for line in content.splitlines(keepends=True)]
        else:
            text, trust = content.decode("utf-8", "replace"), self.trust._replace(least=0)
            read = check_head if text.startswith(SIGNED_HEAD) else check_receipt
            is_note = not text.startswith((SIGNED_HEAD, RECEIPT))
            found = [trust.read(text) if is_note else read(text, trust)[0]]
        self.kept += found
        for proof in found:
            self.proofs[proof.seq or proof.size].append(proof)

    def take_checkpoint(self, line: bytes) -> None:
        checked = self.trust.read(note_in(0, line))
        told = f"the checkpoint of {checked.size} entries"
        need(bool(checked.seal) and checked.origin.endswith(f"/{self.table}"), 0, f"{told} is not of this table")
        need(checked.every_s == self.cover.every_s, 0, f"{told} promises another interval than the header")
        moment(0, checked.at)
        self.count += 1
        self.proofs[checked.size].append(checked)

    def take_entry(self, line: bytes) -> None:
        seq, body = self.last + 1, line[67:-1]
        if line[:2] != b"e " or line[66:67] != b" " or line[-1:] != b"\n":
            raise Bad(seq, f"this is not a line of an entry: {shown(line)}")
        if seq > self.wanted:
            raise Bad(seq, f"too many entries: the header counts {self.wanted}")
        if seq == 1:
            self.meet_proofs()
        entry, self.seal = entry_of(seq, body, self.kinds), sha256(self.seal + body).digest()
        if self.seal.hex().encode() != line[2:66]:
            raise Bad(seq, "the seal does not match: the entry, its seal or one before it was changed")
        at, by, event = entry["at"], entry["by"], entry["event"]
        if (event["is"] == "table-installed") is not (seq == 1 and self.kinds is TABLE_KINDS):
            raise Bad(seq, "the journal of a table begins with what the table is, and says so once")
        if seq == 1 and event.get("table", self.table) != self.table and self.kinds is TABLE_KINDS:
            raise Bad(seq, f"it is the journal of {event['table']!r}, not of {self.table!r}")
        self.tree.add(leaf_of(body))
        self.last, self.last_at = seq, at
        if self.trust.logs:
            self.cover.add(seq, at)
        if seq in self.proofs:
            self.meet_proofs()
        self.money.feed(seq, event, by["role"], by["name"], at)

    def meet_proofs(self) -> None:
        """Checks what says something of the entry just taken and of all before it."""
        for proof in self.proofs.get(self.last, ()):
            what = "a checkpoint or signed head"
            sealed = proof.root.hex() if proof.seq else proof.seal
            need(sealed in ("", self.seal.hex()), self.last, f"{what} has another seal for this entry")
            need(bool(proof.seq) or proof.root == self.tree.root(), self.last, f"{what} has another root up to here")
            if not proof.seq and proof.size >= self.reached.size:
                self.reached = proof
            self.cover.checkpoint(self.last)

    def end(self) -> None:
        missing, farthest = self.last + 1, max(self.proofs, default=0)
        need(farthest <= self.last, missing, f"the end is cut off: a checkpoint or signed head names entry {farthest}")
        need(self.wanted <= self.last, missing, f"the end is cut off: the header counts {self.wanted} entries")
        is_covered = not self.trust.logs or not self.last or self.reached.size > 0
        need(is_covered, 1, "no checkpoint covers any entry")

    def verdict(self, bad: Bad, wanted: Wanted) -> Verdict:
        proofs = [proof for size in sorted(self.proofs) for proof in self.proofs[size]]
        key = "none" if not proofs else "trusted" if self.trust.logs else "stranger"
        seen = [proof for proof in proofs if self.trust.least and len(proof.seen) >= self.trust.least]
        cosigned = seen[-1] if seen else Checked("", 0, b"", {})
        witnesses = {name: {"reached": one.size, "at": utc(at_s)} for one in proofs for name, at_s in one.seen.items()}
        kept = [{"reached": one.seq or one.size, "at": one.at, "by": one.origin} for one in self.kept]
        money = self.money
        told = self.last, self.seal.hex(), key, self.count, self.reached.size, self.reached.at
        throws = money.throws() if self.kinds is TABLE_KINDS else {}
        missing = [] if bad.seq >= 0 else [*self.missing(cosigned, wanted)]
        return Verdict(
            bad.seq < 0, self.table, *told, self.last - self.reached.size, self.last_at, cosigned.size, witnesses, kept,
            throws, money.voids, money.elsewhere, missing, bad.seq, bad.why,
        )  # fmt: skip

    def missing(self, cosigned: Checked, wanted: Wanted) -> Iterator[str]:
        """What was required of the proofs and the throws, and is not there."""
        least, throws, untold = self.trust.least, self.money.throws(), self.money.untold()
        if least and not cosigned.size and self.last:
            yield f"no checkpoint was seen by {least} trusted witnesses"
        if wanted.age_most_s is not None and self.last:
            proof = cosigned if least else self.reached if self.trust.logs else Checked("", 0, b"", {})
            written_s = moment(self.last, self.last_at) - (moment(0, proof.at) if proof.at else 0.0)
            yield from too_old(proof, least, wanted, written_s)
        if wanted.contributions and throws["thrown"] and throws["without_contributions"]:
            yield f"{throws['without_contributions']} throws used no contribution of a terminal"
        if wanted.contributions and not self.money.electronic:
            yield "people throw the dice here: there are no contributions"
        if wanted.reveals and untold:
            yield f"the seeds of {len(untold)} rounds were never told, the first of round {untold[0]}"


def too_old(proof: Checked, least: int, wanted: Wanted, written_s: float = 0.0) -> Iterator[str]:
    """By the time of so many witnesses, or else by its own; or by how much later the last entry says it was written."""
    times = sorted(proof.seen.values(), reverse=True)
    at_s = times[least - 1] if least else moment(0, proof.at) if proof.at else 0.0
    age_s = int(max(wanted.now_s - at_s, written_s))
    if wanted.age_most_s is not None and age_s > wanted.age_most_s:
        told = f"the newest proof, of entry {proof.seq or proof.size}, is {age_s} s old (allowed: {wanted.age_most_s})"
        yield told if times or proof.at else "nothing that is trusted says how old any entry is"


def note_in(seq: int, line: bytes) -> str:
    """The note of a line of an export, whose line ends are written as \\n and which has no other backslash."""
    try:
        text = line[2:-1].decode("utf-8")
    except ValueError:
        text = "\n"
    is_one = line.endswith(b"\n") and "\n" not in text and "\\" not in text.replace("\\n", "")
    need(is_one, seq, f"this is not a line of a checkpoint: {shown(line)}")
    return text.replace("\\n", "\n")


def utc(at_s: int) -> str:
    return datetime.fromtimestamp(min(at_s, 253_402_300_799), timezone.utc).isoformat()  # noqa: UP017 - Python 3.9 has no UTC


def spelled_out(text: str) -> str:
    """As a terminal can bear it: an export may hold anything."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


VOIDS_MOST = 20  # that are told one by one in words
REMAINS = (
    "what remains possible: without a beacon, a house with changed software can play a seat of its own, contribute"
    " last, and so choose between throws; this file cannot show it"
)


def words(verdict: Verdict) -> str:
    if not verdict.sound:
        return f"NOT SOUND: entry {verdict.bad_seq}: {spelled_out(verdict.bad_why)}"
    table, last = spelled_out(verdict.table), f"{verdict.entries} entries, the last seal {verdict.seal}"
    said = [f"NOT ENOUGH: {one}" for one in verdict.missing]
    said += [f"sound: table {table}, {last}", *words_of_proofs(verdict)]
    return "\n".join([*said, *words_of_throws(verdict.throws), *words_of_voids(verdict.voids)])


def words_of_proofs(verdict: Verdict) -> Iterator[str]:
    whose = {"trusted": "signed with the trusted key", "stranger": "signed by a stranger: no trusted key was given"}
    if verdict.checkpoints:
        at = f", signed at {spelled_out(verdict.reached_at)}" if verdict.reached_at else ""
        yield f"checkpoints: {verdict.checkpoints}, up to entry {verdict.reached}{at}; {whose[verdict.key]}"
    for one in verdict.kept:
        at = f", signed at {spelled_out(one['at'])}" if one["at"] else ""
        yield f"kept elsewhere: {spelled_out(one['by'])} up to entry {one['reached']}{at}"
    for name, one in verdict.witnesses.items():
        yield f"witness {spelled_out(name)}: up to entry {one['reached']}, seen at {one['at']}"
    if not verdict.witnesses:
        yield "no trusted witness has seen any of it"
    if many := verdict.elsewhere["vouchers"]:
        yield f"vouchers of other tables, whose journals tell: {many}, worth {verdict.elsewhere['worth']}"
    if verdict.beyond:
        at = f", by its own word up to {spelled_out(verdict.last_at)}"
        yield f"no checkpoint covers the last {verdict.beyond} entries, after entry {verdict.reached}{at}"


def words_of_throws(throws: dict[str, Any]) -> Iterator[str]:
    if throws.get("by") == "electronic":
        yield (
            f"throws by an electronic tumbler: {throws['thrown']}, each from a seed that it was committed to; chains of"
            f" seeds: {throws['chains']}; contributions of terminals used: {throws['contributions']}, and not used, in"
            f" void rounds: {throws['contributions_unused']}; throws without any: {throws['without_contributions']}"
        )
        if throws["beacons"]:
            chains = ", ".join(map(spelled_out, throws["beacon_chains"]))
            yield f"throws that used a beacon: {throws['beacons']}; beacon signatures {throws['beacon_signatures']}"
            yield f"the house chose the beacon: compare its chain with the published one: {chains}"
        if throws["beacons_missed"]:
            yield f"rounds that named a beacon round and were voided after wagers closed: {throws['beacons_missed']}"
        if throws["untold"]:
            told = ", ".join(map(str, throws["untold"][:VOIDS_MOST]))
            yield f"finished rounds whose throw or seed was never revealed: {len(throws['untold'])} ({told})"
        if throws["beacons"] < throws["thrown"] or not throws["thrown"]:
            yield REMAINS
    if throws:
        told = ", ".join(f"{throws[name]} {name}" for name in [*COUNTED.values()][:5])
        by_hand = "; this file cannot show how the dice fell" if throws["by"] == "hand" else ""
        yield f"rolls {'of dice thrown by hand' if by_hand else 'of the tumbler'}: {told}{by_hand}"


def words_of_voids(voids: list[dict[str, Any]]) -> Iterator[str]:
    for void in voids[:VOIDS_MOST]:
        roll = f"would have thrown {void['roll']}" if void["roll"] else "nothing tells what it would have thrown"
        cost = "unknown" if void["cost"] is None else void["cost"]
        yield f"round {void['round']} was void: {void['staked']} was staked; {roll}; cost to the house: {cost}"
    if len(voids) > VOIDS_MOST:
        yield f"and {len(voids) - VOIDS_MOST} more void rounds (--json lists them)"


# Logs: receipts, tiles and evidence, by RFC 6962 and the formats of c2sp.org.


def read_key(pem: str) -> str:
    """The public key of a PEM file, in hex."""
    lines = [line.strip() for line in pem.strip().splitlines()]
    content = base64.b64decode("".join(lines[1:-1]), validate=True)
    if "PUBLIC KEY" not in lines[0] or content[:-32] != ED25519_PREFIX:
        raise ValueError("this is not an Ed25519 public key in PEM")
    return content[-32:].hex()


def read_log_key(text: str) -> LogKey:
    name, _, rest = text.strip().partition("+")
    given, _, coded = rest.partition("+")
    content = base64.b64decode(coded, validate=True)
    key = LogKey(name, content[0] if content else 0, content[1:])
    if not name or len(key.public) != 32 or key.kind not in (1, 4) or key.id.hex() != given:
        raise ValueError(f"{text.strip()!r} is not a key of a log or a witness: name+id+key")
    return key


def root_of(row: list[bytes]) -> bytes:
    tree = Tree()
    for leaf in row:
        tree.add(leaf)
    return tree.root()


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
    return checked, index + 1, entry_of(index + 1, body, FORMS)


def check_head(text: str, trust: Trust) -> tuple[Checked, int, dict[str, Any]]:
    """Of an entry that was signed at once: the size is 0, for no checkpoint has it, and the root is its seal."""
    note = read_note(text, "a signed head of an entry")
    lines = note.text.split("\n")[:-1]
    is_head = len(lines) == 5 and lines[0] == SIGNED_HEAD and is_number(lines[2])
    need(is_head, 0, "this is not a signed head of an entry")
    by_log, seq, body = trust.of(lines[1]), int(lines[2]), lines[4].encode()
    need(is_by(by_log, note), 0, f"the head is not signed by {lines[1]!r}")
    held = [key for key in by_log if key.since <= seq <= key.until]
    need(is_by(held, note), seq, f"the head is signed with a replaced key of {lines[1]!r}")
    seal = sha256(unpacked_hash(seq, lines[3]) + body).digest()
    need(trust.least == 0, seq, f"no witness has seen it yet (required: {trust.least}); request the receipt")
    entry = entry_of(seq, body, FORMS)
    return Checked(lines[1], 0, seal, {}, at=entry["at"], seq=seq), seq, entry


def told_receipts(entries: list[dict[str, Any]]) -> list[str]:
    """What receipts of one table say in words; what a wager is due where pay table and roll are among them."""
    events = [entry["event"] for entry in entries]
    rolls = {event["round"]: event["roll"] for event in events if event["is"] in ("roll-entered", "entry-amended")}
    struck = {event["round"]: event["struck"] for event in events if event["is"] == "multipliers-drawn"}
    table = Rolls()
    for event in events:
        if event["is"] == "table-installed":
            table.wins, table.commissions = event["wins"], event["commissions"]
    said = []
    for entry, event in zip(entries, events):  # noqa: B905 - Python 3.9 has no strict
        if event["is"] == "wager-placed":
            due, roll = "", rolls.get(event["round"], "")
            if roll and event["spot"] in table.wins:
                due = table.due(event["spot"], event["stake"], roll, struck.get(event["round"], {}))
                due = f"; {roll} was rolled: {due} is due"
            what = f"seat {event['seat']} wagered {event['stake']} on {event['spot']} in round {event['round']}{due}"
        else:
            names = (name for name in ("round", "roll", "throw", "struck", "paytable") if name in event)
            what = " ".join([event["is"], *(f"{name} {event[name]}" for name in names)])
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
        end = place + 2 + int("0" + content[place : place + 2].hex(), 16)
        need(end <= len(content), seq + len(entries), "the bundle is cut off")
        entries.append(content[place + 2 : end])
        place = end
    return entries


def check_evidence(found: dict[str, Any], trust: Trust) -> str:
    """What two heads of a log prove."""
    seen, told = (trust._replace(least=0).check(str(found.get(name))) for name in ("seen", "told"))
    need(seen.origin == told.origin and seen.root != told.root, 0, "the two heads do not contradict each other")
    if seen.size == told.size:
        return f"PROVED: {seen.origin} signed two histories of {seen.size} entries: the log was forked"
    return f"{seen.origin} signed {seen.size} and {told.size} entries, but no proof links the two"


def words_of(checked: Checked) -> list[str]:
    if checked.seq:
        return [f"log {spelled_out(checked.origin)}, signed when it was written, seal {checked.root.hex()}"]
    said = [f"log {spelled_out(checked.origin)}, {checked.size} entries, root {checked.root.hex()}"]
    for name, at_s in checked.seen.items():
        said.append(f"seen by {spelled_out(name)} at {utc(at_s)}")
    return said


def verify_log(path: Path, trust: Trust) -> tuple[list[str], list[Checked]]:
    """Of a folder of tiles, a receipt, an archive of receipts or a piece of evidence: what can be said of it, and the
    heads that this rests on."""
    if path.is_dir():
        head = check_tiles(path, trust)
        return ["sound: every entry and every tile", *words_of(head)], [head]
    content = path.read_bytes()
    if content.startswith(b"{"):
        return [check_evidence(dict(json.loads(content)), trust)], []
    if content.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive:
            large = sum(one.file_size for one in archive.infolist()) > ARCHIVE_BYTES_MAX
            need(not large, 0, "the archive is too large for receipts")
            names = sorted(name for name in archive.namelist() if name.endswith(RECEIPT_FILES))
            texts = [archive.read(name).decode() for name in names]
            chain = archive.read(ROTATIONS) if ROTATIONS in archive.namelist() else b""
        notes = [str(dict(json.loads(line)).get("note")) for line in chain.splitlines()]
        trust = trust._replace(logs=followed(trust.logs, notes))
    else:
        texts = [content.decode()]
    found = [(check_head if text.startswith(SIGNED_HEAD) else check_receipt)(text, trust) for text in texts]
    need(len({checked.origin for checked, _, _ in found}) == 1, 0, "there are no receipts, or of more than one log")
    known = dict[int, dict[str, Any]]()
    for _, seq, entry in found:
        need(known.setdefault(seq, entry) == entry, seq, "the log signed two different entries: keep both as proof")
    proofs = [checked for checked, _, _ in found]
    heads = dict.fromkeys(tuple(words_of(checked)) for checked in proofs)
    entries = [entry for _, _, entry in sorted(found, key=lambda one: one[1])]
    first = "sound: in the log" if all(not checked.seq for checked in proofs) else "sound: signed by the log"
    return [first, *told_receipts(entries), *(line for head in heads for line in head)], proofs


def is_of_a_log(path: Path) -> bool:
    if path.is_dir():
        return True
    with path.open("rb") as file:
        begun = file.read(64)
    return begun.startswith((RECEIPT.encode(), SIGNED_HEAD.encode(), b"PK")) or b'"origin"' in begun


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


def trust_of(given: argparse.Namespace, *, is_export: bool) -> Trust:
    logs, witnesses = (tuple(map(read_log_key, keys)) for keys in (given.log, given.cosigned_by))
    told = given.rotations.read_bytes().splitlines() if given.rotations else []
    notes = [str(dict(json.loads(line)).get("note")) for line in told]
    if given.key and is_export:
        public = bytes.fromhex(read_key(given.key.read_text(encoding="utf-8")))
        names = dict.fromkeys(note.partition("\n")[0] for note in notes)
        logs += tuple(LogKey(name, 1, public) for name in names or ("",))
    need(CAN_CHECK_SIGNATURES or not (logs or witnesses), 0, "signatures need the package cryptography")
    return Trust(followed(logs, notes), witnesses, len(witnesses) if given.witnesses is None else given.witnesses)


def told_log(given: argparse.Namespace, wanted: Wanted) -> int:
    """Of a receipt and its like: the verdict, as words."""
    bad, said, missing = Bad(-1, ""), list[str](), list[str]()
    refuse_if(given.require, "--require is about the throws of an export; a receipt has one entry")
    try:
        trust = trust_of(given, is_export=False)
        said, proofs = verify_log(given.export, trust)
        missing = [one for proof in proofs for one in too_old(proof, trust.least, wanted)]
    except Bad as found:
        bad, said = found, [f"NOT SOUND: entry {found.seq}: {spelled_out(found.why)}"]
    said = [*(f"NOT ENOUGH: {one}" for one in missing), *said]
    report = {"sound": bad.seq < 0, "words": said, "missing": missing, "bad_seq": bad.seq, "bad_why": bad.why}
    sys.stdout.write((json.dumps(report) if given.json else "\n".join(said)) + "\n")
    return NOT_SOUND if bad.seq >= 0 else NOT_ENOUGH if missing else SOUND


def told_export(given: argparse.Namespace, wanted: Wanted, is_signed: Any) -> int:
    known = [path.read_bytes() for path in given.checkpoint]
    trust = trust_of(given, is_export=True)
    with given.export.open("rb") as lines:
        verdict = verify(lines, None, known, is_signed, trust, wanted)
    report = {**verdict._asdict(), "enough": verdict.code == SOUND}
    sys.stdout.write((json.dumps(report) if given.json else words(verdict)) + "\n")
    return verdict.code


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Check an export of a taisai journal.")
    made.add_argument("export", type=Path)
    made.add_argument("--key", type=Path, metavar="PUBLIC", help="the public key (PEM) that signed the checkpoints")
    made.add_argument("--log", action="append", default=[], metavar="KEY", help="the key of a log: name+id+key")
    made.add_argument("--cosigned-by", action="append", default=[], metavar="KEY", help="the key of a witness")
    made.add_argument("--rotations", type=Path, metavar="FILE", help="the record of replaced log keys")
    made.add_argument("--checkpoint", type=Path, action="append", default=[], help="proofs that were kept elsewhere")
    made.add_argument("--witnesses", type=int, metavar="K", help="how many witnesses must have seen it (default: all)")
    made.add_argument("--max-age", type=int, metavar="SECONDS", help="how old the newest proof may be")
    made.add_argument("--require", action="append", default=[], choices=("contributions", "reveals"), help="of throws")
    made.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return made


UNREADABLE = (OSError, ValueError, TypeError, LookupError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile, Bad)


def main(arguments: list[str] | None = None, is_signed: Any = None) -> int:
    """Its exit code: 0 sound, 1 not sound, 2 not checked, 3 sound but not enough."""
    given = parser().parse_args(arguments)
    try:
        wanted = Wanted(given.max_age, "contributions" in given.require, "reveals" in given.require, time.time())
        return told_log(given, wanted) if is_of_a_log(given.export) else told_export(given, wanted, is_signed)
    except UNREADABLE as error:
        parser().error(error.why if isinstance(error, Bad) else str(error))


if __name__ == "__main__":
    sys.exit(main())
