"""Labels on the felt, calls and printed vouchers speak the language of the screen; the big characters stay."""

import pytest
from browser.game import CREDIT, table
from browser.measures import settles, speak
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step

FACES = (3, 3, 4)
LABELS = {"en": "DOUBLE 4", "zh-Hans": "对子 4", "zh-Hant": "對子 4", "ms": "KEMBAR 4"}
TITLES = {"en": "EACH DOUBLE PAYS", "zh-Hans": "每个对子赔", "zh-Hant": "每個對子賠", "ms": "SETIAP KEMBAR BAYAR"}
CALLS = {
    "en": "double 3, 4, total 10", "zh-Hans": "对子 3，4，总点数 10", "zh-Hant": "對子 3，4，總點數 10",
    "ms": "kembar 3, 4, jumlah 10",
}  # fmt: skip
WORDS = {"en": "one thousand", "zh-Hans": "壹仟又 00/100", "zh-Hant": "壹仟又 00/100", "ms": "seribu dan 00/100"}
BIG = {"en": "BIG", "zh-Hans": None, "zh-Hant": None, "ms": "BESAR"}


def printed(page, spot):
    return page.locator(f'[data-print="{spot}"] text').all_text_contents()


@pytest.fixture
def house(screens):
    made = screens.house(table("H", "rws-6/2"))
    made.open("H", 1)
    return made


@pytest.mark.parametrize("surface", ["terminal", "layout"])
def test_the_felt_is_printed_in_the_language_of_the_screen(screens, house, surface):
    page = screens.page(house, f"/{surface}?table=H", still=True)
    for language, label in LABELS.items():
        if surface == "terminal":
            speak(page, language)
        else:  # it has no buttons: its language is the browser's
            page = screens.page(house, f"/{surface}?table=H", language=language, still=True)
        settles(page, lambda page=page, label=label: label in printed(page, "double-4"), True)
        expect(page.locator(".heading").filter(has_text=TITLES[language])).not_to_have_count(0)
        texts = printed(page, "big")
        assert (BIG[language] in texts) == (BIG[language] is not None), texts
        expect(page.locator('[data-print="big"] .glyph')).to_have_count(1)
        expect(page.locator('[data-spot="big"]')).to_have_attribute("aria-label", screens_name(language))


def screens_name(language):
    """The whole name of Big, which those hear who do not see the felt."""
    return {"en": "Big, 1 to 1", "zh-Hans": "大, 1 赔 1", "zh-Hant": "大, 1 賠 1", "ms": "Besar, 1 kepada 1"}[language]


def test_the_roll_is_called_in_the_language_of_the_screen(screens, house):
    anna = Player(screens, house, "H", 1, size="wide")
    display = screens.page(house, "/display?table=H", still=True)
    house.enter("H", FACES)
    for page in (anna.page, display):
        expect(page.locator(".notice [data-shown='1']")).to_be_visible()
        for language, call in CALLS.items():
            speak(page, language)
            expect(page.locator(".notice strong").first).to_have_text(call)
    expect(display.locator("[aria-live]").filter(has_text=CALLS["ms"])).to_have_count(1)


def test_whoever_hears_the_terminal_hears_the_call_in_its_language(screens, house):
    ah_kow = Player(screens, house, "H", 1, size="wide", language="zh-Hant")
    house.step("H", until=Step.CLOSE_BETS)
    house.enter("H", FACES)
    expect(ah_kow.page.get_by_role("log")).to_have_text(CALLS["zh-Hant"])


def test_a_voucher_says_its_amount_in_words_of_the_language(screens, house):
    anna = Player(screens, house, "H", 1)
    sheet = anna.menu("Cash out")
    sheet.get_by_role("button", name="Print a voucher", exact=True).tap()
    voucher = anna.page.locator("article .words")
    expect(voucher).to_be_visible()
    assert CREDIT == 1_000 * 100
    for language, words in WORDS.items():
        speak(anna.page, language)
        expect(voucher).to_contain_text(words)


def test_what_is_said_to_a_wager_is_said_in_the_language(screens, house):
    anna = Player(screens, house, "H", 1, language="zh-Hans")
    anna.page.locator('[data-spot="double-4"]').tap()
    anna.sees(words="目前不接受下注。")
    house.step("H", until=Step.CLOSE_BETS)
    anna.spot("double-4").tap()
    expect(anna.ticket).to_contain_text("对子 4")
