"""A load test on its own house, which it starts and stops; at the end its journal must agree."""

import tempfile
from pathlib import Path
from typing import Final

import msgspec

from taisai.client.child import ChildHouse
from taisai.client.load import Outcome, Plan, Showing, played
from taisai.house.settings import Settings
from taisai.house.settings_tables import Traffic
from taisai.house.table_entry import recorded
from taisai.house.tables import DEMO_TABLES, TableSettings
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.seal import checked
from taisai.journal.sqlite import SqliteStore
from taisai.ledger.balances import Ledger, bank_of
from taisai.table.accounts import seat_account
from taisai.table.limits import LimitRule

WINDOW_S: Final = 2
UNHINDERED: Final = 100_000  # requests and messages per second: no limit, because load is the purpose
PLENTY: Final = 10**12


def played_in_own_house(plan: Plan, show: Showing) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="taisai-load-") as name:
        folder = Path(name)
        house = ChildHouse(folder, settings(plan))
        house.start()
        try:
            outcome = played(msgspec.structs.replace(plan, address=house.address), show)
            memory = house.memory_bytes()
        finally:
            code = house.stop()
        wrong = [*outcome.wrong, *ledger_differences(folder, plan.table, outcome.balances)]
        wrong += [f"the house ended with code {code}"] * bool(code)
        return msgspec.structs.replace(outcome, wrong=wrong, house_memory_bytes=memory)


def settings(plan: Plan) -> Settings:
    """Return settings in which limits are computed on every wager but never reached."""
    table = msgspec.structs.replace(
        DEMO_TABLES[0], id=plan.table, seats=plan.terminals, window_s=WINDOW_S, pause_s=0, chips=(10,),
        limits=(LimitRule(minimum=10, maximum=PLENTY, differential=PLENTY, exposure=PLENTY),),
    )  # fmt: skip
    return unhindered(table)


def unhindered(table: TableSettings) -> Settings:
    return Settings(
        name="Load", port=0, demo=True, traffic=Traffic(UNHINDERED, UNHINDERED, UNHINDERED), tables=(table,),
    )  # fmt: skip


def ledger_differences(folder: Path, table: str, balances: dict[int, int]) -> list[str]:
    """Return differences between balances and the journal.

    Every seal is checked and all money is added up again, without the house."""
    keys = read_batch_keys(folder / "keys")
    store, ledger = SqliteStore.open_for_reading(folder / "journal.sqlite", table, keys), Ledger(bank_of("credits"))
    try:
        for entry in checked(store.read()):
            ledger.post(recorded(entry.body).event)
    finally:
        store.close()
    kept = {seat: ledger.balances[seat_account(seat)] for seat in balances}
    found = [
        f"seat {seat} has {balances[seat]}, but the journal shows {kept[seat]}"
        for seat in balances
        if kept[seat] != balances[seat]
    ]
    told, written = sum(balances.values()), sum(ledger.seats().values())
    if told != written or ledger.trial:
        found.append(f"all seats have {told}, but the journal shows {written}; all accounts add up to {ledger.trial}")
    return found
