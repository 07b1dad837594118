"""The register of a house, in one sealed journal: people, devices, equipment, duties, significant events, settings."""

from taisai.people.accepted_software import SoftwareRecord
from taisai.people.devices import Devices
from taisai.people.duties import Duties
from taisai.people.equipment import Equipment
from taisai.people.erasure import Erasing
from taisai.people.event_log import Noting
from taisai.people.footage import Footages
from taisai.people.letters import Letters
from taisai.people.ratings import Ratings
from taisai.people.settings_in_force import SettingsRecord
from taisai.people.take_over import TakeOver


class Register(
    Erasing, TakeOver, Devices, Equipment, Duties, Ratings, Letters, Noting, Footages, SoftwareRecord, SettingsRecord
):
    """Open it with `Register.open(store, clock)`. The store is the journal "house", beside those of the tables."""
