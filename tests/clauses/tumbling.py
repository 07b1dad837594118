"""A table whose electronic tumbler deals: it commits itself to a seed and is asked for the throw step by step."""

from table.playing import Play

from taisai.rules.vocabulary import Role, Step
from taisai.scenario.seeds import seed_throwing
from taisai.table import commands as c
from taisai.table.throws import seed_before

TUMBLER = Role.AUTOMATION


def committed(number, throw):
    """What binds the table T1 to a throw, as the tumbler orders it before the round; its seed is not a secret here."""
    seed = seed_throwing("T1", number, throw)
    return c.ChainSeeds(seed_before(seed), 1), c.CommitSeed(seed)


class Electronic(Play):
    """Every step is the tumbler's own; `throw` is what it commits itself to, where no terminal contributes."""

    def __init__(self, table, throw="4-5-6", **kwargs):
        super().__init__(table, automation=tuple(step.value for step in Step), **kwargs)
        self.throw = throw

    def opened(self, bought=1000):
        self.open()
        for seat in self.table.seats:
            self.buy(seat, bought)
        return self

    def commit(self):
        return [event for one in committed(self.table.round + 1, self.throw) for event in self.do(TUMBLER, one)]

    def begin(self):
        """Once there is a commitment."""
        made = self.commit()
        for step in self.game.steps:
            if step.step is Step.OPEN_BETS:
                return [*made, *self.do(TUMBLER, c.OpenBets())]
            self.do(TUMBLER, c.TumbleDice(3))
        raise AssertionError(self.book.id)

    def close(self):
        return self.do(TUMBLER, c.CloseBets())

    def tumble(self):
        """Where it comes after the closing call."""
        if self.game.next_step(self.table.phase).step is Step.TUMBLE:
            self.do(TUMBLER, c.TumbleDice(3))

    def reveal(self):
        self.tumble()
        return self.do(TUMBLER, c.RevealDice())

    def tell(self, seed=""):
        number = self.table.round
        return self.do(TUMBLER, c.RevealSeed(number, seed or self.table.commitments[number].kept))

    def collect(self):
        return self.do(TUMBLER, c.CollectLosers())

    def pay(self, area=""):
        return self.do(TUMBLER, c.PayArea(area))
