"""The page that verifies receipts: one file that loads nothing, so that it can be saved with receipts inside."""

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
    """The page. `policy` allows its own script and style, and no requests at all."""

    text: str
    policy: str

    def holding(self, archive: bytes) -> bytes:
        """Return the page with an archive of receipts inside."""
        return self.text.replace(HOLDER, HOLDER + b64encode(archive).decode(), 1).encode()


def verify_page() -> VerifyPage | None:
    """Return the page, or None if the screens are not built."""
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
