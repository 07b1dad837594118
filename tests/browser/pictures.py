"""Pictures of pages, for `make screens`, which says so by TAISAI_PICTURES: whoever changes a look, looks."""

import os
from pathlib import Path

from browser.making import SIZES
from browser.measures import resize

FOLDER = Path(__file__).parents[2] / "screens"
PNG = b"\x89PNG\r\n\x1a\n"


def shoot(page, name, *sizes):
    if "TAISAI_PICTURES" not in os.environ:
        return
    FOLDER.mkdir(exist_ok=True)
    for size in sizes:
        resize(page, SIZES[size])
        page.evaluate("document.fonts.ready")
        picture = FOLDER / f"{name}.{size}.png"
        page.screenshot(path=picture)
        assert picture.read_bytes().startswith(PNG)
