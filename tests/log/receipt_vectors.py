"""Receipts, sound and forged in every way, for each verifier to judge: receipts.json is what this makes."""

import json
from base64 import b64encode
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from log.trees import naive_root, tiled

from taisai.log.checkpoints import Checkpoint
from taisai.log.cosignatures import cosigned
from taisai.log.heads import SignedHead
from taisai.log.notes import COSIGNATURE, key_of
from taisai.log.proofs import inclusion
from taisai.log.receipts import Receipt

FILE = Path(__file__).with_name("receipts.json")
LOG, OTHER, *WITNESSES = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(1, 5))
KEY = key_of("house.example/T1", LOG)
ALIEN = key_of("house.example/T2", LOG)
THIEF = key_of(KEY.name, OTHER)
WITNESS_KEYS = [key_of(f"witness.example/w{n}", one, COSIGNATURE) for n, one in enumerate(WITNESSES, 1)]
SEEN_S = 1_790_000_000

INSTALLED = {
    "is": "table-installed", "table": "T1", "book": "nz-2008", "paytable": "nz-2008/1", "fingerprint": "f" * 64,
    "wins": {"small": {"1-2-3": "1"}, "double-1": {"1-1-4": "17/2"}}, "currency": "NZD", "money": "credits", "seats": 2,
    "automation": [], "chips": [], "limits": [], "multipliers": {"spots": [], "struck": [], "times": []},
    "commissions": {},
}  # fmt: skip


def placed(spot, stake):
    where = {"is": "wager-placed", "round": 1, "seat": 1, "spot": spot, "stake": stake}
    return where | {"excess": 0, "placed_by": "", "asked_by": "", "chips": None}


EVENTS = [
    INSTALLED,
    {"is": "round-begun", "round": 1, "paytable": "nz-2008/1", "fingerprint": "f" * 64},
    placed("small", 500),
    placed("double-1", 200),
    {"is": "wager-withdrawn", "round": 1, "seat": 1, "spot": "double-1", "stake": 100, "reason": "", "second": ""},
    {"is": "roll-entered", "round": 1, "roll": "1-2-3", "call": "1, 2, 3, total 6", "lit": ["small"]},
    {"is": "round-settled", "round": 1, "roll": "1-2-3"},
]
WAGER, ROLL = 2, 5  # places, counted from 0


def body(seq, event):
    by = {"name": "seat 1", "role": "player"}
    entry = {
        "seq": seq,
        "at": "2026-11-16T10:00:00.000000+00:00",
        "by": by,
        "cause": f"c{seq}",
        "digest": "",
        "event": event,
    }
    return json.dumps(entry, separators=(",", ":")).encode()


BODIES = [body(seq, event) for seq, event in enumerate(EVENTS, 1)]


def noted(bodies=BODIES, key=KEY, private=LOG, seen=WITNESSES):
    note = Checkpoint(key.name, len(bodies), naive_root(bodies)).note.signed(key, private)
    for witness, known in zip(seen, WITNESS_KEYS, strict=False):
        note = note._replace(signatures=(*note.signatures, cosigned(note, known, witness, SEEN_S)))
    return note


def receipt(place=WAGER, bodies=BODIES, **given):
    path = inclusion(tiled(bodies).hash, place, len(bodies))
    return str(Receipt(bodies[place], place, tuple(path), noted(bodies, **given)))


def head(place=WAGER, key=KEY, private=LOG, **changes):
    made = SignedHead(key.name, place + 1, b"s" * 32, BODIES[place])._replace(**changes)
    return str(made.signed(key, private))


def changed(text, line, new):
    lines = text.split("\n")
    lines[line] = new(lines[line]) if callable(new) else new
    return "\n".join(lines)


def flipped(line, place=40):
    return line[:place] + ("A" if line[place] != "A" else "B") + line[place + 1 :]


TEXT, HEAD = receipt(), head()
LINES = TEXT.split("\n")
NOTE = LINES.index("") + 1  # where the checkpoint begins
SIGNED = LINES.index("", NOTE) + 1  # and its signatures
STAKED = BODIES[WAGER].replace(b'"stake":500', b'"stake":900')
ZERO = b64encode(bytes(32)).decode()


