"""Nodes and their tables told as stories: when a lease ends, what is taken, left alone and handed over."""

from itertools import count

from taisai.house.keeper import CLOCK_OFF_S, CUT_S, HAND_OVER_S, LOOK_S, RENEW_S, UNABLE_S, YIELD_S, Keeper, NoTables
from taisai.journal.leases import TERM_S, Doing, Holding, Node
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

TABLES = ("T1", "T2", "T3", "T4", "T5", "T6")


class Database:
    """Leases by a clock that the story moves. `answers_s` is how long each answer takes, by that clock."""

    term_s = TERM_S

    def __init__(self):
        self.at_s, self.answers_s, self.is_down = 0.0, 0.0, False
        self.nodes, self.until, self.held = {}, {}, {}

    def _answer(self):
        self.at_s += self.answers_s
        if self.is_down:
            raise Refused(JournalRefusal.FAILED, "nobody answers", "database")

    def _lives(self, life):
        return self.until.get(life, 0) > self.at_s

    def enrol(self, node):
        self._answer()
        self.nodes[node.id], self.until[node.id] = node, self.at_s + TERM_S

    def serve(self, life):
        self._answer()
        self.nodes[life] = self.nodes[life]._replace(doing=Doing.SERVING)

    def renew(self, life):
        self._answer()
        if self._lives(life):
            self.until[life] = self.at_s + TERM_S
        return self._lives(life)

    def end(self, life):
        self._answer()
        self.until[life] = self.at_s

    def living(self):
        self._answer()
        return [node for life, node in self.nodes.items() if self._lives(life)]

    def holdings(self):
        self._answer()
        return [
            Holding(table, life, self.nodes[life].name if life in self.nodes else name, self._lives(life), 1)
            for table, (life, name) in self.held.items()
        ]

    def give_back(self, table, life, _):
        self._answer()
        if self.held[table][0] == life:
            self.held[table] = ("", "")

    def clock_s(self):
        self._answer()
        return self.at_s

    def hear_bus(self, life, *, hears):
        self._answer()
        self.nodes[life] = self.nodes[life]._replace(hears_bus=hears)

    def drain(self, life):
        self.nodes[life] = self.nodes[life]._replace(draining=True)


class House:
    """Its nodes take turns, and each look of all of them takes as long as one rests."""

    def __init__(self, tables=TABLES, **sites):
        self.database, self.nodes = Database(), []
        self.sites = dict.fromkeys(tables, "") | sites

    def node(self, name, site="", doing=Doing.SERVING):
        self.nodes.append(Stage(self, name, site, doing))
        return self.nodes[-1]

    def command(self):
        """At work on the house at rest; it is over when it ends its life."""
        self.database.enrol(Node("command.1", "command", "", "1", doing=Doing.AT_REST))
        return "command.1"

    def run(self, for_s):
        until_s = self.database.at_s + for_s
        while self.database.at_s < until_s:
            for one in self.nodes:
                one.look()
            self.database.at_s += LOOK_S

    def held(self):
        return sorted(table for one in self.nodes for table in one.opened)


class Stage:
    """A node's tables; `is_playing`: none of them comes to the end of a round."""

    def __init__(self, house, name, site, doing):
        self.database = house.database
        self.opened, self.asked, self.is_playing, self.cannot_open, self.off_s = [], [], False, set(), 0.0
        self.deaf = set()  # tables that are being opened
        lives = (f"{name}.{number}" for number in count(1))
        clock = lambda: self.database.at_s + self.off_s  # noqa: E731
        node, ticks = Node("", name, site, "1", doing=doing), lambda: self.database.at_s
        self.hears = True
        means = {"ticks": ticks, "clock": clock, "hears_bus": lambda: self.hears}
        tables = self if doing is Doing.SERVING else NoTables()
        self.keeper = Keeper(house.database, tables, node, house.sites, lives, **means)

    def look(self):
        self.keeper.run(lambda _: True)

    def held(self):
        return list(self.opened)

    def open(self, table, life):
        if table in self.cannot_open:
            self.keeper.could_not_open(table)
            return
        assert table not in self.opened
        other, _ = self.database.held.get(table, ("", ""))
        assert other == life or not self.database._lives(other), "it would be refused"
        self.database.held[table] = (life, self.keeper._node.name)
        self.opened.append(table)

    def hand_over(self, table):
        if table not in self.asked:
            self.asked.append(table)
        if table not in self.opened or table in self.deaf:
            return
        if not self.is_playing:
            self._leave(table)

    def finish_rounds(self):
        self.is_playing = False
        for table in {*self.asked}:
            self._leave(table)

    def _leave(self, table):
        self.opened.remove(table)
        self.database.held[table] = ("", "")

    def drop_all(self):
        self.opened = []


