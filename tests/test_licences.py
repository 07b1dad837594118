"""Whatever a house is delivered with may be passed on under terms that its owner can keep."""

from base64 import b64encode

import pytest
from loading import module

python, screens = (module("scripts", f"licensing.{name}") for name in ("python", "screens"))
Licensed, not_allowed = (getattr(module("scripts", "licensing.licensed"), name) for name in ("Licensed", "not_allowed"))

MIT = "Permission is hereby granted,\nfree of charge, to any person"
PARTS = (python.packages, python.libraries, python.parts, screens.packages, screens.fonts, screens.pictures)


@pytest.mark.parametrize("found", PARTS, ids=lambda part: f"{part.__module__}.{part.__name__}")
def test_whatever_is_delivered_has_a_licence_that_we_allow(found):
    assert found(), "something was looked at"
    assert not_allowed(found()) == []


@pytest.mark.parametrize(
    "licence",
    ["GPL-3.0-only", "LGPL-2.1-or-later", "AGPL-3.0", "unknown", "", "MIT AND GPL-2.0-only", "Proprietary"],
)
def test_any_other_licence_is_told(licence):
    assert not_allowed([Licensed("dice 1.0", licence)]) == [f"dice 1.0: {licence}"]


@pytest.mark.parametrize("licence", ["MIT", "GPL-2.0-only OR MIT", "(Apache-2.0 OR GPL-2.0-only) AND BSD-2-Clause"])
def test_of_a_choice_one_is_enough(licence):
    assert not_allowed([Licensed("dice 1.0", licence)]) == []


def test_a_compilers_runtime_is_allowed_inside_a_wheel_only():
    runtime = Licensed("libquadmath", "LGPL-2.1-or-later", inside="numpy")
    assert not_allowed([runtime, runtime._replace(inside="")]) == ["libquadmath: LGPL-2.1-or-later"]


class Installed:
    """A package that declares nothing and brings these texts."""

    def __init__(self, folder, *texts):
        self.metadata = {}
        self.files = [folder / "dice-1.0.dist-info" / f"LICENSE{number}" for number in range(len(texts))]
        for file, text in zip(self.files, texts, strict=True):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)


def test_a_package_that_declares_nothing_is_known_by_its_text_or_not_at_all(tmp_path):
    apache, gpl = "Apache License\nVersion 2.0", "GNU GENERAL PUBLIC LICENSE"
    told = {(MIT,): "MIT", (MIT, apache): "Apache-2.0 OR MIT", (gpl,): "unknown", (): "unknown"}
    told[(gpl + " " * 3000 + MIT,)] = "unknown"
    assert {texts: python.licence_of(Installed(tmp_path, *texts)) for texts in told} == told


def test_a_part_is_known_by_what_its_list_says_or_by_its_text():
    text = {"license": {"name": "Unknown", "text": {"content": b64encode(MIT.encode()).decode()}}}
    for licences, wanted in (
        ([{"expression": "MIT OR ISC"}], "MIT OR ISC"),
        ([{"license": {"id": "ISC"}}, {"license": {"id": "MIT"}}], "(ISC) AND (MIT)"),
        ([text], "MIT"),
        ([{"license": {"name": "Mine"}}], "unknown"),
        ([], "unknown"),
    ):
        assert python.part_licence({"name": "dice", "licenses": licences}) == wanted


def test_whatever_the_screens_import_is_listed():
    names = {one.name.rpartition(" ")[0] for one in screens.packages()}
    assert {"svelte", "clsx", "esm-env", "@fontsource/inter", "@fontsource/barlow-condensed"} <= names
    assert "vite" not in names, "a tool is not delivered"
    assert {one.licence for one in screens.fonts()} == {"OFL-1.1"}
