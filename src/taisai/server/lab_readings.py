"""Questions to the lab, answered by a separate process, so that play never waits for a calculation."""

from contextlib import closing
from itertools import islice
from typing import ClassVar, Final

import msgspec

from taisai.books.shelf import shelved
from taisai.house.dice_watch import may_be_watched, thrown
from taisai.house.journal_index import whole
from taisai.house.table_entry import recorded
from taisai.house.topics import ROUND
from taisai.journal.place import Place
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refusal, Refused
from taisai.wire import design as d
from taisai.wire import lab
from taisai.wire import risk as w
from taisai.wire.bodies import Body

LAB: Final = "lab"
FIGURES: Final = "figures"
ENTRIES_MAX: Final = 400_000  # read in 1.5 s on a slow machine

# The maths modules take most of a second to import. Each question imports them itself, so that no other reading waits.


class _LabQuestion(msgspec.Struct, frozen=True, tag_field="ask"):
    queue: ClassVar[str] = LAB

    def answer(self) -> bytes:
        return msgspec.json.encode(self._answered())

    def _answered(self) -> Body:
        raise NotImplementedError


class _PayTables(_LabQuestion, frozen=True):
    """A question about pay tables of the house, whose answer never changes. `refs` are those of the floor."""

    queue: ClassVar[str] = FIGURES

    refs: tuple[str, ...]


class AskPayTables(_PayTables, frozen=True, tag="pay-tables"):
    def _answered(self) -> Body:
        from taisai.server.lab_figures import tables  # noqa: PLC0415

        return tables(self.refs)


class AskFelt(_PayTables, frozen=True, tag="felt"):
    name: str

    def _answered(self) -> Body:
        from taisai.server.felts import felt  # noqa: PLC0415

        return felt(shelved(self.name, self.refs).ref)


class AskLit(_PayTables, frozen=True, tag="lit"):
    name: str

    def _answered(self) -> Body:
        from taisai.server.felts import lit  # noqa: PLC0415

        return lit(shelved(self.name, self.refs).ref)


class AskPar(_PayTables, frozen=True, tag="par"):
    """Ask for the same page as `taisai par --html`."""

    name: str

    def answer(self) -> bytes:
        from taisai.reports.par_sheet import par_page  # noqa: PLC0415

        one = shelved(self.name, self.refs)
        return par_page(one.book, one.table).encode()


class AskComparison(_PayTables, frozen=True, tag="comparison"):
    one: str
    other: str

    def _answered(self) -> Body:
        from taisai.server.lab_figures import comparison  # noqa: PLC0415

        return comparison(self.one, self.other, self.refs)


class AskPlan(_PayTables, frozen=True, tag="plan"):
    name: str
    wagers: tuple[lab.PlanWager, ...]

    def _answered(self) -> Body:
        from taisai.server.lab_figures import planned  # noqa: PLC0415

        return planned(self.name, self.wagers, self.refs)


class AskDesign(_PayTables, frozen=True, tag="design"):
    asked: d.DesignAsked

    def _answered(self) -> Body:
        from taisai.server.designs import designed  # noqa: PLC0415

        return designed(self.asked, self.refs)


class AskEvening(_LabQuestion, frozen=True, tag="evening"):
    asked: w.EveningAsked
    refs: tuple[str, ...]

    def _answered(self) -> Body:
        from taisai.server.lab_answers import evening_figures  # noqa: PLC0415

        return evening_figures(shelved(self.asked.paytable, self.refs).table, self.asked)


class AskSystems(_LabQuestion, frozen=True, tag="systems"):
    asked: w.SystemsAsked
    refs: tuple[str, ...]

    def _answered(self) -> Body:
        from taisai.server.lab_answers import systems_figures  # noqa: PLC0415

        return systems_figures(shelved(self.asked.paytable, self.refs).table, self.asked)


class AskHouse(_LabQuestion, frozen=True, tag="house"):
    asked: w.HouseAsked
    refs: tuple[str, ...]

    def _answered(self) -> Body:
        from taisai.server.lab_answers import house_figures  # noqa: PLC0415

        return house_figures(shelved(self.asked.paytable, self.refs).table, self.asked)


class AskDice(_LabQuestion, frozen=True, tag="dice"):
    asked: w.DiceAsked

    def _answered(self) -> Body:
        from taisai.server.dice_answers import asked_throws, dice_figures  # noqa: PLC0415

        return dice_figures(asked_throws(self.asked.throws))


class AskTableDice(_LabQuestion, frozen=True, tag="table-dice"):
    """Ask about the last `rounds` rounds before round `following`, found through the journal's index."""

    place: Place
    table: str
    following: int
    rounds: int

    def _answered(self) -> Body:
        from taisai.server.dice_answers import asked_throws, dice_figures  # noqa: PLC0415

        throws = self._throws()
        if not throws:
            raise Refused(Refusal.ROUND_UNKNOWN, f"table {self.table} has settled none of these rounds", self.table)
        return dice_figures(asked_throws("".join(throws).replace("-", "")))

    def _throws(self) -> list[str]:
        with closing(self.place.open_for_reading()) as journals:
            store = journals.store(self.table)
            begun = whole(store).find(ROUND, max(1, self.following - self.rounds), self.following)
            first, last = min((one.seq for one in begun), default=1), store.head().seq
            self._check_short(last - first)
            bodies = (stored for stored in islice(store.read(first - 1), last - first + 1))
            return thrown(recorded(stored.clear).event for stored in bodies if may_be_watched(stored.body))

    def _check_short(self, entries: int) -> None:
        if entries > ENTRIES_MAX:
            command = f"taisai dice --journal FILE --table {self.table}"
            words = f"these rounds have {entries:,} entries, too many to read here; run on the command line: {command}"
            raise Refused(LabRefusal.TOO_LONG, words, entries)


PayTableQuestion = AskPayTables | AskFelt | AskLit | AskPar | AskComparison | AskPlan | AskDesign
LabQuestion = PayTableQuestion | AskEvening | AskSystems | AskHouse | AskDice | AskTableDice
