"""Mutants: small changes of the source that each break one clause of a rulebook."""

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "taisai"
MUTANTS: Final = ROOT / "tests" / "clauses" / "mutants"
COPIED: Final = ("__pycache__", "rulebooks", "houses")


class Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`file` is a path in the package, with {book} for the rulebook of the clause; `old` must occur in it exactly
    once."""

    file: str
    old: str
    new: str


class Mutant(Edit, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same change breaks each of `clauses`, one at a time if it is in a rulebook's folder."""

    clauses: tuple[str, ...]
    breaks: str
    caught_by: str
    also: tuple[Edit, ...] = ()

    @property
    def edits(self) -> tuple[Edit, ...]:
        return (self, *self.also)


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Mutant, ...]


class Case(msgspec.Struct, frozen=True):
    """A mutant for one clause, named as in a test's mark: book:clause."""

    clause: str
    mutant: Mutant

    @property
    def book(self) -> str:
        return self.clause.partition(":")[0]


class Misfit(Exception):  # noqa: N818 - a fault of the mutant, not of the program
    """The mutant no longer fits the source."""


def read_cases(folder: Path = MUTANTS) -> list[Case]:
    return [
        Case(clause, mutant)
        for path in sorted(folder.glob("*.toml"))
        for mutant in _read(path).mutant
        for clause in mutant.clauses
    ]


def _read(path: Path) -> File:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Misfit(f"{path.name}: {error}") from None


def changed(case: Case, source: Path = SOURCE) -> dict[str, str]:
    """Return the new text of each changed file."""
    texts: dict[str, str] = {}
    for edit in case.mutant.edits:
        file = edit.file.replace("{book}", case.book)
        if not (source / file).is_file():
            raise Misfit(f"{case.clause}: there is no file {file}")
        text = texts.get(file) or (source / file).read_text(encoding="utf-8")
        if (times := text.count(edit.old)) != 1 or edit.new == edit.old:
            raise Misfit(f"{case.clause}: {edit.old!r} is in {file} {times} times; give text that is there just once")
        texts[file] = text.replace(edit.old, edit.new)
    return texts


def plant(case: Case, folder: Path) -> None:
    """Copy what changes, and what is found by its place, into a folder; the other parts of the package are links,
    because copying them takes as long as a test."""
    files, package = changed(case), folder / "taisai"
    copied = {*COPIED, *(Path(file).parts[0] for file in files)}
    package.mkdir()
    for entry in SOURCE.iterdir():
        if not entry.is_dir():
            shutil.copy2(entry, package)
        elif entry.name in copied:
            shutil.copytree(entry, package / entry.name, ignore=shutil.ignore_patterns("*.pyc.*"))
        else:
            (package / entry.name).symlink_to(entry)
    for file, text in files.items():
        (package / file).write_text(text, encoding="utf-8")


def misfits(cases: list[Case], tests: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Return what is wrong with the mutants, as sentences; `tests` are those of each clause."""
    seen: set[str] = set()
    for case in cases:
        if case.clause not in tests:
            yield f"{case.clause}: no rulebook has this clause for software to keep"
        elif case.mutant.caught_by not in tests[case.clause]:
            yield f"{case.clause}: {case.mutant.caught_by} is not a test with the mark of this clause"
        if case.clause in seen:
            yield f"{case.clause}: it has a mutant already"
        seen.add(case.clause)
        try:
            changed(case)
        except Misfit as misfit:
            yield str(misfit)
