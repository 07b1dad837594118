"""Verdicts: how many cases a judge looked at and what it found, read from what its program prints."""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple


class Output(NamedTuple):
    """What a program left behind; `kept` is the folder in which a judge keeps its own report."""

    code: int
    out: str
    err: str
    kept: Path


class Verdict(NamedTuple):
    """A finding is one line: the rule first, then where, so that the list of what is allowed can name it."""

    cases: int
    findings: list[str]


Reader = Callable[[Output], Verdict]


def own(output: Output) -> Verdict:
    """Our programs around a library print their verdict."""
    return Verdict(**json.loads(output.out))


def lines(pattern: str, *, cases: int = 1) -> Reader:
    """Each line that fits is a finding; an exit code without one is a finding as well."""

    def read(output: Output) -> Verdict:
        told = [line.strip() for line in (output.out + output.err).splitlines() if re.search(pattern, line)]
        if output.code and not told:
            told = [f"exit {output.code}: {(output.out + output.err).strip()[-300:]}"]
        return Verdict(cases, told)

    return read


def schemathesis(output: Output) -> Verdict:
    reports = sorted(output.kept.glob("json-*.json"))
    if not reports:
        return Verdict(0, [f"no report: {(output.out + output.err).strip()[-300:]}"])
    report = json.loads(reports[-1].read_text())
    failed = [f"{one['type']} {at}" for one in report["failures"] for at in one["operations"]]
    return Verdict(report["test_cases"]["generated"], [*failed, *(f"error {_short(one)}" for one in report["errors"])])


def check_jsonschema(output: Output) -> Verdict:
    report = json.loads(output.out)
    failed = [*report.get("errors", ()), *report.get("parse_errors", ())]
    return Verdict(
        len(report.get("checked_paths", ())) + len(failed),
        [f"invalid {Path(one['filename']).name} {one.get('path', '')}: {one.get('message', '')}" for one in failed],
    )


def html_validate(output: Output) -> Verdict:
    pages = json.loads(output.out)
    return Verdict(
        _kept(output, "pages"),
        _once(
            f"{told['ruleId']} {Path(page['filePath']).stem}: {told['message']}"
            for page in pages
            for told in page["messages"]
        ),
    )


def nu(output: Output) -> Verdict:
    messages = json.loads(output.out)["messages"]
    told = (
        f"{one.get('subType', one['type'])} {Path(one.get('url', '')).stem}: {one['message']}"
        for one in messages
        if one["type"] != "info" or one.get("subType")
    )
    return Verdict(_kept(output, "pages"), _once(told))


def mypy(output: Output) -> Verdict:
    told = [json.loads(line) for line in output.out.splitlines() if line.startswith("{")]
    wrong = [f"{one['code']} {Path(one['file']).name}: {one['message']}" for one in told if one["severity"] == "error"]
    return Verdict(_kept(output, "programs"), wrong or _failed(output, told))


def pyright(output: Output) -> Verdict:
    report = json.loads(output.out)
    told = (
        f"{one.get('rule', 'error')} {Path(one['file']).name}: {one['message']}" for one in report["generalDiagnostics"]
    )
    return Verdict(report["summary"]["filesAnalyzed"], _once(told))


def shellcheck(output: Output) -> Verdict:
    told = json.loads(output.out)["comments"]
    return Verdict(1, _once(f"SC{one['code']} {one['file']}: {one['message']}" for one in told))


def hadolint(output: Output) -> Verdict:
    return Verdict(1, _once(f"{one['code']} line {one['line']}: {one['message']}" for one in json.loads(output.out)))


def deptry(output: Output) -> Verdict:
    told = json.loads((output.kept / "deptry.json").read_text())
    found = int((re.search(r"Scanning (\d+) files", output.err) or ["", "1"])[1])
    return Verdict(found, _once(f"{one['error']['code']} {one['module']}: {one['error']['message']}" for one in told))


def _failed(output: Output, told: list[Any]) -> list[str]:
    return [f"exit {output.code}: {output.err.strip()[-300:]}"] if output.code and not told else []


def _kept(output: Output, name: str) -> int:
    return sum(1 for _ in (output.kept.parents[1] / name).iterdir())


def _once(found: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found))


def _short(error: Any) -> str:
    return str(error)[:300]


FINDING_MOST: Final = 160
