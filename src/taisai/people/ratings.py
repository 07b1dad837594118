"""Ratings: a player who gives a card number is rated at a seat, under a pseudonym, from one round to another."""

from taisai.people.authorization import ID_LONGEST, WORDS_LONGEST, Acting
from taisai.people.rating_events import PlayerKnown, RatingBegun, RatingEnded
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.secret_hashes import plain
from taisai.people.state import Player, Rating
from taisai.rules.refusals import Refused, shown


class Ratings(Acting):
    """A card belongs to one player, who is rated at one seat at a time.

    To begin or end a rating, state the table's last round."""

    def begin_rating(self, by: str, card: str, *, name: str = "", table: str, seat: int, after: int) -> int:
        actor = self._allowed(by, Right.RATE_PLAYERS)
        card, name = plain(card, ID_LONGEST), plain(name, WORDS_LONGEST)
        if not card:
            raise Refused(PeopleRefusal.RATING_INVALID, "a rating needs a card number; ask the player for it", "")
        known = next((one.id for one in self.state.players.values() if one.card == card), "")
        self._check_unrated(known, table, seat)
        player = known or f"P{self.state.players_known + 1}"
        told = [] if known else [PlayerKnown(player, card, name)]
        number = self.state.ratings_begun + 1
        self._write(actor, *told, RatingBegun(number, player, table, seat, after))
        return number

    def end_rating(self, by: str, rating: int, upto: int) -> None:
        actor = self._allowed(by, Right.RATE_PLAYERS)
        self.rating(rating)
        self._write(actor, RatingEnded(rating, upto))

    def rating(self, rating: int) -> Rating:
        """Return a current rating."""
        if rating not in self.state.ratings:
            words = f"rating {shown(rating)} is not in progress; check the list of current ratings"
            raise Refused(PeopleRefusal.RATING_UNKNOWN, words, shown(rating))
        return self.state.ratings[rating]

    def ratings(self) -> tuple[tuple[Rating, Player], ...]:
        """Return the current ratings, longest first."""
        return tuple((one, self.state.players[one.player]) for one in self.state.ratings.values())

    def _check_unrated(self, player: str, table: str, seat: int) -> None:
        for one in self.state.ratings.values():
            if one.player == player or (one.table, one.seat) == (table, seat):
                words = f"rating {one.rating} is in progress at {one.table}, seat {one.seat}; end it first"
                raise Refused(PeopleRefusal.RATING_RUNNING, words, one.rating)
