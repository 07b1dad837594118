"""Makes the subsets of Noto fonts that the screens carry, so that they need none of the machine's.

    python web/scripts/fonts.py FOLDER

FOLDER holds the packages @fontsource/noto-sans-sc, -tc, -symbols, -symbols-2 and -math as npm has them (npm pack, then
unpacked as FOLDER/noto-sans-sc and so on). It takes fonttools and brotli. Run it when a message has a new sign; the
test tests/browser/test_fonts.py says which one is missing.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

WEB = Path(__file__).parents[1] / "src"
OUT = WEB / "theme" / "fonts"
VERIFY = WEB / "verify"
NAMES = WEB / "i18n" / "languages.ts"
HAN = "U+2E80-9FFF, U+FF00-FFEF"  # missing characters come from the next font; each character would need 8 kB of CSS
USUAL = [f"[{number}]" for number in range(117, 120)]  # the slices of the most frequent characters


def used() -> set[str]:
    """Return every character in messages and sources that Inter lacks."""
    kinds = ("*.json", "*.svelte", "*.ts")
    texts = (path.read_text() for kind in kinds for path in WEB.rglob(kind))
    return {sign for text in texts for sign in text if ord(sign) > 0x24F}


def usual(folder: Path, package: str) -> Iterator[str]:
    slices = json.loads((folder / package / "unicode.json").read_text())
    for name in USUAL:
        for part in slices.get(name, "").split(","):
            low, _, high = part.strip().removeprefix("U+").partition("-")
            if low:
                yield from map(chr, range(int(low, 16), int(high or low, 16) + 1))


def cut(source: Path, name: str, signs: set[str]) -> set[str]:
    """Write the characters that the font has; return them."""
    font = TTFont(source)
    found = sorted(signs & set(map(chr, font.getBestCmap())))
    options = subset.Options(
        flavor="woff2", layout_features=[], hinting=False, desubroutinize=True, notdef_outline=False
    )
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(found))
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(OUT / f"{name}.woff2")
    return set(found)


def verifying(folder: Path) -> None:
    """Write the subset for the single-file page that checks receipts: only its own characters, in one weight."""
    css = ["/* Made by scripts/fonts.py. */\n"]
    for family, package, part, language in (
        ("Taisai Hans", "noto-sans-sc", "chinese-simplified", "zh-Hans"),
        ("Taisai Hant", "noto-sans-tc", "chinese-traditional", "zh-Hant"),
    ):
        words = (WEB / "i18n" / "messages" / "verify" / f"{language}.json").read_text()
        signs = {sign for sign in words + NAMES.read_text() if "\u2e80" <= sign <= "\uffef"}
        source = folder / package / "files" / f"{package}-{part}-400-normal.woff2"
        file = f"verify-{package.removeprefix('noto-sans-')}"
        cut(source, file, signs)
        css.append(face(family, "100 900", file, HAN).replace("./fonts", "../theme/fonts"))
    (VERIFY / "fonts.css").write_text("".join(css))


def each(signs: set[str]) -> str:
    return ", ".join(f"U+{ord(sign):X}" for sign in sorted(signs))


def face(family: str, weight: str, file: str, ranges: str) -> str:
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-display: swap; '
        f'src: url("./fonts/{file}.woff2") format("woff2"); unicode-range: {ranges}; }}\n'
    )


def main(folder: Path) -> None:
    OUT.mkdir(exist_ok=True)
    wanted, css = used(), ["/* Made by scripts/fonts.py. */\n"]
    rest = set(wanted)
    for package, slice_ in (
        ("noto-sans-symbols-2", "symbols"),
        ("noto-sans-symbols", "symbols"),
        ("noto-sans-math", "latin"),
    ):
        (source,) = (folder / package / "files").glob(f"{package}-{slice_}-400-normal.woff2")
        signs = cut(source, f"signs-{package.removeprefix('noto-sans-')}", rest)
        rest -= signs
        css.append(face("Taisai Signs", "400 700", f"signs-{package.removeprefix('noto-sans-')}", each(signs)))
    for family, package, part in (
        ("Taisai Hans", "noto-sans-sc", "chinese-simplified"),
        ("Taisai Hant", "noto-sans-tc", "chinese-traditional"),
    ):
        signs = {sign for sign in wanted | set(usual(folder, package)) if "\u2e80" <= sign <= "\uffef"}
        for weight, weights in ((400, "100 500"), (700, "600 900")):
            file = f"{package.removeprefix('noto-sans-')}-{weight}"
            found = cut(folder / package / "files" / f"{package}-{part}-{weight}-normal.woff2", file, signs)
            css.append(face(family, weights, file, HAN))
        rest -= found
    (OUT.parent / "subsets.css").write_text("".join(css))
    verifying(folder)
    print("not found:", "".join(sorted(rest)) or "nothing")


main(Path(sys.argv[1]))
