"""Drop boxes: two people exchange them, three count them without knowing the expected amount."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table.accounts import CAGE, VARIANCE, Account, Transfer, Transfers, box_account
from taisai.table.boxes import Box, Notes, digest_of
from taisai.table.game import Game
from taisai.table.gates import CHIPS, MONEY, TWO, By
from taisai.table.handlers import applies, decides
from taisai.table.order import ALONE, Order
from taisai.table.parts import CHIPS_MOST, KINDS_MOST, NUMBER_MOST, Command, Event, Money, Secret, Text, Word
from taisai.table.sentences import pile_in, with_second
from taisai.table.state import Table


class ExchangeBox(Command, frozen=True, tag="exchange-box"):
    """Two people put `box` on the table and remove the present one. An empty `box` only removes it."""

    box: Word = ""


@decides(MONEY, TWO, CHIPS)
def exchange_box(game: Game, table: Table, order: Order, command: ExchangeBox) -> list[Event]:
    there, brought = table.tray.box, command.box
    if brought == there:
        words = f"drop box {there} is already on the table" if there else "there is no drop box on the table to remove"
        raise Refused(Refusal.BOX_UNKNOWN, words, brought)
    if brought in table.tray.boxes:
        raise Refused(Refusal.BOX_UNKNOWN, f"drop box {brought} was removed and has not been counted yet", brought)
    if brought != brought.strip() or not brought.isprintable():
        raise Refused(Refusal.BOX_UNKNOWN, f"{brought!r} is not a drop box name", brought)
    removed = [BoxRemoved(there, order.by.name, order.agreed)] if there else []
    placed = [BoxPlaced(brought, order.by.name, order.agreed)] if brought else []
    return [*removed, *placed]


def box_there(table: Table) -> str:
    """Return the drop box on the table."""
    if not table.tray.box:
        words = "there is no drop box on the table, so cash cannot be accepted; have one brought first"
        raise Refused(Refusal.BOX_MISSING, words, table.table)
    return table.tray.box


NoteCounts = Annotated[
    dict[Word, Annotated[int, msgspec.Meta(ge=0, le=CHIPS_MOST)]], msgspec.Meta(max_length=KINDS_MOST)
]  # number of notes of each denomination


class EnterSoftCount(Command, frozen=True, tag="enter-soft-count"):
    """What one person found in a removed box. Two people enter it, and neither sees the other's entry. The house adds
    the `key` that hides it in the journal, and the `nonce` of that key."""

    box: Word
    notes: NoteCounts
    nonce: Secret = ""
    key: Secret = ""


@decides(MONEY, CHIPS)
def enter_soft_count(game: Game, table: Table, order: Order, command: EnterSoftCount) -> list[Event]:
    """Record an entry. The second one shows whether both agree; only then is the expected amount shown."""
    box = _taken_away(table, command.box, "removed")
    notes, alone = _checked(command.notes), _another(order, box)
    digest = digest_of(table.table, box.name, notes, command.key)
    entered = SoftCountEntered(box.name, digest, order.by.name, command.nonce, alone)
    if not box.entries:
        return [entered]
    if digest not in box.entries:
        return [entered, SoftCountSetAside(box.name, "", order.by.name)]
    made = replace(box, counted=sum(int(kind) * count for kind, count in notes.items()))
    figures = made.counted, made.amount, made.variance
    return [entered, SoftCountMade(box.name, notes, *figures, box.people[0], alone or order.by.name, command.key)]


class ConfirmSoftCount(Command, frozen=True, tag="confirm-soft-count"):
    """The third person of the count confirms it. `why` is the reason for disagreeing; then everything is counted
    again."""

    box: Word
    agrees: bool = True
    why: Text = ""


@decides(MONEY, CHIPS)
def confirm_soft_count(game: Game, table: Table, order: Order, command: ConfirmSoftCount) -> list[Event]:
    box = _taken_away(table, command.box, "made")
    alone = _another(order, box)
    if command.agrees:
        return [SoftCountConfirmed(box.name, box.counted, box.variance, order.by.name, alone)]
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"enter what is wrong with the count of drop box {box.name}", box.name)
    return [SoftCountSetAside(box.name, command.why, order.by.name)]


class ApproveSoftCount(Command, frozen=True, tag="approve-soft-count"):
    """Someone who did not count explains why the contents differ from the record."""

    box: Word
    why: Text


@decides(By(Act.OPEN_TABLE), MONEY, CHIPS)
def approve_soft_count(game: Game, table: Table, order: Order, command: ApproveSoftCount) -> list[Event]:
    box = _taken_away(table, command.box, "confirmed")
    alone = _another(order, box)
    if not command.why.strip():
        raise Refused(Refusal.REASON_MISSING, f"enter why the count of drop box {box.name} differs", box.name)
    return [SoftCountApproved(box.name, box.counted, box.variance, command.why, order.by.name, alone)]


def _taken_away(table: Table, name: str, step: str) -> Box:
    box = table.tray.boxes.get(name)
    if box is None:
        raise Refused(Refusal.BOX_UNKNOWN, f"there is no drop box {name!r} to count", name)
    if box.step != step:
        raise Refused(Refusal.BOX_STEP, f"drop box {name} is {box.step}, not {step}", name)
    return box


def _checked(notes: Notes) -> Notes:
    """Return the notes without zero counts. A box may be empty."""
    for kind in notes:
        if not (kind.isascii() and kind.isdecimal() and 1 <= int(kind) <= NUMBER_MOST and str(int(kind)) == kind):
            raise Refused(Refusal.CHIP_UNKNOWN, f"{kind!r} is not a note denomination", kind)
    return {kind: count for kind, count in notes.items() if count}


def _another(order: Order, box: Box) -> str:
    """Refuse a second part in the same count. The first manager of a new house acts alone, and the record says so."""
    if order.second == ALONE:
        return ALONE.name
    if order.by.name in box.people:
        words = f"{order.by.name} already took part in the count of drop box {box.name}; another person must do this"
        raise Refused(Refusal.DUAL_CONTROL, words, order.by.name)
    return ""


class BoxPlaced(Event, frozen=True, tag="box-placed"):
    """From now on, cash for chips goes into this box."""

    box: str
    by: Name
    second: Name

    def sentence(self, money: Money) -> str:
        return f"drop box {self.box} is placed at the table by {self.by}{with_second(self.second)}"


@applies
def box_placed(table: Table, event: BoxPlaced) -> None:
    table.tray.box = event.box
    table.tray.boxes[event.box] = Box(event.box)


class BoxRemoved(Event, frozen=True, tag="box-removed"):
    """It does not state the expected contents: the people who count must not know."""

    box: str
    by: Name
    second: Name

    def sentence(self, money: Money) -> str:
        return f"drop box {self.box} is removed by {self.by}{with_second(self.second)}"


@applies
def box_removed(table: Table, event: BoxRemoved) -> None:
    table.tray.box = ""
    _change(table, event.box, step="removed")


class SoftCountEntered(Event, frozen=True, tag="soft-count-entered"):
    """What one person found, as a digest. Nobody can read or guess it before the second person has entered their count.
    Its key belongs to `nonce`, which is new for each count."""

    box: str
    digest: str
    by: Name
    nonce: str
    second: Name = ""

    def sentence(self, money: Money) -> str:
        return f"{self.by} enters a soft count of drop box {self.box}{with_second(self.second)}"


@applies
def soft_count_entered(table: Table, event: SoftCountEntered) -> None:
    box = table.tray.boxes[event.box]
    _change(table, event.box, entries=(*box.entries, event.digest), people=(*box.people, event.by), nonce=event.nonce)


class SoftCountMade(Event, frozen=True, tag="soft-count-made"):
    """Two entries, by `by` and `second`, that agree. `variance` is what was found minus what was `expected`. With the
    `key` anyone can check that both had entered this."""

    box: str
    notes: dict[str, int]
    amount: int
    expected: int
    variance: int
    by: Name
    second: Name
    key: str

    def sentence(self, money: Money) -> str:
        both = f"{self.by} and {self.second}" if self.second != ALONE.name else f"{self.by} ({self.second})"
        told = f"{both} found {money(self.amount)} in drop box {self.box}: {pile_in(self.notes, money)}"
        return f"{told}; expected: {money(self.expected)}; variance: {money(self.variance)}" if self.variance else told


@applies
def soft_count_made(table: Table, event: SoftCountMade) -> None:
    _change(table, event.box, step="made", counted=event.amount)


class SoftCountSetAside(Event, frozen=True, tag="soft-count-set-aside"):
    """The entries differ, or the third person disagrees and says `why`. Everything is counted again."""

    box: str
    why: TypedText
    by: Name

    def sentence(self, money: Money) -> str:
        return f"the soft count of drop box {self.box} is set aside: {self.why or 'the two entries differ'}"


@applies
def soft_count_set_aside(table: Table, event: SoftCountSetAside) -> None:
    _change(table, event.box, step="removed", entries=(), people=(), counted=0, nonce="")


class SoftCountConfirmed(Event, frozen=True, tag="soft-count-confirmed"):
    """Confirmed by the third person of the count. Without a variance, the money goes to the cage."""

    box: str
    amount: int
    variance: int
    by: Name
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return () if self.variance else (Transfer(box_account(self.box), CAGE, self.amount),)

    def sentence(self, money: Money) -> str:
        return (
            f"{self.by} confirms the soft count of drop box {self.box}, {money(self.amount)}{with_second(self.second)}"
        )


@applies
def soft_count_confirmed(table: Table, event: SoftCountConfirmed) -> None:
    if event.variance:
        _change(table, event.box, step="confirmed", people=(*table.tray.boxes[event.box].people, event.by))
    else:
        del table.tray.boxes[event.box]


class SoftCountApproved(Event, frozen=True, tag="soft-count-approved"):
    """A variance with its explanation. The money found goes to the cage."""

    noted = "count-approved"
    box: str
    amount: int
    variance: int
    why: TypedText
    by: Name
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        """The variance covers what was missing from the box, or was in it unrecorded."""
        box = box_account(self.box)
        yield Transfer(VARIANCE, box, max(self.variance, 0))
        yield Transfer(box, VARIANCE, max(-self.variance, 0))
        yield Transfer(box, CAGE, self.amount)

    def sentence(self, money: Money) -> str:
        return (
            f"the variance of {money(self.variance)} in drop box {self.box} is approved by "
            f"{self.by}{with_second(self.second)}: {self.why}"
        )


@applies
def soft_count_approved(table: Table, event: SoftCountApproved) -> None:
    del table.tray.boxes[event.box]


def filled(table: Table, name: str, amount: int) -> None:
    _change(table, name, amount=table.tray.boxes[name].amount + amount)


def _change(table: Table, name: str, **values: object) -> None:
    table.tray.boxes[name] = replace(table.tray.boxes[name], **values)
