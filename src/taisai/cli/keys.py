"""`taisai keys`: the keys of a house, which sign checkpoints and open backups."""

import os
from pathlib import Path
from typing import Any

import click

from taisai.cli.output import console, json_option, print_json

LAST = 8


class _Keys(click.Group):
    """`taisai keys FOLDER` still creates the pair that signs checkpoints."""

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        known = args[0] in self.commands or args[0].startswith("-")
        return super().resolve_command(context, args if known else ["checkpoints", *args])


@click.group(cls=_Keys, no_args_is_help=True)
def command() -> None:
    """Create, move or replace the keys of a house.

    Example: taisai keys ./keys
    """


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def checkpoints(folder: Path, as_json: bool) -> None:
    """Create the key pair that signs a journal's checkpoints.

    FOLDER gets a private key that only its owner can read, and a public one for auditors. Existing keys are never
    overwritten. The word checkpoints may be left out.

    Example: taisai keys checkpoints ./keys
    """
    from taisai.journal.keys import key_name, load_public, make_keys  # noqa: PLC0415 - keeps --help fast

    public = make_keys(folder)
    name = key_name(load_public(public))
    if as_json:
        print_json({"public": str(public), "key": name})
    else:
        console().print(f"public key {name} in {public}; keep the private one beside it secret", soft_wrap=True)


@command.command()
@click.argument("house", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Write the key to this new file, and take it away.")
@click.option("--keep", is_flag=True, help="Show the key and leave it where it is.")
@click.option("--new", "anew", is_flag=True, help="Create a new pair, if the secret key was lost or exposed.")
@click.option("--qr", is_flag=True, help="Show the key as a picture too.")
@json_option
def backup(house: Path, out: Path | None, keep: bool, anew: bool, qr: bool, as_json: bool) -> None:
    """Move the key that opens backups off this machine.

    HOUSE is its folder. Backups are encrypted for a key pair. Its secret half is created with the house and stays there
    until you move it: anyone who has it can read every backup, and without it nobody can. This command shows it once;
    keep it in two places outside this machine, such as on paper in the safe and in a password manager. After you have
    typed its last letters it is deleted here. Then the house can write backups but not read them. taisai restore asks
    for the key.

    Example: taisai keys backup taisai-house
    """
    from taisai.keeping.backup_key import make_backup_keys, secret_here  # noqa: PLC0415

    keys = house / "keys"
    public = make_backup_keys(keys, anew=anew) if anew else _public(keys)
    secret = secret_here(keys)
    if as_json:
        print_json({"public": public, "secret": secret})
        return
    if not secret:
        console().print(
            f"the key was already moved off this machine; backups are encrypted for {public}", soft_wrap=True
        )
        return
    if out:
        _write(out, secret)
    else:
        _show(secret, qr=qr)
    if not keep:
        _take_away(house, secret, shown=out is None)


def _public(keys: Path) -> str:
    from taisai.keeping.backup_key import read_public  # noqa: PLC0415

    return read_public(keys)


def _write(out: Path, secret: str) -> None:
    with os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"# opens the backups of this house: taisai restore --key, or age --decrypt --identity\n{secret}\n")
        file.flush()
        os.fsync(file.fileno())


def _show(secret: str, *, qr: bool) -> None:
    from taisai.keeping.backup_key import in_groups  # noqa: PLC0415

    out = console()
    out.print("This key opens every backup of this house. Write it down, or copy it into a password manager:\n")
    out.print(in_groups(secret), highlight=False)
    out.print(f"\n{secret}\n", highlight=False, soft_wrap=True)
    if qr:
        import segno  # noqa: PLC0415

        segno.make(secret, micro=False).terminal(compact=True)


def _take_away(house: Path, secret: str, *, shown: bool) -> None:
    from taisai.house.clock import now  # noqa: PLC0415
    from taisai.keeping.backup_key import forget_secret  # noqa: PLC0415
    from taisai.keeping.slips import Slip, leave  # noqa: PLC0415

    if shown:
        typed = click.prompt(f"type the last {LAST} letters of the key to delete it here")
        if "".join(typed.split()).upper() != secret[-LAST:]:
            raise click.ClickException("those are not the last letters of the key; nothing was deleted")
    forget_secret(house / "keys")
    leave(house, Slip(now(), f"user {os.getuid()} of this machine", "the key of backups", "backup-key"))
    console().print("the key was deleted from this machine; keep your copy in two places")


