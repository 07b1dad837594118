"""How the site is built from these pages: `make site`."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx

project = "taisai"
release = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]
author = "the taisai project"
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
templates_path = ["_templates"]
exclude_patterns = ["_templates", "_static"]
suppress_warnings = [
    "myst.xref_missing",  # of files outside docs/; tests/test_docs.py checks every link
]
html_theme = "pydata_sphinx_theme"
html_title = "taisai"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_math_renderer = "mathml"
html_context = {
    "default_mode": "auto",
    "versions": json.loads(os.environ.get("TAISAI_VERSIONS", '["dev"]')),
    "this_version": os.environ.get("TAISAI_VERSION", "dev"),
}
html_theme_options = {
    "navbar_end": ["versions", "theme-switcher"],
    "header_links_before_dropdown": 6,
    "show_prev_next": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "friendly",
    "pygments_dark_style": "monokai",
}
copyright = "Apache-2.0"  # noqa: A001 - Sphinx wants this name


def _inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _displayed(writer: Any, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula">{convert(node.astext(), display="block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Formulas become MathML, which every browser draws by itself, so that no page asks another host for a script."""
    app.add_html_math_renderer("mathml", (_inline, None), (_displayed, None))
