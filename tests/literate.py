"""Runs a page from top to bottom, as a reader would who types everything in it.

- A `console` block types what follows `$` and expects what is below it; `…` stands for anything within a line, a line
  `...` for any lines. Nothing below means that only the exit code counts.
- A `python` block is run in one namespace for the page; a `text` block right after it is what it prints.
- `<!-- file: NAME -->` before a block writes it to a file, `<!-- change: FILE: OLD -> NEW -->` edits one,
  `<!-- exit: 1 -->` says how the next command ends, `<!-- background: NAME -->` leaves it running, and
  `<!-- stop -->` stops it.
"""

import io
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from patience import PATIENCE_S
from warm import warm

from taisai.cli.main import main
from taisai.cli.serve import FOLDER

PART = re.compile(r"<!-- (\w+)(?:: (.*?))? -->|^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
PORT = "8080"
LAST = "press Ctrl-C to stop\n"  # of what a house says when it starts
RUN = ("console", "python")


def parts(text):
    """Each note and each block, in order: (note, what it says) or (language, block)."""
    for note, said, language, block in PART.findall(text):
        yield (f"<{note}>", said) if note else (language, block)


class Page:
    def __init__(self, text, monkeypatch):
        self.port = _free_port()
        self.parts = list(parts(text.replace(PORT, self.port)))
        self.monkeypatch = monkeypatch
        self.namespace = {"__name__": "page"}
        self.notes = {}
        self.running = []
        self.ran = 0

    def run(self):
        try:
            for place, (kind, said) in enumerate(self.parts):
                after = self.parts[place + 1 :][:1]
                self._part(kind, said, after[0] if after else ("", ""))
        finally:
            self._stop()

    def _part(self, kind, said, after):
        if kind == "<change>":
            self._change(said)
        elif kind == "<stop>":
            self._stop()
        elif kind.startswith("<"):
            self.notes[kind] = said
        elif "<file>" in self.notes:
            self._write(Path(self.notes.pop("<file>")), said)
        elif kind == "python":
            self._python(said, after[1] if after[0] == "text" else None)
        elif kind == "console":
            self._console(said)

    def _change(self, said):
        name, change = said.split(": ", 1)
        old, new = change.split(" -> ")
        text = Path(name).read_text()
        assert text.count(old) == 1, f"{old!r} is in {name} {text.count(old)} times"
        Path(name).write_text(text.replace(old, new))

    def _write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def _python(self, code, expected):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(code, "page", "exec"), self.namespace)
        self.ran += 1
        if expected is not None:
            assert_fits(out.getvalue(), expected)

    def _console(self, block):
        code, background = int(self.notes.pop("<exit>", 0)), self.notes.pop("<background>", None)
        for typed, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            words = shlex.split(typed)
            if background:
                self._begin(words, expected)
            else:
                self._type(words, expected, code)
            self.ran += 1

    def _type(self, words, expected, code):
        out = io.StringIO()
        if words[0] == "taisai":
            self.monkeypatch.setattr("sys.argv", words)
            with redirect_stdout(out), redirect_stderr(out):
                ended = _exit_code(main)
        else:
            assert words[0] == "python", words
            told = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=False)
            out.write(told.stdout + told.stderr)
            ended = told.returncode
        assert ended == code, f"{words} ended with {ended}: {out.getvalue()}"
        if expected:
            assert_fits(out.getvalue(), expected)

    def _begin(self, words, expected):
        """Reads as far as the page shows; what comes later is nobody's."""
        command = [sys.executable, "-c", "from taisai.cli.main import main; main()", *words[1:]]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"} | self._warm(words)
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.running.append(process)
        said = ""
        while not fits(said, expected):
            assert not said.endswith(LAST), f"{words} said\n{said}\nand not\n{expected}"
            line = process.stdout.readline()
            assert line, f"{words} ended: {said}"
            said += line

    @staticmethod
    def _warm(words):
        """For a house that begins in the folder where it lies by default, or in the one that the page names."""
        place = words[words.index("--folder") + 1] if "--folder" in words else FOLDER
        house = Path(place)
        house.mkdir(exist_ok=True)
        return warm(house)

    def _stop(self):
        while self.running:
            process = self.running.pop()
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)


def _exit_code(main):
    try:
        main()
    except SystemExit as end:
        return end.code or 0
    return 0


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


def pattern(expected):
    lines = [line.rstrip() for line in expected.strip("\n").splitlines()]
    written = [r"(?:.*\n)*" if line == "..." else re.escape(line).replace("…", ".*") + r"\s*\n" for line in lines]
    return "".join(written)


def fits(said, expected):
    return re.fullmatch(pattern(expected), said.rstrip("\n") + "\n") is not None


def assert_fits(said, expected):
    assert fits(said, expected), f"expected\n{expected}\ncame\n{said}"
