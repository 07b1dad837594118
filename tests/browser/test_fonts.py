"""Every word and sign of the screens is drawn with fonts that come with them: a machine without any shows no boxes."""

import json
import re
from base64 import b64encode
from itertools import product
from pathlib import Path

from browser.game import table
from browser.last_font import font

SOURCES = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ("en", "ms", "zh-Hans", "zh-Hant")
PLAIN = 0x7E
HAN = "\u2e80"
TIMES = """(lang) => Array.from({ length: 24 }, (_, hour) => [
  new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }),
  new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", hour: "2-digit", hourCycle: "h23" }),
].map((format) => format.format(Date.UTC(2026, hour % 12, hour + 1, hour))).join(" ")).join(" ")
  + new Intl.ListFormat(lang, { type: "disjunction" }).format(["4", "5", "6"])"""
LACKING = """async ([lang, stack, weight, text, last]) => {
  document.documentElement.lang = lang;
  const bytes = Uint8Array.from(atob(last), (one) => one.charCodeAt(0));
  const face = await new FontFace("Last", bytes).load();
  const ours = new Set([...document.fonts].map(({ family }) => family.replaceAll('"', "")));
  document.fonts.add(face);
  const named = getComputedStyle(document.documentElement).getPropertyValue(stack).split(",").map((one) => one.trim());
  const drawn = `${weight} 20px ${[...named.filter((one) => ours.has(one.replaceAll('"', ""))), "Last"].join()}`;
  await document.fonts.load(drawn, text);
  const brush = document.createElement("canvas").getContext("2d");
  brush.font = drawn;
  const found = [...new Set(text)].filter((sign) => sign.trim() && brush.measureText(sign).width > 1000);
  document.fonts.delete(face);
  return found;
}"""
"""Signs that are left to the last font, after those of ours that a screen names."""
FIRST = """([lang, stack]) => {
  document.documentElement.lang = lang;
  const ours = new Set([...document.fonts].map(({ family }) => family.replaceAll('"', "")));
  const named = getComputedStyle(document.documentElement).getPropertyValue(stack).split(",").map((one) => one.trim());
  const which = named.map((one) => ours.has(one.replaceAll('"', "")));
  return which.lastIndexOf(true) < which.indexOf(false);
}"""
"""Whether ours are named before any of the machine."""
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


def lacking(page, text, *, lang, stack, weight):
    """Signs that no font of ours has."""
    last = b64encode(font(text)).decode()
    return page.evaluate(LACKING, [lang, stack, weight, text, last])


def test_every_message_file_is_written_without_a_font_of_the_machine(screens):
    page = screens.page(screens.house(table("H", "rws-6/2")), "/", still=True)
    drawn = {"lang": "en", "stack": "--chrome-font", "weight": 400}
    assert lacking(page, f"a1ꙮ{NO_SIGN}", **drawn) == ["ꙮ", NO_SIGN], "what no font of ours has is found out"
    for lang in LANGUAGES:
        text = words(lang) + signs() + page.evaluate(TIMES, lang)
        for stack, weight in product(("--chrome-font", "--felt-font"), (400, 700)):
            assert page.evaluate(FIRST, [lang, stack]), stack
            found = lacking(page, text, lang=lang, stack=stack, weight=weight)
            assert found == [], (lang, stack, weight, "make the subsets again with web/scripts/fonts.py")


def test_the_page_that_checks_receipts_brings_its_signs_in_the_one_file_that_it_is(screens):
    page = screens.page(screens.house(table("H", "rws-6/2")), "/verify", still=True)
    for lang in ("zh-Hans", "zh-Hant"):
        texts = json.loads((SOURCES / "i18n" / "messages" / "verify" / f"{lang}.json").read_text()).values()
        han = {sign for sign in f"简繁{''.join(texts)}" if sign >= HAN}
        drawn = {"lang": lang, "stack": "--chrome-font", "weight": 400}
        assert lacking(page, "".join(sorted(han)), **drawn) == []
        assert lacking(page, "淼", **drawn) == ["淼"]


def test_no_time_of_the_screens_has_words_for_halves_of_a_day():
    """In Chinese they would be signs that the fonts need not have."""
    files = [file for kind in ("*.svelte", "*.ts") for file in SOURCES.rglob(kind)]
    lines = [line for file in files for line in file.read_text().splitlines()]
    told = [line for line in lines if re.search(r'timeStyle: |hour: "2-digit"', line)]
    assert told
    assert [line for line in told if 'hourCycle: "h23"' not in line] == []
