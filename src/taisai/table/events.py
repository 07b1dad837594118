"""All events of a table, gathered from its trades. Each can be replayed without today's rules; a tag never changes."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from taisai.table.handlers import EFFECTS
from taisai.table.parts import Award as Award
from taisai.table.parts import Correction as Correction
from taisai.table.parts import Move as Move
from taisai.table.parts import Stake as Stake
from taisai.table.trades.every import *

if TYPE_CHECKING:
    from taisai.table.parts import Event as Event
else:
    Event = reduce(or_, sorted(EFFECTS, key=lambda kind: kind.__module__))
    """The union of all of them, by trade, which decoders and schemas need; a type checker sees what they all are."""
