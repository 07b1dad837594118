"""What the documents show is what happens."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import taisai
from taisai.books.files import SHIPPED
from taisai.cli.main import main

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "guides" / "rulebook.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIGURES = (ROOT / "docs" / "guides" / "figures.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.fixture
def shell(monkeypatch, capsys):
    """Runs what a console block types and gives back what it should print and what it printed."""
    monkeypatch.setenv("COLUMNS", "80")

    def shell(block: str) -> tuple[list[str], list[str]]:
        typed, _, expected = block.partition("\n")
        assert typed.startswith("$ taisai ")
        monkeypatch.setattr("sys.argv", typed.removeprefix("$ ").split())
        with pytest.raises(SystemExit):
            main()
        return lines(expected), lines(capsys.readouterr().out)

    return shell


def test_the_commands_for_figures_print_what_their_guide_shows(shell):
    (block,) = blocks(FIGURES, "console")
    expected, printed = shell(block)
    assert printed == expected


def test_the_python_for_figures_prints_what_its_guide_shows(capsys):
    (code,), (expected,) = blocks(FIGURES, "python"), blocks(FIGURES, "text")
    assert len(code.splitlines()) <= 12
    exec(compile(code, "figures.md", "exec"), {})
    assert lines(capsys.readouterr().out) == lines(expected)


def test_the_readme_is_one_screen_with_the_moving_picture_and_the_command_that_installs():
    assert len(README.splitlines()) <= 45
    assert README.count("](docs/pictures/round.webp)") == 1
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(re.findall(r"taisai\[(\w+)\]", README)) <= extras.keys()


def test_the_readme_names_the_two_commands_and_ci_calls_the_second():
    assert re.findall(r"^    (make \w+)", README, re.MULTILINE) == ["make run", "make test"]
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1].removeprefix("exec ") == "make test"


def anchors(page):
    """As forges make them of headings: small letters, hyphens for blanks, nothing else."""
    heads = re.findall(
        r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_link_leads_somewhere():
    pages = [ROOT / "README.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        for link, place in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", page.read_text(encoding="utf-8")):
            target = page.parent / link if link else page
            assert target.exists(), f"{page.name}: {link}"
            assert not place or place in anchors(target), f"{page.name}: {link}#{place}"


def test_every_picture_is_shown_somewhere_and_says_what_it_shows():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = [one for page in pages for one in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text(encoding="utf-8"))]
    assert all(words for words, _ in shown)
    names = {path.rpartition("/")[2] for _, path in shown}
    assert {path.name for path in (ROOT / "docs" / "pictures").iterdir()} <= names


@pytest.fixture
def my_house(tmp_path, monkeypatch):
    for name, text in re.findall(r"<!-- file: (\S+) -->\n```(?:toml|text)\n(.*?)```", GUIDE, re.DOTALL):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_guide_makes_a_clean_rulebook_with_the_figures_it_gives(my_house, shell):
    clean, _, edge, *_ = blocks(GUIDE, "console")
    expected, printed = shell(clean)
    assert printed == expected
    assert "domino-1-2 … 5-6" in "\n".join(shell(edge)[1])
    (code,) = blocks(GUIDE, "python")
    exec(compile(code, "rulebook.md", "exec"), {})


def test_the_rulebook_of_the_guide_is_opened_played_and_reported_word_for_word(my_house, shell):
    *_, play, report, compare = blocks(GUIDE, "console")
    told = "\n".join(shell(play)[1])
    assert "seat 1 gets EUR 0.19 for EUR 0.10 on big" in told
    assert "seat 2 gets EUR 0.15 for EUR 0.05 on single-6" in told
    turnover = "\n".join(shell(report)[1])
    assert {"big", "single"} <= set(turnover.split())
    assert "is not available" not in turnover
    assert "my-house/1" in "\n".join(shell(compare)[1])


def test_a_table_of_the_guide_is_opened_by_a_house_with_a_seat_to_try(my_house):
    from taisai.house.settings_reader import load

    (table,) = load({"folder": my_house / "taisai-house"}, {}).tables
    assert table.paytable == str(my_house / "taisai-house" / "../my-house/1")


def test_the_guide_shows_the_problems_that_are_told(my_house, shell):
    spoilt = re.findall(r"<!-- break: (\S+): (.*?) -> (.*?) -->", GUIDE)
    assert len(spoilt) == 3
    for name, old, new in spoilt:
        text = (my_house / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (my_house / name).write_text(text.replace(old, new), encoding="utf-8")
    expected, printed = shell(blocks(GUIDE, "console")[1])
    assert printed == expected


def test_the_guide_lists_every_pattern():
    from typing import get_args, get_type_hints

    from taisai.rules.wager import Wager

    assert re.findall(r"^\| `(\w+)` \| [^|]*\| [^|]*\| [^|]*\|$", GUIDE, re.MULTILINE) == list(
        get_args(get_type_hints(Wager)["pattern"])
    )


@pytest.mark.long
def test_generated_pages_are_up_to_date():
    command = [sys.executable, "scripts/docs.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_glossary_has_the_public_names():
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for name in ("Roll", "Spot", "Odds", "Box", "Refusal", "Plan", "Figures"):
        assert name in taisai.__all__
        assert f"| {name}" in glossary


HOUSE_WORDS = (
    "House", "Floor", "Live table", "Batch", "Pace", "View", "Change", "Stream", "Epoch", "Hub", "Terminal", "Console",
    "Display", "Device", "Invitation", "Register", "Standing", "Right", "Session", "Challenge", "Proof", "Renewal",
    "Approval", "Happening", "Cage", "Voucher", "Throw", "Commitment", "Backup",
)  # fmt: skip


def test_the_glossary_has_the_words_of_a_house_and_each_word_once():
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = [word for row in re.findall(r"^\| ([A-Z][\w ,]+) \|", glossary, re.MULTILINE) for word in row.split(", ")]
    assert len(words) == len(set(words))
    assert set(HOUSE_WORDS) <= set(words)


def test_the_reference_has_every_command():
    from taisai.cli.main import COMMANDS

    page = (ROOT / "docs" / "reference" / "command.md").read_text(encoding="utf-8")
    shown = re.findall(r"^## taisai (\S+)$", page, re.MULTILINE)
    assert shown == list(COMMANDS)
    assert "## taisai tumbler test\n" in page


REQUIRED = "1-9 12 15-19 22-33 35-40 43 45-49 51 52 56-59 61-63 65 66 68-70 73-79 80 81 84 87 88"


def test_every_requirement_is_answered_and_what_is_named_is_there():
    page = (ROOT / "docs" / "decisions" / "0009-requirements.md").read_text(encoding="utf-8")
    spans = [part.partition("-") for part in REQUIRED.split()]
    wanted = [number for first, _, last in spans for number in range(int(first), int(last or first) + 1)]
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| (met|partly|not met) \| ([^|]+) \|$", page, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == wanted
    for path in re.findall(r"`((?:\w+/)+(?:\w+\.py)?)`", page):
        place = ROOT / path if path.startswith("tests/") else ROOT / "src" / "taisai" / path
        assert place.exists(), path


def test_the_page_for_regulators_has_every_requirement_and_tests_that_there_are():
    page = (ROOT / "docs" / "regulators.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| .* \| ([^|]+) \|$", page, re.MULTILINE)
    answered = (ROOT / "docs" / "decisions" / "0009-requirements.md").read_text(encoding="utf-8")
    assert [number for number, _ in rows] == re.findall(r"^\| (\d+) \|", answered, re.MULTILINE)
    for number, tests in rows:
        named = re.findall(r"`(tests/\S+\.py)`", tests)
        assert named, number
        assert all("def test_" in (ROOT / name).read_text(encoding="utf-8") for name in named), number


def test_what_is_exported_exists():
    assert all(hasattr(taisai, name) for name in taisai.__all__)
    assert taisai.__all__ == sorted(taisai.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))


def test_an_unknown_clause_stops_the_run(tmp_path):
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (tmp_path / "test_x.py").write_text(
        'import pytest\n@pytest.mark.clause("rws-6:9.9")\ndef test_x():\n    assert True\n'
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, "--rootdir", str(tmp_path), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "rws-6:9.9" in done.stdout + done.stderr


def test_the_shipped_proofs_are_part_of_the_package():
    assert (SHIPPED / "proofs.json").is_file()
