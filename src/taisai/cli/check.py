"""`taisai check`: all problems of a rulebook at once."""

import click

from taisai.books.files import find
from taisai.cli.output import console, json_option, print_json

ELECTRONIC = {
    "house-game": "permitted, as a house game",
    "no": 'not permitted; set electronic = "house-game" to permit it',
    "": "unknown; fix [rulebook] first",
}


@click.command()
@click.argument("path", metavar="PATH")
@click.option("--to-run", "to_run", is_flag=True, help="List what is missing to run a table.")
@json_option
@click.pass_context
def command(context: click.Context, path: str, to_run: bool, as_json: bool) -> None:
    """Check a rulebook and report every problem at once.

    PATH is the folder of a rulebook, such as ./my-house. Each problem comes with file, line, what is wrong, the
    offending value and what to do. A warning, such as a spot that gives the player an edge, does not make a rulebook
    invalid. The last lines say whether the rulebook can run a table or only gives figures, and whether such a table may
    deal itself with an electronic tumbler. With --to-run, everything that is missing to run a table is listed and
    counts as a problem. How to write a rulebook: docs/guides/rulebook.md.

    Example: taisai check ./my-house
    """
    from taisai.books.check import check, electronic  # noqa: PLC0415
    from taisai.books.readiness import missing  # noqa: PLC0415

    folder = find(path).folder
    found, permits = check(folder), electronic(folder)
    problems = sum(problem.kind == "problem" for problem in found)
    lacking = () if problems else missing(folder)
    if as_json:
        counts = {"problems": problems, "warnings": len(found) - problems}
        ready = {"ready": not (problems or lacking), "missing": lacking}
        print_json({"path": path, **counts, **ready, "electronic": permits, "found": found})
    else:
        out = console()
        for problem in found:
            style = "bold red" if problem.kind == "problem" else "bold yellow"
            out.print(f"[{style}]{problem.kind}[/] ", end="")
            out.print(str(problem), markup=False, soft_wrap=True)
        out.print(f"{path}: {_count(problems, 'problem')}, {_count(len(found) - problems, 'warning')}")
        for one in lacking if to_run else ():
            out.print("[bold yellow]missing[/] ", end="")
            out.print(one, markup=False, soft_wrap=True)
        if not problems:
            out.print(f"{path}: {_readiness(len(lacking), to_run)}", markup=False, soft_wrap=True)
        out.print(f"{path}: electronic tumbler {ELECTRONIC[permits]}", markup=False, soft_wrap=True)
    context.exit(1 if problems or (to_run and lacking) else 0)


def _readiness(lacking: int, listed: bool) -> str:
    if not lacking:
        return "ready to run a table"
    words = "figures only, it cannot run a table yet"
    return words if listed else f"{words}; use --to-run to list what is missing"


def _count(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
