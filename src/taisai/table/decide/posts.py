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
        words = f"{command.name or 'nobody'} cannot be assigned by {order.by.name}; a post is given by somebody else"
        raise Refused(Refusal.POST_INVALID, words, command.name)
    if not command.post and command.name not in table.posts:
        raise Refused(Refusal.POST_INVALID, f"{command.name} acts in no post at this table", command.name)
    given = [post for post in POSTS if allow.STAFF.index(post) < allow.STAFF.index(order.by.role)]
    if command.post and command.post not in given:
        words = f"a {order.by.role} gives the posts {', '.join(given) or 'none'}, not {command.post!r}"
        raise Refused(Refusal.POST_INVALID, words, command.post)
    return [e.PostAssigned(command.name, command.post)]
