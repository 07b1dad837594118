"""Posts are for people: the table's own tumbler is in none, whoever is called the same."""

import pytest
from clauses.tumbling import committed
from table.playing import Play, only

from taisai.house.automation import ITSELF
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order

TUMBLER, SHIFT = Role.AUTOMATION, Role.SHIFT_MANAGER


@pytest.mark.parametrize("post", ["dealer", "game-supervisor", "pit-manager"])
def test_a_table_that_deals_itself_deals_on_though_somebody_of_its_name_is_given_a_post(post):
    play = Play("rws-6/2", automation=("tumble", "reveal", "enter")).open()
    play.do(SHIFT, c.AssignPost(ITSELF.name, post))

    def itself(command):
        return play.desk.do(Order(str(command), ITSELF, command, 1)).events

    chain, commit = committed(1, "4-5-6")
    itself(chain)
    itself(commit)
    play.begin()
    play.close()
    itself(c.TumbleDice(3))
    itself(c.RevealDice())
    assert only(itself(c.RevealSeed(1, commit.kept)), e.RollEntered).roll == "4-5-6"
