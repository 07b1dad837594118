"""The state of a table.

Collections are flat and changed in place, so that a wager costs the same in a round of ten and in a round of ten
thousand."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from taisai.rules.multipliers import Struck
from taisai.rules.risk import Risk
from taisai.rules.vocabulary import Step
from taisai.table.beacons import Beacon
from taisai.table.limits import LimitRule
from taisai.table.own_limits import NOTHING_CHOSEN, Carried, Own
from taisai.table.parts import Award, Stake
from taisai.table.tray import Tray

RECENT_ROUNDS = 100  # settled rounds kept for corrections; the house looks up older ones in the journal
DECIDED_KEPT = 100  # decided disputes kept for display; the journal has all of them


class Seat(msgspec.Struct):
    """`credit` is money at the terminal or chips in hand; meters only ever grow, at the end of each round. Below
    `loss_floor` the player has chosen not to wager. `uncollected` is the digest of a voucher that has left the credit
    and not yet the printer. A `failed` terminal wagers nothing until it is repaired; `unregistered` is what it had not
    registered, which stays the player's. `own` is what else the player has chosen about their own play."""

    credit: int = 0
    owed: int = 0
    meter_in: int = 0
    meter_out: int = 0
    meter_wagered: int = 0
    meter_won: int = 0
    colour: str = ""
    colour_value: int = 0
    meter_hand_paid: int = 0
    loss_floor: int = 0
    away: bool = False
    locked: str = ""
    uncollected: str = ""
    failed: bool = False
    unregistered: dict[str, int] = {}
    own: Own = NOTHING_CHOSEN


class Round(msgspec.Struct, dict=True):
    """`stakes` is spot, seat, stake; `placed` the placements in order, for rejecting the newest first, with what
    players took away again below 0; `called` are the seats and spots where staff placed something; `dice` is what they
    were recorded to show, apart from the entry; `lit` what was really lit where that was recorded; `commitment` what
    its seed hashes to, also after that was told; `contributions` what terminals gave to the throw; `beacon` which round
    of the beacon is named; `struck` by what the winnings of spots are multiplied."""

    number: int
    stakes: dict[str, dict[int, int]] = msgspec.field(default_factory=dict)
    boxes: dict[str, int] = msgspec.field(default_factory=dict)
    placed: list[Stake] = msgspec.field(default_factory=list)
    unnoticed: bool = False
    pressed: list[int] = msgspec.field(default_factory=list)
    excess: list[Stake] = msgspec.field(default_factory=list)  # exceeded a limit: refused or returned
    called: list[tuple[int, str]] = msgspec.field(default_factory=list)
    dice: str = ""
    lit: tuple[str, ...] = ()
    commitment: str = ""
    contributions: dict[int, str] = msgspec.field(default_factory=dict)
    beacon: int = 0
    struck: Struck = {}

    risk: ClassVar[Risk | None] = None
    """The risk if it is kept, else None. It is not part of the state, because it follows from the boxes."""

    def keep(self, risk: Risk) -> None:
        self.__dict__["risk"] = risk

    def stake(self, seat: int, spot: str) -> int:
        seats = self.stakes.get(spot)
        return seats.get(seat, 0) if seats else 0

    def add(self, seat: int, spot: str, stake: int) -> None:
        """Add money to the layout, or remove it if the stake is below 0."""
        seats = self.stakes.get(spot)
        if seats is None:
            seats = self.stakes[spot] = {}
        held = seats.get(seat, 0) + stake
        if held:
            seats[seat] = held
        else:
            del seats[seat]
        self.boxes[spot] = self.boxes.get(spot, 0) + stake
        risk = self.risk
        if risk is not None:
            risk.change_later(spot, stake)

    def place(self, seat: int, spot: str, stake: int) -> None:
        """Add a placement, or take one away if the stake is below 0."""
        self.add(seat, spot, stake)
        self.placed.append(Stake(seat, spot, stake))

    def all_stakes(self) -> Iterator[Stake]:
        for spot, seats in self.stakes.items():
            for seat, stake in seats.items():
                yield Stake(seat, spot, stake)


class Closed(msgspec.Struct, tag="closed"):
    """`checks` are those passed since the table was last closed, `failed` those that failed, with why. `pressed` is
    the display of the entry terminal, `testing` a test roll that nobody has judged yet, `tested` those found right."""

    round: ClassVar[None] = None
    checks: list[str] = msgspec.field(default_factory=list)
    failed: dict[str, str] = msgspec.field(default_factory=dict)
    pressed: list[int] = msgspec.field(default_factory=list)
    testing: str = ""
    tested: list[str] = msgspec.field(default_factory=list)


class Idle(msgspec.Struct, tag="idle"):
    """Open, between rounds."""

    round: ClassVar[None] = None


class Tumbled(msgspec.Struct, tag="tumbled"):
    """The dice lie under the dome; where a rulebook tumbles first, no wager is open yet."""

    round: Round
    closed: bool


class Betting(msgspec.Struct, tag="betting"):
    round: Round


class BetsShut(msgspec.Struct, tag="bets-shut"):
    """After "No more bets"."""

    round: Round


class Revealed(msgspec.Struct, tag="revealed"):
    round: Round


