"""Dual control: another person, for this very order, once, within a minute."""

import pytest
from msgspec.structs import replace
from people.making import BOSS, ORDER, WORD, refused

from taisai.people import events as e
from taisai.people.challenge import Proof
from taisai.people.refusals import PeopleRefusal as No
from taisai.rules.vocabulary import Role


@pytest.fixture
def floor(house):
    house.employ("dee")
    house.employ("sue", Role.GAME_SUPERVISOR)
    house.employ("pat", Role.PIT_MANAGER)
    return house


def test_two_people_approve_one_order(floor):
    token = floor.approve("pat", WORD, proof=Proof.PASSWORD)
    assert floor.use(token) == ("pat", Role.PIT_MANAGER)
    assert floor.events(e.ApprovalGiven, e.ApprovalsUsed) == [
        e.ApprovalGiven(1, "pat", Role.PIT_MANAGER, "T1", ORDER.digest),
        e.ApprovalGiven(2, "dee", Role.DEALER, "T1", ORDER.digest),
        e.ApprovalsUsed((2, 1), "T1", ORDER.digest),
    ]
    assert floor.recorded()[-1].by.name == "dee"


def test_an_approval_is_used_once(floor):
    token = floor.approve("sue")
    floor.use(token)
    assert refused(floor.use, token).code is No.APPROVAL_USED


def test_an_approval_lasts_a_minute_whatever_the_clock_says(floor):
    token, late = floor.approve("sue"), floor.approve("pat")
    floor.wait(59)
    floor.jump(-3600)
    assert floor.use(token)
    floor.at_s += 1
    assert refused(floor.use, late).code is No.APPROVAL_EXPIRED


OTHERS = {
    "table": {"table": "T2"}, "giver": {"giver": "pat"}, "id": {"order_id": "o2"}, "round": {"round": 8},
    "command": {"command": b"void "}, "shifted": {"order_id": "o17", "round": 0},
}  # fmt: skip


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_an_approval_is_for_one_order_of_one_giver_at_one_table(floor, other):
    """Whoever gives the other order approves that one rightly; the second person did not."""
    token = floor.approve("sue")
    assert refused(floor.use, token, **other).code is No.APPROVAL_OTHER
    assert floor.use(token)


def test_every_part_of_an_order_has_its_own_place_in_what_is_approved():
    assert len({ORDER.digest, *(replace(ORDER, **other).digest for other in OTHERS.values())}) == 1 + len(OTHERS)


def test_nobody_approves_for_a_giver_who_is_not_on_the_staff(floor):
    challenge = floor.register.challenge("sue", Proof.PIN)
    order = replace(ORDER, giver="nobody")
    refusal = refused(floor.register.approve, challenge, True, "console-1", order, floor.at_s)
    assert refusal.code is No.PERSON_UNKNOWN


@pytest.mark.parametrize("leaves", ["sue", "dee"])
def test_whoever_leaves_the_staff_within_the_minute_has_approved_nothing(floor, leaves):
    tokens = floor.approve("dee"), floor.approve("sue")
    floor.register.deactivate(BOSS, leaves)
    assert refused(floor.register.use_approvals, tokens, ORDER, floor.at_s).code is No.RIGHT_MISSING


def test_the_second_person_has_the_role_of_today(floor):
    token = floor.approve("sue")
    floor.register.change_role(BOSS, "sue", Role.CASINO_SUPERVISOR)
    assert floor.use(token) == ("sue", Role.CASINO_SUPERVISOR)


def test_nobody_counts_twice(floor):
    tokens = floor.approve("sue"), floor.approve("sue")
    for given in (tokens, (tokens[0], tokens[0]), (), (floor.approve("dee"),), (tokens[0], floor.approve("pat"))):
        assert refused(floor.use, *given).code is No.APPROVAL_SAME_PERSON
    own = floor.approve("sue", giver="sue")
    assert refused(floor.use, own, giver="sue").code is No.APPROVAL_SAME_PERSON
    assert floor.use(tokens[0])


def test_whoever_gives_the_order_proves_who_they_are_for_it_too(floor):
    others = [floor.approve("sue"), floor.approve("pat")]
    for given in (others, others[:1]):
        refusal = refused(floor.register.use_approvals, given, ORDER, floor.at_s)
        assert (refusal.code, refusal.value) == (No.APPROVAL_SAME_PERSON, "dee")


def test_all_are_used_or_none(floor):
    good, bad = floor.approve("sue"), floor.approve("pat", command=b"other")
    assert refused(floor.use, good, bad).code is No.APPROVAL_OTHER
    assert floor.use(good)


def test_made_up_and_long_forgotten_approvals_are_refused(floor):
    assert refused(floor.use, "made up").code is No.APPROVAL_UNKNOWN
    token = floor.approve("sue")
    floor.wait(600)
    floor.approve("pat")
    assert refused(floor.use, token).code is No.APPROVAL_UNKNOWN


def test_only_who_may_approve_does(floor):
    floor.employ("oda", Role.AUDITOR)
    assert refused(floor.approve, "oda").code is No.RIGHT_MISSING
    assert refused(floor.approve, "nobody").code is No.SIGN_IN_FAILED


def test_who_must_change_the_password_approves_nothing(floor):
    floor.wait(90 * 24 * 3600)
    assert refused(floor.approve, "sue").code is No.PASSWORD_DUE
    code = floor.register.reset(BOSS, "pat")
    assert refused(floor.approve, "pat", code, proof=Proof.PASSWORD).code is No.PASSWORD_DUE


def test_whoever_tries_wrong_pins_waits_before_the_next(floor):
    tried = [refused(floor.approve, "sue", "000001").code for _ in range(4)]
    assert tried == [No.SIGN_IN_FAILED] * 3 + [No.SIGN_IN_SLOWED]
    floor.wait(30)
    assert floor.approve("sue")


def test_a_restart_forgets_approvals_but_not_their_numbers(floor):
    token = floor.approve("sue")
    floor.open()
    assert refused(floor.use, token).code is No.APPROVAL_UNKNOWN
    floor.approve("sue")
    assert [given.number for given in floor.events(e.ApprovalGiven)] == [1, 2, 3]


def test_each_approval_is_an_attempt_on_record(floor):
    floor.approve("sue")
    assert floor.register.attempts(limit=1).attempts[0].event == e.AttemptRecorded(
        "sue", "console-1", "approval", ok=True, proof="pin"
    )
