"""Pages of plain text as a PDF, in fonts that every reader has: Courier, and Song for Chinese."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final
from unicodedata import normalize

from rich.cells import cell_len, chop_cells

WIDTH, HEIGHT = 842, 595  # A4 landscape, in points
MARGIN, SIZE, LEAD = 36, 8, 10
WIDE_SIZE: Final = SIZE * 6 / 5  # a wide character takes two columns
COLUMNS: Final = (WIDTH - 2 * MARGIN) * 5 // (3 * SIZE)  # a character is 0.6 of its size wide
LINES: Final = (HEIGHT - 2 * MARGIN) // LEAD
FONTS: Final = (
    b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>",
    (
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /FontDescriptor 6 0 R"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>"
    ),
    (
        b"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0"
        b" /Ascent 752 /Descent -271 /CapHeight 737 /StemV 58 >>"
    ),
)
FIRST_PAGE: Final = 3 + len(FONTS)


def pdf(lines: Sequence[str]) -> bytes:
    """Return as many pages as needed. A letter that neither font has loses its accents, or is a question mark."""
    lines = [part for line in lines for part in _wrapped(line)]
    pages = [lines[at : at + LINES] for at in range(0, max(1, len(lines)), LINES)]
    kids = " ".join(f"{FIRST_PAGE + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *FONTS,
    ]
    for place, page in enumerate(pages):
        content = _content(page)
        number = FIRST_PAGE + 1 + 2 * place
        objects += [_page(number), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)]
    return _file(objects)


def _wrapped(line: str) -> list[str]:
    """Return the lines of a line that is too long. Chinese has no spaces to break at."""
    if cell_len(line) == len(line):
        return wrap(line, COLUMNS, drop_whitespace=False) or [""]
    return chop_cells(line, COLUMNS)


def _page(content: int) -> bytes:
    fonts = "<< /Font << /F 3 0 R /W 4 0 R >> >>"
    box = f"[0 0 {WIDTH} {HEIGHT}]"
    return f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {fonts} /Contents {content} 0 R >>".encode()


def _content(lines: Iterable[str]) -> bytes:
    shown = b"".join(_shown(line) + b"T*\n" for line in lines)
    return b"BT /F %d Tf %d TL %d %d Td\n%sET" % (SIZE, LEAD, MARGIN, HEIGHT - MARGIN - SIZE, shown)


def _shown(line: str) -> bytes:
    runs = groupby(line, key=_is_wide)
    return b"".join((_in_song if wide else _in_courier)("".join(letters)) for wide, letters in runs)


def _is_wide(letter: str) -> bool:
    return cell_len(letter) == 2 and ord(letter) < 2**16


def _in_song(text: str) -> bytes:
    hexed = text.encode("utf-16-be").hex().encode()
    return b"/W %.1f Tf <%s> Tj /F %d Tf " % (WIDE_SIZE, hexed, SIZE)


def _in_courier(text: str) -> bytes:
    plain = "".join(map(_western, text)).encode("cp1252", "replace")
    return b"(%s) Tj " % plain.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _western(letter: str) -> str:
    """Return a letter of western Europe as it is, and the base letter of any other that has accents."""
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return normalize("NFKD", letter)[0]
    return letter


def _file(objects: Sequence[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
