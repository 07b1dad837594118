"""A rotation of the house's key that is killed before one of its writes."""

from contextlib import suppress

from taisai.keeping import rotate as rotating
from taisai.keeping.rotate import rotate

STEPS = ("write_lines", "write_secret", "write_marks", "put_in_force", "_drop", "_store", "make_next")


def rotate_killed(settings, monkeypatch, at):
    """After so many writes."""
    left = [at]

    def dying(call):
        def called(*given, **named):
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            return call(*given, **named)

        return called

    with monkeypatch.context() as patched:
        for name in STEPS:
            patched.setattr(rotating, name, dying(getattr(rotating, name)))
        with suppress(KeyboardInterrupt):
            rotate(settings, revoked=False)
