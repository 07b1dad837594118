"""Compiled files that Python takes for those of a source."""

import marshal
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path


def plant(source, line, cache=None):
    """A compiled file that Python takes for that of the source, with a line more."""
    compiled = Path(cache or cache_from_source(str(source)))
    compiled.parent.mkdir(exist_ok=True, parents=True)
    code = compile(f"{source.read_text()}\n{line}\n", str(source), "exec", dont_inherit=True)
    known = source.stat()
    numbers = (0, int(known.st_mtime) & 0xFFFFFFFF, known.st_size)
    head = MAGIC_NUMBER + b"".join(number.to_bytes(4, "little") for number in numbers)
    compiled.write_bytes(head + marshal.dumps(code))
    return compiled


def canary(path):
    return f"import os; os.close(os.open({str(path)!r}, os.O_CREAT))"
