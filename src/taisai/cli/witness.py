"""`taisai witness`: runs an outside witness, which sees a house's logs grow and cosigns them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taisai.cli.output import console, json_option, print_json

if TYPE_CHECKING:
    from taisai.witness.answers import Witness


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", default="", help="What the witness is called, such as regulator.example/w1; once.")
@click.option("--log", "logs", multiple=True, metavar="KEY", help="The key of a log that it cosigns; remembered.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8090, show_default=True, help="The port to listen on; 0 takes a free one.")
@click.option("--check", is_flag=True, help="Create what is missing, print the witness's key, and exit.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    folder: Path, name: str, logs: tuple[str, ...], host: str, port: int, check: bool, as_json: bool
) -> None:
    """Run a witness of logs until it is stopped.

    A witness is run by somebody outside the house, on a separate machine. It remembers the newest checkpoint of each
    log that it knows, and cosigns the next one only if a proof shows that the log grew from there. Otherwise it keeps
    both heads as evidence. FOLDER has its key, which is created on the first start, and its memory.

    A house publishes the keys of its logs at /api/logs: one for itself and one for each table. Name each with --log; a
    log that the witness does not know is not cosigned. Give the house the witness's own key and address for its
    settings. The witness speaks c2sp.org/tlog-witness; put an HTTPS proxy before it.

    Example: taisai witness ./witness --name regulator.example/w1 --log "house.example/house+5e6f7a8b+AcH..."
    --log "house.example/T1+0a1b2c3d+AdK..."
    """
    from taisai.witness.answers import Witness  # noqa: PLC0415 - keeps --help fast
    from taisai.witness.folder import WitnessFolder  # noqa: PLC0415

    kept = WitnessFolder(folder, name)
    try:
        for log in logs:
            kept.know(log)
        _tell(str(kept.key), list(kept.logs), as_json=as_json)
        if not check:
            _serve(Witness(kept), host, port)
    finally:
        kept.close()


def _tell(key: str, logs: list[str], *, as_json: bool) -> None:
    if as_json:
        print_json({"key": key, "logs": logs, "process": os.getpid()})
        return
    out = console()
    out.print(f"this witness's key is {key}", soft_wrap=True, highlight=False)
    out.print(f"it knows {len(logs)} logs: {', '.join(logs) or 'add some with --log'}", soft_wrap=True, highlight=False)


def _serve(witness: "Witness", host: str, port: int) -> None:
    import uvicorn  # noqa: PLC0415

    from taisai.server.transport import SocketLimits, http_protocol  # noqa: PLC0415
    from taisai.witness.app import app  # noqa: PLC0415

    http = http_protocol(SocketLimits())  # bounded as a house's is: anyone may ask a witness
    uvicorn.run(
        app(witness), host=host, port=port, http=http, ws="none", log_level="warning", access_log=False,
        server_header=False,
    )  # fmt: skip
