"""Reasons why a report or a tumbler test was refused."""

from enum import Enum


class ReportRefusal(Enum):
    """In order of precedence. A code never changes its meaning."""

    REPORT_UNKNOWN = "report-unknown"
    PERIOD_INVALID = "period-invalid"
    GROUPING_UNFIT = "grouping-unfit"
    SOURCE_MISSING = "source-missing"
    THROWS_FEW = "throws-few"
    SIGNATURE_WRONG = "signature-wrong"
    OUT_FAILED = "out-failed"
