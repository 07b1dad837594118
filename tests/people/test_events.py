"""Events as they are stored: the bytes here were kept, and must be readable for ever."""

import msgspec
import pytest

from taisai.people import equipment_events as q
from taisai.people import events as e
from taisai.people import rating_events as r
from taisai.people.duty_events import DutyBegun, DutyEnded, DutyKind
from taisai.people.events import DeviceKind, Event
from taisai.rules.vocabulary import Role

KEPT = {
    e.PersonAdded("ann", "Ann Lee", Role.DEALER, "h", "7k3f9q2mab"):
        b'{"is":"person-added","name":"ann","full_name":"Ann Lee","role":"dealer","code":"h","id":"7k3f9q2mab"}',
    e.RoleChanged("ann", Role.DEALER, Role.AUDITOR):
        b'{"is":"role-changed","name":"ann","was":"dealer","role":"auditor"}',
    e.PersonDeactivated("ann"): b'{"is":"person-deactivated","name":"ann"}',
    e.PersonUnlocked("ann"): b'{"is":"person-unlocked","name":"ann"}',
    e.PersonReset("ann", "h"): b'{"is":"person-reset","name":"ann","code":"h"}',
    e.PasswordSet("ann", "h"): b'{"is":"password-set","name":"ann","password":"h"}',
    e.PinSet("ann", "h"): b'{"is":"pin-set","name":"ann","pin":"h"}',
    e.AttemptRecorded("ann", "console-1", "approval", ok=False, proof="pin"):
        b'{"is":"attempt-recorded","name":"ann","device":"console-1","act":"approval","ok":false,"proof":"pin"}',
    e.SessionEnded("ann", "replaced"): b'{"is":"session-ended","name":"ann","why":"replaced"}',
    e.ApprovalGiven(3, "ann", Role.PIT_MANAGER, "T1", "ab"):
        b'{"is":"approval-given","number":3,"name":"ann","role":"pit-manager","table":"T1","digest":"ab"}',
    e.ApprovalsUsed((3, 4), "T1", "ab"):
        b'{"is":"approvals-used","numbers":[3,4],"table":"T1","digest":"ab"}',
    e.DeviceInvited("terminal-1", DeviceKind.TERMINAL, "T1", 2, "left"):
        b'{"is":"device-invited","device":"terminal-1","kind":"terminal","table":"T1","seat":2,"label":"left"}',
    e.EnrolmentFailed("10.0.0.7"): b'{"is":"enrolment-failed","source":"10.0.0.7"}',
    e.DeviceEnrolled("terminal-1", DeviceKind.TERMINAL, "T1", 2, "left", "ab"):
        b'{"is":"device-enrolled","device":"terminal-1","kind":"terminal","table":"T1","seat":2,"label":"left","key":"ab"}',
    e.DeviceRevoked("terminal-1"): b'{"is":"device-revoked","device":"terminal-1"}',
    e.HappeningNoted("round-void", "warning", "round 7 is void", "T1", "", "7", 41):
        b'{"is":"happening-noted","code":"round-void","severity":"warning","words":"round 7 is void","table":"T1",'
        b'"device":"","value":"7","seq":41}',
    e.HappeningAcknowledged(9): b'{"is":"happening-acknowledged","happening":9}',
    e.HappeningFilmed(9, "cam 4", "21:04", "", "x"):
        b'{"is":"happening-filmed","happening":9,"camera":"cam 4","since":"21:04","until":"","note":"x"}',
}  # fmt: skip
SOFTWARE = e.SoftwareAccepted("0.2", "ab", {"a.py": "cd"}, ("a.py",))
PAIRS = [
    *KEPT.items(),
    (SOFTWARE, b'{"is":"software-accepted","version":"0.2","digest":"ab","files":{"a.py":"cd"},"items":["a.py"]}'),
    (e.SettingsUsed({"hand_pay": "0"}), b'{"is":"settings-used","values":{"hand_pay":"0"}}'),
    (e.PersonErased("7k3f9q2mab", "bea"), b'{"is":"person-erased","id":"7k3f9q2mab","second":"bea"}'),
    (
        e.RecordErased("7k3f9q2mab", "dispute 7 at T1", "bea"),
        b'{"is":"record-erased","id":"7k3f9q2mab","of":"dispute 7 at T1","second":"bea"}',
    ),
    (e.ReceiverBegun("pager", 41), b'{"is":"receiver-begun","receiver":"pager","after":41}'),
    (e.ReceiverLeft("pager"), b'{"is":"receiver-left","receiver":"pager"}'),
    (e.AlertTold("pager", 43, 44), b'{"is":"alert-told","receiver":"pager","happening":43,"upto":44}'),
    (
        e.AlertGivenUp("pager", 43, 44, 9, "it answers 400"),
        b'{"is":"alert-given-up","receiver":"pager","happening":43,"upto":44,"tries":9,"why":"it answers 400"}',
    ),
    (e.AlertSentAgain("pager", 43), b'{"is":"alert-sent-again","receiver":"pager","happening":43}'),
    (
        q.EquipmentAdded("D1", q.ItemKind.DICE, "red", ("a", "b", "c"), "S1"),
        b'{"is":"equipment-added","item":"D1","kind":"dice","label":"red","serials":["a","b","c"],"seal":"S1"}',
    ),
    (q.EquipmentSealed("D1", "S2"), b'{"is":"equipment-sealed","item":"D1","seal":"S2"}'),
    (q.EquipmentOpened("D1", "S2"), b'{"is":"equipment-opened","item":"D1","seal":"S2"}'),
    (
        q.EquipmentTested("D1", passed=True, words="measured"),
        b'{"is":"equipment-tested","item":"D1","passed":true,"words":"measured"}',
    ),
    (q.EquipmentPlaced("D1", "T1", 41), b'{"is":"equipment-placed","item":"D1","table":"T1","after":41}'),
    (q.EquipmentRemoved("D1", 57), b'{"is":"equipment-removed","item":"D1","upto":57}'),
    (q.EquipmentFaulted("D1", "chipped"), b'{"is":"equipment-faulted","item":"D1","words":"chipped"}'),
    (q.EquipmentMended("D1", "glued"), b'{"is":"equipment-mended","item":"D1","words":"glued"}'),
    (q.EquipmentRetired("D1", "old"), b'{"is":"equipment-retired","item":"D1","words":"old"}'),
    (q.EquipmentDestroyed("D1", "drilled"), b'{"is":"equipment-destroyed","item":"D1","words":"drilled"}'),
    (DutyBegun("ann", DutyKind.DEAL, "T1"), b'{"is":"duty-begun","name":"ann","duty":"deal","table":"T1"}'),
    (DutyEnded("ann", DutyKind.DEAL, "T1"), b'{"is":"duty-ended","name":"ann","duty":"deal","table":"T1"}'),
    (r.PlayerKnown("P1", "C1", "Pat"), b'{"is":"player-known","player":"P1","card":"C1","player_name":"Pat"}'),
    (
        r.RatingBegun(3, "P1", "T1", 2, 41),
        b'{"is":"rating-begun","rating":3,"player":"P1","table":"T1","seat":2,"after":41}',
    ),
    (r.RatingEnded(3, 57), b'{"is":"rating-ended","rating":3,"upto":57}'),
]


@pytest.mark.parametrize(("event", "kept"), PAIRS, ids=lambda given: type(given).__name__)
def test_an_event_is_written_and_read_as_ever(event, kept):
    assert msgspec.json.encode(event) == kept
    assert msgspec.json.decode(kept, type=Event) == event


def test_every_kind_of_event_is_kept():
    assert [type(event) for event, _ in PAIRS] == list(Event.__args__)
