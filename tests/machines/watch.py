"""What holds after every order: a second book of everybody's money, kept from the commands alone, and a second reader
of the journal."""

from collections import defaultdict
from math import lcm

import msgspec

from taisai import Book, Roll
from taisai.house.desk import Desk
from taisai.rules.risk import Risk
from taisai.rules.roll import ROLLS
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import FLOAT, LAYOUT, owed_account, seat_account
from taisai.table.limits import house_cap, rule_for
from taisai.table.piles import added
from taisai.table.state import BetsShut, Betting, Settling, Table

OUTSIDE = ("cage", "elsewhere", "variance")
METERS = ("meter_in", "meter_out", "meter_wagered", "meter_won")
encode = msgspec.json.encode


def balances_of(desk):
    return {account: balance for account, balance in desk.ledger.balances.items() if balance}


def photo(desk):
    """All that a refusal must leave as it was."""
    return encode(desk.table), balances_of(desk), desk.head, desk.store.head(), dict(desk.answered), desk.dice


def same(one, other):
    return photo(one) == photo(other) and one.table == other.table


def can_be_sent(order):
    """Longer than the wire takes, it never reaches a table."""
    try:
        return msgspec.json.decode(encode(order.command), type=c.Command) == order.command
    except msgspec.ValidationError:
        return False


def comes_back(value, kind):
    assert msgspec.json.decode(encode(value), type=kind) == value


