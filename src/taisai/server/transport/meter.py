"""A token bucket that stores one number: the time at which the messages so far would have been on schedule."""

from taisai.server.transport.limits import SocketLimits

HALF = 0.5  # so that rounding errors never cost a message


class Meter:
    __slots__ = ("_period_s", "_slack_s", "_turn")

    def __init__(self, limits: SocketLimits) -> None:
        self._period_s = 1 / limits.messages_per_s
        self._slack_s = self._period_s * (limits.messages_burst + HALF)
        self._turn = 0.0

    def over(self, now: float) -> bool:
        """Count one message; return whether it is over the limit. Never over if the period is zero."""
        self._turn = turn = max(self._turn, now) + self._period_s
        return turn - now > self._slack_s
