"""`taisai verify`: checks a journal as the stand-alone verifier does."""

import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Final
from urllib.request import urlopen

import click
import msgspec

from taisai.cli.journals import open_journal, table_option
from taisai.cli.output import console, json_option
from taisai.cli.verify_report import is_signed, show_checked
from taisai.journal import verify_taisai
from taisai.journal.export import export
from taisai.signing.beacon import beacon_checker
from taisai.witness.folder import Evidence, evidence_in

TIMEOUT_S: Final = 10
SQLITE = b"SQLite format 3\0"


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True), required=False)
@table_option
@click.option(
    "--key", type=click.Path(path_type=Path), metavar="PUBLIC", help="The public key that signed the checkpoints."
)
@click.option("--log", "logs", multiple=True, metavar="KEY", help="The key of a log that is trusted: name+id+key.")
@click.option("--cosigned-by", "witnesses", multiple=True, metavar="KEY", help="The key of a witness that is trusted.")
@click.option("--rotations", type=click.Path(path_type=Path), help="The house's file of replaced log keys.")
@click.option("--witnesses", "least", type=int, help="How many of these witnesses must have seen it; all by default.")
@click.option(
    "--checkpoint",
    "known",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Checkpoints, a signed head or a receipt that were kept elsewhere and must be in the journal.",
)
@click.option("--max-age", type=int, metavar="SECONDS", help="How old the newest proof may be.")
@click.option(
    "--require",
    "required",
    multiple=True,
    type=click.Choice(("contributions", "reveals")),
    help="What the throws must rest on.",
)
@click.option("--witness", metavar="PLACE", help="Show the evidence of a witness: its folder, or its address.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    file: Path | None, table: str, key: Path | None, logs: tuple[str, ...], witnesses: tuple[str, ...],
    rotations: Path | None, least: int | None, known: tuple[Path, ...], max_age: int | None,
    required: tuple[str, ...], witness: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Check a journal, an export, a receipt, tiles or a report.

    In a journal it checks seals, checkpoints, throws, money and awards, and says what its verdict rests on. In a log it
    checks proofs and signatures, and shows which witnesses saw it. In a signed report, in any format, it checks every
    byte, with --key.

    FILE is an export; a journal file, which is exported for the purpose; a receipt; an archive of receipts; a folder of
    tiles; or a file of evidence. Exit code 0 means sound; 1 not sound, and names the first bad entry; 2 not checked; 3
    sound, but resting on less than --witnesses, --max-age or --require ask for. With --witness the command shows the
    evidence that a witness has of forked logs; exit code 1 means that there is some.

    Example: taisai verify rws.jsonl --key keys/taisai-public.pem
    """
    trusted = [*_each("--log", logs), *_each("--cosigned-by", witnesses)]
    trusted += ["--witnesses", str(least)] if least is not None else []
    trusted += ["--rotations", str(rotations)] if rotations else []
    if witness:
        sys.exit(_show(witness, trusted))
    if file is None:
        raise click.UsageError("name the FILE to check, or a witness with --witness")
    if file.is_file() and is_signed(file):
        show_checked(file, key, as_json=as_json)
        return
    with TemporaryDirectory() as folder:
        if file.is_file() and _is_journal(file):
            name, store = open_journal(file, table)
            file = Path(folder) / "export.jsonl"
            try:
                export(store, name, file)
            finally:
                store.close()
        words = [str(file), *(["--key", str(key)] if key else []), *(["--json"] if as_json else [])]
        words += [*_each("--checkpoint", map(str, known)), *_each("--require", required)]
        words += ["--max-age", str(max_age)] if max_age is not None else []
        sys.exit(verify_taisai.main([*words, *trusted], beacon_checker()))


def _each(option: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (option, value)]


def _show(place: str, trusted: list[str]) -> int:
    """Print the verdict of the stand-alone verifier on each piece."""
    found = _evidence(place)
    for one in found:
        console().print(f"{one.origin}, reported at {one.at_s}: {one.why}", soft_wrap=True, markup=False)
        console().print(f"{one.seen}\n{one.told}", soft_wrap=True, markup=False, highlight=False)
        with NamedTemporaryFile(suffix=".json") as file:
            file.write(msgspec.json.encode(one))
            file.flush()
            verify_taisai.main([file.name, *trusted])
    console().print(f"{len(found)} pieces of evidence")
    return 1 if found else 0


def _evidence(place: str) -> list[Evidence]:
    if not place.startswith(("http://", "https://")):
        return evidence_in(Path(place))
    with urlopen(f"{place.rstrip('/')}/evidence", timeout=TIMEOUT_S) as answer:  # noqa: S310 - http or https
        return msgspec.json.decode(answer.read(), type=list[Evidence])


def _is_journal(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(SQLITE)) == SQLITE
