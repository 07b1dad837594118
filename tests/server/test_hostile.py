"""Hostile messages: always a refusal or a close, never a traceback, and nothing is written."""

import asyncio
import json
import logging

import msgspec
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from patience import PATIENCE_S
from picows import WSMsgType
from server.making import HAND, house, until
from server.screen import Screen

from taisai.rules.vocabulary import Step
from taisai.server.callers import ANYBODY, caller_of
from taisai.server.sockets import SocketPeer
from taisai.server.transport import SocketLimits
from taisai.table import commands as c

FREE = SocketLimits(messages_per_s=100_000, messages_burst=100_000)
WAGER = '{"is":"give","id":"x","round":1,"command":{"do":"place-wager","seat":1,"spot":"big","stake":%s}}'
COMMAND = '{"is":"give","id":"x","round":1,"command":%s}'
STAKES = (
    "0", "-100", "-1", "NaN", "Infinity", "-Infinity", "1e3", "100.0", "1.5", '"100"', "null", "true", "[100]", "{}",
    "1" * 30, "1" * 4000, "-" + "9" * 40, '"\\u0661\\u0660\\u0660"', "١٠٠", "0x64", "1_00", "+100", "0100",
    "1000000000000001",
)  # fmt: skip
COMMANDS = (
    '{"do":"place-wager","seat":2,"spot":"big","stake":100}',
    '{"do":"place-wager","seat":0,"spot":"big","stake":100}',
    '{"do":"place-wager","seat":-1,"spot":"big","stake":100}',
    '{"do":"place-wager","seat":1.0,"spot":"big","stake":100}',
    '{"do":"place-wager","seat":99999999999999999999,"spot":"big","stake":100}',
    '{"do":"place-wager","seat":1,"spot":"","stake":100}',
    '{"do":"place-wager","seat":1,"spot":"__class__","stake":100}',
    '{"do":"place-wager","seat":1,"spot":"big","stake":100,"stack":[9,9]}',
    '{"do":"place-wager","seat":1,"spot":"big","stake":100,"extra":1}',
    '{"do":"place-wager","seat":1,"spot":"big"}',
    '{"do":"withdraw-wager","seat":2,"spot":"big","stake":100}',
    '{"do":"move-wager","seat":1,"spot":"big","to":"big","stake":0}',
    '{"do":"cash-out","seat":2}',
    '{"do":"cash-out","seat":2,"voucher":"123456789012"}',
    '{"do":"buy-in","seat":1,"amount":100}',
    '{"do":"buy-in","seat":1,"amount":100,"voucher":"\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661\\u0661"}',
    '{"do":"buy-in","seat":1,"amount":100,"voucher":"123456789012","issued_elsewhere":true}',
    '{"do":"change-limits","limits":[{"minimum":0}]}',
    '{"do":"change-limits","limits":[{"minimum":5,"maximum":1}]}',
    '{"do":"change-limits","limits":[{"minimum":-1,"maximum":NaN}]}',
    '{"do":"void-round","trouble":"boredom"}',
    '{"do":"no-such-command"}',
    '{"do":null}',
    "{}",
    "[]",
    "null",
    '"open-bets"',
)
MESSAGES = (
    "", " ", "null", "0", "[]", "{}", '{"is":', '{"is":"give"}', '{"is":"unknown"}', '{"is":"view","n":1}',
    "[" * 15_000,
    '{"a":' * 3_000, '{"is":"join","table":"H"}', '{"is":"join","table":["H"]}', '{"is":"ping","at":"now"}',
    '{"is":"ping","at":1,"more":' + "[" * 5_000 + "]" * 5_000 + "}", '{"is":"join","table":"\\ud800"}',
    "\x00", "💥" * 1_000,
    '{"is":"give","id":"","round":1,"command":{"do":"leave-seat","seat":1}}',
    '{"is":"give","id":"' + "i" * 65 + '","round":1,"command":{"do":"leave-seat","seat":1}}',
    '{"is":"give","id":"x","round":1,"approvals":["a","b"],"command":{"do":"leave-seat","seat":1}}',
)  # fmt: skip
ALL = [*MESSAGES, *(WAGER % stake for stake in STAKES), *(COMMAND % command for command in COMMANDS)]


def errors(caplog):
    return [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]


def answers(screen):
    return [told for told in screen.told if told["is"] in ("taken", "declined", "pong")]


async def at_the_table(server):
    await server.open("H", 1, 2)
    await server.step("H", until=Step.CLOSE_BETS)
    await server.do("H", c.PlaceWager(2, "big", 500))
    return await Screen(server, "H", server.terminal("H", 1)).join()


async def test_hostile_messages_are_declined_and_change_nothing(tmp_path, caplog):
    async with house(tmp_path, HAND, limits=FREE) as server:
        player = await at_the_table(server)
        dealer = await Screen(server, "H", server.sign_in("dee.dealer")).join()
        for screen in (player, dealer):
            limits = [message for message in ALL if screen is player or '"seat":2' not in message]
            for message in limits:
                if screen is dealer and ("buy-in" in message or '"id":""' in message):
                    continue  # staff take cash
                before, had = server.heads()["H"], len(answers(screen))
                screen.send(message.encode("utf-8", "surrogatepass"))
                await until(lambda screen=screen, had=had: len(answers(screen)) > had or screen.gone.is_set())
                assert not screen.gone.is_set(), message[:80]
                assert [told["is"] for told in answers(screen)[had:]] == ["declined"], (message[:80], screen.told)
                assert server.heads()["H"] == before, message[:80]
        assert (await player.give(c.PlaceWager(1, "big", 100)))["is"] == "taken", "and it goes on"
    assert errors(caplog) == []


