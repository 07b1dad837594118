"""Pages of plain text as a PDF, in a monospaced font that every reader has."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

WIDTH, HEIGHT = 842, 595  # A4 landscape, in points
MARGIN, SIZE, LEAD = 36, 8, 10
COLUMNS: Final = (WIDTH - 2 * MARGIN) * 5 // (3 * SIZE)  # width of a character, relative to its size
LINES: Final = (HEIGHT - 2 * MARGIN) // LEAD


def pdf(lines: Sequence[str]) -> bytes:
    """Return a PDF with as many pages as needed. Characters outside Latin-1 become question marks."""
    lines = [part for line in lines for part in wrap(line, COLUMNS, drop_whitespace=False) or [""]]
    pages = [lines[at : at + LINES] for at in range(0, max(1, len(lines)), LINES)]
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ]
    for place, page in enumerate(pages):
        content = _content(page)
        objects += [_page(5 + 2 * place), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)]
    return _file(objects)


def _page(content: int) -> bytes:
    font = "<< /Font << /F 3 0 R >> >>"
    box = f"[0 0 {WIDTH} {HEIGHT}]"
    return f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {font} /Contents {content} 0 R >>".encode()


def _content(lines: Iterable[str]) -> bytes:
    shown = b"".join(b"(%s) Tj T*\n" % _escaped(line) for line in lines)
    return b"BT /F %d Tf %d TL %d %d Td\n%sET" % (SIZE, LEAD, MARGIN, HEIGHT - MARGIN - SIZE, shown)


def _escaped(text: str) -> bytes:
    plain = text.encode("cp1252", "replace")
    return plain.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


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
