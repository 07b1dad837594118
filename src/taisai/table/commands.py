"""All commands to a table, gathered from its trades.

Stakes are in minor units; a stack lists chips from the bottom up."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from taisai.table.handlers import DECISIONS
from taisai.table.parts import PastRound as PastRound
from taisai.table.trades.every import *

if TYPE_CHECKING:
    from taisai.table.parts import Command as Command
else:
    Command = reduce(or_, sorted(DECISIONS, key=lambda kind: kind.__module__))
    """The union of all of them, by trade, which decoders and schemas need; a type checker sees what they all are."""
