"""A report as JSON."""

import msgspec

from taisai.reports.report import Report
from taisai.rules.control_characters import spelled_out_json


def text(report: Report) -> str:
    """The report itself, for programs: money in whole minor units, a fraction exactly, such as "1/36"."""
    return spelled_out_json(msgspec.json.format(msgspec.json.encode(report, enc_hook=str), indent=2).decode()) + "\n"
