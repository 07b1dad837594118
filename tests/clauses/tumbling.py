"""A table whose electronic tumbler deals: it commits itself to a throw and is asked for it step by step."""

from table.playing import Play

from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.decide.commit import commitment_to

TUMBLER = Role.AUTOMATION
NONCE = "a secret"


class Electronic(Play):
    """Every step is the tumbler's own; `throw` is what it commits itself to."""

    def __init__(self, table, throw="4-5-6", **kwargs):
        super().__init__(table, automation=tuple(step.value for step in Step), **kwargs)
        self.throw = throw

    def opened(self, bought=1000):
        self.open()
        for seat in self.table.seats:
            self.buy(seat, bought)
        return self

    def commit(self):
        return self.do(TUMBLER, c.CommitRoll(commitment_to("T1", self.table.round, self.throw, NONCE)))

    def begin(self):
        """With the commitment, as early as there can be one."""
        for step in self.game.steps:
            if step.step is Step.OPEN_BETS:
                return self.do(TUMBLER, c.OpenBets()) + self.commit()
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

    def tell(self, throw=None, nonce=NONCE):
        return self.do(TUMBLER, c.OpenCommitment(self.table.round, throw or self.throw, nonce))

    def collect(self):
        return self.do(TUMBLER, c.CollectLosers())

    def pay(self, area=""):
        return self.do(TUMBLER, c.PayArea(area))
