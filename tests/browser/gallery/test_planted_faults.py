"""Each fault that the gallery looks for, planted into a good screen: it is found, and named."""

import json

import pytest
from browser.gallery.recording import State
from browser.scene import TABLES

GOOD = State("good", "/", "article")
WATCHED = f"/terminal?table={TABLES[0].id}"
PLANTED = """async ([css, html, style]) => {
  const { judge } = await import("/gallery/judge.js");
  const frame = document.querySelector("iframe");
  const { document: page } = frame.contentWindow;
  const planted = page.createElement("div");
  planted.setAttribute("style", style);
  planted.innerHTML = html;
  page.querySelector(css).append(planted);
  const sizes = { phone: [390, 844], wide: [1280, 800] };
  const whole = { "/": ["phone"] };
  return judge(frame, { felt: true }, { sizes, languages: ["en", "ms"], axe_at: "phone", whole });
}"""
NARROW = "width: 40px; overflow: hidden; white-space: nowrap"
FAULTS = {
    "a cut word": ("Words that find no room", NARROW, "Words that find no room is cut"),
    "a word that is cut at a desk alone": (
        ("<style>@media (min-width: 1000px) { .n { width: 40px; overflow: hidden; white-space: nowrap } }</style>"
        "<p class=n>Words of a desk</p>"), "", "wide en: Words of a desk is cut",
    ),
    "words beyond the edge": ("Far away", "position: absolute; left: -30px", "Far away is beyond the edge"),
    "an overlap": (
        "<p style='margin: 0'>Under</p><p style='margin: -20px 0 0; line-height: 20px'>Over</p>", "line-height: 20px",
        "lies on",
    ),
    "a key under something": (
        "<button>Key</button><p style='margin: -60px 0 0; height: 80px; position: relative'></p>", "", "Key lies under",
    ),
    "a page that scrolls": ("<p style='height: 3000px'></p>", "", "the page scrolls by"),
    "a small target": ("<button style='all: unset; font-size: 9px'>a</button> " * 2, "", "pixels"),
    "a bad contrast": ("<p style='background: #888; color: #777'>Grey on grey</p>", "", "color-contrast"),
    "a picture without words": ("<img src='data:,'>", "", "image-alt"),
}  # fmt: skip


@pytest.fixture
def house(gallery):
    return gallery.house(*TABLES)


def test_a_planted_fault_is_found(gallery, house):
    for fault, (html, style, words) in FAULTS.items():
        assert gallery.show(house, GOOD) == []
        found = gallery.page.evaluate(PLANTED, ["main", html, style])
        assert any(words in one for one in found), (fault, found)


@pytest.fixture
def impatient(gallery):
    """What does not come is not waited for as long as elsewhere."""
    before = gallery.page.evaluate("gallery.patience.ms")
    gallery.page.evaluate("gallery.patience.ms = 3_000")
    yield gallery
    gallery.page.evaluate("ms => (gallery.patience.ms = ms)", before)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (GOOD._replace(acts=(("press", "No such button"),)), "there is no button No such button"),
        (GOOD._replace(shows="article ~ No such words"), "there is no article ~ No such words"),
        (
            GOOD._replace(path=WATCHED, shows="[data-spot]", acts=(("press", "Rules"), ("see", "dialog"))),
            "a sheet lies over it: Rules",
        ),
    ],
)
def test_a_state_that_is_reached_no_more_is_found(impatient, house, state, words):
    (found,) = impatient.judge(house, state)
    assert words in found


def test_what_the_state_before_showed_is_gone(impatient, house):
    rules = State("rules", WATCHED, "dialog h2 ~ Rules", (("press", "Rules"),), follows=())
    assert impatient.judge(house, rules) == []
    (found,) = impatient.judge(house, rules)
    assert "there is no dialog h2 ~ Rules" in found


def test_a_number_that_cannot_be_read_on_a_felt_is_found(gallery, house):
    layout = State("felt", f"/layout?table={TABLES[0].id}", "[data-felt] [data-spot]", felt=True)
    assert gallery.show(house, layout) == []
    dark = "<style>[data-print] text { fill: #123a26 !important }</style>"
    found = gallery.page.evaluate(PLANTED, ["main", dark, ""])
    assert any("has a contrast of" in one for one in found), found


def test_a_record_shows_its_state_without_any_house(gallery, house, tmp_path):
    assert gallery.record(house, GOOD, tmp_path) == []
    record = json.loads((tmp_path / "good.json").read_text())
    shown = """async (record) => {
      const ask = async (what) => record.answers[what][0];
      const frame = await gallery.show(record, ask, [1280, 800]);
      return frame.contentDocument.querySelectorAll("article").length;
    }"""
    assert gallery.page.evaluate(shown, record) == len(TABLES)
