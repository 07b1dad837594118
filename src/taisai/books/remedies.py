"""Checks a rulebook's table of remedies: every moment has an outcome, and every outcome is complete."""

from collections.abc import Iterator

from taisai.books.files import REMEDIES
from taisai.rules.fault import Faults
from taisai.rules.refusals import did_you_mean
from taisai.rules.rulebook import Outcome, Play, Remedies, Remedy, Rulebook
from taisai.rules.vocabulary import Does, Moment, Step

ORDERS = (
    "void-round", "reverse-rounds", "amend-entry", "correct-round", "resume", "report-trouble", "report-terminal",
    "record-moved", "move-wager-back", "judge-line", "record-unnoticed",
)  # fmt: skip


def faulty_remedies(book: Rulebook, remedies: Remedies) -> Faults:
    faults = Faults(REMEDIES)
    names = [one.name for one in remedies.outcome]
    for place, outcome in enumerate(remedies.outcome):
        _check_outcome(book, outcome, place, faults)
        if outcome.name in names[:place]:
            faults.add(("outcome", place, "name"), "two outcomes have this name", outcome.name, "rename one of them")
    for place, row in enumerate(remedies.remedy):
        _check_row(book, row, place, names, faults)
    return faults


def _check_outcome(book: Rulebook, outcome: Outcome, place: int, faults: Faults) -> None:
    at = ("outcome", place)
    if outcome.does is Does.REFUSE and not outcome.why:
        faults.add(at, "a refusal without a reason", outcome.name, "add why, and what to do instead: why = …")
    if outcome.does is not Does.REFUSE and (outcome.act is None or book.permission(outcome.act) is None):
        fix = "name an act that a [[may]] in rules.toml gives to a role"
        faults.add((*at, "act"), "no role may do this", outcome.act or outcome.name, fix)
    if outcome.does in {Does.REVERSE, Does.CORRECT} and not outcome.two:
        faults.add(at, "one person alone could move settled money", outcome.name, "add: two = true")


def _check_row(book: Rulebook, row: Remedy, place: int, names: list[str], faults: Faults) -> None:
    at = ("remedy", place)
    if row.order not in ORDERS:
        faults.add((*at, "order"), "this order is not a remedy", row.order, f"use one of: {', '.join(ORDERS)}")
    for index, trouble in enumerate(row.troubles):
        if book.provision(trouble) is None:
            fix = "add an [[irregularity]] for it to rules.toml"
            faults.add((*at, "troubles", index), "the rulebook does not provide for it", trouble, fix)
    for moment in moments(book.play):
        if moment not in row.at:
            faults.add((*at, "at"), f"no outcome for the moment {moment}", row.order, f"add: {moment} = …")
    for moment, name in row.at.items():
        if name not in names:
            faults.add(
                (*at, "at", moment), "no such outcome", name, f"add it as [[outcome]]{did_you_mean(name, names)}"
            )


def moments(play: Play | None) -> Iterator[Moment]:
    """Return the moments that a round with this order of play goes through."""
    after = False
    for step in play.steps if play else ():
        after = after or step.step is Step.CLOSE_BETS
        if step.step is Step.TUMBLE:
            break
    return (moment for moment in Moment if after or moment is not Moment.CLOSED)
