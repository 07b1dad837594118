"""`taisai alerts`: the receivers of alerts, and undelivered alerts."""

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taisai.cli.output import console, json_option, print_json
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.house.settings import Settings
    from taisai.people.state import State


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--secret", default="", metavar="NAME", help="Print the secret that this webhook's receiver needs.")
@json_option
def command(folder: Path, secret: str, as_json: bool) -> None:
    """List receivers of alerts, and alerts that were not delivered.

    FOLDER is the house's, which may be running. The list shows the last event that each receiver got, and dead letters:
    alerts whose delivery was given up, with the reason. Staff can send them again on the pit screen. The secret of a
    webhook is created when the house starts; the receiver uses it to check signatures, as Standard Webhooks says.

    Example: taisai alerts taisai-house
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415 - keeps --help fast

    settings = load({"folder": folder}, os.environ)
    if secret:
        _print_secret(settings, secret, as_json=as_json)
        return
    found = _receivers(settings, _state(settings))
    if as_json:
        print_json({"receivers": found})
        return
    for one in found:
        upto = "not started" if one["upto"] is None else f"processed up to event {one['upto']}"
        console().print(f"{one['name']}: {one['to']}, {upto}", markup=False, soft_wrap=True)
        for letter in one["dead"]:
            words = f"  dead letter: event {letter['event']}, given up at {letter['at']} after {letter['tries']} tries"
            console().print(f"{words}: {letter['why']}", markup=False, soft_wrap=True)
    if not found:
        console().print("alerts have no receivers; add a receiver to the settings", markup=False, soft_wrap=True)


def _print_secret(settings: "Settings", name: str, *, as_json: bool) -> None:
    from taisai.house.key_files import read_key  # noqa: PLC0415
    from taisai.house.receiver_settings import ReceiverRefusal  # noqa: PLC0415
    from taisai.telling.tellers import key_of  # noqa: PLC0415
    from taisai.telling.webhooks import secret_of  # noqa: PLC0415

    if name not in {one.name for one in settings.receiver if one.url}:
        words = "the settings have no webhook with this name; run taisai alerts without --secret to list the receivers"
        raise Refused(ReceiverRefusal.INVALID, words, name)
    secret = secret_of(read_key(key_of(settings, name)))
    if as_json:
        print_json({"receiver": name, "secret": secret})
    else:
        click.echo(secret)


def _state(settings: "Settings") -> "State":
    from taisai.house.key_files import readable  # noqa: PLC0415
    from taisai.house.tables import HOUSE  # noqa: PLC0415
    from taisai.people.evolve import evolve  # noqa: PLC0415
    from taisai.people.register_entry import recorded  # noqa: PLC0415
    from taisai.people.state import State  # noqa: PLC0415

    state = State()
    with closing(settings.place.open_for_reading()) as journals:
        for entry in readable(journals.store(HOUSE), HOUSE, settings.keys_folder).read():
            evolve(state, recorded(entry.clear))
    return state


def _receivers(settings: "Settings", state: "State") -> list[dict[str, Any]]:
    return [_receiver(one.name, one.url or one.mail, state) for one in settings.receiver]


def _receiver(name: str, to: str, state: "State") -> dict[str, Any]:
    told = state.told.get(name)
    dead = told.dead if told else {}
    letters = [{"event": seq, "at": one.at, "tries": one.tries, "why": one.why} for seq, one in dead.items()]
    return {"name": name, "to": to, "upto": told.upto if told else None, "dead": letters}
