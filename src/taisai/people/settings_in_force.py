"""With which settings the house was started, so that a change is known with what was and what is."""

from collections.abc import Mapping

from taisai.people import events as e
from taisai.people.authorization import Acting, happening
from taisai.people.records import HOUSE
from taisai.people.significant_events import Happening


class SettingsRecord(Acting):
    def settings_used(self) -> Mapping[str, str]:
        """Of the last start; empty before the first."""
        return self.state.settings

    def use_settings(self, values: Mapping[str, str], changes: str, mark: str) -> None:
        """`changes` are words with each old and new value; `mark` tells one set of settings from another."""
        noted = happening(Happening.SETTINGS_CHANGED, changes, value=mark)
        self._write(HOUSE, e.SettingsUsed(dict(values)), noted)
