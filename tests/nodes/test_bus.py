"""The bus between nodes, on a real NATS server."""

from server.making import until

from taisai.house.nats_bus import NatsBus


async def test_an_error_of_the_program_while_a_packet_is_sent_costs_that_packet_alone(bus, caplog):
    heard = []
    sender = NatsBus([bus], bytes(32), "one", lambda _: None)
    receiver = NatsBus([bus], bytes(32), "two", heard.append)
    await sender.start()
    await receiver.start()
    await receiver._client.flush()  # only then does the server know who listens
    publish = sender._client.publish

    async def wrong(*_):
        sender._client.publish = publish
        raise ValueError("an error of the program")

    sender._client.publish = wrong
    sender.send("two", b"first")
    sender.send("two", b"second")
    await until(lambda: heard)
    assert heard == [b"second"]
    await sender.stop()
    await receiver.stop()
    assert "a packet was not sent" in caplog.text
