"""What a float began with, what moved it and what it ended with, in a session or a period."""

from typing import Final

import msgspec

from taisai.reports.money import Counted
from taisai.table import events as e


class FloatSums(msgspec.Struct):
    """`drop` is cash that was changed into chips."""

    opening_float: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    closing_float: int = 0

    @property
    def win(self) -> int:
        return self.closing_float + self.credits + self.drop - self.opening_float - self.fills

    def add(self, other: "FloatSums") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def post(self, event: Counted) -> None:
        match event:
            case e.TableOpened(opening_float=amount):
                self.opening_float += amount
            case e.TableClosed(closing_float=amount):
                self.closing_float += amount
            case e.FloatFilled(amount=amount):
                self.fills += amount
            case e.FloatCredited(amount=amount):
                self.credits += amount
            case e.CashChanged(amount=amount):
                self.drop += amount


FLOAT_SUMS: Final = dict.fromkeys(FloatSums.__struct_fields__, "money")
