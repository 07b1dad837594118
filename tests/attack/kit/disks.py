"""A disk that says no when it is asked to keep what was written."""

import shutil
import subprocess

COMPILER = shutil.which("cc")
SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int failing(void) {
    const char *sign = getenv("DISK_FAILS");
    return sign && access(sign, F_OK) == 0;
}

#define KEEPING(name) \
    int name(int file) { \
        int (*real)(int) = dlsym(RTLD_NEXT, #name); \
        if (failing()) { errno = EIO; return -1; } \
        return real(file); \
    }

KEEPING(fsync)
KEEPING(fdatasync)
"""


class FailingDisk:
    """For a process that is started in its `environment`."""

    def __init__(self, folder):
        source, library = folder / "disk.c", folder / "disk.so"
        source.write_text(SOURCE)
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        self._sign = folder / "the disk fails"
        self.environment = {"LD_PRELOAD": str(library), "DISK_FAILS": str(self._sign)}

    def fail(self):
        self._sign.touch()

    def mend(self):
        self._sign.unlink()
