"""Parts of the sentences that describe events."""

from collections.abc import Iterable, Mapping

from taisai.table.order import ALONE
from taisai.table.parts import Award, Correction, Money, Stake


def with_second(second: str) -> str:
    """Return who agreed, or that nobody could."""
    if second == ALONE.name:
        return f" ({second})"
    return f" with {second}" if second else ""


def of_clause(clause: str) -> str:
    return f" ({clause})" if clause else ""


def stakes_in(stakes: Iterable[Stake], money: Money) -> str:
    named = [f"{money(one.stake)} on {one.spot} to seat {one.seat}" for one in stakes]
    return ", ".join(named) or "no stakes"


def awards_in(awards: Iterable[Award], money: Money) -> str:
    named = [f"seat {one.seat} gets {money(one.returned)} for {money(one.stake)} on {one.spot}" for one in awards]
    return ", ".join(named) or "no winners"


def corrections_in(corrections: Iterable[Correction], money: Money) -> str:
    named = []
    for one in corrections:
        moved = (("gets", one.credited), ("pays back", one.debited), ("owes", one.owed))
        named.append(f"seat {one.seat} {' and '.join(f'{does} {money(amount)}' for does, amount in moved if amount)}")
    return ", ".join(named) or "no money is moved"


def chips_in(chips: Iterable[int], money: Money) -> str:
    return f"[{', '.join(map(money, chips))}]"


def pile_in(pile: Mapping[str, int], money: Money) -> str:
    return ", ".join(f"{count} x {money(int(kind)) if kind.isdecimal() else kind}" for kind, count in pile.items())
