"""The page that checks receipts: one file that loads nothing, also with receipts in it, so that it can be kept."""

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from taisai.server.pages import FOLDER

FILE: Final = FOLDER / "verify.html"
HOLDER: Final = '<script type="text/plain" id="receipts">'
_INLINE: Final = re.compile(r"<(script|style)(?: type=\"module\")?>(.*?)</\1>", re.DOTALL)


class VerifyPage(NamedTuple):
    """`policy` lets its own script and style run and nothing be asked for, from whomever."""

    text: str
    policy: str

    def holding(self, archive: bytes) -> bytes:
        """With an archive of receipts in it."""
        return self.text.replace(HOLDER, HOLDER + b64encode(archive).decode(), 1).encode()


def verify_page() -> VerifyPage | None:
    """None where the screens are not built."""
    return _read(FILE.stat().st_mtime_ns) if FILE.is_file() else None


@lru_cache(maxsize=1)
def _read(_: int) -> VerifyPage:
    text = FILE.read_text(encoding="utf-8")
    hashes = {"script": list[str](), "style": list[str]()}
    for kind, content in _INLINE.findall(text):
        hashes[kind].append(f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'")
    allowed = "; ".join(f"{kind}-src {' '.join(found)}" for kind, found in hashes.items())
    return VerifyPage(
        text, f"default-src 'none'; {allowed}; img-src data:; font-src data:; frame-ancestors 'none'; base-uri 'none'"
    )
