"""Rated play of players who gave a card number, from round to round."""

from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused
from taisai.server.call import Answer, Call, Route
from taisai.wire import ratings as w


async def ratings(call: Call) -> Answer:
    return Answer(w.Ratings(tuple(w.RatingInfo(*one) for one in call.house.register.ratings())))


async def begin_rating(call: Call) -> Answer:
    """Start a rating; the current round counts."""
    one, said = call.table, call.body
    table = one.desk.table
    if said.seat not in table.seats:
        words = f"there is no seat {said.seat} at {one.settings.id}; it has {len(table.seats)} seats"
        raise Refused(Refusal.SEAT_UNKNOWN, words, said.seat)
    call.house.register.begin_rating(
        call.caller.name, said.card, name=said.name, table=one.settings.id, seat=said.seat,
        after=table.round - (table.current is not None),
    )  # fmt: skip
    return Answer()


async def end_rating(call: Call) -> Answer:
    number = call.path["rating"]
    rating = int(number) if number.isascii() and number.isdecimal() else 0
    call.house.register.end_rating(call.caller.name, rating, call.table.desk.table.round)
    return Answer()


ROUTES = (
    Route("GET", "/api/ratings", ratings, "List players being rated now", Right.RATE_PLAYERS, w.Ratings, acts=False),
    Route("POST", "/api/tables/{table}/ratings", begin_rating, "Start rating the player of a seat",
          Right.RATE_PLAYERS, takes=w.NewRating),
    Route("POST", "/api/tables/{table}/ratings/{rating}/end", end_rating, "Stop rating the player",
          Right.RATE_PLAYERS),
)  # fmt: skip