def test_a_node_alone_takes_every_table():
    house = House()
    house.node("one")
    house.run(LOOK_S)
    assert house.held() == sorted(TABLES)


def test_a_node_that_still_tests_the_house_takes_nothing_and_no_table_is_kept_for_it():
    house = House()
    starting, serving = house.node("one", doing=Doing.STARTING), house.node("two")
    house.run(20)
    assert (starting.opened, sorted(serving.opened)) == ([], sorted(TABLES))
    assert starting.keeper.holds(), "it lives, so that no command begins beside it"
    starting.keeper.serve(starting)
    house.run(20)
    assert (len(starting.opened), len(serving.opened), house.held()) == (3, 3, sorted(TABLES))


def test_a_node_that_was_long_about_its_start_leaves_others_a_term_to_come_back_too():
    """All were stopped at once, and one is ready sooner: a restart of everything moves nothing."""
    house = House()
    one, two = house.node("one"), house.node("two")
    house.run(20)
    before = sorted(one.opened), sorted(two.opened)
    house.nodes.clear()
    house.database.at_s += 2 * TERM_S
    again = [house.node(name, doing=Doing.STARTING) for name in ("one", "two")]
    house.run(5 * TERM_S)
    for node in again:
        node.keeper.serve(node)
        house.run(TERM_S - 2 * LOOK_S)
    assert tuple(sorted(node.opened) for node in again) == before


def test_a_life_that_begins_beside_a_command_serves_nothing_until_that_has_ended():
    house = House()
    command = house.command()
    node = house.node("one", doing=Doing.STARTING)
    house.run(TERM_S - LOOK_S)
    assert not node.keeper.holds()
    house.database.end(command)
    house.run(LOOK_S)
    assert node.keeper.holds()


def test_a_node_that_was_silent_while_a_command_began_takes_nothing_until_that_has_ended():
    house = House()
    node = house.node("one")
    house.run(RENEW_S)
    house.database.at_s += TERM_S
    command = house.command()
    house.run(TERM_S - LOOK_S)
    assert (node.keeper.life, node.keeper.holds(), house.held()) == ("one.2", False, [])
    house.database.end(command)
    house.run(2 * LOOK_S)
    assert (node.keeper.holds(), house.held()) == (True, sorted(TABLES))


def test_a_node_that_serves_is_not_disturbed_by_a_command_that_looks_and_is_refused():
    house = House()
    node = house.node("one")
    house.run(RENEW_S)
    command = house.command()
    house.run(2 * LOOK_S)
    assert (node.keeper.holds(), house.held()) == (True, sorted(TABLES))
    house.database.end(command)


def test_nodes_that_begin_together_have_as_many_each_and_no_table_twice():
    house = House()
    nodes = [house.node(name) for name in ("one", "two", "three")]
    house.run(TERM_S + YIELD_S)
    house.run(10 * HAND_OVER_S)
    assert [len(one.opened) for one in nodes] == [2, 2, 2]
    assert house.held() == sorted(TABLES)


def test_a_lease_counts_from_when_its_renewal_was_sent_not_from_when_it_was_answered():
    house = House()
    node = house.node("one")
    house.database.answers_s = 0.5
    node.look()
    house.database.at_s = TERM_S - 0.01
    assert node.keeper.holds()
    house.database.at_s = TERM_S
    assert not node.keeper.holds()


def test_while_the_database_does_not_answer_the_lease_runs_out_and_a_new_life_takes_everything_back():
    house = House()
    node = house.node("one")
    house.run(RENEW_S)
    house.database.is_down = True
    house.run(TERM_S + LOOK_S)
    assert not node.keeper.holds()
    house.database.is_down = False
    house.run(2 * LOOK_S)
    assert (node.keeper.holds(), node.keeper.life, house.held()) == (True, "one.2", sorted(TABLES))


def test_after_a_silence_of_the_database_nobody_takes_what_others_had_for_one_term():
    """All come back at about the same time: a restart of the database moves nothing."""
    house = House()
    one, two = house.node("one"), house.node("two")
    house.run(20)
    before = sorted(one.opened), sorted(two.opened)
    house.database.is_down = True
    house.run(2 * TERM_S)
    house.database.is_down = False
    one.look()
    house.run(TERM_S - LOOK_S)
    assert (sorted(one.opened), sorted(two.opened)) == before


def test_what_a_dead_node_had_is_taken_after_its_term_and_not_before():
    house = House()
    one, two = house.node("one"), house.node("two")
    house.run(20)
    house.nodes.remove(two)
    sent_s = house.database.until["two.1"] - TERM_S
    house.run(sent_s + TERM_S - house.database.at_s - LOOK_S)
    assert len(one.opened) == 3
    house.run(2 * LOOK_S + YIELD_S)
    assert house.held() == sorted(TABLES)


