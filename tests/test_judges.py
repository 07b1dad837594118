"""Programs of others that judge the project are well-formed; `make judges` runs them."""

import json
import re
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from loading import module

ROOT = Path(__file__).parents[1]
JUDGING = ROOT / "scripts" / "judging"
getting, judges, verdicts = (module("scripts", f"judging.{name}") for name in ("getting", "judges", "verdicts"))
ALLOWED = tomllib.loads((JUDGING / "allowed.toml").read_text())
NAMES = [judge.name for judge in judges.JUDGES]


def test_judges_have_names_limits_and_programs():
    assert len(set(NAMES)) == len(NAMES)
    for judge in judges.JUDGES:
        assert judge.source in getting.SOURCES
        assert 0 < judge.limit_s <= 600
        assert judge.command
        assert callable(judge.read)


def test_every_line_of_what_is_allowed_names_a_judge_and_has_a_reason():
    assert set(ALLOWED) <= set(NAMES)
    for judge, lines in ALLOWED.items():
        for finding, reason in lines.items():
            assert finding.strip("* "), f"{judge} may not say just anything"
            assert len(reason.split()) > 3, f"{judge}: {finding} has no reason"


def locked():
    return (JUDGING / "requirements.lock").read_text()


def test_every_program_is_pinned_and_no_registry_is_named():
    packages = json.loads((JUDGING / "package-lock.json").read_text())["packages"]
    asked = json.loads((JUDGING / "package.json").read_text())["devDependencies"]
    assert "://" not in locked()
    assert len(re.findall(r"^\S+==\S+", locked(), re.MULTILINE)) == len(
        re.findall(r"^\S+==[^\n]*\\\n    --hash=sha256:", locked(), re.MULTILINE)
    )
    for name in re.findall(r"^[a-z-]+", (JUDGING / "requirements.in").read_text(), re.MULTILINE):
        assert re.search(rf"^{name}==", locked(), re.MULTILINE)
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert all("integrity" in package for name, package in packages.items() if name)
    assert all(packages[f"node_modules/{name}"]["version"] == version for name, version in asked.items())


def heard(code=0, out="", err="", kept=ROOT):
    return verdicts.Output(code, out, err, kept)


def test_a_program_that_fails_without_a_word_is_a_finding():
    assert verdicts.lines("^wrong")(heard(0, "fine")).findings == []
    assert verdicts.lines("^wrong")(heard(0, "wrong: here")).findings == ["wrong: here"]
    assert verdicts.lines("^wrong")(heard(3, "", "killed")).findings == ["exit 3: killed"]


def test_a_page_that_the_validator_finds_right_is_no_finding():
    (judge,) = (one for one in judges.JUDGES if one.name == "openapi-spec-validator")
    assert judge.read(heard(0, "/a/openapi.json: OK\n")).findings == []
    assert len(judge.read(heard(1, "/a/openapi.json: Validation Error: [1] wrong\n")).findings) == 1


@pytest.mark.parametrize("failed", [0, 2])
def test_a_report_of_schemathesis_is_counted_by_operation(tmp_path, failed):
    failures = [{"type": "ServerError", "operations": ["GET /a", "GET /b"]}] if failed else []
    report = {"failures": failures, "errors": [], "test_cases": {"generated": 7}}
    (tmp_path / "json-1.json").write_text(json.dumps(report))
    verdict = verdicts.schemathesis(heard(kept=tmp_path))
    assert (verdict.cases, len(verdict.findings)) == (7, failed)
    assert all(fnmatchcase(one, "ServerError GET /*") for one in verdict.findings)


def test_a_judge_without_a_report_has_not_been_heard(tmp_path):
    assert verdicts.schemathesis(heard(1, "", "no schema", tmp_path)).findings == ["no report: no schema"]
    with pytest.raises(ValueError, match="Expecting value"):
        verdicts.own(heard(1, "", "Cannot find package"))
