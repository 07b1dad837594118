"""Labels on the felt, calls and printed vouchers speak the language of the screen; the big characters stay. What each
language says is tested where words are made: web/tests/wording.test.ts."""

from browser.game import table
from browser.measures import settles, speak
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step

FACES = (3, 3, 4)
HEARD, CALLED = "對子 3，4，總點數 10", "kembar 3, 4, jumlah 10"


def is_printed(page, label, title, name):
    """On the felt; Big keeps its big character, and no label beside it where that is the label."""
    printed = page.locator('[data-print="double-4"] text')
    settles(page, lambda: label in printed.all_text_contents(), True)
    expect(page.locator(".heading").filter(has_text=title)).not_to_have_count(0)
    assert "BIG" not in page.locator('[data-print="big"] text').all_text_contents()
    expect(page.locator('[data-print="big"] .glyph')).to_have_count(1)
    expect(page.locator('[data-spot="big"]')).to_have_attribute("aria-label", name)


def test_felts_calls_and_vouchers_speak_the_language_of_the_screen(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    layout = screens.page(house, "/layout?table=H", language="zh-Hant", still=True)
    is_printed(layout, "對子 4", "每個對子賠", "大, 1 賠 1")  # it has no buttons: its language is the browser's
    anna = Player(screens, house, "H", 1)
    display = screens.page(house, "/display?table=H", still=True)
    speak(anna.page, "zh-Hans")
    is_printed(anna.page, "对子 4", "每个对子赔", "大, 1 赔 1")
    anna.tap("double-4")
    anna.sees(words="目前不接受下注。")
    house.step("H", until=Step.CLOSE_BETS)
    anna.tap("double-4")
    expect(anna.ticket).to_contain_text("对子 4")
    speak(anna.page, "zh-Hant")
    house.enter("H", FACES)
    expect(anna.page.get_by_role("log")).to_have_text(HEARD)
    for page in (anna.page, display):
        expect(page.locator(".notice [data-shown='1']")).to_be_visible()
        speak(page, "ms")
        expect(page.locator(".notice strong").first).to_have_text(CALLED)
    expect(display.locator("[aria-live]").filter(has_text=CALLED)).to_have_count(1)
    house.settle("H")
    speak(anna.page, "en")
    anna.menu("Cash out").get_by_role("button", name="Print a voucher", exact=True).tap()
    paper = anna.page.locator("article .words")
    expect(paper).to_contain_text("hundred")
    speak(anna.page, "ms")
    expect(paper).to_contain_text("ratus")
