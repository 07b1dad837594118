"""Kept journals of tables as lists of entries, and ways to forge them: everything is sealed again afterwards."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from taisai.journal.export import exported
from taisai.journal.verify_taisai import TABLE_KINDS, Money

KEPT = sorted((Path(__file__).parent / "kept").glob("table-*.jsonl"))


class Told(NamedTuple):
    """An event, the role of whoever caused it, the order that did (what it caused was written at once), and when."""

    event: dict
    role: str
    cause: str = ""
    at: str = "2026-11-16T03:00:00Z"

    @property
    def name(self):
        return f"a {self.role}"


def told(path):
    entries = [json.loads(entry.body) for entry in exported(path.read_bytes().splitlines(keepends=True))]
    return [Told(entry["event"], entry["by"]["role"], entry["cause"], entry["at"]) for entry in entries]


def kept(name):
    (path,) = (path for path in KEPT if path.stem == name)
    return told(path)


def fed(entries):
    """As the stand-alone verifier reads them; it raises what it finds."""
    money = Money()
    for seq, one in enumerate(entries, 1):
        money.feed(seq, one.event, one.role, one.name, one.at)
    return money


def place_of(entries, kind, number=0):
    return [place for place, one in enumerate(entries) if one.event["is"] == kind][number]


def edited(name, *changes):
    """Of a kept journal the n-th event of a kind with other fields or by another role, told so many times, or put
    before the n-th event of another kind."""
    entries = kept(name)
    for kind, number, change in changes:
        place = place_of(entries, kind, number)
        one = entries[place]
        match change:
            case dict():
                entries[place] = one._replace(event=one.event | change)
            case str():
                entries[place] = one._replace(role=change)
            case int():
                entries[place : place + 1] = [one] * change
            case (other, of_these):
                del entries[place]
                entries.insert(place_of(entries, other, of_these), one)
    return entries


def inserted(name, kind, number, *new):
    """Before the n-th event of a kind."""
    entries = kept(name)
    place = place_of(entries, kind, number)
    return [*entries[:place], *new, *entries[place:]]


def ends(entries):
    """After how many entries an order was written, and all that it caused."""
    return [at for at in range(1, len(entries)) if not entries[at].cause or entries[at].cause != entries[at - 1].cause]


def lit(entries, roll):
    return [spot for spot, odds in entries[0].event["wins"].items() if roll in odds]


def export_of(entries):
    """An export with fitting seals, as a forger would make it who knows everything but the key."""
    return framed([*bodies(entries)], entries[0].event.get("table", "T1"))


def header(entries, table="T1", **changes):
    told = {"taisai-export": "1.0", "hash": "sha256", "table": table, "entries": entries, "every_s": 60} | changes
    return b"h " + json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def framed(some, table="T1"):
    """The lines of an export of these bodies, whatever they say."""
    lines, last = [header(len(some), table)], bytes(32)
    for body in some:
        last = hashlib.sha256(last + body).digest()
        lines.append(b"e " + last.hex().encode() + b" " + body + b"\n")
    return lines


def body_of(line):
    return line[67:-1]


def resealed(lines):
    """The same lines with seals that fit again."""
    first = next(place for place, line in enumerate(lines) if line.startswith(b"e "))
    made = framed([body_of(line) for line in lines[first:]])
    return [*lines[:first], *made[1:]]


def bodies(entries):
    for seq, one in enumerate(entries, 1):
        by = {"name": one.name, "role": one.role}
        envelope = {"seq": seq, "at": one.at, "by": by, "cause": f"c-{seq}", "digest": ""}
        yield json.dumps(envelope | {"event": formed(one.event)}, separators=(",", ":"), ensure_ascii=False).encode()


def formed(event):
    """With the keys of its kind in their order and of their types, as a forger writes it who knows the form."""
    keys, types = TABLE_KINDS.get(event["is"], ((*event,), {(str,) * len(event)}))
    return {key: event.get(key, made()) for key, made in zip(keys, min(types, key=str), strict=True)}
