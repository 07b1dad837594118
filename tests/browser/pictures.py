"""Pictures of pages, for `make screens`, which says so by TAISAI_PICTURES: whoever changes a look, looks."""

from pathlib import Path

from browser.measures import resize
from browser.pages import LOOKED_AT, SIZES

FOLDER = Path(__file__).parents[2] / "screens"
PICTURED = SIZES | {"sideways": (844, 390), "laptop": (683, 384)}  # a phone on its side, a laptop at 200 %
PNG = b"\x89PNG\r\n\x1a\n"


def shoot(page, name, *sizes):
    if not LOOKED_AT:
        return
    FOLDER.mkdir(exist_ok=True)
    for size in sizes:
        resize(page, PICTURED[size])
        page.evaluate("document.fonts.ready")
        picture = FOLDER / f"{name}.{size}.png"
        page.screenshot(path=picture)
        assert picture.read_bytes().startswith(PNG)
