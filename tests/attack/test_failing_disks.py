"""A disk that fails when it matters: what it did not keep is not acknowledged, and play goes on once it is mended."""

import json
import time

import pytest
from attack.kit.disks import COMPILER, FailingDisk
from attack.kit.lines import Line
from attack.kit.proofs import alive, books
from attack.kit.victims import PLAYING, Victim
from patience import PATIENCE_S

SEAT = PLAYING[0]


def give(line, name, command, number=None):
    """The answer to one order."""
    round_ = line.table["round"] + (line.table["phase"] == "idle") if number is None else number
    line.send(json.dumps({"is": "give", "id": name, "round": round_, "command": command}).encode())
    (told,) = line.answers(1)
    return told


def until_taken(line, name, command, number):
    """Sent again, as a screen does, until the journal can be written."""
    end = time.monotonic() + PATIENCE_S
    while (told := give(line, name, command, number))["is"] != "taken":
        assert told["code"] in {"journal-down", "table-busy"}, told
        assert time.monotonic() < end
        time.sleep(0.2)
    return told


@pytest.mark.long
@pytest.mark.skipif(COMPILER is None, reason="no compiler to make a failing disk with")
@pytest.mark.parametrize("killed", [False, True], ids=["goes on", "is killed meanwhile"])
def test_what_a_disk_did_not_keep_is_not_acknowledged(tmp_path, killed):
    victim, disk = Victim(tmp_path / "house"), FailingDisk(tmp_path)
    victim.start(environment=disk.environment)
    wager = {"do": "place-wager", "seat": SEAT, "spot": "big", "stake": 100}
    try:
        with Line(victim.address, "H", victim.callers["dee.dealer"]) as dealer:
            assert give(dealer, "t", {"do": "tumble-dice", "times": 3})["is"] == "taken"
            assert give(dealer, "o", {"do": "open-bets"})["is"] == "taken"
            number = dealer.table["round"]
        with Line(victim.address, "H", victim.callers["terminal H"]) as player:
            kept = give(player, "before", wager, number)
            assert kept["is"] == "taken"
            disk.fail()
            for name in ("first", "second"):
                told = give(player, name, wager, number)
                assert (told["is"], told["code"]) == ("declined", "journal-down")
                assert "/" not in told["words"], "a player is told no path"
            assert not json.loads(victim.ask("GET", "/api/health")[2])["ready"]
            if not killed:
                disk.mend()
                until_taken(player, "first", wager, number)
            receipts = player.receipts
        if killed:
            victim.child.kill()
            disk.mend()
            victim.start()
            assert alive(victim) == []
        victim.child.kill()
    finally:
        victim.child.kill()
    assert len(receipts) == 2 - killed
    assert books(victim.folder, {"H": receipts, "C": [], "E": []}) == []
