"""The settings of each start, so that changes are recorded with old and new values."""

from collections.abc import Mapping

from taisai.people import events as e
from taisai.people.authorization import Acting, happening
from taisai.people.records import HOUSE
from taisai.people.significant_events import Happening


class SettingsRecord(Acting):
    def settings_used(self) -> Mapping[str, str]:
        """Return the settings of the last start; empty before the first."""
        return self.state.settings

    def use_settings(self, values: Mapping[str, str], changes: str, mark: str) -> None:
        """Record new settings. `changes` lists old and new values in words; `mark` identifies the set of settings."""
        noted = happening(Happening.SETTINGS_CHANGED, changes, value=mark)
        self._write(HOUSE, e.SettingsUsed(dict(values)), noted)
