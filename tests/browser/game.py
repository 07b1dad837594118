"""What a table must pay, light and call, by its own rulebook; and money as screens print it."""

from server.making import APART, HAND, LIMITS

from taisai import Roll
from taisai.house.tables import TableSettings
from taisai.rules.call import call

CREDIT = 100_000
CHIPS = HAND.chips


def money(minor):
    """As the screens print it in English: hundredths only where there are any."""
    return f"{minor // 100:,}" if minor % 100 == 0 else f"{minor / 100:,.2f}"


def table(name, paytable, **changes):
    limits = APART if paytable.startswith("rws-6") else LIMITS
    return TableSettings(name, paytable, **{"title": f"Table {name}", "seats": 4, "limits": limits} | changes)


def wins(game, stakes, faces):
    """What each stake wins beyond itself, by the pay table."""
    roll = Roll(tuple(sorted(faces)))
    odds = {spot: game.paytable[spot].odds(roll) for spot in stakes}
    return {spot: stakes[spot] * one.units // one.per for spot, one in odds.items() if one}


def lit(game, faces):
    return set(game.paytable.lights["-".join(map(str, sorted(faces)))])


def called(game, faces):
    return call(Roll(tuple(sorted(faces))), game.book.phrases)
