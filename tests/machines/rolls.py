"""Where each settled roll came from, followed from the orders alone: nothing of the engine is asked."""

from hashlib import sha256

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

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
        self.committed, self.opened, self.given = {}, {}, {}
        self.round, self.link, self.left = 0, "", 0

    def accepted(self, order, before, reply):
        role = self.posts.get(order.by.name, order.by.role)
        self._follow(order, role, reply)
        self._follow_tumbler(order, role, reply)
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

    def _follow_tumbler(self, order, role, reply):
        match order.command:
            case c.PlaceWager(seat=seat, contribution=contribution) if contribution:
                assert role is Role.PLAYER
                assert self.electronic
                assert self.given.setdefault(seat, contribution) == contribution
            case c.ChainSeeds(end=end, length=length):
                self.link, self.left = end, length
            case c.CommitSeed():
                assert order.round == self.round + 1
                assert self.left
                self.committed[order.round], self.left = self.link, self.left - 1
            case c.RevealSeed(number=number, seed=seed):
                assert sha256(b"taisai seed 1" + bytes.fromhex(seed)).hexdigest() == self.committed.pop(number)
                self.link = seed
                if any(isinstance(event, e.RollEntered) for event in reply.events):
                    self.opened[number] = _thrown(number, seed, sorted(self.given.values()))

    def _check(self, order, event):
        match event:
            case e.RoundBegun(round=number):
                self.keys, self.entry, self.given, self.round = [], None, {}, number
                assert not self.electronic or number in self.committed, "before anybody can wager"
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


def _thrown(number, seed, given):
    """By a library that somebody else wrote."""
    told = f"taisai throw 1\nT1\n{number}\n{len(given)}\n0\n".encode()
    drawn = HKDF(SHA256(), 255 * 32, b"taisai throw 1", told).derive(bytes.fromhex("".join((seed, *given))))
    way = next(byte for byte in drawn if byte < 216)
    return _roll((1 + way // 36, 1 + way // 6 % 6, 1 + way % 6))


def _roll(faces):
    return "-".join(sorted(map(str, faces)))
