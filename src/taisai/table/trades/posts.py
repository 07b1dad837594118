"""Posts: a person who is assigned to a post has its rights, and no others."""

from typing import Final

import msgspec

from taisai.rules.personal import Name
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import allow
from taisai.table.game import Game
from taisai.table.gates import By
from taisai.table.handlers import applies, decides
from taisai.table.order import Order, Person
from taisai.table.parts import Command, Event, Money, Word
from taisai.table.state import Table


class AssignPost(Command, frozen=True, tag="assign-post"):
    """`name` acts in the post from now on; an empty post ends this."""

    name: Word
    post: Word = ""


POSTS: Final = (Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER)


def given_by(role: Role) -> tuple[Role, ...]:
    """Return the posts that a role assigns: those below it."""
    below = allow.STAFF[: allow.STAFF.index(role)] if role in allow.STAFF else ()
    return tuple(post for post in POSTS if post in below)


@decides(By(Act.ASSIGN_POST))
def assign_post(game: Game, table: Table, order: Order, command: AssignPost) -> list[Event]:
    if command.name in {order.by.name, ""}:
        words = f"{order.by.name} cannot assign a post to {command.name or 'an empty name'}; another person must do it"
        raise Refused(Refusal.POST_INVALID, words, command.name)
    if not command.post and command.name not in table.posts:
        raise Refused(Refusal.POST_INVALID, f"{command.name} holds no post at this table", command.name)
    given = given_by(order.by.role)
    if command.post and command.post not in given:
        words = f"a {order.by.role} cannot assign the post {command.post!r}; allowed: {', '.join(given) or 'none'}"
        raise Refused(Refusal.POST_INVALID, words, command.post)
    return [PostAssigned(command.name, command.post)]


class PostAssigned(Event, frozen=True, tag="post-assigned"):
    """The person acts in this post, and in no other role. An empty post ends it."""

    noted = "post-assigned"
    name: Name
    post: str

    def sentence(self, money: Money) -> str:
        return f"{self.name} acts as {self.post}" if self.post else f"{self.name} no longer holds a post"


@applies
def post_assigned(table: Table, event: PostAssigned) -> None:
    if event.post:
        table.posts[event.name] = event.post
    else:
        del table.posts[event.name]


def acting(table: Table, order: Order) -> Order:
    """Return the order with the roles of the posts that its giver and the second person hold."""
    changed = {"by": _in_post(table, order.by)} | ({"second": _in_post(table, order.second)} if order.second else {})
    return msgspec.structs.replace(order, **changed)


def _in_post(table: Table, person: Person) -> Person:
    """Return the person in their post. Only staff have posts, never players or the table itself."""
    post = table.posts.get(person.name, "")
    on_staff = person.role not in {Role.PLAYER, Role.AUTOMATION} and not person.by_pin
    return msgspec.structs.replace(person, role=Role(post)) if post and on_staff else person
