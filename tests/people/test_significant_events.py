from taisai.people.significant_events import Happening, Severity


def test_each_has_a_code_of_its_own_and_a_severity():
    assert len({str(happening) for happening in Happening}) == len(Happening.__members__)
    assert {happening.severity for happening in Happening} == set(Severity)


def test_a_code_is_the_name_in_small_letters():
    for name, happening in Happening.__members__.items():
        assert happening.value == name.lower().replace("_", "-")


def test_what_stops_play_is_critical():
    critical = {happening for happening in Happening if happening.severity is Severity.CRITICAL}
    assert critical >= {
        Happening.POWER_RESET, Happening.SELF_TEST_FAILED, Happening.JOURNAL_UNWRITABLE, Happening.PERSON_LOCKED,
        Happening.MALFUNCTION_REPORTED, Happening.CLOCK_CHANGED, Happening.SOFTWARE_CHANGED,
    }  # fmt: skip
    assert Happening.STARTED not in critical
