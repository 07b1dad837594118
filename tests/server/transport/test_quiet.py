"""What a peer does wrong is in the log for those who look for it."""

import logging

import pytest
from server.transport.running import TEXT, opened, running


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
