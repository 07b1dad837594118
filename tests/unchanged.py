"""What stays as it is while a process of the tests runs, looked at once by all the houses that start in it."""

from contextlib import contextmanager
from functools import cache

from taisai.keeping import selftest, software
from taisai.people import challenge, strength
from taisai.server import acceptance

installed = cache(software.installed)
guessable = cache(strength.is_guessable)
FILES = (
    (acceptance, "installed", software.installed, installed),
    (selftest, "installed", software.installed, installed),
    (selftest, "_packages", selftest._packages, cache(selftest._packages)),
    (selftest, "_bytecode", selftest._bytecode, cache(selftest._bytecode)),
)
SECRETS = ((challenge, "is_guessable", strength.is_guessable, lambda word, names: guessable(word, frozenset(names))),)


def files_unchanged():
    """A start compares the files that this process runs with what was recorded, but reads them no second time. Tests
    about those files leave this out, and a self-test that somebody asks for reads all of them."""
    return _put(FILES)


def judged_once():
    """The passwords of those whom every house of the tests employs."""
    return _put(SECRETS)


@contextmanager
def _put(places):
    """Several houses may start at once: in the end each place has what is its own, whoever leaves last."""
    for module, name, _, ours in places:
        setattr(module, name, ours)
    try:
        yield
    finally:
        for module, name, own, _ in places:
            setattr(module, name, own)