class Entered(msgspec.Struct, tag="entered"):
    """The layout is lit for `roll`."""

    round: Round
    roll: str


class Settling(msgspec.Struct, tag="settling"):
    """Losers are collected; `unpaid` are the awards of the areas not yet paid, `paid` those of the others."""

    round: Round
    roll: str
    awards: tuple[Award, ...]
    unpaid: dict[str, tuple[Award, ...]]
    paid: list[Award] = msgspec.field(default_factory=list)


Phase = Closed | Idle | Tumbled | Betting | BetsShut | Revealed | Entered | Settling


class SettledRound(msgspec.Struct):
    """Kept so that a round can be corrected or reversed; `reversed` rounds cannot be touched again."""

    number: int
    roll: str
    awards: tuple[Award, ...]
    reversed: bool = False
    struck: Struck = {}


class LastVoid(msgspec.Struct, frozen=True, gc=False):
    """A round that was void, why, and what went back; number 0 where there was none yet."""

    number: int = 0
    trouble: str = ""
    clause: str = ""
    returned: int = 0


class Dispute(msgspec.Struct):
    """`evidence` is the journal's head when it was opened. `moved` is what the player got by the decision, below 0
    where they gave; `second` agreed to that."""

    number: int
    seat: int
    about: int
    claim: str
    decided: bool = False
    evidence: str = ""
    reason: str = ""
    second: str = ""
    moved: int = 0


class Outstanding(msgspec.Struct, frozen=True, gc=False):
    """A voucher that this table issued and that is redeemed nowhere, as far as it was told."""

    seat: int
    amount: int
    ending: str
    expires: str


class Promise(msgspec.Struct, frozen=True, gc=False):
    """Which seat of another table may redeem an outstanding voucher of this one. Entries of that table beyond `after`
    say whether it did; `promise` is the name of this very promise."""

    promise: str
    table: str
    seat: int
    after: int


class Commitment(msgspec.Struct, frozen=True, gc=False):
    """What the electronic tumbler bound itself to; `kept` is the seed, readable by the house alone. `link` is the
    seed's place in its chain; `beacon` is the round of the beacon that is named, 0 where none is."""

    commitment: str
    kept: str
    link: int
    beacon: int = 0


class Chain(msgspec.Struct, frozen=True, gc=False):
    """The seeds that the tumbler bound itself to; no `end` where there are none. So many are `committed` to rounds;
    `last` is the newest that is public, at first the end."""

    end: str = ""
    length: int = 0
    last: str = ""
    committed: int = 0

    @property
    def is_spent(self) -> bool:
        return self.committed >= self.length


class Rules(msgspec.Struct, frozen=True):
    """What the journal was told of the rulebook last; empty until then."""

    tumbles_min: int = 0
    enter: tuple[str, ...] = ()
    amend: tuple[str, ...] = ()
    correct: tuple[str, ...] = ()


class Bank(msgspec.Struct):
    """The float of a chip table and what moved it."""

    opening: int = 0
    now: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0


class Table(msgspec.Struct):
    table: str
    paytable: str
    fingerprint: str
    money: str
    automation: tuple[str, ...]
    chips: tuple[int, ...]
    limits: tuple[LimitRule, ...]
    seats: dict[int, Seat]
    phase: Phase = msgspec.field(default_factory=Closed)
    round: int = 0
    trouble: str = ""
    void: LastVoid = LastVoid()
    vouchers: dict[str, Outstanding] = msgspec.field(default_factory=dict)
    commitments: dict[int, Commitment] = msgspec.field(default_factory=dict)
    recent: list[SettledRound] = msgspec.field(default_factory=list)
    disputes: dict[int, Dispute] = msgspec.field(default_factory=dict)  # all open ones, and the last decided
    bank: Bank = msgspec.field(default_factory=Bank)
    voids: list[LastVoid] = msgspec.field(default_factory=list)
    posts: dict[str, str] = msgspec.field(default_factory=dict)
    rules: Rules = Rules()
    disputes_opened: int = 0
    chain: Chain = Chain()
    beacon: Beacon = Beacon()
    carried: dict[str, Carried] = msgspec.field(default_factory=dict)  # by voucher digest
    promised: dict[str, Promise] = msgspec.field(default_factory=dict)  # the same
    tray: Tray = msgspec.field(default_factory=Tray)
    tips: bool = False

    @property
    def current(self) -> Round | None:
        """The current round."""
        return self.phase.round

    @property
    def playing(self) -> Round:
        """The current round, where there must be one."""
        current = self.phase.round
        assert current is not None
        return current

    @property
    def electronic(self) -> bool:
        """Whether the table throws by itself: rolls come only from its commitment."""
        return Step.ENTER in self.automation

    def is_committed(self, number: int) -> bool:
        """Return whether the round has a seed of the present chain. Remaining seeds of an older chain are never
        used."""
        made = self.commitments.get(number)
        return made is not None and bool(self.chain.end) and made.commitment == self.chain.last

    def is_void(self, number: int) -> bool:
        """Return whether the round is void, as far back as the table remembers."""
        kept = self.settled(number)
        return any(one.number == number for one in self.voids) or (kept is not None and kept.reversed)

    def settled(self, number: int) -> SettledRound | None:
        return next((one for one in self.recent if one.number == number), None)
