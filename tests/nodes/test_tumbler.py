"""The tumbler's keys on nodes: renewed, known to all who live, and of no use to whoever copied the house's key."""

from nodes.making import SELVES, nodes, other, owner
from server.making import until

from taisai.house.node_tumbler import NodeTumbler
from taisai.house.tumbler import Tumbler
from taisai.journal.shared import MemoryShared

HOUSE = b"h" * 32
ONE, TWO = "one.a", "two.b"


def tumbler(folder, shared, address):
    folder.mkdir(exist_ok=True)
    return NodeTumbler(folder / "tumbler.key", HOUSE, shared, address)


def settle(**by_address):
    """Everybody hears everybody, twice: what was handed on is told of in the next turn."""
    for _ in range(3):
        for address, one in by_address.items():
            one.follow([other for other in by_address if other != address])


SEED = "5" * 64


def hidden(one):
    return "T1", 7, one.hide("T1", 7, SEED)


def test_a_fresh_key_hides_once_every_node_has_it_and_every_node_opens_what_it_hid(tmp_path):
    shared = MemoryShared()
    one, two = tumbler(tmp_path / "1", shared, "one"), tumbler(tmp_path / "2", shared, "two")
    one.renew(())
    one.follow(["two"])
    assert one.keys[0] == HOUSE, "the other has it not yet"
    assert two.seed(*hidden(one)) is not None
    settle(one=one, two=two)
    assert one.keys[0] != HOUSE
    kept = hidden(one)
    assert two.seed(*kept) == SEED
    assert Tumbler(HOUSE).seed(*kept) is None, "the house's key was copied, and opens nothing"


def test_whoever_reads_all_that_nodes_share_finds_no_key(tmp_path):
    shared = MemoryShared()
    one, two = tumbler(tmp_path / "1", shared, "one"), tumbler(tmp_path / "2", shared, "two")
    one.renew(())
    settle(one=one, two=two)
    key = one.keys[0]
    rows = shared.since(("tumbler-node", "tumbler-key"), 0)
    assert {row.kind for row in rows} == {"tumbler-node", "tumbler-key"}
    assert not any(key in row.body or key.hex().encode() in row.body for row in rows)


def test_what_is_handed_to_one_process_is_of_no_use_to_another_nor_to_its_next_life(tmp_path):
    shared = MemoryShared()
    one, two = tumbler(tmp_path / "1", shared, "one"), tumbler(tmp_path / "2", shared, "two")
    one.renew(())
    one.follow(["two"])
    again = tumbler(tmp_path / "3", shared, "two")
    again.follow([])
    assert again.keys == (HOUSE,), "sealed for the process that was asked for it"
    two.follow(["one"])
    assert len(two.keys) == 2


def test_while_a_node_lives_that_cannot_have_the_keys_the_houses_own_hides(tmp_path):
    shared = MemoryShared()
    one = tumbler(tmp_path / "1", shared, "one")
    one.renew(())
    one.follow(["an-older-version"])
    assert one.keys[0] == HOUSE
    one.follow([])
    assert one.keys[0] != HOUSE


def test_a_node_that_comes_later_is_handed_the_keys_and_a_restart_knows_its_own(tmp_path):
    shared = MemoryShared()
    one, two = tumbler(tmp_path / "1", shared, "one"), tumbler(tmp_path / "2", shared, "two")
    one.renew(())
    settle(one=one, two=two)
    kept = hidden(one)
    three = tumbler(tmp_path / "3", shared, "three")
    assert three.seed(*kept) is None
    settle(one=one, two=two, three=three)
    assert three.seed(*kept) is not None
    assert tumbler(tmp_path / "1", shared, "one-again").seed(*kept) is not None, "from its file"


async def test_a_table_moves_with_a_throw_hidden_by_a_fresh_key_and_the_next_node_opens_it(tmp_path, database, bus):
    async with nodes(tmp_path, database, bus, "one", "two", tables=SELVES) as floor:
        tumblers = [node.house._tumbler for node in floor.nodes]
        await until(lambda: all(one.keys[0] != one._house for one in tumblers))
        has, hasnt = owner(floor.nodes, "E1"), other(floor.nodes, "E1")
        await has.open("E1", 1)
        desk = has.table("E1").desk
        await until(lambda: desk.table.commitments)
        number, made = next(iter(desk.table.commitments.items()))
        assert hasnt.house._tumbler.seed("E1", number, made.kept) is not None
        assert Tumbler(has.house._tumbler._house).seed("E1", number, made.kept) is None
