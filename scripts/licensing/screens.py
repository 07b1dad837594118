"""Licences of everything in the screens: packages, fonts, pictures."""

import json
import re

from licensing.licensed import UNKNOWN, Licensed, by_text
from pages.writing import ROOT

WEB = ROOT / "web"
PICTURES = (".svg", ".png", ".ico", ".jpg", ".webp", ".woff2", ".mp3", ".ogg", ".wav")
IMPORTED = re.compile(r"""(?:from|import|import\(|url\()\s*["']((?:@[\w-]+/)?[a-z][\w.-]*)(?:/[^"']*)?["']""")


def packages() -> list[Licensed]:
    """Return the packages that the sources import, with their dependencies."""
    known = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found, waiting = {}, sorted(_imported())
    while waiting:
        name = waiting.pop()
        package = known[f"node_modules/{name}"]
        found[name] = Licensed(f"{name} {package['version']}", package.get("license", UNKNOWN))
        waiting += [other for other in package.get("dependencies", {}) if other not in found]
    return [found[name] for name in sorted(found)]


def _imported() -> set[str]:
    files = (path for path in (WEB / "src").rglob("*") if path.suffix in {".ts", ".svelte", ".css"})
    return {name for path in files for name in IMPORTED.findall(path.read_text(encoding="utf-8"))}


def fonts() -> list[Licensed]:
    """Return the fonts, by the licence texts delivered with them."""
    texts = sorted((WEB / "public" / "assets" / "licences").iterdir())
    return [Licensed(path.stem, by_text(path.read_text(encoding="utf-8"))) for path in texts]


def pictures() -> list[Licensed]:
    """Return the pictures: all are our own, except subsets of fonts, whose licence is with the fonts."""
    places = (WEB / "public", WEB / "src", ROOT / "docs" / "pictures")
    files = sorted(
        path for place in places for path in place.rglob("*") if path.suffix in PICTURES and path.parent.name != "fonts"
    )
    return [Licensed(str(path.relative_to(ROOT)), "Apache-2.0") for path in files]
