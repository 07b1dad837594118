"""The register of a house: its staff, devices, significant events, software and settings, over one sealed journal."""

from taisai.people.approving import Approving
from taisai.people.devices import Devices
from taisai.people.noting import Noting
from taisai.people.settings import SettingsRecord
from taisai.people.software import SoftwareRecord
from taisai.people.staffing import Staffing


class Register(Staffing, Approving, Devices, Noting, SoftwareRecord, SettingsRecord):
    """Open one with `Register.open(store, clock)`; the store is the journal "house" beside those of the tables."""
