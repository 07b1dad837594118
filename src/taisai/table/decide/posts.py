"""Posts: a person who is assigned to a post has its rights, and no others."""

from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Table

POSTS: Final = (Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER)


def assign_post(game: Game, table: Table, order: Order, command: c.AssignPost) -> list[e.Event]:
    allow.act(game, order, Act.ASSIGN_POST)
    if command.name in {order.by.name, ""}:
        words = f"{order.by.name} cannot assign a post to {command.name or 'an empty name'}; another person must do it"
        raise Refused(Refusal.POST_INVALID, words, command.name)
    if not command.post and command.name not in table.posts:
        raise Refused(Refusal.POST_INVALID, f"{command.name} holds no post at this table", command.name)
    given = [post for post in POSTS if allow.STAFF.index(post) < allow.STAFF.index(order.by.role)]
    if command.post and command.post not in given:
        words = f"a {order.by.role} cannot assign the post {command.post!r}; allowed: {', '.join(given) or 'none'}"
        raise Refused(Refusal.POST_INVALID, words, command.post)
    return [e.PostAssigned(command.name, command.post)]