def forged():
    """Name, text, why, and some of the words in which the stand-alone file says so."""
    yield (
        "the stake was changed",
        changed(TEXT, 1, f"extra {b64encode(STAKED).decode()}"),
        "proof-wrong",
        "not in the log",
    )
    yield "it is said to be another entry", changed(TEXT, 2, "index 3"), "proof-wrong", "not in the log"
    yield "a hash of the proof was changed", changed(TEXT, 3, ZERO), "proof-wrong", "not in the log"
    yield "a hash of the proof is missing", TEXT.replace(LINES[3] + "\n", "", 1), "proof-short", "too short"
    yield (
        "the proof has too many hashes",
        changed(TEXT, 3, f"{ZERO}\n{ZERO}\n{ZERO}\n{ZERO}\n{ZERO}"),
        "proof-long",
        "too long",
    )
    yield "its place is behind the end", changed(TEXT, 2, "index 7"), "no-place", "no such entry"
    yield "a line of the proof is not a hash", changed(TEXT, 3, "rubbish"), "not-hash", "not a hash"
    yield "the size was changed", changed(TEXT, NOTE + 1, "8"), "forged", "forged"
    yield "the root was changed", changed(TEXT, NOTE + 2, ZERO), "forged", "forged"
    yield "the signature was changed", changed(TEXT, SIGNED, flipped), "forged", "forged"
    yield "the signature is missing", TEXT.replace(LINES[SIGNED] + "\n", "", 1), "unsigned", "not signed"
    yield "somebody else's key signed it", receipt(key=THIEF, private=OTHER), "unsigned", "not signed"
    yield "it is of another log", receipt(key=ALIEN), "log-unknown", "is not trusted"
    yield "it is renamed to this log", receipt(key=ALIEN).replace(ALIEN.name, KEY.name), "unsigned", "not signed"
    yield "a signature is rubbish", changed(TEXT, SIGNED, "— x"), "not-signature", "not a signature"
    yield "a signature is not base64", changed(TEXT, SIGNED, f"— {KEY.name} !!!!"), "not-signature", "not a signature"
    yield "a cosignature was changed", changed(TEXT, SIGNED + 1, flipped), "cosignature-forged", "is forged"
    yield (
        "a cosignature has another time",
        changed(TEXT, SIGNED + 1, lambda line: flipped(line, 38)),
        "cosignature-forged",
        "is forged",
    )
    yield "there is no entry in it", TEXT.replace(LINES[1] + "\n", "", 1), "no-entry", "does not contain its entry"
    yield "there is no checkpoint in it", TEXT[: TEXT.index("\n\n") + 2], "not-checkpoint", "not a checkpoint"
    yield "a signed head is its checkpoint", "\n".join(LINES[:NOTE]) + "\n" + HEAD, "not-checkpoint", "not a checkpoint"
    yield "it is not a receipt", "a voucher\n\n", "not-receipt", "not a receipt"
    yield (
        "the log itself numbered it wrongly",
        receipt(bodies=[*BODIES[:2], body(9, EVENTS[2]), *BODIES[3:]]),
        "misplaced",
        "is in its place",
    )
    yield "the log itself has rubbish there", receipt(bodies=[*BODIES[:2], b"rubbish", *BODIES[3:]]), "unreadable", ""
    yield "the promised stake was changed", HEAD.replace('"stake":500', '"stake":900'), "forged", "forged"
    yield "the promised number was changed", changed(HEAD, 2, "4"), "forged", "forged"
    yield "the history before was changed", changed(HEAD, 3, ZERO), "forged", "forged"
    yield "another log promised it", head(key=ALIEN), "log-unknown", "is not trusted"
    yield "somebody else promised it", head(key=THIEF, private=OTHER), "unsigned", "not signed"
    yield (
        "a promise is cut off",
        "\n".join(HEAD.split("\n")[:4]) + "\n" + HEAD[HEAD.index("\n\n") + 1 :],
        "not-head",
        "not a signed head",
    )
    yield "it was promised as another entry", head(seq=4), "misplaced", "is in its place"


def vectors():
    keys = {"logs": [str(KEY)], "witnesses": [str(one) for one in WITNESS_KEYS]}
    base = {**keys, "least": 0, "why": "", "words": ""}
    whole = [receipt(place) for place in range(len(BODIES))]
    yield base | {"name": "a wager that two witnesses saw", "texts": [TEXT], "least": 2}
    yield base | {"name": "a wager that was promised", "texts": [HEAD]}
    yield base | {"name": "a whole round", "texts": whole, "least": 2}
    yield base | {"name": "a round and the promise of its wager", "texts": [*whole, HEAD]}
    for name, text, why, words in forged():
        yield base | {"name": name, "texts": [text], "why": why, "words": words}
    few = {"least": 2, "why": "witnesses", "words": "required"}
    yield base | {"name": "only one witness saw it", "texts": [receipt(seen=WITNESSES[:1])], **few}
    yield base | {"name": "nobody has seen a promise", "texts": [HEAD], **few}
    twice = key_of("another.example/name", WITNESSES[0], COSIGNATURE)
    note = noted(seen=WITNESSES[:1])
    note = note._replace(signatures=(*note.signatures, cosigned(note, twice, WITNESSES[0], SEEN_S)))
    double = LINES[:NOTE] + str(note).split("\n")
    yield base | {
        "name": "one witness under two names", "texts": ["\n".join(double)],
        "witnesses": [str(WITNESS_KEYS[0]), str(twice)], **few,
    }  # fmt: skip
    lie = head(entry=STAKED)
    two = {"why": "two-entries", "words": "two different entries"}
    yield base | {"name": "another wager was promised than is in the log", "texts": [TEXT, lie], **two}
    yield base | {
        "name": "receipts of two tables", "texts": [TEXT, receipt(ROLL, key=ALIEN)], "logs": [str(KEY), str(ALIEN)],
        "why": "two-logs", "words": "more than one log",
    }  # fmt: skip


if __name__ == "__main__":
    FILE.write_text(json.dumps(list(vectors()), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
