"""Problems in settings, each with its location, and one refusal for all of them."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from taisai.journal.place import described
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.house.settings import Settings


class SettingsRefusal(Enum):
    INVALID = "settings-invalid"
    WITH_CREDITS = "settings-with-credits"


class Problem(msgspec.Struct, frozen=True):
    """`where` is a file with its line, an environment variable, or a flag."""

    where: str
    words: str
    value: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.where}: {self.words}: {self.value} ({self.allowed})"


class SettingsRefused(Refused):
    """One refusal for all problems."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        count = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        lines = "".join(f"\n  {problem}" for problem in problems)
        super().__init__(
            SettingsRefusal.INVALID, f"{count} in the settings; fix and try again:{lines}", str(problems[0])
        )
        self.problems = problems


def way_problem(settings: "Settings") -> Problem | None:
    """Return why a house cannot be served as these settings say: a house in a database is served by nodes."""
    if not settings.nodes.database or settings.nodes.bus:
        return None
    allowed = (
        "start a NATS server, on this machine if there is one node, and set nodes.bus, such as nats://127.0.0.1:4222;"
    )
    allowed = f"{allowed} a house in a file needs neither: taisai move FOLDER --to file"
    return Problem("nodes.database", "set without nodes.bus", described(settings.nodes.database), allowed)


def check_way(settings: "Settings") -> None:
    problem = way_problem(settings)
    if problem is not None:
        raise SettingsRefused((problem,))


def folder_unmade(folder: Path, why: str) -> Refused:
    words = f"the folder {folder} cannot be made ({why}); choose another, or allow this user to write there"
    return Refused(SettingsRefusal.INVALID, words, str(folder))
