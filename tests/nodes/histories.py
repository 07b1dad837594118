"""What must hold of the history of a cluster that failed: compared with what its players were told."""

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain

from taisai.house.table_entry import recorded
from taisai.journal import verify_taisai
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.export import export
from taisai.journal.keys import PUBLIC_FILE
from taisai.journal.postgres_place import PostgresJournals
from taisai.table import events as e


def history(made, tables, said):
    """What was acknowledged is there once and where its receipt says; what was refused is nowhere; every journal is
    whole, under epochs that never fall; no voucher was redeemed twice, or for another amount; and the stand-alone
    verifier finds nothing. The problems, how often tables were taken, how many vouchers were redeemed."""
    problems = []
    with closing(PostgresJournals(made.server.address("house"), _keys(made), only_reads=True)) as place:
        for name in place.tables():
            store = place.store(name)
            if store.verify() != store.head():
                problems.append(f"{name} is not whole")
        rows = place._first.rows("SELECT journal, epoch FROM batch ORDER BY journal, first")
        epochs = place._first.rows("SELECT name, epoch FROM journal")
        read = {name: [recorded(entry.body) for entry in place.store(name).read()] for name in tables}
    if rows != sorted(rows):
        problems.append("an epoch fell")
    caused = {name: _by_order(entries) for name, entries in read.items()}
    problems += [problem for one in said for problem in _wrong(one, caused[one.table].get(one.id, []))]
    redeemed, wrong = vouchers(read)
    with ThreadPoolExecutor(2) as pool:
        verified = [*pool.map(lambda name: [*_verified(made, name)], tables)]
    return [*problems, *wrong, *chain(*verified)], sum(epoch for _, epoch in epochs), redeemed


def vouchers(read):
    """How many were redeemed, and what is wrong with them."""
    events = [entry.event for entries in read.values() for entry in entries]
    issued = {one.voucher: one.amount for one in events if isinstance(one, e.VoucherIssued)}
    bought = [one for one in events if isinstance(one, e.CreditBought) and one.voucher]
    times = Counter(one.voucher for one in bought)
    wrong = [f"the voucher {voucher} was redeemed {many} times" for voucher, many in times.items() if many > 1]
    wrong += [
        f"{one} was issued for {issued.get(one.voucher)}" for one in bought if issued.get(one.voucher) != one.amount
    ]
    return len(bought), wrong


def _by_order(entries):
    """The entries of each order, by its id, which is the last word of their cause."""
    found = {}
    for entry in entries:
        found.setdefault(entry.cause.rpartition(" ")[2], []).append(entry)
    return found


def _wrong(one, found):
    if one.answer["is"] == "taken":
        first, last = one.answer["first"], one.answer["last"]
        if [entry.seq for entry in found] != list(range(first, last + 1)):
            yield f"{one.id} at {one.table} was acknowledged as {first} to {last}, and is {[e.seq for e in found]}"
    elif found:
        yield f"{one.id} at {one.table} was refused ({one.answer['code']}), and is {[entry.seq for entry in found]}"


def _keys(made):
    return read_batch_keys(made.nodes[0].folder / "keys")


def _verified(made, name):
    """By the program that outsiders have."""
    out, key = made.folder / f"{name}.jsonl", made.nodes[0].folder / "keys" / PUBLIC_FILE
    with closing(PostgresJournals(made.server.address("house"), _keys(made), only_reads=True)) as place:
        export(place.store(name), name, out)
    words = [sys.executable, verify_taisai.__file__, str(out), "--key", str(key)]
    told = subprocess.run(words, check=False, capture_output=True, text=True)
    if told.returncode:
        yield f"{name} does not verify: {(told.stdout + told.stderr)[-500:]}"
