"""What a peer does wrong is in the log for those who look for it."""

import logging
from types import SimpleNamespace

import pytest
from server.transport.running import TEXT, Client, opened, running, upgrade

from taisai.server.transport.quiet import OnceAMinute


@pytest.mark.parametrize(("level", "said"), [(1, True), (logging.INFO, False)])
def test_a_violation_is_told_at_debug_level_and_never_what_was_sent(caplog, level, said):
    caplog.set_level(level)
    with running() as server, opened(server, Cookie="sid=secret") as client:
        client.text(b"my secret")
        assert client.read() == (TEXT, b"my secret")
        client.raw(b"\x81\x06secret")
        assert client.closed() == 1002
    assert ("WS parser error" in caplog.text) == said
    assert "secret" not in caplog.text


@pytest.mark.parametrize("broken", [b"no http at all\r\n\r\n", upgrade().replace(b"websocket", b"nothing")])
def test_a_flood_of_broken_requests_does_not_fill_the_log(caplog, broken):
    caplog.set_level(logging.WARNING)
    with running() as server:
        for _ in range(50):
            with Client(server) as client:
                client.raw(broken)
                assert client.answer()[0] in {200, 400}
        assert server.get() == (200, b"hello")
    assert len(caplog.records) == 1, "it is told once a minute"


def test_after_a_minute_it_is_told_again_and_how_often_it_was_not():
    time = SimpleNamespace(s=0.0)
    once = OnceAMinute(lambda: time.s)
    records = [logging.makeLogRecord({"levelno": logging.WARNING, "msg": "a broken request"}) for _ in range(5)]
    assert [once.filter(record) for record in records[:3]] == [True, False, False]
    time.s = 61.0
    assert once.filter(records[3])
    assert records[3].getMessage() == "a broken request (2 more since the last time)"
    assert not once.filter(records[4])


def test_errors_of_our_own_are_told_every_time():
    once = OnceAMinute(lambda: 0.0)
    for _ in range(3):
        assert once.filter(logging.makeLogRecord({"levelno": logging.ERROR, "msg": "ours"}))
