"""Writes src/glyphs.ts: the outlines of the characters printed on the felt, from Noto Serif TC (SIL OFL 1.1).

Run by hand, with fonttools and brotli installed, against the npm package @fontsource/noto-serif-tc:

    python scripts/glyphs.py path/to/@fontsource/noto-serif-tc > src/glyphs.ts
"""

import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

WANTED = "大小單雙圍骰全一二三四五六"
SIZE = 100


def main(folder: Path) -> None:
    paths: dict[str, str] = {}
    for file in sorted((folder / "files").glob("*-900-normal.woff2")):
        font = TTFont(file)
        known = font.getBestCmap()
        scale, ascent = SIZE / font["head"].unitsPerEm, font["OS/2"].sTypoAscender
        for glyph in WANTED:
            if ord(glyph) in known and glyph not in paths:
                pen = SVGPathPen(None, ntos=lambda number: f"{round(number, 1):g}")
                font.getGlyphSet()[known[ord(glyph)]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, ascent * scale)))
                paths[glyph] = pen.getCommands()
    print(
        "/* Outlines of Noto Serif TC Black, in a square of 100; public/assets/licences/noto-serif-tc.txt. Made by scripts/glyphs.py. */"
    )
    print("export const GLYPHS = {")
    for glyph in WANTED:
        print(f'  "{glyph}": "{paths[glyph]}",')
    print("} as const;\n\nexport type Glyph = keyof typeof GLYPHS;")


main(Path(sys.argv[1]))
