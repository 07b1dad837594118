"""Why a report or a test of a tumbler was not made."""

from enum import Enum


class ReportRefusal(Enum):
    """In order of precedence; a code is never given a second meaning."""

    REPORT_UNKNOWN = "report-unknown"
    PERIOD_INVALID = "period-invalid"
    GROUPING_UNFIT = "grouping-unfit"
    SOURCE_MISSING = "source-missing"
    THROWS_FEW = "throws-few"
    SIGNATURE_WRONG = "signature-wrong"
    OUT_FAILED = "out-failed"
