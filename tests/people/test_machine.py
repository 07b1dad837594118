"""Waiting, sessions and who is two people under any order of acts, against models that are told the rules in other
words."""

from itertools import count

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from people.making import BOSS, PIN, WORD, House, refused

from taisai.people.challenge import Proof
from taisai.people.refusals import PeopleRefusal as No
from taisai.people.significant_events import Happening
from taisai.people.state import Standing
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

IDLE, LONGEST, DAY = 15 * 60, 12 * 3600, 24 * 3600
WAITS = (0, 0, 30, 60, 120, 240, 480, 960, 1800)
NAMES = st.sampled_from(["ann", "vic"])


class Floor(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.house = House().founded()
        for name in ("ann", "vic"):
            self.house.employ(name, Role.PIT_MANAGER)
        self.failures = {"ann": [], "vic": []}  # since the last success there
        self.pins = {"ann": 0, "vic": 0}
        self.tokens = {}  # name: token, begun, last seen
        self.old = []

    def left(self, name):
        failures = self.failures[name]
        if not failures:
            return 0
        return max(0, failures[-1] + WAITS[min(len(failures), len(WAITS)) - 1] - self.house.at_s)

    def attempt(self, name, act, *, right, proof=Proof.PASSWORD):
        """Whether it should succeed, and did."""
        left = self.left(name)
        good = right and not left and not (proof is Proof.PIN and self.pins[name] >= 10)
        try:
            result = act()
        except Refused as refusal:
            assert not good
            if left:
                assert (refusal.code, refusal.value) == (No.SIGN_IN_SLOWED, left)
            else:
                assert refusal.code is No.SIGN_IN_FAILED
                last = self.failures[name][-1:]
                fresh = [] if last and self.house.at_s - last[0] >= DAY else self.failures[name]
                self.failures[name] = [*fresh, self.house.at_s]
                self.pins[name] += proof is Proof.PIN
            return None
        assert good
        self.failures[name], self.pins[name] = [], 0
        return result

    @rule(name=NAMES, right=st.booleans())
    def sign_in(self, name, right):
        signed = self.attempt(name, lambda: self.house.sign_in(name, WORD if right else "wrong"), right=right)
        if signed:
            if name in self.tokens:
                self.old.append(self.tokens[name][0])
            self.tokens[name] = (signed.token, self.house.at_s, self.house.at_s)

    @rule(name=NAMES, right=st.booleans(), proof=st.sampled_from(Proof))
    def approve(self, name, right, proof):
        secret = {Proof.PIN: PIN, Proof.PASSWORD: WORD}[proof] if right else "wrong"
        self.attempt(name, lambda: self.house.approve(name, secret, proof=proof), right=right, proof=proof)

    @rule(name=NAMES, right=st.booleans())
    def reenter(self, name, right):
        if name not in self.tokens or self.house.at_s - self.tokens[name][1] >= LONGEST:
            return
        token, begun, _ = self.tokens[name]
        secret = PIN if right else "000001"
        if self.attempt(name, lambda: self.house.reenter(token, name, secret), right=right, proof=Proof.PIN):
            self.tokens[name] = (token, begun, self.house.at_s)

    @rule(name=NAMES)
    def use(self, name):
        if name not in self.tokens:
            return
        token, begun, seen = self.tokens[name]
        if self.house.at_s - begun >= LONGEST:
            assert refused(self.house.session, token).code is No.SESSION_EXPIRED
        elif self.house.at_s - seen >= IDLE:
            assert refused(self.house.session, token).code is No.SESSION_IDLE
        else:
            assert self.house.session(token).name == name
            self.tokens[name] = (token, begun, self.house.at_s)

    @rule(name=NAMES)
    def unlock(self, name):
        if self.is_locked(name):
            self.house.register.unlock(BOSS, name)
            self.pins[name] = 0
            if self.left(name):
                self.failures[name] = []
        else:
            assert refused(self.house.register.unlock, BOSS, name).code is No.PERSON_NOT_LOCKED

    @rule(seconds=st.sampled_from([1, 29, 30, 60, IDLE - 1, IDLE, 2 * IDLE, LONGEST, DAY]))
    def wait(self, seconds):
        self.house.wait(seconds)

    @rule(snapshot=st.booleans())
    def restart(self, snapshot):
        if snapshot:
            self.house.register.save_snapshot()
        self.house.open()
        self.old += [token for token, _, _ in self.tokens.values()]
        self.tokens = {}
        self.failures = {"ann": [], "vic": []}

    def is_locked(self, name):
        return self.left(name) > 0 or self.pins[name] >= 10

    @invariant()
    def locks_are_as_they_should_be(self):
        locked = {one.name for one in self.house.register.staff() if one.standing is Standing.LOCKED}
        assert locked == {name for name in self.failures if self.is_locked(name)}

    @invariant()
    def old_tokens_open_nothing(self):
        for token in self.old[-3:]:
            assert refused(self.house.session, token).code is No.SESSION_UNKNOWN


MANAGERS = ("ann", "bea", "cy", "dan")
MANAGER = st.sampled_from(MANAGERS)


class TwoPeople(RuleBasedStateMachine):
    """The model keeps each hand on an account for a true day, whatever the clock says, and tries every path."""

    def __init__(self):
        super().__init__()
        self.house = House().founded()
        for name in MANAGERS:
            self.house.employ(name, Role.SHIFT_MANAGER)
        self.house.wait(DAY)
        self.house.register.note(Happening.STARTED, "the register has seen this time")
        self.true_s, self.hands, self.words = 0, {}, count()

    def made(self, by, name):
        self.hands[by, name] = self.true_s

    def reaches(self, maker, account, seen=()):
        fresh = [by for (by, made), at in self.hands.items() if made == account and self.true_s - at < DAY]
        return maker in fresh or any(self.reaches(maker, by, (*seen, account)) for by in fresh if by not in seen)

    @rule(by=MANAGER, name=MANAGER)
    def reset(self, by, name):
        if by != name:
            self.house.renew(name, self.house.register.reset(by, name), f"password number {next(self.words)}")
            self.made(by, name)

    @rule(by=MANAGER, name=MANAGER)
    def change_role(self, by, name):
        if by != name:
            self.house.register.change_role(by, name, Role.SHIFT_MANAGER)
            self.made(by, name)

    @rule(giver=MANAGER, second=MANAGER)
    def act_together(self, giver, second):
        if giver == second:
            return
        try:
            assert self.house.use(self.house.approve(second, giver=giver), giver=giver)[0] == second
        except Refused as refusal:
            assert refusal.code is No.SECOND_NOT_INDEPENDENT
            assert self.reaches(giver, second) or self.reaches(second, giver)
        else:
            assert not self.reaches(giver, second)
            assert not self.reaches(second, giver)

    @rule(seconds=st.sampled_from([1, DAY // 3, DAY - 1, DAY]))
    def wait(self, seconds):
        self.house.wait(seconds)
        self.true_s += seconds

    @rule(by=MANAGER, name=MANAGER, seconds=st.sampled_from([1, DAY, 3 * DAY]))
    def change_role_while_the_clock_is_set_back(self, by, name, seconds):
        """The register has seen the right time just before, so that it knows better."""
        self.house.register.note(Happening.STARTED, "right")
        self.house.jump(-seconds)
        self.change_role(by, name)
        self.act_together(by, name)
        self.house.jump(seconds)

    @rule(snapshot=st.booleans())
    def restart(self, snapshot):
        if snapshot:
            self.house.register.save_snapshot()
        self.house.open()


TestTwoPeople = TwoPeople.TestCase
TestTwoPeople.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)

TestFloor = Floor.TestCase
TestFloor.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
