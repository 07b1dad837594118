"""Where a connection may lead, whatever a name server says."""

import asyncio

import pytest
from telling.receiver import receiving

from taisai.house.receiver_settings import ReceiverRefusal
from taisai.outside.connections import Connections, UnansweredError
from taisai.people.significant_events import Severity
from taisai.rules.refusals import Refused
from taisai.telling.alerts import Alert, News
from taisai.telling.webhooks import Webhook

NEWS = News(
    Alert(7, "ab" * 32, "2026-11-16T10:00:00.000+00:00", "taisai", "disk-low", Severity.CRITICAL, "", "", "", "", 0)
)


async def told(url, addresses):
    connections = Connections(resolve=lambda *_: list(addresses))
    await Webhook(connections, url, b"key", "House").tell(NEWS, "id", 1)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "169.254.169.254", "fe80::1", "0.0.0.0", "::ffff:127.0.0.1"])
async def test_a_name_that_leads_to_this_machine_or_into_a_cloud_is_told_nothing(address):
    with receiving() as receiver:
        with pytest.raises(UnansweredError, match="the house sends nothing"):
            await told(f"https://pager.example.com:{receiver.port}/", [address])
        assert receiver.got == []


async def test_of_several_addresses_one_that_answers_is_enough():
    with receiving() as receiver:
        await told(f"http://localhost:{receiver.port}/", ["169.254.1.1", "127.0.0.1"])
        assert len(receiver.taken) == 1


async def test_a_name_without_an_address_is_no_answer():
    with pytest.raises(UnansweredError, match="no address"):
        await told("https://pager.example.com/", [])


async def test_a_receiver_that_speaks_no_http_has_not_taken_it():
    async def greet(_, writer):
        writer.write(b"220 mail.example.com\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    connections = Connections()
    try:
        with pytest.raises(UnansweredError, match="web server"):
            await Webhook(connections, f"http://127.0.0.1:{port}/", b"key", "House").tell(NEWS, "id", 1)
    finally:
        server.close()


def test_a_file_without_certificates_is_refused(tmp_path):
    roots = tmp_path / "roots.pem"
    roots.write_text("none", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        Connections(str(roots))
    assert refused.value.code is ReceiverRefusal.INVALID
