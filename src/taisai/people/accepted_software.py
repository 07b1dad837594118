"""The software that the house has accepted, and its changes."""

from collections.abc import Mapping

from taisai.people import events as e
from taisai.people.authorization import Acting, happening
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.people.state import Change, Software
from taisai.rules.refusals import Refused


class SoftwareRecord(Acting):
    @property
    def software(self) -> Software:
        """The last accepted software."""
        return self.state.software

    def software_changes(self) -> tuple[Change, ...]:
        """Return the recent changes, newest first; the journal has them all."""
        return self.state.changes

    def accept_software(self, by: str, version: str, digest: str, files: Mapping[str, str]) -> None:
        actor = self._allowed(by, Right.ACCEPT_SOFTWARE)
        if digest == self.software.digest:
            words = f"software {version} was already accepted; there is nothing to accept"
            raise Refused(PeopleRefusal.SOFTWARE_SAME, words, digest)
        accepted = e.SoftwareAccepted(version, digest, dict(files), changed(self.software.files, files))
        self._write(actor, accepted, self._noted_software(accepted))

    def _noted_software(self, accepted: e.SoftwareAccepted) -> e.HappeningNoted:
        """Return the event. The first software of a house changes nothing, so it raises no alarm."""
        if not self.software.digest:
            words = f"software {accepted.version} is the first version at this house ({len(accepted.items)} files)"
            return happening(Happening.SOFTWARE_FIRST, words, value=accepted.digest)
        words = f"software {accepted.version} was accepted; {len(accepted.items)} files were added, removed or changed"
        return happening(Happening.SOFTWARE_CHANGED, words, value=accepted.digest)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted({path for path, _ in before.items() ^ after.items()}))
