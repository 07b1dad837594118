"""What must be so after any attack: the house lives, its books are right, and what it acknowledged is there."""

import json
import re
from contextlib import closing

import msgspec
from attack.kit.lines import Line
from attack.kit.victims import TABLES
from msgspec import to_builtins

from taisai.cli.journals import keys_beside
from taisai.house.key_files import readable
from taisai.house.table_entry import recorded
from taisai.journal.seal import checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.ledger.balances import Ledger, bank_of

ERRORS = re.compile(r'"level":"(error|critical)"|Traceback')
AROUND = 30  # lines of the log: a traceback that is not logged has many
UNSOUND = ("program-error", "round-unsound", "journal-damaged")


def alive(victim):
    """What is wrong with a house that runs, by asking it as its own staff do."""
    found = [] if json.loads(victim.ask("GET", "/api/health")[2])["ready"] else ["the house is not ready"]
    found += [f"self-test: {check['name']}: {check['words']}" for check in victim.self_test() if not check["ok"]]
    found += [f"{code}: {words}" for code in UNSOUND for words in victim.happened(code)]
    lines = victim.log().splitlines()
    found += ["\n".join(lines[place : place + AROUND]) for place, line in enumerate(lines) if ERRORS.search(line)]
    return found + [told for table in TABLES for told in unanswered(victim, table.id)]


def unanswered(victim, table):
    """A dealer gives an order that changes nothing where it is refused; a rule says so, or it is taken."""
    with Line(victim.address, table, victim.callers["dee.dealer"]) as line:
        line.send(json.dumps({"is": "give", "id": "still there", "round": 0, "command": {"do": "no-such"}}).encode())
        line.send(json.dumps({"is": "ping", "at": 3}).encode())
        told = [one.get("code", one["is"]) for one in line.answers(2)]
    return [] if told == ["message-invalid", "pong"] else [f"the dealer at {table} was told {told}"]


def books(folder, receipts):
    """What is wrong in the journals themselves: seals, money, and every receipt that anybody has."""
    found = []
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        for table in TABLES:
            sealed = SqliteStore(file, table.id)
            found += _money(table, [recorded(entry.body).event for entry in checked(sealed.read())])
            plain = readable(sealed, table.id, folder / "keys")  # what people wrote is encrypted
            told = receipts[table.id]
            found += _receipts(table, [json.loads(entry.clear)["event"] for entry in plain.read()], told)
    return found


def credits_in(folder, name):
    """What each seat has, by the journal alone."""
    (table,) = (table for table in TABLES if table.id == name)
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        ledger = Ledger(bank_of(table.money))
        for entry in SqliteStore(file, name).read():
            ledger.post(recorded(entry.body).event)
    return {int(account.partition(":")[2]): amount for account, amount in ledger.seats().items() if amount}


def _money(table, events):
    ledger, wrong = Ledger(bank_of(table.money)), []
    for place, event in enumerate(events):
        ledger.post(event)
        if ledger.trial:
            wrong.append(f"{table.id}: {ledger.trial} too much after entry {place + 1}, {to_builtins(event)}")
            break
    return wrong + [f"{table.id}: seat {seat} has {amount}" for seat, amount in ledger.seats().items() if amount < 0]


def _receipts(table, events, receipts):
    for told in receipts:
        written = events[told["first"] - 1 : told["last"]]
        if msgspec.json.encode(written) != msgspec.json.encode(told["events"]):
            yield f"{table.id}: {told} was acknowledged, and written is {written}"
