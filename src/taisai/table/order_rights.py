"""Who may give which order, when, alone or with a second person: the gates of each order, as data.

The rulebook's steps, permissions and remedies decide. The first closed gate gives the verdict. This covers people only,
not what a table does by itself."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from taisai.rules.vocabulary import THROWING, Act, Does, Moment, Role, Step, Trouble
from taisai.table.game import Game


class Verdict(StrEnum):
    """`allowed`: the person has the right, but the order may still be refused for other reasons. A player needs no
    approval: an order that comes with one is not approved."""

    ALLOWED = "allowed"
    SECOND = "needs a second"
    UNAPPROVED = "not approved"
    ROLE = "not for this role"
    COMMITTED = "the throw is committed"
    NOT_NOW = "not here or not now"


class Phase(StrEnum):
    """`stopped`: between rounds, because of a malfunction."""

    CLOSED = "closed"
    IDLE = "idle"
    STOPPED = "stopped"
    TUMBLED = "tumbled"
    BETTING = "betting"
    BETS_SHUT = "bets-shut"
    REVEALED = "revealed"
    ENTERED = "entered"
    SETTLING = "settling"


BETWEEN: Final = (Phase.CLOSED, Phase.IDLE, Phase.STOPPED)
_DONE: Final = {
    Phase.TUMBLED: Step.TUMBLE, Phase.BETTING: Step.OPEN_BETS, Phase.BETS_SHUT: Step.CLOSE_BETS,
    Phase.REVEALED: Step.REVEAL, Phase.ENTERED: Step.ENTER, Phase.SETTLING: Step.COLLECT,
}  # fmt: skip
_MOMENTS: Final = {
    Phase.CLOSED: Moment.TABLE_CLOSED, Phase.IDLE: Moment.SETTLED, Phase.STOPPED: Moment.SETTLED,
    Phase.BETTING: Moment.BEFORE_CLOSING, Phase.REVEALED: Moment.REVEALED, Phase.ENTERED: Moment.ENTERED,
    Phase.SETTLING: Moment.COLLECTED,
}  # fmt: skip


class Scene(msgspec.Struct, frozen=True):
    """A table in a phase of a round. `role` gives the order; `second`: another person agrees."""

    game: Game
    phase: Phase
    role: Role
    electronic: bool = False
    chips: bool = False
    second: bool = False

    @property
    def moment(self) -> Moment:
        """The moment of the current round, or of the last one."""
        first = self.game.tumbles_first
        if self.phase is Phase.TUMBLED:
            return Moment.BEFORE_CLOSING if first else Moment.TUMBLED
        if self.phase is Phase.BETS_SHUT:
            return Moment.TUMBLED if first else Moment.CLOSED
        return _MOMENTS[self.phase]

    @property
    def following(self) -> Step | None:
        steps = [one.step for one in self.game.steps]
        if self.phase is Phase.CLOSED:
            return None
        done = _DONE.get(self.phase)
        return steps[0] if done is None else steps[steps.index(done) + 1]


Gate = Callable[[Scene], Verdict | None]
"""Returns None if the gate is open."""


def staff(scene: Scene) -> Verdict | None:
    return Verdict.ROLE if scene.role is Role.PLAYER else None


def player(scene: Scene) -> Verdict | None:
    return Verdict.ROLE if scene.role is not Role.PLAYER else None


def itself(_: Scene) -> Verdict | None:
    """Only for the house and its tumbler."""
    return Verdict.ROLE


def two(scene: Scene) -> Verdict | None:
    return None if scene.second else Verdict.SECOND


def two_of_staff(scene: Scene) -> Verdict | None:
    """Players may take their own credit alone."""
    return None if scene.role is Role.PLAYER else two(scene)


def is_open(scene: Scene) -> Verdict | None:
    return Verdict.NOT_NOW if scene.phase is Phase.CLOSED else None


def is_open_with_chips(scene: Scene) -> Verdict | None:
    """Chip corrections go through the float, which is there only while the table is open."""
    return is_open(scene) if scene.chips else None


def is_closed(scene: Scene) -> Verdict | None:
    return None if scene.phase is Phase.CLOSED else Verdict.NOT_NOW


def between(scene: Scene) -> Verdict | None:
    return None if scene.phase in BETWEEN else Verdict.NOT_NOW


def under_way(scene: Scene) -> Verdict | None:
    return Verdict.NOT_NOW if scene.phase in BETWEEN else None


def betting(scene: Scene) -> Verdict | None:
    return None if scene.phase is Phase.BETTING else Verdict.NOT_NOW


def going(scene: Scene) -> Verdict | None:
    return Verdict.NOT_NOW if scene.phase is Phase.STOPPED else None


def stopped(scene: Scene) -> Verdict | None:
    return None if scene.phase is Phase.STOPPED else Verdict.NOT_NOW


def with_credits(scene: Scene) -> Verdict | None:
    return Verdict.NOT_NOW if scene.chips else None


def with_chips(scene: Scene) -> Verdict | None:
    return None if scene.chips else Verdict.NOT_NOW


def uncommitted(scene: Scene) -> Verdict | None:
    """An electronic table accepts no roll from anyone."""
    return (staff(scene) or Verdict.COMMITTED) if scene.electronic else None


def uncommitted_since_closing(scene: Scene) -> Verdict | None:
    return None if scene.moment is Moment.BEFORE_CLOSING else uncommitted(scene)


def uncommitted_under_way(scene: Scene) -> Verdict | None:
    return None if scene.phase in BETWEEN else uncommitted_since_closing(scene)


def act(wanted: Act, *, or_player: bool = False) -> Gate:
    def gate(scene: Scene) -> Verdict | None:
        if or_player and scene.role is Role.PLAYER:
            return None
        permission = scene.game.book.permission(wanted)
        return None if permission and scene.role in permission.by else Verdict.ROLE

    return gate


def step(wanted: Step) -> Gate:
    def gate(scene: Scene) -> Verdict | None:
        if wanted in THROWING and scene.electronic:
            return uncommitted(scene)
        if scene.following is not wanted:
            return Verdict.NOT_NOW
        by = next(one.by for one in scene.game.steps if one.step is wanted)
        return going(scene) if scene.role in by else Verdict.ROLE

    return gate


def entry(scene: Scene) -> Verdict | None:
    """The keys. On a closed table they enter a test roll."""
    if scene.phase is Phase.CLOSED:
        return act(Act.OPEN_TABLE)(scene)
    return uncommitted(scene) or step(Step.ENTER)(scene)


def remedy(order: str, trouble: Trouble) -> Gate:
    def gate(scene: Scene) -> Verdict | None:
        book = scene.game.book
        row = book.remedy(order, trouble)
        if refused := staff(scene):
            return refused
        if row is None or book.provision(trouble) is None:
            return Verdict.NOT_NOW
        outcome = book.outcome(row, scene.moment)
        if outcome.does is Does.REFUSE or outcome.act is None:
            return Verdict.NOT_NOW
        return act(outcome.act)(scene) or (two(scene) if outcome.two else None)

    return gate


MONEY: Final = act(Act.HANDLE_MONEY)
WAGER: Final = (betting, act(Act.PLACE_FOR_PLAYER, or_player=True))
OPENING: Final = (act(Act.OPEN_TABLE), is_closed)
GATES: Final[Mapping[str, tuple[Gate, ...]]] = {
    "record-check": OPENING,
    "judge-test": OPENING,
    "open-table": OPENING,
    "close-table": (act(Act.OPEN_TABLE), is_open, between),
    "change-limits": (act(Act.CHANGE_LIMITS), two, between),
    "buy-in": (staff, is_open, MONEY, with_credits, going),
    "cash-out": (act(Act.HANDLE_MONEY, or_player=True), two_of_staff, with_credits),
    "collect-voucher": (act(Act.HANDLE_MONEY, or_player=True),),
    "cancel-voucher": (MONEY, two),
    "bring-chips": (MONEY, is_open, with_chips),
    "write-off-colour": (MONEY, two, is_open, with_chips),
    "count-float": (MONEY, two, is_open, with_chips, between),
    "count-float opening": (MONEY, two, is_closed, with_chips),
    "note-duty": (itself,),
    "approve-count": (act(Act.OPEN_TABLE), with_chips),
    "exchange-box": (MONEY, two, with_chips),
    "enter-soft-count": (MONEY, with_chips),
    "confirm-soft-count": (MONEY, with_chips),
    "approve-soft-count": (act(Act.OPEN_TABLE), MONEY, with_chips),
    "give-tip": (MONEY, is_open, with_chips),
    "take-tips": (MONEY, two, with_chips),
    "change-cash": (MONEY, is_open, with_chips),
    "assign-colour": (MONEY, with_chips),
    "colour-up": (MONEY, with_chips),
    "request-slip": (MONEY, is_open, with_chips),
    "prepare-slip": (MONEY, is_open, with_chips),
    "carry-slip": (MONEY, is_open, with_chips),
    "receive-slip": (MONEY, two, is_open, with_chips),
    "void-slip": (MONEY, two, is_open, with_chips),
    "tumble-dice": (step(Step.TUMBLE),),
    "open-bets": (step(Step.OPEN_BETS),),
    "place-wager": WAGER,
    "move-wager": WAGER,
    "withdraw-wager": WAGER,
    "close-bets": (step(Step.CLOSE_BETS),),
    "record-unnoticed": (staff, with_chips, remedy("record-unnoticed", Trouble.MAXIMUM_EXCEEDED)),
    "note-redeemed": (itself,),
    "chain-seeds": (itself,),
    "commit-seed": (itself,),
    "choose-beacon": (itself,),
    "name-beacon": (itself,),
    "reveal-seed": (itself,),
    "reveal-dice": (step(Step.REVEAL),),
    "press-button": (entry,),
    "enter-roll": (entry,),
    "amend-entry": (staff, uncommitted, remedy("amend-entry", Trouble.ENTRY_WRONG)),
    "collect-losers": (step(Step.COLLECT),),
    "pay-area": (step(Step.PAY),),
    "void-round": (
        staff, uncommitted_since_closing, remedy("void-round", Trouble.DICE_NOT_FLAT), is_open_with_chips,
    ),
    "reverse-rounds": (
        act(Act.REVERSE_ROUND), remedy("reverse-rounds", Trouble.DICE_DAMAGED), uncommitted_under_way,
        is_open_with_chips,
    ),
    "correct-round": (staff, uncommitted, remedy("correct-round", Trouble.ENTRY_WRONG), is_open_with_chips),
    "record-moved": (staff, under_way, remedy("record-moved", Trouble.WAGER_MOVED)),
    "move-wager-back": (staff, under_way, remedy("move-wager-back", Trouble.WAGER_MOVED)),
    "judge-line": (staff, under_way, remedy("judge-line", Trouble.LINE_TOUCHED)),
    "report-trouble": (remedy("report-trouble", Trouble.MALFUNCTION),),
    "clear-trouble": (act(Act.CLEAR_MALFUNCTION), stopped),
    "resume": (staff, under_way, remedy("resume", Trouble.INTERRUPTION)),
    "report-terminal": (staff, remedy("report-terminal", Trouble.TERMINAL_FAILED)),
    "mend-terminal": (act(Act.REPORT_TROUBLE),),
    "leave-seat": (),
    "lock-seat": (staff,),
    "release-seat": (MONEY,),
    "release-seat paid": (MONEY, two),
    "limit-loss": (player,),
    "limit-stake": (player,),
    "limit-time": (player,),
    "lift-limit": (player,),
    "loosen-limit": (itself,),
    "end-play": (itself,),
    "take-break": (player,),
    "end-break": (MONEY,),
    "pay-owed": (MONEY, two),
    "open-dispute": (),
    "decide-dispute": (act(Act.DECIDE_UNCOVERED),),
    "decide-dispute amount": (act(Act.DECIDE_UNCOVERED), two, is_open_with_chips),
    "assign-post": (act(Act.ASSIGN_POST),),
    "stop-table": (itself,),
}  # fmt: skip
"""Gates by order name. An order whose rights depend on its content has two entries."""


def verdict(order: str, scene: Scene) -> Verdict:
    shut = (gate(scene) for gate in GATES[order])
    return next((found for found in shut if found is not None), Verdict.ALLOWED)
