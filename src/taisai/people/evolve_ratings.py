"""Applies events to the ratings in the register."""

from typing import assert_never

from taisai.people.rating_events import PlayerKnown, RatingBegun, RatingEnded, RatingEvent
from taisai.people.state import Player, Rating, State


def evolve_ratings(state: State, event: RatingEvent, at: str) -> None:
    match event:
        case PlayerKnown(player=player, card=card, player_name=name):
            state.players[player] = Player(player, card, name)
            state.players_known += 1
        case RatingBegun(rating=rating, player=player, table=table, seat=seat, after=after):
            state.ratings[rating] = Rating(rating, player, table, seat, after + 1, at)
            state.ratings_begun = rating
        case RatingEnded(rating=rating):
            state.ratings.pop(rating, None)  # the player may have been erased meanwhile
        case _ as never:
            assert_never(never)


def forget_player(state: State, player: str) -> None:
    """Forget an erased player and their ratings."""
    state.players.pop(player, None)
    state.ratings = {number: one for number, one in state.ratings.items() if one.player != player}
