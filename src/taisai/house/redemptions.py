"""Vouchers that are redeemed at another table than their own: the table that issued one promises it before the other
table takes it, and both are asked for what they know, never a claim."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from functools import partial
from itertools import count
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import asdict, replace

from taisai.house.automation import ITSELF
from taisai.house.cage import Cage
from taisai.house.desk import Desk, Reply, Unapproved
from taisai.house.live import Answering, LiveTable
from taisai.house.lookups import Redeeming
from taisai.house.voucher_questions import (
    Asked,
    Credit,
    Credited,
    Declined,
    Doubted,
    News,
    NotHere,
    Promised,
    Question,
    Said,
    Spent,
    declined,
    is_credited,
    refused_of,
)
from taisai.journal.entry import Head
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refusal, Refused
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import decide
from taisai.table.order import Order
from taisai.table.state import Outstanding, Promise
from taisai.table.trades.posts import acting

AGAIN_S: Final = 0.5
PROMISE_BYTES: Final = 8
LATER: Final = "the voucher cannot be checked at the moment; try again"

Lives = Callable[[], Iterable[LiveTable]]
Noting = Callable[[Note], None]

log = logging.getLogger(__name__)

Seen = TypeVar("Seen")


class Others(Protocol):
    """The other processes of a house, and the tables that they run."""

    async def ask(self, question: Question, table: str = "") -> Sequence[Said]:
        """Return the answers of the other processes, or of the one that runs a table."""

    def tell(self, news: News) -> None: ...


class Nobody:
    """No other process."""

    async def ask(self, question: Question, table: str = "") -> Sequence[Said]:
        del question, table
        return ()

    def tell(self, news: News) -> None: ...


class Unused(Protocol):
    """The tables that the house no longer runs; see `Retired`."""

    def names(self) -> Collection[str]: ...

    async def open(self, table: str = "", seen: Collection[str] = ()) -> bool: ...


class Redemptions:
    """`lives` are the tables that this process runs, and `unused` knows all that somebody runs or should. A promise
    stands until the table that got it has said whether it redeemed the voucher. A process can end before that, so
    `mend` looks at promises at each start and each day."""

    def __init__(self, lives: Lives, unused: Unused, cage: Cage, note: Noting) -> None:
        self._lives, self._unused = lives, unused
        self._cage, self._note = cage, note
        self._running = True
        self._under_way: dict[tuple[str, str], str] = {}  # the newest promise asked for, by table and voucher
        self._waiting: dict[tuple[str, str], list[Callable[[], None]]] = {}
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self.others: Others = Nobody()

    def stop(self) -> None:
        self._running = False
        for task in tuple(self._tasks):
            task.cancel()

    def serve(self, live: LiveTable) -> None:
        """Redeem vouchers of other tables at a table from now on."""
        live.redeemer = partial(self.redeem, live)

    # At the table that redeems

    def redeem(self, live: LiveTable, order: Order, told: Answering) -> None:
        live.look(partial(self._redeem, live, order, told))

    def _redeem(self, live: LiveTable, order: Order, told: Answering) -> None:
        """Ask for a promise, unless the table can decide without one. The same voucher is tried once at a time."""
        voucher = _wanted(live.desk, order, self._cage) if live.takes_orders() else ""
        key = (live.desk.table.table, voucher)
        if not voucher:
            live.go_on(order, told)
        elif key in self._under_way:
            self._waiting.setdefault(key, []).append(partial(self.redeem, live, order, told))
        else:
            self._under_way[key] = promise = secrets.token_hex(PROMISE_BYTES)
            self._do(self._ask(live, order, told, (voucher, promise)))

    async def _ask(self, live: LiveTable, order: Order, told: Answering, named: tuple[str, str]) -> None:
        voucher, promise = named
        try:
            said = await self._promise(live, order, voucher, promise)
        except (Refused, asyncio.CancelledError):
            said = Declined("later", LATER)
        except Exception:
            log.exception("a voucher could not be checked")
            said = Declined("later", LATER)
        match said:
            case Promised(event):
                promised = Redeeming(**{name: getattr(order, name) for name in Order.__struct_fields__}, promise=event)
                live.go_on(promised, partial(self._answered, live, voucher, order, told))
            case Declined("unknown"):
                self._end(live, voucher)
                live.go_on(order, told)
            case Declined():
                self._end(live, voucher)
                live.refuse(order, told, refused_of(said))

    def _answered(
        self, live: LiveTable, voucher: str, order: Order, told: Answering, _: Order, answer: Reply | Refused
    ) -> None:
        """Pass the answer on. If it is a refusal, the promise has no use, unless the write did happen."""
        self._end(live, voucher)
        if isinstance(answer, Refused):
            self.hear(Doubted(voucher))
            self.others.tell(Doubted(voucher))
        told(order, answer)

    def _end(self, live: LiveTable, voucher: str) -> None:
        key = (live.desk.table.table, voucher)
        del self._under_way[key]
        for again in self._waiting.pop(key, ()):
            again()

    async def _promise(self, live: LiveTable, order: Order, voucher: str, promise: str) -> Promised | Declined:
        command, desk = order.command, live.desk
        assert isinstance(command, c.BuyIn)
        standing = await at_rest(live, lambda: desk.table.promised.get(voucher))
        if standing is not None:  # it is our own, and another table got it
            await self._resolve(live, voucher, standing)
            return Declined("unknown")
        asked = Asked(voucher, command.amount, promise, desk.table.table, command.seat, desk.head.seq)
        said, seen = await self._asked_everywhere(asked)
        if said is None and await self._unused.open("", seen):
            said, seen = await self._asked_everywhere(asked)
        return said or Declined("unknown")

    async def _asked_everywhere(self, asked: Asked) -> tuple[Promised | Declined | None, set[str]]:
        """Return what the table that issued a voucher says; None if all tables say that they did not. And those that
        said so."""
        here = await self.answer(asked)
        if isinstance(here, Promised | Declined):
            return here, set()
        said = [here, *await self.others.ask(asked)]
        found = next((one for one in said if isinstance(one, Promised | Declined)), None)
        seen = {name for one in said if isinstance(one, NotHere) for name in one.tables}
        if found is None and not seen.issuperset(self._unused.names()):
            found = Declined("later", LATER)
        return found, seen

    # At any table that is asked

    async def answer(self, question: Question) -> Said:
        match question:
            case Asked():
                return await self._promised(question)
            case Credited():
                return await self._credited(question)

    async def _promised(self, asked: Asked) -> Said:
        seen: list[str] = []
        for live in tuple(self._lives()):
            is_here = await at_rest(live, partial(_has, live, asked.voucher))
            if is_here:
                return await self._promised_by(live, asked)
            if is_here is not None:
                seen.append(live.desk.table.table)
        return NotHere(tuple(seen))

    async def _promised_by(self, live: LiveTable, asked: Asked) -> Said:
        standing = await at_rest(live, lambda: live.desk.table.promised.get(asked.voucher))
        if standing is not None and not await self._resolve(live, asked.voucher, standing):
            return Declined("later", LATER)
        answer = await self._order(live, c.PromiseVoucher(**asdict(asked)))
        if isinstance(answer, Refused):
            return declined(answer)
        (event,) = answer.events
        assert isinstance(event, e.VoucherPromised)
        return Promised(event)

    async def _credited(self, asked: Credited) -> Credit:
        """Return whether the table redeemed the voucher by this promise. As long as it still may, nobody knows."""
        live = self._named(asked.table)
        head = await at_rest(live, partial(self._head_if_over, live, asked)) if live else None
        if live is None or head is None:
            return Credit("unknown")
        try:
            found = await live.in_turn(partial(is_credited, live.desk.store, asked, head))
        except Refused:
            return Credit("unknown")
        return Credit("yes" if found else "no")

    def _head_if_over(self, live: LiveTable, asked: Credited) -> Head | None:
        """Return the head, if nothing that comes after it can be by this promise."""
        under_way = self._under_way.get((asked.table, asked.voucher)) == asked.promise
        return live.desk.head if live.takes_orders() and not under_way else None

    def _named(self, table: str) -> LiveTable | None:
        return next((live for live in self._lives() if live.desk.table.table == table), None)

    # At the table that issued it

    def hear(self, news: News) -> None:
        """Hear what another table says of a voucher. Each of our tables is asked at rest: while it writes, its state
        may still be rolled back."""
        for live in self._lives():
            live.look(partial(self._hear, live, news))

    def _hear(self, live: LiveTable, news: News) -> None:
        standing = live.desk.table.promised.get(news.voucher)
        match news:
            case Spent(voucher, table) if standing is not None and standing.table == table:
                self._do(self._note_redeemed(live, voucher, standing))
            case Doubted(voucher) if standing is not None:
                self._do(self._settle(live, voucher, standing))

    def heard(self, table: str, events: Sequence[e.Event]) -> None:
        """Tell the tables that issued vouchers that this one redeemed them."""
        for event in events:
            if isinstance(event, e.CreditBought) and event.voucher:
                news = Spent(event.voucher, table)
                self.hear(news)
                self.others.tell(news)

    async def _note_redeemed(self, live: LiveTable, voucher: str, standing: Promise) -> None:
        """Retry until it works: the journal may be down at the moment."""
        command = c.NoteRedeemed(voucher, standing.promise)
        while self._lasts(live) and is_to_try_again(await self._order(live, command)):  # noqa: ASYNC110 - others end it
            await asyncio.sleep(AGAIN_S)

    async def _settle(self, live: LiveTable, voucher: str, standing: Promise) -> None:
        """Resolve a promise that has no use, as soon as that is sure."""
        while self._lasts(live) and not await self._resolve(live, voucher, standing):  # noqa: ASYNC110 - as above
            await asyncio.sleep(AGAIN_S)

    def _lasts(self, live: LiveTable) -> bool:
        return self._running and any(one is live for one in self._lives())

    async def _resolve(self, live: LiveTable, voucher: str, standing: Promise, *, mends: bool = False) -> bool:
        """Find out whether the other table redeemed a voucher, and record it. Return whether the promise is over."""
        stands = await at_rest(live, lambda: live.takes_orders() and live.desk.table.promised.get(voucher) == standing)
        if not stands:
            return live.takes_orders()
        outstanding = live.desk.table.vouchers[voucher]
        match (await self._credit_of(Credited(voucher, standing.promise, standing.table, standing.after))).made:
            case "yes":
                answer = await self._order(live, c.NoteRedeemed(voucher, standing.promise))
                if mends and not isinstance(answer, Refused):
                    self._note(_note_of(live, outstanding))
            case "no":
                answer = await self._order(live, c.ReleaseVoucher(voucher, standing.promise))
            case _:
                return False
        return not is_to_try_again(answer)

    async def _credit_of(self, asked: Credited) -> Credit:
        try:
            said = await self._answer_of(asked)
            if (
                said.made == "unknown"
                and asked.table not in self._unused.names()
                and await self._unused.open(asked.table)
            ):
                said = await self._answer_of(asked)
        except Refused:
            return Credit("unknown")
        except Exception:
            log.exception("a promise could not be followed", extra={"table": asked.table})
            return Credit("unknown")
        return said

    async def _answer_of(self, asked: Credited) -> Credit:
        if self._named(asked.table) is not None:
            return await self._credited(asked)
        said = await self.others.ask(asked, asked.table)
        return next((one for one in said if isinstance(one, Credit)), Credit("unknown"))

    def mend(self, some: Iterable[LiveTable] | None = None) -> None:
        """Resolve the promises whose end our tables were not told."""
        for live in tuple(self._lives() if some is None else some):
            live.look(partial(self._mend, live))

    def _mend(self, live: LiveTable) -> None:
        for voucher, standing in live.desk.table.promised.items():
            self._do(self._mended(live, voucher, standing))

    async def _mended(self, live: LiveTable, voucher: str, standing: Promise) -> None:
        await self._resolve(live, voucher, standing, mends=True)

    async def _order(self, live: LiveTable, command: c.Command) -> Reply | Refused:
        """Give an order of the house. Its id is new each time: the head has never been there before it is written."""
        table = live.desk.table
        name = f"voucher {live.desk.head.seq} {next(self._numbers)}"
        return await live.do(Order(name, ITSELF, command, table.round))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def at_rest(live: LiveTable, see: Callable[[], Seen]) -> Seen:
    """Return what `see` returns at a moment when everything the desk knows is written."""
    moment: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()
    live.look(lambda: None if moment.done() else moment.set_result(see()))
    return await moment


def _has(live: LiveTable, voucher: str) -> bool | None:
    """Return whether a table has a voucher outstanding; None if it cannot be asked at the moment."""
    return voucher in live.desk.table.vouchers if live.takes_orders() else None


def _wanted(desk: Desk, order: Order, cage: Cage) -> str:
    """Return the digest of a voucher that another table has to promise, or that we promised; empty if none has to be,
    because the order was answered before, or is refused whatever the voucher is worth."""
    command = order.command
    assert isinstance(command, c.BuyIn)
    if order.id in desk.answered or type(order) is Unapproved:
        return ""
    try:
        voucher = cage.digest(command.voucher)
    except Refused:
        return ""
    is_ours = voucher in desk.table.vouchers and voucher not in desk.table.promised
    return "" if is_ours or _refuses_any(desk, order, command) else voucher


def _refuses_any(desk: Desk, order: Order, command: c.BuyIn) -> bool:
    """Return whether an order to redeem a voucher is refused whatever that is worth."""
    any_one = replace(order, command=replace(command, amount=1, voucher="any", issued_elsewhere=True))
    try:
        decide(desk.game, desk.table, acting(desk.table, any_one))
    except Refused:
        return True
    return False


def is_to_try_again(answer: Reply | Refused) -> bool:
    return isinstance(answer, Refused) and not isinstance(answer.code, Refusal)


def _note_of(live: LiveTable, outstanding: Outstanding) -> Note:
    amount = live.desk.game.money(outstanding.amount)
    words = (
        f"the voucher ending in {outstanding.ending} of seat {outstanding.seat}, worth {amount}, was redeemed at"
        " another table but was still outstanding here; this was corrected"
    )
    return Note(Happening.VOUCHER_MENDED, words, live.desk.table.table, value=str(outstanding.amount))
