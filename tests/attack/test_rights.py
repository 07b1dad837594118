"""Whoever tries everything: each order at each kind of table in each phase, and each route, by everybody, alone and
with a second person, over HTTP at a running house. What comes of it is what the matrix of rights says, cell by cell."""

import sys
from functools import cache
from itertools import count, groupby

import pytest
from attack.asking import Asking
from attack.everybody import COMMANDS, KINDS, Caller, Everybody, Line, Paces, Phase, Scene, found, matrix, settings
from attack.rights_by_hand import ALLOWED, LETTER, OF_CHIPS, OF_CREDITS, ORDERS, TWO
from msgspec.structs import replace
from server.making import HAND, house

from taisai.house import floor
from taisai.people.authorization import Right
from taisai.rules.vocabulary import Role, Step
from taisai.server.approvals import APPROVALS, bound
from taisai.server.approvals import Act as Asked
from taisai.server.routes import ROUTES
from taisai.table import commands as c
from taisai.table.commands import Command
from taisai.table.declared import Verdict, declared

DECLARED, route_cells = matrix.ORDERS, matrix.route_cells
SHOWN = 40
BARRED, PASSED = {401, 403}, {200, 404, 409}
_ids = count(1)


@cache
def order_cells():
    return tuple(matrix.order_cells())


def is_tried(cell):
    """Whoever may give no order at any table is refused before a table is asked: each of them tries each order at each
    kind of table, in one phase; all phases come in turn."""
    place = [*DECLARED].index(cell.order) + [*Caller].index(cell.caller)
    return cell.caller.may(Right.ORDER) or [*Phase][place % len(Phase)] is cell.phase


def test_every_order_has_its_gates():
    orders = {str(kind.__struct_config__.tag) for kind in Command.__args__}
    assert {name.split()[0] for name in DECLARED} == orders


def test_the_matrix_of_routes_is_what_was_written_by_hand():
    found = dict.fromkeys(((route.method, route.path) for route in ROUTES), frozenset())
    for route, caller, second, verdict in route_cells():
        if not second and verdict is not Verdict.ROLE:
            found[route.method, route.path] |= {LETTER[caller]}
    assert found == {route: {*letters} for route, letters in ALLOWED.items()}


def test_the_matrix_of_orders_is_what_was_written_by_hand():
    by_hand = {(order, phase): {*who} for phase, who, orders in ORDERS for order in orders.split(", ")}
    found = {one: set() for one in by_hand}
    for order, kind, phase, caller, second, verdict in order_cells():
        if kind is KINDS[0] and not second and verdict is not Verdict.ROLE and (order, phase) in found:
            found[order, phase].add(LETTER[caller])
    assert found == by_hand
    assert {order for order, _ in by_hand} == set(DECLARED)


@pytest.mark.parametrize("kind", KINDS[:2], ids=lambda kind: kind.name)
def test_these_orders_and_no_others_take_two_people_whatever_the_remedies_say(kind):
    remedied = {row.order for row in kind.game.book.remedies.remedy}
    found = {cell.order for cell in order_cells() if cell.kind is kind and cell.verdict is Verdict.SECOND} - remedied
    money = "chips" if kind.chips else "credits"
    told = {name for name, gates in declared(kind.game.book, money, electronic=False).items() if gates.two}
    assert found == TWO
    assert told == TWO - (OF_CREDITS if kind.chips else OF_CHIPS)


def test_the_rulebook_of_credits_dealt_by_hand_lets_nobody_correct_a_round():
    told = {cell.verdict for cell in order_cells() if cell.kind is KINDS[0] and cell.order == "correct-round"}
    assert told == {Verdict.ROLE, Verdict.NOT_NOW, Verdict.UNAPPROVED}


async def test_a_terminal_gives_no_order_for_another_seat_and_buys_in_with_a_voucher_only(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1, 2)
        await server.step("H", until=Step.CLOSE_BETS)
        number = server.table("H").desk.table.round
        player = server.terminal("H", 1)

        async def given(command):
            before = server.heads()
            order = {"is": "give", "id": f"o{next(_ids)}", "command": command, "round": number}
            code = await line.ask("POST", "/api/tables/H/orders", player, order)
            assert not code or server.heads() == before, f"{command} was refused and did something"
            return code

        async with Line(server.address) as line:
            for order in {cell.order for cell in order_cells() if is_of_a_seat(cell)}:
                assert await given(replace(COMMANDS[order], seat=2)) == "seat-not-yours", order
            assert await given(c.BuyIn(1, 100)) == "role-not-allowed"
            assert found(await given(c.BuyIn(1, 100, "123456789012"))) is Verdict.ALLOWED


def is_of_a_seat(cell):
    return cell.caller is Caller.TERMINAL and cell.verdict is Verdict.ALLOWED and hasattr(COMMANDS[cell.order], "seat")


