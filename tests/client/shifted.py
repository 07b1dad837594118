"""Runs `taisai` with a clock that is off by as many seconds as a file says, which may change at any moment."""

import sys
import time
from pathlib import Path

from taisai.cli.main import main

LOOK_S = 0.05
true_time = time.time


class Shift:
    def __init__(self, file):
        self.file, self.seconds, self.looked_s = Path(file), 0.0, 0.0

    def time(self):
        if time.monotonic() - self.looked_s > LOOK_S:
            self.seconds, self.looked_s = float(self.file.read_text() or 0), time.monotonic()
        return true_time() + self.seconds


if __name__ == "__main__":
    time.time = Shift(sys.argv.pop(1)).time
    main()
