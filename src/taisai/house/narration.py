"""Describes an event in a sentence."""

from functools import partial

from taisai.rules.currency import figures
from taisai.table.parts import Event


def tell(event: Event, currency: str = "") -> str:
    """Describe an event. Amounts are in units of the currency, or in minor units if none is named."""
    return event.sentence(partial(figures, currency=currency) if currency else str)
