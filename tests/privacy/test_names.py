"""Names are found in texts as one pattern of all of them would find them; one more costs no more than the first."""

import re

from hypothesis import given
from hypothesis import strategies as st

from taisai.privacy import names
from taisai.privacy.keys import PersonKeys
from taisai.privacy.names import Names

some_names = st.sets(st.text("ab.- 世", min_size=1, max_size=5) | st.sampled_from(("mei.ling", "mei", "a.b", "b c")))
texts = st.text("ab.- 世_,", max_size=30) | st.lists(some_names.map(" ".join), max_size=4).map(", ".join)


def by_one_pattern(known, text):
    pattern = "|".join(map(re.escape, sorted(known, key=len, reverse=True))) or "(?!)"
    return re.sub(rf"(?<![\w.-])(?:{pattern})(?!\.?[\w-])", lambda found: f"<{found[0]}>", text)


@given(some_names, texts)
def test_they_are_found_as_one_pattern_of_all_would_find_them(known, text):
    found = Names()
    for name in known:
        found.add(name)
    assert found.replaced(text, lambda name: f"<{name}>") == by_one_pattern(known, text)


def test_somebody_who_was_erased_is_no_longer_found():
    keys = PersonKeys()
    mei, _ = keys.person("mei"), keys.person("mei.ling")
    text = "mei and mei.ling, not meier"
    assert keys.named.replaced(text, str.upper) == "MEI and MEI.LING, not meier"
    keys.erase([mei], "2026-11-16T12:00:00+00:00")
    assert keys.named.replaced(text, str.upper) == "mei and MEI.LING, not meier"


def test_nothing_is_compiled_for_one_more_person(monkeypatch):
    keys = PersonKeys()
    monkeypatch.setattr(names.re, "compile", None)
    for number in range(100):
        keys.person(f"dealer-{number}")
    assert keys.named.replaced("dealer-99 called dealer-999", str.upper) == "DEALER-99 called dealer-999"
