"""A font of our own that has the signs it is asked for, each as wide as no other font has it: what is drawn with it, no
font before it had. So what fonts a machine has makes no difference."""

import struct
from math import log2

WIDE = 10_000
UNITS = 100


def font(signs):
    """As a TrueType file."""
    codes = sorted(map(ord, {*signs}))
    groups = b"".join(struct.pack(">3I", code, code, 1) for code in codes)
    cmap = struct.pack(">4HI2H3I", 0, 1, 3, 10, 12, 12, 0, 16 + len(groups), 0, len(codes)) + groups
    tables = {
        b"OS/2": _os2(codes),
        b"cmap": cmap,
        b"glyf": bytes(4),
        b"head": struct.pack(">4I2H16x4h2H3h", 1 << 16, 0, 0, 0x5F0F3CF5, 0, UNITS, 0, -20, WIDE, 80, 0, 8, 2, 0, 0),
        b"hhea": struct.pack(">I3hH11hH", 1 << 16, 80, -20, 0, WIDE, *[0] * 3, 1, *[0] * 7, 2),
        b"hmtx": struct.pack(">HhHh", WIDE, 0, WIDE, 0),
        b"loca": bytes(6),
        b"maxp": struct.pack(">I14H", 1 << 16, 2, *[0] * 4, 1, *[0] * 8),
        b"name": struct.pack(">3H", 0, 0, 6),
        b"post": struct.pack(">I28x", 3 << 16),
    }
    return _file(tables)


def _os2(codes):
    edges = [min(one, 0xFFFF) for one in (codes[0], codes[-1])]
    styles = struct.pack(">Hh3H11h10x4I4s", 0, WIDE, 400, 5, 0, *[0] * 11, *[0] * 4, b"TEST")
    return styles + struct.pack(">3H3h2H", 0x40, *edges, 80, -20, 0, 80, 20)


def _file(tables):
    count, steps = len(tables), int(log2(len(tables)))
    head = struct.pack(">I4H", 1 << 16, count, 16 << steps, steps, 16 * count - (16 << steps))
    places, body, at = b"", b"", len(head) + 16 * count
    for name, data in sorted(tables.items()):
        whole = data + bytes(-len(data) % 4)
        total = sum(struct.unpack(f">{len(whole) // 4}I", whole)) & 0xFFFFFFFF
        places += struct.pack(">4s3I", name, total, at + len(body), len(data))
        body += whole
    return head + places + body