@command.command()
@click.argument("house", type=click.Path(path_type=Path))
@json_option
def rotate(house: Path, as_json: bool) -> None:
    """Replace the signing key of a house, and the key of its batches.

    HOUSE is its folder; it must not be running. The command creates a new key of each kind. The old key of batches
    still tells who wrote the older entries; an entry says where it ends, and beyond that it counts no more. The old and
    the new key both sign one checkpoint of every journal, which names both. From there on only the new key counts:
    verifiers, witnesses and the house itself refuse later signatures of the old key, and earlier ones stay valid. The
    old private key is deleted, or destroyed in its token. The checkpoints are in keys/rotations.jsonl and at
    /api/logs/LOG/rotations: give them to everyone who trusts the old key. The house records a significant event when it
    next starts. If its journals are in a database, every other node then needs this keys folder.

    Example: taisai keys rotate taisai-house
    """
    _rotate(house, "", as_json=as_json)


@command.command()
@click.argument("house", type=click.Path(path_type=Path))
@click.option("--why", required=True, help="What happened to the key: for the record.")
@json_option
def revoke(house: Path, why: str, as_json: bool) -> None:
    """Replace a signing key that somebody else may have.

    HOUSE is its folder; it must not be running. This works like taisai keys rotate, and the checkpoints say that the
    old key is revoked. A thief can still sign a history that is shorter than these checkpoints, but a witness has seen
    the right one and refuses. Tell your witnesses and the regulator at once, before anyone shows them another new key.
    The house records a critical event when it next starts.

    Example: taisai keys revoke taisai-house --why "the disk of the old server was stolen"
    """
    _rotate(house, why, as_json=as_json)


def _rotate(house: Path, why: str, *, as_json: bool) -> None:
    from taisai.house.clock import now  # noqa: PLC0415
    from taisai.house.settings_reader import load  # noqa: PLC0415
    from taisai.keeping.rotate import rotate as rotated  # noqa: PLC0415
    from taisai.keeping.slips import Slip, leave  # noqa: PLC0415
    from taisai.server.offline_keys import replace_batch_key  # noqa: PLC0415

    settings = load({"folder": house}, os.environ)
    made = rotated(settings, revoked=bool(why))
    replace_batch_key(settings, f"user {os.getuid()} of this machine")
    old, new = made[0].old.public.hex(), made[0].new.public.hex()
    what = f"{old} by {new}" + (f": {why}" if why else "")
    leave(
        house, Slip(now(), f"user {os.getuid()} of this machine", what[:1000], "key-revoked" if why else "key-replaced")
    )
    if as_json:
        print_json({"old": old, "new": new, "keys": {one.new.name: str(one.new) for one in made}, "revoked": bool(why)})
    else:
        words = f"{old} is replaced by {new}; both signed a checkpoint of {len(made)} journals, in keys/rotations.jsonl"
        console().print(words, soft_wrap=True)


@command.command()
@click.argument("house", type=click.Path(path_type=Path))
@click.option("--by", required=True, metavar="NAME", help="Who accepts the journals; asked for the password.")
@click.option("--second", required=True, metavar="NAME", help="Another person who may approve, with their password.")
@json_option
def accept(house: Path, by: str, second: str, as_json: bool) -> None:
    """Accept journals whose key of batches is lost.

    HOUSE is its folder; it must not be running. Without keys/batch.key nobody can tell who wrote the journals, so the
    house does not start. Look for the file first: encrypted backups have it. This command checks all seals and marks,
    creates a new key, and records which two people accepted the entries before it.

    Example: taisai keys accept taisai-house --by first.manager --second gus.supervisor
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415
    from taisai.server.offline_keys import accept_without_key  # noqa: PLC0415

    passwords = {one: click.prompt(f"password of {one}", hide_input=True, err=True) for one in (by, second)}
    ends = accept_without_key(load({"folder": house}, os.environ), passwords)
    if as_json:
        print_json({"folder": str(house), "accepted": ends})
        return
    for name, seq in ends.items():
        console().print(f"{name}: {seq} entries accepted by {by} and {second}", markup=False, soft_wrap=True)


@command.command()
@click.argument("house", type=click.Path(path_type=Path))
@json_option
def token(house: Path, as_json: bool) -> None:
    """Create the signing key of a new house in a token.

    HOUSE is its folder, whose settings name the token: library, label, key and pin_file under [token]. The
    private key is created in the token and cannot be copied; the public key is written beside the other keys. A house
    that already has a signing key keeps it.

    Example: taisai keys token taisai-house
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415
    from taisai.house.signers import make_in_token  # noqa: PLC0415
    from taisai.journal.keys import key_name, load_public  # noqa: PLC0415

    public = make_in_token(load({"folder": house}, os.environ))
    name = key_name(load_public(public))
    if as_json:
        print_json({"public": str(public), "key": name})
    else:
        console().print(f"public key {name} in {public}; the private one is in the token", soft_wrap=True)