async def test_what_is_no_text_closes_the_socket(tmp_path, caplog):
    async with house(tmp_path, HAND) as server:
        before = server.heads()
        for message, kind, code in ((b"\x00\x01", WSMsgType.BINARY, 1003), (b"\xff\xfe", WSMsgType.TEXT, 1007)):
            screen = await Screen(server, "H").join()
            screen.send(message, kind)
            await asyncio.wait_for(screen.gone.wait(), PATIENCE_S)
            assert screen.close_code == code
        assert server.heads() == before
    assert errors(caplog) == []


async def test_orders_without_having_joined_are_declined(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await Screen(server, "H").connect()
        screen.send((COMMAND % '{"do":"leave-seat","seat":1}').encode())
        await until(lambda: screen.told)
        assert screen.told[0]["code"] == "not-joined"
        screen.say({"is": "join", "table": "h"})
        await until(lambda: len(screen.told) == 2)
        assert screen.told[1]["code"] == "table-unknown"


class Wire:
    """A connection that keeps what is sent."""

    open, behind, peer = True, False, "test"

    def __init__(self):
        self.sent = []

    def send(self, message):
        self.sent.append(msgspec.json.decode(message))
        return True

    def send_all(self, messages):
        return all(map(self.send, messages))

    def close(self, code, reason):
        self.open = False


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
TAGS = sorted(kind.__struct_config__.tag for kind in c.Command.__args__)
FIELDS = sorted({field for kind in c.Command.__args__ for field in kind.__struct_fields__})
command = st.builds(
    lambda tag, fields: {"do": tag} | fields,
    st.sampled_from(TAGS),
    st.dictionaries(
        st.sampled_from(FIELDS), st.integers(-3, 5) | st.sampled_from(("big", "", "1-2-3")) | plain, max_size=4
    ),
)
said = st.one_of(
    plain,
    st.builds(lambda one: {"is": "give", "id": "x", "round": 1, "command": one}, command),
    st.builds(lambda table, after: {"is": "join", "table": table, "after": after}, plain, plain),
)


async def test_no_random_message_of_somebody_without_rights_is_more_than_declined(tmp_path):
    """Straight into the peer, for many of them: in a real house, as nobody."""
    async with house(tmp_path, HAND, limits=FREE) as server:
        await at_the_table(server)
        before = server.heads()

        @seed(7)
        @settings(max_examples=200, database=None, suppress_health_check=list(HealthCheck))
        @given(said)
        def talk(one):
            wire = Wire()
            peer = SocketPeer(server.house, ANYBODY, {})
            peer.connected(wire)
            peer.received(b'{"is":"join","table":"H"}')
            peer.received(json.dumps(one).encode())
            assert [told["is"] for told in wire.sent] in (["view", "declined"], ["view", "pong"])

        talk()
        assert server.heads() == before


@pytest.mark.parametrize("burst", [1_000])
async def test_a_burst_of_a_thousand_orders_is_answered_each_or_the_socket_closed(tmp_path, burst, caplog):
    async with house(tmp_path, HAND, limits=FREE) as server:
        player = await at_the_table(server)
        for number in range(burst):
            player.say({"is": "give", "id": f"b{number}", "round": 1, "command": {"do": "leave-seat", "seat": 2}})
        await until(lambda: len([told for told in player.told if told["is"] == "declined"]) == burst)
    async with house(tmp_path, HAND) as server:
        player.server = server
        await player.join()
        before = server.heads()["H"]
        for number in range(burst):
            player.say({"is": "give", "id": f"c{number}", "round": 1, "command": {"do": "leave-seat", "seat": 2}})
        await asyncio.wait_for(player.gone.wait(), PATIENCE_S)
        assert server.heads()["H"] == before
    assert errors(caplog) == []


async def test_no_random_order_of_a_dealer_breaks_the_table(tmp_path, caplog):
    async with house(tmp_path, HAND, limits=FREE) as server:
        await at_the_table(server)
        dealer = server.sign_in("dee.dealer")
        caller = caller_of(server.register, dealer.cookies)
        wires = []

        @seed(8)
        @settings(max_examples=150, database=None, suppress_health_check=list(HealthCheck))
        @given(command)
        def talk(one):
            wires.append(Wire())
            peer = SocketPeer(server.house, caller, dealer.cookies)
            peer.connected(wires[-1])
            peer.received(b'{"is":"join","table":"H"}')
            given = {"is": "give", "id": f"h{len(wires)}", "round": 1, "command": one}
            peer.received(json.dumps(given).encode())

        talk()
        await until(lambda: all({"taken", "declined"} & {told["is"] for told in wire.sent} for wire in wires))
        codes = {told.get("code") for wire in wires for told in wire.sent}
        assert "order-failed" not in codes
        assert "message-invalid" in codes
        assert server.table("H").desk.ledger.trial == 0
    assert errors(caplog) == []
