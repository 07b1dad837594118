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
        self.width, self.height = (side * MM for side in PAPERS[paper])
        self.pages = PdfReader(BytesIO(pdf)).pages
        self.printed, words = [], []
        for number, page in enumerate(self.pages, 1):
            words.append(_read(page, number, self.printed))
        self.words = normalize("NFKC", " ".join(words))  # with the letters of ligatures apart

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


def printed(page, *papers):
    """The page on each of these papers, with everything in its place. Before it is printed: laid out at the width of
    the paper, nothing stands beyond it, for a browser would make all of it smaller, and cut what does not scroll."""
    before = page.viewport_size
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # as a browser does for whoever prints
    page.emulate_media(media="print")
    beyond = {paper: found for paper in papers if (found := _beyond(page, *PAPERS[paper]))}
    page.emulate_media(media="null")
    resize(page, (before["width"], before["height"]))
    made = [Paper(page.pdf(width=f"{PAPERS[one][0]}mm", height=f"{PAPERS[one][1]}mm"), one) for one in papers]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not beyond, beyond
    for one in made:
        one.check()
    return made


def _beyond(page, wide, tall):
    resize(page, (int((wide - 2 * MARGIN_MM) * PX), int((tall - 2 * MARGIN_MM) * PX)))
    return page.evaluate(BEYOND)


BEYOND = """() => [...document.body.querySelectorAll("*")].flatMap((one) => {
  const { left, right, width, height } = one.getBoundingClientRect();
  const seen = width && height && !one.closest(".hidden, [data-felt]") && one.checkVisibility();
  const beyond = right > document.documentElement.clientWidth + 1.5 || left < -1.5;
  const name = `${one.tagName.toLowerCase()}.${one.getAttribute("class")}`;
  return seen && beyond ? [`${name} ${Math.round(left)} to ${Math.round(right)}: ${one.textContent.slice(0, 40)}`] : [];
}).slice(0, 5)"""


def _read(page, number, found):
    """The words of a page; each piece with its place is added to what was found."""

    def see(text, cm, tm, _, size):
        if text.strip():
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.append(Printed(text.strip(), number, x, y, abs(size * tm[3] * cm[3])))

    return page.extract_text(visitor_text=see)
