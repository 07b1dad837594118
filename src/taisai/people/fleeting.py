"""What lives for minutes and in memory only, so that a restart ends it; sessions are the third of the kind."""

from dataclasses import dataclass

import msgspec

from taisai.people.events import DeviceInvited


@dataclass
class Approval:
    number: int
    name: str
    bound: str
    at_s: float
    used: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """`by_two`: two people agreed to it."""

    invited: DeviceInvited
    at: str
    by_two: bool
