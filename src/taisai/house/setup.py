"""How a table is installed."""

import msgspec

from taisai.house.electronic import electronic_misfits
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Step
from taisai.table import events as e
from taisai.table.game import Game
from taisai.table.limits import LimitRule
from taisai.table.trades.limiting import check_limits

MONIES = ("credits", "chips")


class Setup(msgspec.Struct, frozen=True):
    """`automation` names the steps that the table takes by itself."""

    table: str
    money: str = "credits"
    seats: int = 8
    automation: tuple[str, ...] = ()
    chips: tuple[int, ...] = (5, 25, 100, 500, 1000)
    limits: tuple[LimitRule, ...] = ()


def installed(game: Game, setup: Setup) -> e.TableInstalled:
    """Return the event that installs a table. It holds the whole pay table, so that the journal can be read without
    today's rules."""
    _check(setup)
    check_limits(game, setup.limits)
    _check_electronic(game, setup.automation)
    table = game.paytable
    wins = {str(spot.id): {str(roll): str(odds) for roll, odds in spot.wins} for spot in table.spots}
    return e.TableInstalled(
        setup.table, game.book.id, table.id, table.fingerprint, wins,
        game.book.rulebook.currency, setup.money, setup.seats, setup.automation, setup.chips, setup.limits,
        table.multipliers, {str(spot.id): spot.commission for spot in table.spots if spot.commission.of},
    )  # fmt: skip


def stated(game: Game) -> e.RulesStated:
    """Return the rules by which an outsider checks rolls."""
    book = game.book
    assert book.play is not None
    enter = next(step.by for step in book.play.steps if step.step is Step.ENTER)
    amend, correct = (book.permission(act) for act in (Act.AMEND_ENTRY, Act.CORRECT_ROUND))
    return e.RulesStated(book.play.tumbles_min, enter, amend.by if amend else (), correct.by if correct else ())


def all_multiples(chips: tuple[int, ...]) -> bool:
    return min(chips, default=1) < 1 or all(chip % chips[0] == 0 for chip in chips)


def _check(setup: Setup) -> None:
    for fits, value, words in (
        (setup.table.strip(), setup.table, "a table needs a name"),
        (setup.money in MONIES, setup.money, f"money must be one of {', '.join(MONIES)}"),
        (setup.seats >= 1, setup.seats, "a table needs at least one seat"),
        (set(setup.automation) <= set(Step), setup.automation, f"steps must be among {', '.join(Step)}"),
        (setup.chips == tuple(sorted(set(setup.chips))), setup.chips, "chips must go from small to large, each once"),
        (all(chip >= 1 for chip in setup.chips), setup.chips, "a chip must be worth 1 or more"),
        (
            all_multiples(setup.chips),
            setup.chips,
            "every chip must be a multiple of the smallest, so that chips can be changed",
        ),
    ):
        if not fits:
            raise Refused(Refusal.SETUP_INVALID, f"{value!r}: {words}", value)


def _check_electronic(game: Game, automation: tuple[str, ...]) -> None:
    for words, fix in electronic_misfits(game, automation):
        raise Refused(Refusal.SETUP_INVALID, f"{automation!r}: {words}; {fix}", automation)
