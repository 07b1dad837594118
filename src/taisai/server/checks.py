"""Event codes of failed self-tests, and the refusal that follows."""

from collections.abc import Sequence

from taisai.keeping.selftest import Check
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused


class SelfTestFailed(Refused):
    """The self-test failed: nothing is served until the cause is fixed."""

    def __init__(self, checks: Sequence[Check]) -> None:
        failed = [check for check in checks if not check.ok]
        lines = "".join(f"\n  {check.name}: {check.words}" for check in failed)
        super().__init__(Happening.SELF_TEST_FAILED, f"the self-test failed; nothing is served:{lines}", failed[0].name)
        self.checks = tuple(checks)


def code_of(check: Check) -> Happening:
    kinds = {
        "software": Happening.SOFTWARE_MISMATCH,
        "packages": Happening.SOFTWARE_MISMATCH,
        "bytecode": Happening.SOFTWARE_MISMATCH,
        "seals": Happening.JOURNAL_DAMAGED,
        "claims": Happening.JOURNAL_DAMAGED,
        "mirror": Happening.JOURNAL_DAMAGED,
        "ledger": Happening.BALANCE_WRONG,
    }
    return kinds.get(check.name.split()[0], Happening.SELF_TEST_FAILED)
