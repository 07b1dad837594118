"""Who dealt which round, as journals name them."""

from reports.evenings import Evening, evening, report, rows, total

from taisai.house.dealers import dealers
from taisai.house.recall import recall
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.order import Person

ANN, BEA = "ann (dealer)", "bea (dealer)"


class Shifts(Evening):
    """Whoever is named deals from then on."""

    dealer = "ann"

    def order(self, by, command, number=None, second=None):
        made = super().order(by, command, number, second)
        by_dealer = made.by.role is Role.DEALER
        return type(made)(made.id, Person(self.dealer, Role.DEALER), *_rest(made)) if by_dealer else made


def _rest(order):
    return order.command, order.round, order.second


def shifts():
    made = Shifts(seats=3).open()
    for seat in made.table.seats:
        made.buy(seat, 1000)
    return made


def test_rounds_are_counted_for_whoever_gave_their_steps():
    play = shifts()
    play.round("2-2-5", (1, "big", 100))
    play.bets((1, "big", 100)).close()
    play.dealer = "bea"
    play.roll("4-5-6")
    play.settle()
    play.on("2026-03-02T01:00:00.000+00:00")
    play.bets()
    play.rightly(c.VoidRound(Trouble.DICE_EXPOSED))
    found = {
        row["dealer"]: (row["table"], row["rounds dealt"], row["handed over"], row["void"])
        for row in rows("dealers", play)
    }
    assert found == {ANN: ("T1", 2, 1, 0), BEA: ("T1", 2, 1, 1)}
    assert (total("dealers", play)["rounds dealt"], total("dealers", play)["handed over"]) == (3, 1)


def test_each_round_is_told_with_all_who_dealt_it():
    play = shifts()
    play.bets((1, "big", 100)).close()
    play.dealer = "bea"
    play.roll("4-5-6")
    play.settle()
    (row,) = rows("dealers", play, by="round")
    assert (row["table"], row["round"], row["roll"], row["dealt by"]) == ("T1", 1, "4-5-6", f"{ANN}, {BEA}")
    assert dealers(recall(play.store, 1)) == (ANN, BEA)


def test_only_rounds_that_ended_in_the_period_count():
    play = shifts()
    play.round("2-2-5", (1, "big", 100))
    play.on("2026-03-02T01:00:00.000+00:00")
    play.round("2-2-5", (1, "big", 100))
    play.bets((1, "big", 100))
    assert [row["round"] for row in rows("dealers", play, by="round", since="2026-03-02")] == [2]
    assert total("dealers", play, until="2026-03-02")["rounds dealt"] == 1


def test_an_amended_entry_counts_and_whoever_amended_it_did_not_deal():
    play = shifts()
    play.bets((1, "big", 100)).close()
    play.roll("4-5-6")
    play.rightly(c.AmendEntry((1, 2, 3)))
    play.settle()
    (row,) = rows("dealers", play)
    assert (row["dealer"], row["entries amended"]) == (ANN, 1)


def test_a_correction_long_after_deals_nothing():
    play = shifts()
    play.round("2-2-5", (1, "big", 100))
    play.round("2-2-5", (1, "big", 100))
    before = report("dealers", play).rows
    play.rightly(c.CorrectRound(1, (4, 5, 6)))
    assert report("dealers", play).rows == before


def test_a_table_where_nothing_was_dealt_has_no_rows():
    made = report("dealers", evening())
    assert (made.rows, made.totals) == ((), ())
