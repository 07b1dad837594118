"""Tips, if the house allows them: from a player's chips to the tip box, and from there to the cage."""

from taisai.rules.personal import Name
from taisai.rules.refusals import Refusal, Refused
from taisai.table import allow
from taisai.table.accounts import CAGE, TIPS, Account, Transfer, Transfers, seat_account
from taisai.table.game import Game
from taisai.table.gates import CHIPS, MONEY, OPEN, TWO
from taisai.table.handlers import applies, decides, moves_chips, unchanged
from taisai.table.moving import Moving, worth_of
from taisai.table.order import Order
from taisai.table.parts import Chips, Command, Event, Money, Number
from taisai.table.piles import Pile, rack
from taisai.table.sentences import pile_in, with_second
from taisai.table.state import Table
from taisai.table.trades.chips import counted


class GiveTip(Command, frozen=True, tag="give-tip"):
    """A player's value chips go into the tip box."""

    seat: Number
    chips: Chips


@decides(MONEY, OPEN, CHIPS)
def give_tip(game: Game, table: Table, order: Order, command: GiveTip) -> list[Event]:
    if not table.tips:
        raise Refused(Refusal.TIPS_NOT_ALLOWED, "this house does not allow tips", table.table)
    seat, chips = allow.seat(table, order, command.seat), counted(game, table, command.chips)
    amount = worth_of(table, chips)
    if amount > seat.credit:
        words = f"seat {command.seat} holds {game.money(seat.credit)}, not {game.money(amount)}"
        raise Refused(Refusal.CREDIT_SHORT, words, amount)
    return [TipGiven(command.seat, chips, amount)]


class TakeTips(Command, frozen=True, tag="take-tips"):
    """Two people have counted the tip box; all of it goes to the cage."""

    chips: Chips


@decides(MONEY, TWO, CHIPS)
def take_tips(game: Game, table: Table, order: Order, command: TakeTips) -> list[Event]:
    """Take the tips to the cage. Allowed even if the house no longer permits tips, or the table is closed."""
    held = table.tray.pile(TIPS)
    if not held:
        raise Refused(Refusal.TIPS_ABSENT, "the tip box is empty", 0)
    chips = counted(game, table, command.chips)
    amount = worth_of(table, chips)
    if chips != held:
        words = f"{game.money(amount)} was counted, but the tip box should hold other chips; count again"
        raise Refused(Refusal.COUNT_DIFFERS, words, amount)
    return [TipsTaken(chips, amount, order.by.name, order.agreed)]


class TipsStated(Event, frozen=True, tag="tips-stated"):
    """Whether the settings allow tips from now on. Before the first such event, no tips are allowed."""

    allowed: bool

    def sentence(self, money: Money) -> str:
        return f"tips are {'' if self.allowed else 'not '}allowed here"


@applies
def tips_stated(table: Table, event: TipsStated) -> None:
    table.tips = event.allowed


class TipGiven(Event, frozen=True, tag="tip-given"):
    seat: int
    chips: Pile
    amount: int

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), TIPS, self.amount),)

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} tips {money(self.amount)}: {pile_in(self.chips, money)}"


@applies
def tip_given(table: Table, event: TipGiven) -> None:
    seat = table.seats[event.seat]
    seat.credit -= event.amount
    seat.meter_out += event.amount


@moves_chips
def _tipped_chips(moving: Moving, event: TipGiven) -> None:
    moving.swap(rack(event.seat), event.chips, event.seat)
    moving.move(rack(event.seat), TIPS, event.chips)


@unchanged
class TipsTaken(Event, frozen=True, tag="tips-taken"):
    """The tips go to the cage, counted by both people."""

    chips: Pile
    amount: int
    by: Name
    second: Name

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(TIPS, CAGE, self.amount),)

    def sentence(self, money: Money) -> str:
        return f"{money(self.amount)} of tips goes to the cage, counted by {self.by}{with_second(self.second)}"


@moves_chips
def _tips_taken_chips(moving: Moving, event: TipsTaken) -> None:
    moving.move(TIPS, CAGE, event.chips)
