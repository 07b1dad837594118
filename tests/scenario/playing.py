"""Plays a scenario as an honest house does: what it leaves behind is sound and signed to the end, whatever happened."""

from functools import cache, partial

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from taisai.house.journal_checkpoints import JournalCheckpoints
from taisai.journal.export import export_lines
from taisai.journal.keys import key_name
from taisai.journal.memory import MemoryFile
from taisai.journal.verify_taisai import REMAINS, verify, words
from taisai.scenario.play import Scenario

AT = "2026-03-01T20:00:00.000+00:00"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


def played(text):
    stores = cache(MemoryFile().store)
    checkpoints = JournalCheckpoints("taisai/scenario", KEY, stores)
    scenario = Scenario(stores, lambda: AT, lambda table: partial(checkpoints.sign, table))
    for _ in scenario.play(text):
        assert scenario.desk.ledger.trial == 0
    scenario.desk.sign_rest()
    _check_sound(scenario)
    return scenario


def _check_sound(scenario):
    desk = scenario.desk
    head, lines = export_lines(desk.store, desk.table.table)
    verdict = verify(lines, key_name(KEY.public_key()))
    assert verdict.sound, words(verdict)
    assert (verdict.key, verdict.reached, verdict.beyond, verdict.code) == ("trusted", head.seq, 0, 0)
    assert (REMAINS in words(verdict)) == (verdict.throws["by"] == "electronic")
    assert all(f"round {void['round']} was void: " in words(verdict) for void in verdict.voids)
