"""Follows the journal of a table over HTTP and keeps a copy that loses nothing and doubles nothing.

Usage: follow.py ADDRESS TABLE KEY_FILE COPY, such as follow.py http://127.0.0.1:8080 T1 keys/feed-copy.key T1.jsonl

The copy is the only memory: a line an entry, whole or not at all. Stop it at any moment, start it again, and it goes on
after the last whole line. It ends when the house says that the journal is another one than the copy's (409).
"""

import json
import os
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def last_kept(copy: Path) -> tuple[int, str]:
    """The number and seal of the last entry; what a stop has left half written is cut off."""
    content = copy.read_bytes() if copy.exists() else b""
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        os.truncate(copy, len(whole))
    if not whole:
        return 0, ""
    entry = json.loads(whole.splitlines()[-1])
    return entry["seq"], entry["seal"]


def fetched(address: str, table: str, key: str, after: int, seal: str) -> list[dict[str, object]]:
    url = f"{address}/api/tables/{table}/entries?after={after}&seal={seal}&wait_s=20"
    with urlopen(Request(url, headers={"Authorization": f"Bearer {key}"}), timeout=60) as answer:
        return json.load(answer)["entries"]


def follow(address: str, table: str, key: str, copy: Path) -> None:
    after, seal = last_kept(copy)
    with copy.open("a", encoding="utf-8") as file:
        while True:
            try:
                entries = fetched(address, table, key, after, seal)
            except HTTPError as error:
                if error.code not in {429, 503}:
                    sys.exit(f"{error.code}: {error.read().decode()}")
                time.sleep(1)
                continue
            except (URLError, OSError):
                time.sleep(1)
                continue
            for entry in entries:
                file.write(json.dumps(entry) + "\n")
                after, seal = entry["seq"], entry["seal"]
            file.flush()
            os.fsync(file.fileno())


if __name__ == "__main__":
    follow(sys.argv[1], sys.argv[2], Path(sys.argv[3]).read_text(encoding="utf-8").strip(), Path(sys.argv[4]))
