"""Problems in settings, each with its location, and one refusal for all of them."""

from enum import Enum

import msgspec

from taisai.rules.refusals import Refused


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
