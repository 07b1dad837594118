"""A report as JSON."""

import msgspec

from taisai.reports.report import Report
from taisai.rules.control_characters import spelled_out_json


def text(report: Report) -> str:
    """Return the report for programs: money in whole minor units, exact fractions such as "1/36"."""
    return spelled_out_json(msgspec.json.format(msgspec.json.encode(report, enc_hook=str), indent=2).decode()) + "\n"