class Watch:
    def __init__(self, desk):
        self.game = desk.game
        self.wealth = defaultdict(int)
        self.house = self.float = self.session = 0
        self.rounds, self.collected = {}, {}
        self.moved, self.roll = 0, ""
        self.reader = Desk.resume(desk.store, desk.game, desk.clock)

    def accepted(self, desk, order, before, reply):
        comes_back(order.command, c.Command)
        for event in reply.events:
            comes_back(event, e.Event)
        self._money_asked(order.command, before)
        self._money_owed(desk.table, before)
        for event in reply.events:
            self._round_event(event, before)
        self._limits(desk, order.command, before)
        self._table(desk, before)
        self._taken_first(desk.table, before, reply.events)
        self._read_along(desk)

    def _money_asked(self, command, before):
        match command:
            case c.BuyIn():
                self.wealth[command.seat] += command.amount
            case c.CashOut():
                self.wealth[command.seat] -= before.seats[command.seat].credit
            case c.CancelVoucher(seat=seat):
                self.wealth[seat] += before.vouchers[before.seats[seat].uncollected].amount
            case c.ChangeCash():
                self.wealth[command.seat] += sum(command.chips)
                self.float -= sum(command.chips)
            case c.BringChips():
                self.wealth[command.seat] += sum(int(kind) * count for kind, count in command.chips.items())
            case c.WriteOffColour(seat=seat, count=many):
                self.wealth[seat] -= many * before.seats[seat].colour_value
                self._found(many * before.seats[seat].colour_value)
            case c.MoveWagerBack() | c.RecordMoved():
                self.moved = before.round
            case c.PayOwed(seat=seat, amount=amount):
                self.wealth[seat] += amount
                self._collected_elsewhere(amount)
            case _:
                self._money_corrected(command, before)

    def _money_corrected(self, command, before):
        match command:
            case c.ReleaseSeat(seat=seat, paid=paid):
                self.wealth[seat] -= paid
            case c.DecideDispute() if command.amount:
                self._house_pays({before.disputes[command.dispute].seat or command.seat: command.amount})
            case c.CorrectRound():
                self._house_pays(self.nets(command.number), -1)
                self.rounds[command.number] = self.rounds[command.number][0], Roll.of(*command.keys)
                self._house_pays(self.nets(command.number))

    def _chip_event(self, event):
        match event:
            case e.TableOpened():
                self.float += event.opening_float
            case e.FloatFilled(amount=amount):
                self.float += amount
            case e.FloatCredited(amount=amount):
                self.float -= amount
            case e.ChipsTaken(seat=seat, amount=amount) | e.TipGiven(seat=seat, amount=amount):
                self.wealth[seat] -= amount
            case e.CountApproved() if event.purpose != "opening":
                self._found(event.variance)

    def _found(self, amount):
        """In the float, though nobody played for it."""
        self.float += amount
        self.session += amount

    def _collected_elsewhere(self, amount):
        """What was owed comes in as cash, and not to this table."""
        self.float -= amount
        self.session -= amount

    def _money_owed(self, table, before):
        """What is owed was won, but the table has not got it."""
        missing = sum(seat.owed - before.seats[number].owed for number, seat in table.seats.items())
        self.float -= missing
        self.session -= missing

    def _round_event(self, event, before):
        self._chip_event(event)
        match event:
            case e.RollEntered() | e.EntryAmended():
                self.roll = event.roll
            case e.LosersCollected():
                self._collected(event, before)
            case e.RoundSettled():
                self.rounds[event.round] = self.collected.pop(event.round)
                self._house_pays(self.nets(event.round))
            case e.RoundVoided() | e.SettlementUndone():
                self.collected.pop(event.round, None)
            case e.RoundReversed():
                self._house_pays(self.nets(event.round), -1)
                del self.rounds[event.round]
            case e.RoundPassedOver():
                assert event.round not in self.rounds
            case e.RoundCorrected():
                self._exact(event.awards, event.roll)
            case e.TableClosed():
                assert event.win == self.session
                assert event.closing_float == (self.float if before.money == "chips" else 0)
                self.float = self.session = 0

    def _collected(self, event, before):
        """Every stake of the round is there once, won or lost as the pay table says, and no roll is worse."""
        awards = [*event.lost, *(award for awards in event.winners.values() for award in awards)]
        staked = {(one.seat, one.spot): one.stake for one in before.current.all_stakes()}
        assert sorted((one.seat, one.spot) for one in awards) == sorted(staked)
        assert all(one.stake + one.refused == staked[one.seat, one.spot] for one in awards)
        assert all(one.refused >= 0 and one.stake >= 0 for one in awards)
        assert before.current.unnoticed or not any(one.refused for one in awards)
        assert event.roll == self.roll
        if event.round != self.moved:
            self._boxes(awards, before)
        self._exact(awards, event.roll)
        self.collected[event.round] = [(one.seat, one.spot, one.stake) for one in awards], Roll.parse(event.roll)

    def _boxes(self, awards, before):
        """Nobody's stake falls below the minimum in whole chips, so the minimums alone may be over the maximum."""
        for spot in {award.spot for award in awards}:
            rule = rule_for(before.limits, self.game.paytable[spot].area)
            least = -(-rule.minimum // self._part(before, spot)) * self._part(before, spot)
            stakes = [(award.stake, award.stake + award.refused) for award in awards if award.spot == spot]
            protected = sum(min(asked, least) for _, asked in stakes)
            if self.game.scope(rule) == "box":
                assert not rule.maximum or sum(taken for taken, _ in stakes) <= max(rule.maximum, protected)
            else:
                assert not rule.maximum or all(taken <= rule.maximum for taken, _ in stakes)

    def _part(self, before, spot):
        """The least that a stake can be cut by: a chip, and what pays in whole units."""
        odds = (self.game.paytable[spot].odds(roll) for roll in ROLLS)
        return lcm(before.chips[0] if before.money == "chips" else 1, *(one.per for one in odds if one))

    def _exact(self, awards, roll):
        book = Book(self.game.paytable)
        for award in awards:
            if award.stake:
                book.add(award.spot, award.stake)
        loss = sum(award.returned - award.stake for award in awards)
        assert loss == book.loss(Roll.parse(roll)) <= book.exposure

    def _exposure(self, boxes):
        book = Book(self.game.paytable)
        for spot, total in boxes.items():
            if total:
                book.add(spot, total)
        return book.exposure

    def nets(self, number):
        """What each seat wins or loses by a round as it stands."""
        stakes, roll = self.rounds.get(number, ((), None))
        nets = defaultdict(int)
        for seat, spot, stake in stakes:
            odds = self.game.paytable[spot].odds(roll)
            nets[seat] += stake * odds.to_one if odds else -stake
        return nets

    def _house_pays(self, nets, sign=1):
        for seat, net in nets.items():
            self.wealth[seat] += sign * net
            self.house -= sign * net
            self.float -= sign * net
            self.session -= sign * net

    def _limits(self, desk, command, before):
        table, current = desk.table, desk.table.current
        cap = house_cap(table.limits)
        if isinstance(command, c.PlaceWager | c.MoveWager):
            assert not cap or self._exposure(current.boxes) <= max(cap, self._exposure(before.current.boxes))
        for spot, total in current.boxes.items() if isinstance(table.phase, Betting | BetsShut) else ():
            rule = rule_for(table.limits, self.game.paytable[spot].area)
            assert total >= 0
            most = total if self.game.scope(rule) == "box" else max(current.stakes[spot].values(), default=0)
            assert not rule.maximum or most <= rule.maximum or current.unnoticed or self.moved == table.round
            other = self.game.opposite.get(spot)
            if isinstance(command, c.CloseBets) and other and rule.differential:
                assert total - current.boxes.get(other, 0) <= rule.differential

    def _table(self, desk, before):
        table, balances = desk.table, desk.ledger.balances
        comes_back(table, Table)
        assert desk.ledger.trial == 0
        assert balances[LAYOUT] == _on_table(table)
        if table.current and table.current.risk:
            assert table.current.risk.returned == Risk(self.game.paytable, table.current.boxes).returned
        for number, seat in table.seats.items():
            assert balances[seat_account(number)] == seat.credit >= 0
            assert balances[owed_account(number)] == -seat.owed <= 0
            old = before.seats[number]
            assert all(getattr(seat, meter) >= getattr(old, meter) for meter in METERS)
        if table.money == "chips":
            assert balances[FLOAT] == table.bank.now
            self._chips(table, balances)
        if not isinstance(table.phase, Settling):
            self._wealth(desk, table)

    def _chips(self, table, balances):
        """Every chip lies somewhere, nobody has fewer than none, and what each has is worth what the ledger says."""
        values = {str(chip): chip for chip in table.chips}
        values |= {seat.colour: seat.colour_value for seat in table.seats.values() if seat.colour}
        kinds, worths, staked = defaultdict(int), defaultdict(int), {}
        for holder, pile in table.tray.holders():
            for kind, count in pile.items():
                assert count > 0 or holder in OUTSIDE or (holder == FLOAT and not kind.isdecimal()), (holder, pile)
                kinds[kind] += count
                staked = added(staked, {kind: count} if holder.startswith("layout:") else {})
                worths["layout" if holder.startswith("layout:") else holder] += count * values[kind]
        assert not any(kinds.values()), kinds
        assert staked == table.tray.staked
        inside = {FLOAT, LAYOUT, *map(seat_account, table.seats)}
        assert {one: worths[one] for one in inside} == {one: balances[one] for one in inside}

    def _taken_first(self, table, before, events):
        """One correction leaves a seat owing only what it has not; of several, a later one may give to who owes."""
        if sum(hasattr(event, "corrections") for event in events) == 1:
            assert all(
                seat.owed <= before.seats[number].owed or not seat.credit for number, seat in table.seats.items()
            )

    def _wealth(self, desk, table):
        on_layout = defaultdict(int)
        for stake in table.current.all_stakes() if table.current else ():
            on_layout[stake.seat] += stake.stake
        wealth = {number: seat.credit - seat.owed + on_layout[number] for number, seat in table.seats.items()}
        assert wealth == {number: self.wealth[number] for number in table.seats}
        assert desk.ledger.balances[desk.ledger.bank] == (self.float if table.money == "chips" else self.house)

    def _read_along(self, desk):
        """Replay is a fold, so reading entry by entry as they come is replaying from nothing."""
        self.reader._replay(self.reader.head)
        self.reader.head = self.reader.store.head()
        assert same(self.reader, desk)


def _on_table(table):
    if isinstance(table.phase, Settling):
        return sum(award.stake for awards in table.phase.unpaid.values() for award in awards)
    if table.current is None:
        return 0
    assert table.current.boxes.keys() >= table.current.stakes.keys()
    for spot, total in table.current.boxes.items():
        assert total == sum(table.current.stakes[spot].values())
    return sum(table.current.boxes.values())
