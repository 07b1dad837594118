"""Writes a picture to a new file, in the format of its name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from taisai.cli.pictures.drawing import Drawing
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused

KINDS = (".svg", ".png")


def plot_option(command: Callable[..., Any]) -> Callable[..., Any]:
    words = "Write a picture to this new file, .svg or .png."
    return click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help=words)(command)


def checked(plot: Path | None) -> None:
    """Check the file name before anything is calculated."""
    if plot and plot.suffix.lower() not in KINDS:
        words = f"{plot} is not a picture; choose a file name that ends with .svg or .png"
        raise Refused(ReportRefusal.OUT_FAILED, words, str(plot))


def save(drawing: Drawing, plot: Path) -> None:
    from taisai.cli.pictures.png import png  # noqa: PLC0415 - only needed for pictures
    from taisai.cli.pictures.svg import svg  # noqa: PLC0415

    content = png(drawing) if plot.suffix.lower() == ".png" else svg(drawing).encode()
    try:
        with plot.open("xb") as file:
            file.write(content)
    except OSError as error:
        words = f"{plot} was not written completely: {error.strerror or error}; choose a new file where there is space"
        raise Refused(ReportRefusal.OUT_FAILED, words, str(plot)) from None