async def test_nobody_takes_over_away_from_a_console_where_that_dealer_signed_in(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        asking, everybody = Asking(server), Everybody(server)
        everybody.who[Caller.TERMINAL] = asking.devices["P"]
        async with Line(server.address) as line:
            for caller, who in everybody.who.items():
                before = server.heads()
                body = asking.body("/api/take-over")
                assert await line.ask("POST", "/api/take-over", who, body), caller
                assert line.status in BARRED, (caller, line.status)
                assert server.heads() == before, caller


@pytest.mark.long
async def test_every_cell_of_every_order_is_answered_as_the_matrix_says(tmp_path, monkeypatch):
    paces, wrong, tried = Paces(), [], 0
    monkeypatch.setattr(floor, "pace_of", paces.of)

    async def play():
        nonlocal tried
        async with house(tmp_path, *settings()) as server:
            everybody = Everybody(server)
            for (kind, phase), cells in groupby(order_cells(), lambda cell: (cell.kind, cell.phase)):
                scene = Scene(server, paces, kind, phase)
                await scene.set()
                async with Line(server.address) as line:
                    for cell in filter(is_tried, cells):
                        tried += 1
                        before = scene.head
                        code = await given(line, everybody, scene, cell)
                        still = kind is KINDS[0]  # a table that deals itself goes on meanwhile
                        assert not code or not still or scene.head == before, f"{cell} was refused and did something"
                        if found(code) is not cell.verdict and not pays_at_a_closed_table(cell, code):
                            told = f"{cell.order}, {kind.name}, {phase}, {cell.caller}"
                            wrong.append(f"{told}{' with a second' * cell.second}: {cell.verdict}, not {code!r}")
                assert server.table(scene.name).desk.table.round == scene.number

    await play()
    sys.stdout.write(f"{tried} orders tried, {len(wrong)} differences\n")
    assert not wrong, "\n".join(wrong[:SHOWN])


def pays_at_a_closed_table(cell, code):
    """There is no float to pay from, so a table with chips refuses whatever would pay anybody."""
    is_closed = cell.kind.chips and cell.phase is Phase.CLOSED and code == "table-closed"
    return is_closed and cell.order in {"reverse-rounds", "decide-dispute amount"}


async def given(line, everybody, scene, cell):
    command, number = scene.asked(cell.order)
    name = f"o{next(_ids)}"
    who = scene.terminal if cell.caller is Caller.TERMINAL else everybody.who[cell.caller]
    order = {"is": "give", "id": name, "command": command, "round": number}
    if cell.second:
        tokens = everybody.approvals(cell.caller, lambda giver: bound(scene.name, giver, name, number, command))
        order["approvals"] = tokens
    code = await line.ask("POST", f"/api/tables/{scene.name}/orders", who, order)
    if not code:
        await scene.put_back()
    return code


async def test_every_cell_of_every_route_is_answered_as_the_matrix_says(tmp_path):
    wrong, tried = [], 0

    async def play():
        nonlocal tried
        async with house(tmp_path, HAND) as server:
            await server.open("H", 1)
            server.employ("tem.porary", Role.DEALER)
            asking, everybody = Asking(server), Everybody(server)
            everybody.who[Caller.TERMINAL] = asking.devices["P"]
            async with Line(server.address) as line:
                for cell in route_cells():
                    tried += 1
                    code = await asked(line, asking, everybody, cell)
                    if found(code) is not cell.verdict:
                        told = f"{cell.route.method} {cell.route.path}, {cell.caller}{' with a second' * cell.second}"
                        wrong.append(f"{told}: {cell.verdict}, not {code!r}")

    await play()
    sys.stdout.write(f"{tried} requests tried, {len(wrong)} differences\n")
    assert not wrong, "\n".join(wrong[:SHOWN])


async def asked(line, asking, everybody, cell):
    route, caller, word = cell.route, cell.caller, asking.word
    who, path, body = everybody.who[caller], asking.path(route.path), asking.body(route.path)
    headers = {}
    if cell.second:
        act = Asked(route.method, path, body or {})
        headers = {APPROVALS: " ".join(("a", *everybody.approvals(caller, lambda giver: act.bound(giver, "a"))))}
    before = asking.server.heads()
    code = await line.ask(route.method, path, who, body, headers)
    if code:
        asking.word = word  # it is still the password
    if found(code) is Verdict.ROLE or line.status in BARRED:
        assert asking.server.heads() == before, f"{cell} did something"
    elif not cell.second:
        assert line.status in PASSED, f"{cell}: {line.status}, {code}"
    if caller.is_staff and route.path in {"/api/sign-out", "/api/sign-in"}:
        everybody.who[caller] = everybody._of(caller)
    return code
