"""Where each settled roll came from, followed from the orders alone: nothing of the engine is asked."""

from hashlib import sha256

from taisai.rules.vocabulary import Act, Role, Step
from taisai.table import commands as c
from taisai.table import events as e

SETTLED_MONEY = (e.RoundReversed, e.RoundCorrected, e.DisputeDecided)


class Sources:
    """A settled roll is the commitment's, or three keys that a permitted role pressed after a valid tumble of that
    round; settled money moves with two people."""

    def __init__(self, game, *, electronic):
        self.enter = next(step.by for step in game.steps if step.step is Step.ENTER)
        self.amend, self.correct = (_by(game, act) for act in (Act.AMEND_ENTRY, Act.CORRECT_ROUND))
        self.tumbles_min, self.electronic = game.book.play.tumbles_min, electronic
        self.posts, self.keys, self.tumbled, self.entry = {}, [], 0, None
        self.committed, self.opened = {}, {}
        self.round = 0

    def accepted(self, order, before, reply):
        role = self.posts.get(order.by.name, order.by.role)
        self._follow(order, role, reply)
        for event in reply.events:
            self._check(order, event)

    def _follow(self, order, role, reply):
        match order.command:
            case c.AssignPost(name=name, post=post):
                self.posts.pop(name, None)
                self.posts |= {name: Role(post)} if post else {}
            case c.TumbleDice(times=times):
                self.tumbled, self.keys, self.entry = times, [], None
            case c.PressButton(face=face) if any(event.round for event in reply.events):
                self.keys.append((face, role))
            case c.EnterRoll() if any(isinstance(event, e.RollEntered) for event in reply.events):
                assert role in self.enter
                assert all(by in self.enter for _, by in self.keys[-3:])
                assert self.tumbled >= self.tumbles_min
                self.entry = _roll([face for face, _ in self.keys[-3:]])
            case c.AmendEntry(keys=keys):
                assert role in self.amend
                assert self.entry is not None
                self.entry = _roll(keys)
            case c.CorrectRound(keys=keys):
                assert role in self.correct
                (corrected,) = (event for event in reply.events if isinstance(event, e.RoundCorrected))
                assert corrected.roll == _roll(keys)
            case c.CommitRoll(commitment=commitment):
                assert order.round not in self.committed
                self.committed[order.round] = commitment
            case c.OpenCommitment(number=number, throw=throw, nonce=nonce):
                told = sha256(f"taisai throw T1 {number} {throw} {nonce}".encode()).hexdigest()
                assert told == self.committed[number]
                self.opened[number] = _roll(throw.split("-"))

    def _check(self, order, event):
        match event:
            case e.BetsClosed(round=number) if self.electronic:
                assert number in self.committed
            case e.RoundBegun():
                self.keys, self.entry = [], None
            case e.RoundSettled(round=number, roll=roll):
                assert roll == (self.opened[number] if self.electronic else self.entry)
            case e.EntryAmended() | e.RoundCorrected():
                assert not self.electronic
            case e.ButtonPressed(round=number):
                assert not (number and self.electronic), "only a test roll is pressed at an electronic table"
        if isinstance(event, SETTLED_MONEY) and event.corrections:
            assert order.second is not None
            assert order.second.name not in {order.by.name, ""}
            assert order.second.role not in {Role.PLAYER, Role.AUTOMATION, Role.AUDITOR, Role.TECHNICIAN}


def _by(game, act):
    permission = game.book.permission(act)
    return permission.by if permission else ()


def _roll(faces):
    return "-".join(sorted(map(str, faces)))
