"""A wheel has the screens in it: they are built first where their sources are. An editable install does without."""

import os
import subprocess
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EDITABLE: Final = "editable"
AS_BUILT: Final = "as-built"  # TAISAI_SCREENS=as-built takes the screens that are there
SCREENS: Final = Path("src/taisai/web/index.html")


class Screens(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del build_data
        root = Path(self.root)
        if version == EDITABLE:
            return
        if (root / "web" / "package.json").exists() and os.environ.get("TAISAI_SCREENS") != AS_BUILT:
            _build(root)
        if not (root / SCREENS).is_file():
            raise SystemExit(f"no {SCREENS}: the screens are not built; run make web, then build again")


def _build(root: Path) -> None:
    try:
        subprocess.run([root / "scripts" / "web"], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        words = (
            f"the screens could not be built ({error}); install Node 20.19 or newer with npm, or run make setup, which"
            " brings one, and build again"
        )
        raise SystemExit(words) from error
