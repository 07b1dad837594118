"""Go's own sumdb packages take our checkpoints and proofs, and no forged ones; where Debian's packages of Go are."""

import os
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest
from log.receipt_vectors import BODIES, KEY, LOG, noted, receipt
from log.trees import naive_root, tiled

from taisai.log.checkpoints import Checkpoint
from taisai.log.proofs import consistency

GOPATH = Path("/usr/share/gocode")
SOURCE = Path(__file__).parent / "go" / "check.go"
pytestmark = pytest.mark.skipif(
    not (shutil.which("go") and (GOPATH / "src/golang.org/x/mod/sumdb/tlog").exists()),
    reason="there is no golang-go with golang-golang-x-mod-dev here",
)


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    program = tmp_path_factory.mktemp("go") / "check"
    home = {"GOPATH": str(GOPATH), "GO111MODULE": "off", "GOCACHE": str(program.parent / "cache"), "GOFLAGS": ""}
    subprocess.run(["go", "build", "-o", program, SOURCE], check=True, env={**os.environ, **home})

    def run(*given):
        done = subprocess.run([program, str(KEY), *map(str, given)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    return run


def test_it_takes_a_receipt_of_every_entry_and_no_forged_one(check, tmp_path):
    paths = []
    for place in range(len(BODIES)):
        paths.append(tmp_path / f"{place}")
        paths[-1].write_text(receipt(place))
    code, words = check(*paths)
    assert (code, words.count("sound: entry")) == (0, len(BODIES)), words
    for old, new in (("index 2", "index 3"), (f"\n{KEY.name}\n7\n", f"\n{KEY.name}\n8\n"), ("extra ey", "extra ez")):
        forged = receipt(2).replace(old, new, 1)
        assert forged != receipt(2)
        (tmp_path / "forged").write_text(forged)
        code, words = check(tmp_path / "forged")
        assert (code, words[:9]) == (1, "NOT SOUND"), old


@pytest.mark.parametrize("old", [1, 2, 3, 4, 6])
def test_it_takes_a_proof_of_consistency_and_no_forged_one(check, tmp_path, old):
    first = Checkpoint(KEY.name, old, naive_root(BODIES[:old])).note.signed(KEY, LOG)
    (tmp_path / "old").write_text(str(first))
    (tmp_path / "new").write_text(str(noted()))
    path = [b64encode(one).decode() for one in consistency(tiled(BODIES).hash, old, len(BODIES))]
    (tmp_path / "proof").write_text("\n".join(path))
    given = ("-from", tmp_path / "old", "-to", tmp_path / "new", "-proof", tmp_path / "proof")
    assert check(*given) == (0, f"sound: {old} entries are the beginning of 7\n")
    (tmp_path / "proof").write_text("\n".join([*path[:-1], b64encode(bytes(32)).decode()]))
    assert check(*given)[0] == 1
