"""A disk that can be filled and freed again: a small one where it may be mounted, else a limit on the process."""

import os
import resource
import subprocess
from contextlib import suppress

SIZE = 48 * 2**20
CHUNK = 64 * 1024


class Disk:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder]
        self.mounted = os.geteuid() == 0 and not subprocess.run(command, check=False, capture_output=True).returncode
        self._ballast = folder / "ballast"

    def fill(self, pid, journal):
        if not self.mounted:
            size = journal.with_name(f"{journal.name}-wal").stat().st_size
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            return
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(CHUNK))

    def free(self, pid):
        if not self.mounted:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            return
        self._ballast.unlink()

    def leave(self):
        if self.mounted:
            subprocess.run(["umount", self.folder], check=True)
