import pytest

from taisai.people.refusals import PeopleRefusal as No
from taisai.people.rights import Right, rights_of
from taisai.people.sessions import IDLE_S, LONGEST_S, Session, Sessions
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role


def session(name="ann", *, must_change_password=False):
    return Session(name, Role.AUDITOR, "console-1", must_change_password)


def test_being_used_keeps_a_session_awake_but_not_for_ever():
    sessions, used_s = Sessions(IDLE_S), 0
    token = sessions.start(session(), 0).token
    while used_s + IDLE_S - 1 < LONGEST_S:
        used_s += IDLE_S - 1
        assert sessions.find(token, used_s).name == "ann"
    with pytest.raises(Refused) as refused:
        sessions.find(token, LONGEST_S)
    assert refused.value.code is No.SESSION_EXPIRED


def test_an_idle_session_stays_idle():
    sessions = Sessions(60)
    token = sessions.start(session(), 0).token
    assert sessions.find(token, 59)
    for at_s in (119, 119):
        with pytest.raises(Refused) as refused:
            sessions.find(token, at_s)
        assert refused.value.code is No.SESSION_IDLE


def test_sessions_of_different_people_live_side_by_side():
    sessions = Sessions(60)
    ann, bo = sessions.start(session("ann"), 0), sessions.start(session("bo"), 0)
    sessions.end("ann")
    sessions.end("nobody")
    assert "ann" not in sessions
    assert sessions.find(bo.token, 0).name == "bo"
    with pytest.raises(Refused):
        sessions.find(ann.token, 0)


def test_nothing_is_left_of_sessions_that_ended():
    sessions = Sessions(60)
    for _ in range(3):
        sessions.start(session(), 0)
    sessions.end("ann")
    assert (sessions._held, sessions._digests) == ({}, {})


def test_a_session_may_what_its_role_may_unless_the_password_must_be_changed():
    assert {right for right in Right if session().may(right)} == rights_of(Role.AUDITOR)
    assert not any(session(must_change_password=True).may(right) for right in Right)


def test_what_is_printed_holds_no_token():
    sessions = Sessions(60)
    signed = sessions.start(session(), 0)
    assert repr(signed) == "<signed in: <session of ann, auditor, at console-1>>"
    assert signed.token not in repr(vars(sessions))
