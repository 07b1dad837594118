"""A page on paper: as a PDF of a size, with its words, where they stand and how large they are."""

from io import BytesIO
from typing import NamedTuple
from unicodedata import normalize

from browser.measures import resize
from pypdf import PdfReader

MM = 72 / 25.4
PX = 96 / 25.4
PAPERS = {"A4 portrait": (210, 297), "A4 landscape": (297, 210), "80 mm roll": (80, 297)}
MARGIN_MM = 6
LEGIBLE_PT = 4.5
OF_A_PICTURE_PT = 30  # what is printed on a felt has the felt's own measure


class Printed(NamedTuple):
    """A piece of text as the PDF has it: its place from the lower left corner, in points."""

    text: str
    page: int
    x: float
    y: float
    size: float


class Paper:
    def __init__(self, pdf, paper):
        self.raw, self.width, self.height = pdf, *(side * MM for side in PAPERS[paper])
        self.pages = PdfReader(BytesIO(pdf)).pages
        self.printed = [one for number, page in enumerate(self.pages, 1) for one in _printed(page, number)]

    @property
    def words(self):
        """With the letters of ligatures apart."""
        return normalize("NFKC", " ".join(page.extract_text() for page in self.pages))

    def check(self):
        """Every page is of the size that was asked for, every piece of text stands on it and can be read."""
        for page in self.pages:
            wide, tall = map(float, page.mediabox[2:])
            assert abs(wide - self.width) < 1, wide
            assert abs(tall - self.height) < 1, tall
        placed = [one for one in self.printed if one.size < OF_A_PICTURE_PT]
        off = [one for one in placed if not (0 <= one.x < self.width and 0 <= one.y < self.height)]
        assert not off, off[:5]
        small = [one for one in self.printed if one.size < LEGIBLE_PT]
        assert not small, small[:5]


def printed(page, paper):
    """Before it is printed: laid out at the width of the paper, nothing stands beyond it, for a browser would make all
    of it smaller, and what does not scroll on paper would be cut."""
    wide, tall = PAPERS[paper]
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # as a browser does for whoever prints
    beyond = _beyond(page, int((wide - 2 * MARGIN_MM) * PX), int((tall - 2 * MARGIN_MM) * PX))
    pdf = page.pdf(width=f"{wide}mm", height=f"{tall}mm")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not beyond, (paper, beyond)
    return Paper(pdf, paper)


def _beyond(page, wide, tall):
    before = page.viewport_size
    page.emulate_media(media="print")
    resize(page, (wide, tall))
    found = page.evaluate(BEYOND)
    page.emulate_media(media="null")
    resize(page, (before["width"], before["height"]))
    return found


BEYOND = """() => [...document.body.querySelectorAll("*")].flatMap((one) => {
  const { left, right, width, height } = one.getBoundingClientRect();
  const seen = width && height && !one.closest(".hidden, [data-felt]") && one.checkVisibility();
  const beyond = right > document.documentElement.clientWidth + 1.5 || left < -1.5;
  const name = `${one.tagName.toLowerCase()}.${one.getAttribute("class")}`;
  return seen && beyond ? [`${name} ${Math.round(left)} to ${Math.round(right)}: ${one.textContent.slice(0, 40)}`] : [];
}).slice(0, 5)"""


def _printed(page, number):
    found = []

    def see(text, cm, tm, _, size):
        if text.strip():
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.append(Printed(text.strip(), number, x, y, abs(size * tm[3] * cm[3])))

    page.extract_text(visitor_text=see)
    return found
