"""Takes pictures of every screen, films a round, and opens them on one page, screens/index.html. The README shows this
film."""

import base64
import os
import shutil
import subprocess
import sys
import webbrowser
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "screens"
PAGE = FOLDER / "index.html"
FORM = Path(__file__).with_suffix(".html")
FILM = FOLDER / "round.webp"
README_FILM = ROOT / "docs" / "pictures" / FILM.name
SIZES = {"wide": "1920 x 1080", "tablet": "1180 x 820", "portrait": "820 x 1180", "phone": "390 x 844"}
SIZES |= {"sideways": "844 x 390", "laptop": "a laptop at 200 %"}
SURFACES = ("lobby", "terminal", "moment", "verify", "console", "layout", "display", "pit", "lab", "felt")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in (*FOLDER.glob("*.png"), *FOLDER.glob("*.webp")):
        old.unlink()
    tests = ["tests/browser/test_film.py", "tests/browser/gallery/test_gallery.py", "tests/browser/test_felts.py"]
    asked = os.environ | {"TAISAI_PICTURES": "yes"}
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "2", *tests], check=True, cwd=ROOT, env=asked)
    shutil.copyfile(FILM, README_FILM)
    pictures = navigation() + film() + "".join(map(surface, SURFACES))
    PAGE.write_text(FORM.read_text(encoding="utf-8").replace("{{pictures}}", pictures), encoding="utf-8")
    if not webbrowser.open(PAGE.as_uri()):
        sys.stdout.write(f"screens: {PAGE.relative_to(ROOT)} shows them all\n")


def navigation() -> str:
    return "<nav>" + "".join(f'<a href="#{name}">{name}</a>' for name in ("film", *SURFACES)) + "</nav>\n"


def film() -> str:
    """Record the whole round, every frame."""
    frames = "".join(figure(path, "the film of a round", path.stem) for path in sorted(FOLDER.glob("film-*.webp")))
    whole = figure(FILM, "the film of a round", "as it moves")
    return (
        f'<h2 id="film">film</h2>\n<div class="row">{whole}</div>\n<h3>frames</h3>\n<div class="row">{frames}</div>\n'
    )


def surface(name: str) -> str:
    states = sorted({path.name.split(".")[0] for path in FOLDER.glob(f"{name}*.png")})
    return f'<h2 id="{name}">{name}</h2>\n' + "".join(map(state, states))


def state(name: str) -> str:
    figures = "".join(figure(FOLDER / f"{name}.{size}.png", name, pixels) for size, pixels in SIZES.items())
    return f'<h3>{escape(name.replace("-", " "))}</h3>\n<div class="row">{figures}</div>\n'


def figure(path: Path, name: str, pixels: str) -> str:
    if not path.exists():
        return ""
    data = base64.b64encode(path.read_bytes()).decode()
    image = f'<img loading="lazy" alt="{escape(name)} at {pixels}" src="data:image/{path.suffix[1:]};base64,{data}">'
    return f"<figure><button>{image}</button><figcaption>{pixels}</figcaption></figure>\n"


if __name__ == "__main__":
    main()
