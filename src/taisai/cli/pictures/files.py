"""Writes a picture to a new file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from taisai.cli.pictures.drawing import Drawing, svg
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused


def plot_option(command: Callable[..., Any]) -> Callable[..., Any]:
    words = "Write a picture to this new file, .svg."
    return click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help=words)(command)


def checked(plot: Path | None) -> None:
    """Check the file name before anything is calculated."""
    if plot and plot.suffix.lower() != ".svg":
        words = f"{plot} is not an SVG picture; choose a file name that ends with .svg"
        raise Refused(ReportRefusal.OUT_FAILED, words, str(plot))


def save(drawing: Drawing, plot: Path) -> None:
    try:
        with plot.open("x", encoding="utf-8", newline="\n") as file:
            file.write(svg(drawing))
    except OSError as error:
        words = f"{plot} was not written completely: {error.strerror or error}; choose a new file where there is space"
        raise Refused(ReportRefusal.OUT_FAILED, words, str(plot)) from None
