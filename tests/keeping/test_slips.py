"""What other processes leave for the house to write down."""

import pytest

from taisai.keeping.slips import BYTES_MOST, FOLDER, Slip, found, leave

SLIP = Slip("2026-11-15T10:00:00Z", "user 7 of this machine", "monday.tar")


def test_what_is_left_is_found_until_it_is_deleted(tmp_path):
    assert list(found(tmp_path)) == []
    leave(tmp_path, SLIP)
    ((path, slip),) = found(tmp_path)
    assert slip == SLIP
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_uid == tmp_path.stat().st_uid, "the house may be another user than root"
    path.unlink()
    assert list(found(tmp_path)) == []


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b'{"at":"now"}', b"[" * BYTES_MOST, b'{"x":1}'])
def test_what_is_no_slip_is_left_alone(tmp_path, content):
    leave(tmp_path, SLIP)
    odd = tmp_path / FOLDER / "odd.json"
    odd.write_bytes(content)
    (tmp_path / FOLDER / "half.new").write_bytes(b"{}")
    (tmp_path / FOLDER / "folder.json").mkdir()
    assert [slip for _, slip in found(tmp_path)] == [SLIP]
    assert odd.exists()
