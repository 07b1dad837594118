"""Every word and sign of the screens is drawn with fonts that come with them: a machine without any shows no boxes."""

import json
import re
from pathlib import Path

import pytest
from browser.game import table

SOURCES = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ("en", "ms", "zh-Hans", "zh-Hant")
PLAIN = 0x7E
HAN = "\u2e80"
TIMES = """(lang) => Array.from({ length: 24 }, (_, hour) => [
  new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }),
  new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", hour: "2-digit", hourCycle: "h23" }),
].map((format) => format.format(Date.UTC(2026, hour % 12, hour + 1, hour))).join(" ")).join(" ")
  + new Intl.ListFormat(lang, { type: "disjunction" }).format(["4", "5", "6"])"""
SHOW = """async ([lang, stack, weight, text]) => {
  document.documentElement.lang = lang;
  const box = document.createElement("div");
  box.id = "written";
  box.style.cssText = `font: ${weight} 20px var(${stack}); overflow-wrap: anywhere; text-transform: none`;
  box.textContent = text;
  document.querySelector("#written")?.remove();
  document.body.prepend(box);
  const families = getComputedStyle(box).fontFamily;
  await document.fonts.load(`${weight} 20px ${families}`, text);
  await document.fonts.ready;
}"""

LACKING = """async ([lang, stack, weight, signs]) => {
  document.documentElement.lang = lang;
  const families = getComputedStyle(document.documentElement).getPropertyValue(stack);
  await document.fonts.load(`${weight} 20px ${families}`, signs.join(""));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [40, 40];
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  brush.font = `${weight} 20px ${families}`;
  const drawn = (sign) => {
    brush.clearRect(0, 0, 40, 40);
    brush.fillText(sign, 8, 28);
    return brush.getImageData(0, 0, 40, 40).data.join();
  };
  const none = [" ", ...[0x378, 0x9ffd].map((code) => String.fromCodePoint(code))].map(drawn);
  return signs.filter((sign) => none.includes(drawn(sign)));
}"""
"""Signs that are drawn as nothing, or like one that nobody has a picture of: where no font has a sign, not even one of
the machine, a browser draws the same box for it, or the empty one of a font that is meant for such signs."""
NO_SIGN = chr(0x379)


def words(language):
    """All that a screen may say in a language."""
    files = sorted(SOURCES.rglob(f"{language}.json"))
    assert len(files) == 8, "the shared words, and those of refusals, shifts, slips, console, pit, lab and receipts"
    return " ".join(text for file in files for text in json.loads(file.read_text()).values())


def signs():
    """What components write themselves, such as arrows; names of languages, and numerals of vouchers."""
    files = (*SOURCES.rglob("*.svelte"), *(SOURCES / "i18n").glob("*.ts"))
    return "".join(sorted({sign for file in files for sign in file.read_text() if ord(sign) > PLAIN}))


def foreign(page, text, *, lang, stack, weight):
    """The fonts of the machine that were needed."""
    page.evaluate(SHOW, [lang, stack, weight, text])
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#written"})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    assert fonts, "something was written"
    session.detach()
    return [font["familyName"] for font in fonts if not font["isCustomFont"]]


def lacking(page, text, *, lang, stack, weight):
    return page.evaluate(LACKING, [lang, stack, weight, sorted({sign for sign in text if sign.strip()})])


def strange(page, text, **drawn):
    """Signs that no font of ours has: whatever the machine has, it either draws them or shows none."""
    found = lacking(page, text, **drawn)
    if foreign(page, text, **drawn):
        found += [sign for sign in sorted({*text} - {*found}) if sign.strip() and foreign(page, sign, **drawn)]
    return found


@pytest.fixture
def page(screens):
    return screens.page(screens.house(table("H", "rws-6/2")), "/", still=True)


@pytest.mark.parametrize("weight", [400, 700])
@pytest.mark.parametrize("stack", ["--chrome-font", "--felt-font"])
def test_every_message_file_is_written_without_a_font_of_the_machine(page, stack, weight):
    for lang in LANGUAGES:
        for text in (words(lang), signs(), page.evaluate(TIMES, lang)):
            found = strange(page, text, lang=lang, stack=stack, weight=weight)
            assert found == [], "make the subsets again with web/scripts/fonts.py"


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant"])
def test_the_page_that_checks_receipts_brings_its_signs_in_the_one_file_that_it_is(screens, lang):
    page = screens.page(screens.house(table("H", "rws-6/2")), "/verify", still=True)
    texts = json.loads((SOURCES / "i18n" / "messages" / "verify" / f"{lang}.json").read_text()).values()
    han = {sign for sign in f"简繁{''.join(texts)}" if sign >= HAN}
    drawn = {"lang": lang, "stack": "--chrome-font", "weight": 400}
    assert strange(page, "".join(sorted(han)), **drawn) == []
    assert strange(page, "淼", **drawn) == ["淼"]


def test_no_time_of_the_screens_has_words_for_halves_of_a_day():
    """In Chinese they would be signs that the fonts need not have."""
    files = [file for kind in ("*.svelte", "*.ts") for file in SOURCES.rglob(kind)]
    lines = [line for file in files for line in file.read_text().splitlines()]
    told = [line for line in lines if re.search(r'timeStyle: |hour: "2-digit"', line)]
    assert told
    assert [line for line in told if 'hourCycle: "h23"' not in line] == []


def test_a_sign_that_no_font_of_ours_has_is_found_out(page):
    drawn = {"lang": "en", "stack": "--chrome-font", "weight": 400}
    assert strange(page, "ꙮ", **drawn) == ["ꙮ"]
    assert lacking(page, f"a1{NO_SIGN}", **drawn) == [NO_SIGN]
