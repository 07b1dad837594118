"""PAR sheets in the browser: the page that the command writes, for every pay table that the house knows."""

import re

import pytest
from server.making import HAND, house

from taisai import paytable, rulebook
from taisai.reports.page import POLICY
from taisai.reports.par_sheet import par_page, par_rows


async def asked(folder, *paths):
    async with house(folder, HAND) as server:
        return [await server.get(path) for path in paths]


@pytest.mark.parametrize("ref", ["rws-6/2", "etg/2", "bau-cua/1"])
async def test_a_sheet_has_the_figures_of_the_command_and_loads_nothing(tmp_path, ref):
    (answer,) = await asked(tmp_path, f"/api/lab/tables/{ref}/par")
    assert (answer.status, answer.header("content-type")) == (200, "text/html; charset=utf-8")
    assert answer.body.decode() == par_page(rulebook(ref), paytable(ref))
    for cells in par_rows(paytable(ref)):
        assert all(f">{cell}<" in answer.body.decode() for cell in cells)
    assert POLICY in answer.header("content-security-policy")
    assert not re.search(r"<script|src=|href=|url\(", answer.body.decode())


async def test_a_sheet_of_what_is_not_here_is_refused(tmp_path):
    for answer in await asked(tmp_path, "/api/lab/tables/nowhere/1/par", "/api/lab/tables/rws-6/9/par"):
        assert (answer.status, answer.json["code"]) == (404, "table-unknown")
