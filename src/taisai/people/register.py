"""The register of a house: its staff, devices, significant events, software and settings, over one sealed journal."""

from taisai.people.devices import Devices
from taisai.people.erasing import Erasing
from taisai.people.noting import Noting
from taisai.people.settings import SettingsRecord
from taisai.people.software import SoftwareRecord


class Register(Erasing, Devices, Noting, SoftwareRecord, SettingsRecord):
    """Open one with `Register.open(store, clock)`; the store is the journal "house" beside those of the tables."""
