"""What an event does to money."""

from taisai.table.accounts import Account, Transfer
from taisai.table.parts import Event


def transfers(event: Event, bank: Account) -> list[Transfer]:
    """Return the transfers of an event that move anything."""
    return [transfer for transfer in event.transfers(bank) if transfer.amount]
