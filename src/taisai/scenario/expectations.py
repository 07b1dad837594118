"""What a scenario expects of the last finished round: a wager's result, and multipliers."""

from collections.abc import Callable
from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.scenario.grammar import Said
from taisai.table.events import Award
from taisai.table.state import Entered, Settling, Table


def _wager(table: Table, said: Said) -> None:
    seat, spot, *back = said.values if "back" not in said.form else (said.values[0], said.values[2], said.values[1])
    awards = table.recent[-1].awards if table.recent else ()
    award = next((one for one in awards if (one.seat, one.spot) == (int(seat), spot)), None)
    if award is None:
        raise _wrong(said, f"seat {seat} had no wager on {spot}")
    found = str(award.returned) if back else _outcome(award)
    if found != (back[0] if back else said.form.split()[3]):
        raise _wrong(said, f"{award.returned} was returned for a stake of {award.stake}")


def _outcome(award: Award) -> str:
    if award.returned == award.stake:
        return "pushes"
    return "wins" if award.returned > award.stake else "loses"


def _struck(table: Table, said: Said) -> None:
    spot, times = said.values
    phase = table.phase
    shown = phase.round.struck if isinstance(phase, Entered | Settling) else _last(table)
    if shown.get(spot, 1) != int(times):
        raise _wrong(said, f"it is multiplied by {shown.get(spot, 1)}")


def _last(table: Table) -> dict[str, int]:
    return table.recent[-1].struck if table.recent else {}


def _wrong(said: Said, found: str) -> Refused:
    return Refused(Refusal.SCENARIO_WRONG, f"line {said.line}: {said.text!r}, but {found}", said.text)


EXPECTED: Final[dict[str, Callable[[Table, Said], None]]] = {"expect-wager": _wager, "expect-struck": _struck}
