"""Texts that are almost JSON, or JSON that nobody should send."""

import json

DEEP = 5_000
LARGE = 16_000  # bytes; a message may have 16 kB
NUMBERS = (
    "1e400", "-1e400", "NaN", "Infinity", "-0", "-0.0", "1.0", "1e2", "0x10", "01", "+1", ".5", "1.", "1_0", "9" * 400,
    "-" + "9" * 19, "9223372036854775807", "9223372036854775808", "18446744073709551616", "1000000000000001",
    "4.9e-324", "1E+2", "١", "２",
)  # fmt: skip
TEXTS = (
    "", " ", "\0", "\x1b[2J", "\u202e", "\ud800", "\udfff\ud800", "\ufeff", "\ufffe", "\U0010ffff", "e\u0301" * 50,
    "ﷺ" * 100, "🎲" * 200, "a" * 10_000, "../../keys/voucher.key", "'; DROP TABLE batch; --", "${jndi:x}", "{{7*7}}",
    "%s%n", "<script>", "__class__", "constructor", "null", "true", "H", "E", "C", "big", "1-2-3",
)  # fmt: skip
ODD = (None, True, False, 0, -1, 1.5, 10**30, "", "1", [], {}, [[]], {"do": "open-bets"}, [None], {"": ""})


def deep(dice, _):
    opening, closing = dice.choice((("[", "]"), ('{"a":', "}"), ('[{"is":', "}]")))
    depth = dice.choice((200, 1_000, DEEP))
    return (opening * depth + dice.choice(("1", "")) + closing * dice.choice((0, depth, depth - 1))).encode()


def numbers(dice, text):
    """A number of a good message is another one."""
    digits = [place for place, sign in enumerate(text) if chr(sign).isdigit() and not chr(text[place - 1]).isalnum()]
    place = dice.choice(digits) if digits else len(text)
    return text[:place] + dice.choice(NUMBERS).encode() + text[place + 1 :]


def words(dice, text):
    """A string of a good message is another one, escaped or as it is."""
    parts = text.split(b'"')
    place = dice.randrange(1, len(parts), 2) if len(parts) > 2 else 0
    told = dice.choice(TEXTS)
    plain = json.dumps(told)[1:-1] if dice.random() < 0.5 else told.replace('"', "")
    parts[place] = plain.encode("utf-8", "surrogatepass")
    return b'"'.join(parts)


def doubled(dice, text):
    """A key comes twice, with another value."""
    keys = (
        b'"is":"ping"',
        b'"id":"other"',
        b'"command":{"do":"open-bets"}',
        b'"round":-1',
        b'"do":"cash-out"',
        b'"seat":2',
    )
    place = dice.choice([place for place, sign in enumerate(text) if sign in b"{"] or [0])
    return text[: place + 1] + dice.choice(keys) + b"," + text[place + 1 :]


def cut(dice, text):
    return text[: dice.randrange(len(text))]


def flipped(dice, text):
    changed = bytearray(text)
    for _ in range(dice.randint(1, 4)):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(7)
    return bytes(changed)


def torn(dice, text):
    """Bytes are missing, doubled, or in another place."""
    one, other = sorted(dice.randrange(len(text)) for _ in range(2))
    return dice.choice((text[:one] + text[other:], text[:other] + text[one:], text[other:] + text[:one]))


def large(dice, text):
    filling = dice.choice((b" ", b"\n", b"\t"))
    return text[:1] + filling * dice.choice((1_000, LARGE - len(text))) + text[1:]


def odd(dice, _):
    return json.dumps(dice.choice(ODD)).encode()


WAYS = (deep, numbers, words, doubled, cut, flipped, torn, large, odd)


def ends_a_connection(message):
    """What is not text, or is too long, so that it is sent alone."""
    try:
        message.decode()
    except UnicodeDecodeError:
        return True
    return len(message) > LARGE
