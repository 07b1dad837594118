"""Frames on a socket that are not as its protocol wants them, or too many of those that are."""

import json
import struct

from server.transport.running import BINARY, CLOSE, PING, PONG, TEXT, frame

CONTINUED = 0
PING_TEXT = json.dumps({"is": "ping", "at": 1}).encode()
LARGE = 70_000  # bytes; a message may have 16 kB


def unmasked(dice):
    payload = PING_TEXT * dice.randint(0, 1)
    return bytes([0x80 | dice.choice((TEXT, BINARY, PING, CLOSE)), len(payload)]) + payload


def reserved(dice):
    return frame(TEXT, PING_TEXT, reserved=dice.randint(1, 7))


def unknown_opcode(dice):
    return frame(dice.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)), PING_TEXT)


def fragments(dice):
    """Of one message, with control frames between them, an end or none, or no beginning."""
    cuts = sorted(dice.randrange(len(PING_TEXT)) for _ in range(dice.randint(1, 6)))
    parts = [PING_TEXT[one:other] for one, other in zip([0, *cuts], [*cuts, len(PING_TEXT)], strict=True)]
    made = []
    for place, part in enumerate(parts):
        opcode = TEXT if place == 0 and dice.random() < 0.9 else dice.choice((CONTINUED, CONTINUED, CONTINUED, TEXT))
        made.append(frame(opcode, part, fin=place == len(parts) - 1 and dice.random() < 0.8))
        if dice.random() < 0.3:
            made.append(frame(dice.choice((PING, PONG)), b"between"))
    return b"".join(made)


def endless_fragments(dice):
    """More of one message than any may have."""
    part = frame(CONTINUED, b" " * 1_000, fin=False)
    return frame(TEXT, b"{", fin=False) + part * dice.choice((10, 100, 300))


def large(dice):
    return frame(dice.choice((TEXT, BINARY)), b" " * LARGE)


def length_lies(dice):
    """Far more is said to come than comes, or the long way is taken to say little."""
    head = 0x80 | dice.choice((TEXT, PING))
    size = dice.choice((2**63, 2**63 - 1, 2**32, 10, 65_535, 0))
    return bytes([head, 0xFF]) + struct.pack("!Q", size) + b"\1\2\3\4" + b"x" * 20


def long_control(dice):
    return frame(dice.choice((PING, PONG, CLOSE)), b"x" * dice.choice((126, 1_000, 65_536)))


def split_control(dice):
    return frame(dice.choice((PING, PONG, CLOSE)), b"x", fin=False)


def odd_close(dice):
    code = dice.choice((0, 999, 1000, 1004, 1005, 1006, 1015, 2999, 4000, 65_535))
    said = struct.pack("!H", code) + dice.choice((b"", b"bye", b"\xff\xfe", b"x" * 123))
    return frame(CLOSE, dice.choice((said, b"", b"\x03")))


def no_text(dice):
    return frame(TEXT, dice.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"{\xe2\x82")))


def ping_flood(dice):
    return frame(PING, b"x" * dice.choice((0, 125))) * dice.choice((100, 1_000))


def empty_flood(dice):
    return frame(dice.choice((TEXT, PONG)), b"") * 200


def noise(dice):
    return dice.randbytes(dice.randint(1, 300))


def flipped(dice):
    """A good frame with a bit that is not."""
    made = bytearray(frame(TEXT, PING_TEXT))
    made[dice.randrange(len(made))] ^= 1 << dice.randrange(8)
    return bytes(made)


WAYS = (
    unmasked, reserved, unknown_opcode, fragments, endless_fragments, large, length_lies, long_control, split_control,
    odd_close, no_text, ping_flood, empty_flood, noise, flipped,
)  # fmt: skip