def test_a_life_that_is_over_drops_its_tables_and_is_over_for_good():
    house = House()
    node = house.node("one")
    house.run(RENEW_S)
    house.database.end("one.1")
    house.run(RENEW_S)
    assert (node.keeper.life, house.held()) == ("one.2", sorted(TABLES))


def test_a_node_that_joins_is_given_its_share_one_table_a_second():
    house = House()
    one = house.node("one")
    house.run(20)
    two = house.node("two")
    house.run(HAND_OVER_S)
    assert len(one.asked) == 1
    house.run(20)
    assert (len(one.opened), len(two.opened), house.held()) == (3, 3, sorted(TABLES))
    house.run(60)
    assert len(one.asked) == 3, "and then everything stays"


def test_however_long_a_round_takes_no_more_tables_are_asked_to_leave_than_the_others_lack():
    house = House()
    one = house.node("one")
    house.run(20)
    one.is_playing = True
    house.node("two")
    house.run(60)
    assert len(one.asked) == 3
    one.finish_rounds()
    house.run(10)
    assert sorted(len(node.opened) for node in house.nodes) == [3, 3]


def test_a_table_that_is_being_opened_when_it_is_asked_to_leave_leaves_when_it_is_open():
    house = House()
    one = house.node("one")
    one.deaf = {*TABLES}
    house.run(20)
    two = house.node("two")
    house.run(20)
    assert len(one.opened) == 6
    one.deaf = set()
    house.run(2 * TERM_S)
    assert (len(one.opened), len(two.opened)) == (3, 3)


def test_a_node_that_drains_takes_nothing_hands_everything_over_and_lives_on():
    house = House()
    one, two = house.node("one"), house.node("two")
    house.run(20)
    house.database.drain("two.1")
    house.run(2 * TERM_S)
    assert (len(one.opened), two.opened) == (6, [])
    assert two.keeper.holds()


def test_a_table_that_cannot_be_opened_here_is_left_to_another_for_a_while():
    house = House(("T1",))
    one = house.node("one")
    one.cannot_open = {"T1"}
    house.run(UNABLE_S / 2)
    two = house.node("two")
    house.run(TERM_S)
    assert (one.opened, two.opened) == ([], ["T1"])


def test_what_a_node_holds_by_name_alone_is_given_back():
    """Else it would be dead for everybody as long as the node lives."""
    house = House(("T1",))
    one = house.node("one")
    house.run(LOOK_S)
    one.opened, one.cannot_open = [], {"T1"}
    house.run(LOOK_S)
    assert house.database.held["T1"] == ("", "")


def test_a_node_whose_clock_is_off_takes_no_table_and_keeps_what_it_has():
    house = House()
    one = house.node("one")
    one.off_s = CLOCK_OFF_S + 0.1
    house.run(2 * RENEW_S)
    assert one.opened == []
    one.off_s = 0.0
    house.run(2 * RENEW_S)
    one.off_s = -CLOCK_OFF_S - 0.1
    house.run(2 * TERM_S)
    assert house.held() == sorted(TABLES)


def test_tables_go_to_a_node_of_their_site_and_elsewhere_only_where_there_is_none():
    house = House(T1="north", T2="north", T3="south")
    north, south = house.node("one", "north"), house.node("two", "south")
    house.run(30)
    assert {"T1", "T2"} <= {*north.opened}
    assert "T3" in south.opened
    house.nodes.remove(north)
    house.run(3 * TERM_S)
    assert sorted(south.opened) == sorted(TABLES)
    back = house.node("three", "north")
    house.run(30)
    assert {"T1", "T2"} <= {*back.opened}


def test_a_node_off_the_bus_hands_over_to_one_that_hears_it_and_takes_its_share_when_it_is_back():
    house = House()
    one, two = house.node("one"), house.node("two")
    house.run(3 * TERM_S)
    one.hears = False
    house.run(CUT_S)
    assert one.opened, "for so long it may be the bus itself"
    house.run(3 * CUT_S)
    assert (one.opened, house.held()) == ([], sorted(TABLES))
    one.hears = True
    house.run(20 * TERM_S)
    assert abs(len(one.opened) - len(two.opened)) < 2


def test_while_the_bus_is_gone_for_all_nothing_moves_however_unevenly_they_notice_it():
    house = House()
    one, two = house.node("one"), house.node("two")
    house.run(3 * TERM_S)
    before = (sorted(one.opened), sorted(two.opened))
    one.asked, two.asked = [], []
    for _ in range(3):
        one.hears = False
        house.run(1)
        two.hears = False
        house.run(20)
        two.hears = True
        house.run(1)
        one.hears = True
        house.run(20)
    assert (sorted(one.opened), sorted(two.opened)) == before
    assert not one.asked
    assert not two.asked
