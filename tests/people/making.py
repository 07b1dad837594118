"""A house with a clock that stands still until it is told to go on."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from taisai.journal.memory import MemoryStore
from taisai.people.approvals import Binding
from taisai.people.challenge import Proof
from taisai.people.events import DeviceKind
from taisai.people.register import Register
from taisai.people.register_entry import recorded
from taisai.people.secret_hashes import Hasher
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

CHEAP = Hasher(b"pepper of the tests", time_cost=1, memory_kib=8)
WORD = "correct horse battery"
PIN = "482913"
BOSS = "bo.manager"
CONSOLE = "console-1"
ORDER = Binding("T1", "dee", "o1", 7, b"void")


class House:
    """`at_s` and the clock go on together; `jump` sets the clock alone."""

    def __init__(self, store=None, hasher=CHEAP):
        self.hasher = hasher
        self.now = datetime(2026, 11, 15, 6, 10, tzinfo=UTC)
        self.at_s = 1000.0
        self.store = MemoryStore() if store is None else store
        self.open()

    def open(self):
        self.register = Register.open(self.store, self.clock, hasher=self.hasher, ticks=lambda: self.at_s)
        return self.register

    def clock(self):
        return self.now.isoformat(timespec="milliseconds")

    def jump(self, seconds):
        self.now += timedelta(seconds=seconds)

    def wait(self, seconds):
        self.jump(seconds)
        self.at_s += seconds

    def founded(self):
        self.set_password(BOSS, self.register.found(BOSS, "Bo Manager"), WORD)
        return self

    def employ(self, name, role=Role.DEALER, *, pin=PIN, by=BOSS):
        self.renew(name, self.register.add_staff(by, name, name.title(), role), pin=pin)
        return name

    def renew(self, name, code, word=WORD, *, pin=PIN):
        """Whoever has the one-time code sets a password, and a PIN."""
        self.set_password(name, code, word)
        if pin:
            self.set_pin(name, word, pin)

    def set_pin(self, name, present, new):
        self.register.set_pin(self.register.renewal(name, source=CONSOLE).pin(present, new), CONSOLE)

    def set_password(self, name, present, new):
        self.register.set_password(self.register.renewal(name, source=CONSOLE).password(present, new), CONSOLE)

    def sign_in(self, name, secret=WORD, device=CONSOLE):
        challenge = self.register.challenge(name, source=device)
        return self.register.signed_in(challenge, challenge.verify(secret), device, self.at_s)

    def reenter(self, token, name, secret=PIN, proof=Proof.PIN):
        challenge = self.register.challenge(name, proof, source=CONSOLE)
        return self.register.reenter(token, challenge, challenge.verify(secret), CONSOLE, self.at_s)

    def console(self, table="T1"):
        """One that has enrolled; a terminal or display where the kind says so."""
        return self.enrol(DeviceKind.CONSOLE, table=table)

    def enrol(self, kind, **place):
        return self.register.enrol(self.register.invite_device(BOSS, kind, **place)).device

    def take_over(self, name, device, pin=PIN):
        self.register.check_opened(device, self.at_s)
        challenge = self.register.challenge(name, Proof.PIN, source=device.id)
        return self.register.take_over(challenge, challenge.verify(pin), device, self.at_s)

    def session(self, token):
        return self.register.session(token, self.at_s)

    def approve(self, name, secret=PIN, *, proof=Proof.PIN, **changes):
        """Of ORDER, or of one that differs from it."""
        binding = replace(ORDER, **changes)
        if binding.giver not in self.register.state.people:
            self.employ(binding.giver)
        challenge = self.register.challenge(name, proof, source=CONSOLE)
        return self.register.approve(challenge, challenge.verify(secret), CONSOLE, binding, self.at_s)

    def use(self, *tokens, **changes):
        """With the approval of whoever gives the order."""
        binding = replace(ORDER, **changes)
        tokens = (self.approve(binding.giver, **changes), *tokens)
        return self.register.use_approvals(tokens, binding, self.at_s)

    def recorded(self):
        return [recorded(entry.body) for entry in self.store.read()]

    def events(self, *kinds):
        return [entry.event for entry in self.recorded() if isinstance(entry.event, kinds)]

    def codes(self):
        return [found.code for found in self.register.search(limit=1000).happenings[::-1]]


def refused(action, *given, **named):
    try:
        action(*given, **named)
    except Refused as refusal:
        return refusal
    raise AssertionError("it was not refused")


def wrong(house, name, times=1):
    """Failures to sign in, all refused alike."""
    return [refused(house.sign_in, name, "not the password") for _ in range(times)]
