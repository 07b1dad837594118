"""Films of pages: frames as the browser gives them, put together as one animated picture (WebP, RFC 9649)."""

import struct
import time
from base64 import b64decode
from itertools import pairwise
from typing import NamedTuple

EVERY_S = 0.2
QUALITY = 34
WIDE = 560  # with this quality a round of some 65 frames stays below 2 MB
ANIMATED = 2
PICTURE = (b"VP8 ", b"VP8L", b"ALPH")
HEAD = struct.Struct("<4sI4s")
CHUNK = struct.Struct("<4sI")


class Frame(NamedTuple):
    """`at_s` is when it was taken."""

    at_s: float
    picture: bytes


class Film:
    """Of one page, for as long as somebody asks for frames."""

    def __init__(self, page):
        self._page, self.frames = page, []
        self._session = page.context.new_cdp_session(page)
        size = page.viewport_size
        self.size = (WIDE, round(size["height"] * WIDE / size["width"]))
        clip = {"x": 0, "y": 0, **size, "scale": WIDE / size["width"]}
        self._asked = {"format": "webp", "quality": QUALITY, "clip": clip, "optimizeForSpeed": True}

    def shoot(self):
        taken = self._session.send("Page.captureScreenshot", self._asked)
        self.frames.append(Frame(time.monotonic(), b64decode(taken["data"])))

    def roll(self, until, *, most_s=60.0):
        """A frame each 200 ms, or as soon after as the machine can, until the page says so."""
        end_s = time.monotonic() + most_s
        while not self._page.evaluate(until) and time.monotonic() < end_s:
            begin_s = time.monotonic()
            self.shoot()
            self._page.wait_for_timeout(max(0.0, EVERY_S - (time.monotonic() - begin_s)) * 1e3)
        assert self._page.evaluate(until), until

    def animated(self, last_s=2.0):
        """Each frame stays until the next was taken; frames that are alike are one."""
        frames = [self.frames[0]]
        frames += [later for earlier, later in pairwise(self.frames) if later.picture != earlier.picture]
        ends_s = [one.at_s for one in frames[1:]] + [frames[-1].at_s + last_s]
        shown = [(one.picture, round((end_s - one.at_s) * 1e3)) for one, end_s in zip(frames, ends_s, strict=True)]
        return animated(*self.size, shown)


def animated(width, height, frames):
    """Whole frames one after the other, for ever; frames are (picture, milliseconds)."""
    wide = _three(width - 1) + _three(height - 1)
    told = [_chunk(b"VP8X", struct.pack("<I", ANIMATED) + wide), _chunk(b"ANIM", struct.pack("<IH", 0, 0))]
    for picture, shown_ms in frames:
        place = _three(0) * 2 + wide + _three(shown_ms) + b"\2"  # laid over what was there without blending
        told.append(_chunk(b"ANMF", place + b"".join(_chunk(*one) for one in chunks(picture) if one[0] in PICTURE)))
    body = b"".join(told)
    return HEAD.pack(b"RIFF", 4 + len(body), b"WEBP") + body


def chunks(picture):
    """Of a WebP file, by name."""
    kind, length, form = HEAD.unpack_from(picture)
    assert (kind, form, length + 8) == (b"RIFF", b"WEBP", len(picture)), "no WebP"
    at = HEAD.size
    while at < len(picture):
        name, size = CHUNK.unpack_from(picture, at)
        yield name, picture[at + CHUNK.size : at + CHUNK.size + size]
        at += CHUNK.size + size + size % 2


def _chunk(name, data):
    return CHUNK.pack(name, len(data)) + data + b"\0" * (len(data) % 2)


def _three(number):
    return struct.pack("<I", number)[:3]
