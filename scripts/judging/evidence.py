"""What is judged: a temporary house with people in it, and copies of what the project gives away."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from judging.getting import ROOT

PASSWORD: Final = "correct horse battery"  # of a house that is gone in ten minutes
DEALS_ITSELF: Final = "T1"
BY_HAND: Final = "T2"
FLOOR: Final = f"""\
demo = true

[[table]]
id = "{DEALS_ITSELF}"
paytable = "rws-6/2"
automation = "electronic"
window_s = 3
pause_s = 1

[[table]]
id = "{BY_HAND}"
paytable = "nz-2008/1"
"""
GIVEN: Final = {"address": "'http://127.0.0.1:8080'", "number": "1", "written_down": "''"}
"""What the reader of a page knows: the address of their house, a round, and what they wrote down."""
START_WITHIN_S: Final = 60
ENDS_WITHIN_S: Final = 30


class Evidence(NamedTuple):
    """What a judge's command may name. The manager and the player are the cookies that say who they are."""

    root: Path
    folder: Path
    python: str
    address: str
    chromium: str
    manager: str
    player: str

    def environment(self) -> dict[str, str]:
        return {
            "JUDGED_ADDRESS": self.address, "JUDGED_SOCKET": f"{self.address.replace('http', 'ws', 1)}/socket",
            "JUDGED_TABLE": DEALS_ITSELF, "JUDGED_BY_HAND": BY_HAND, "JUDGED_SEAT": self.player,
            "JUDGED_STAFF": self.manager, "JUDGED_FOLDER": str(self.folder), "JUDGED_CHROMIUM": self.chromium,
        }  # fmt: skip


@contextmanager
def evidence(folder: Path) -> Iterator[Evidence]:
    write_copies(folder)
    with _house(folder / "house") as (address, code):
        first = {"name": "first.manager", "present": code, "password": PASSWORD}
        _post(address, "/api/password", first)
        manager = _post(address, "/api/sign-in", {"name": first["name"], "password": PASSWORD})
        player = _post(address, "/api/demo/seat", {"table": DEALS_ITSELF})
        for name in ("metrics", "openapi.json"):
            asked = urllib.request.Request(f"{address}/api/{name}", headers={"Cookie": manager})
            with urllib.request.urlopen(asked) as answer:
                (folder / name).write_bytes(answer.read())
        yield Evidence(ROOT, folder, sys.executable, address, _chromium(), manager, player)


@contextmanager
def _house(folder: Path) -> Iterator[tuple[str, str]]:
    """The address, and the code of the first account."""
    folder.mkdir()
    (folder / "taisai.toml").write_text(FLOOR)
    words = [str(ROOT / ".venv/bin/taisai"), "serve", "--json", "--folder", str(folder), "--port", "0"]
    with (folder.parent / "house.log").open("wb") as log, subprocess.Popen(words, stdout=-1, stderr=log) as process:
        assert process.stdout is not None
        try:
            told = b""
            while not told.endswith(b"}\n"):
                line = process.stdout.readline()
                assert line, (folder.parent / "house.log").read_text()
                told += line
            opened = json.loads(told)
            yield opened["address"], opened["first_code"]
        finally:
            process.terminate()
            process.wait(ENDS_WITHIN_S)


def _post(address: str, path: str, body: dict[str, str]) -> str:
    request = urllib.request.Request(
        f"{address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=START_WITHIN_S) as answer:
        return (answer.headers["Set-Cookie"] or "").partition(";")[0]


def _chromium() -> str:
    return subprocess.run([ROOT / "scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()


def write_copies(folder: Path) -> None:
    """Write the programs of the documentation, the packages, and deployment files that name only what is here."""
    for name, text in programs():
        _write(folder / "programs" / name, text)
    _write(folder / "programs" / "pyrightconfig.json", '{"typeCheckingMode": "strict"}')
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    unit = (ROOT / "deploy/taisai.service").read_text()
    _write(folder / "taisai.service", unit.replace("/opt/taisai/bin/taisai", shutil.which("true") or "/bin/true"))
    _write(folder / "nginx.conf", _nginx(folder))


def programs() -> Iterator[tuple[str, str]]:
    """Each page's Python, as one program."""
    for page in sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))):
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        if blocks:
            text = "\n\n".join(map(_typed, blocks))
            given = (f"{name} = {value}" for name, value in GIVEN.items() if re.search(rf"\b{name}\b", text))
            yield f"{page.stem.lower().replace('-', '_')}_page.py", "\n".join((*given, text))


def _typed(block: str) -> str:
    """What a reader types, without the answers of the interpreter."""
    lines = block.splitlines()
    return "\n".join(line[4:] for line in lines if line.startswith((">>>", "..."))) if ">>>" in block else block


def _nginx(folder: Path) -> str:
    """The example in a whole configuration, with a certificate of its own and ports that need no rights."""
    key, made = folder / "key.pem", folder / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*words, "-keyout", key, "-out", made], check=True, capture_output=True)
    text = (ROOT / "deploy/nginx.conf").read_text()
    text = re.sub(r"ssl_certificate \S+;", f"ssl_certificate {made};", text)
    text = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};", text)
    text = re.sub(r"listen (\S*?)(443|80)\b", r"listen \g<1>18\2", text)
    return f"pid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{text}}}\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
