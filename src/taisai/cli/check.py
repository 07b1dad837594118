"""A rulebook's problems, all at once."""

import click

from taisai.books.files import find
from taisai.cli.output import console, json_option, print_json

ELECTRONIC = {
    "house-game": "permitted, as a house game",
    "no": 'not permitted; electronic = "house-game" permits it',
    "": "not known; mend [rulebook] first",
}


@click.command()
@click.argument("path", metavar="PATH")
@json_option
@click.pass_context
def command(context: click.Context, path: str, as_json: bool) -> None:
    """Check a rulebook and report every problem at once.

    PATH is the folder of a rulebook, such as ./my-house. Each problem comes with file, line, what is wrong, the
    offending value and what to do. A warning, such as a spot that gives the player an edge, does not make a rulebook
    invalid. The last line says whether a table with this rulebook may deal itself, by an electronic tumbler. How to
    write one: docs/guides/rulebook.md.

    Example: taisai check ./my-house
    """
    from taisai.books.check import check, electronic  # noqa: PLC0415

    folder = find(path).folder
    found, permits = check(folder), electronic(folder)
    problems = sum(problem.kind == "problem" for problem in found)
    if as_json:
        counts = {"problems": problems, "warnings": len(found) - problems}
        print_json({"path": path, **counts, "electronic": permits, "found": found})
    else:
        out = console()
        for problem in found:
            style = "bold red" if problem.kind == "problem" else "bold yellow"
            out.print(f"[{style}]{problem.kind}[/] ", end="")
            out.print(str(problem), markup=False, soft_wrap=True)
        out.print(f"{path}: {_count(problems, 'problem')}, {_count(len(found) - problems, 'warning')}")
        out.print(f"{path}: electronic tumbler {ELECTRONIC[permits]}", markup=False, soft_wrap=True)
    context.exit(1 if problems else 0)


def _count(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
