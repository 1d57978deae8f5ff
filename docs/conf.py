"""The site: `sphinx-build -W --keep-going -n -c docs . build/site`.

The source directory is the repository, so a relative link means the same on a forge and here: to a page it is a link,
to any other file a download. Nothing is fetched from the network.
"""

import sys
from importlib.metadata import version as installed
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "_extensions"))

from api import classes  # noqa: E402
from numpydoc.xref import DEFAULT_LINKS  # noqa: E402

DEFAULT_LINKS.clear()  # Python's own types: their pages would be looked up in the network

project = "lemke"
author = "The lemke contributors"
copyright = author
version = release = installed("lemke")

extensions = [
    "myst_nb",  # Markdown by myst-parser, and notebooks
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "sphinx_external_toc",
    "api",
    "forge",
]

# Pages, and what need not be looked through for them.
root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "benchmarks/README.md",
    "examples/games/README.md",
    "proofs/README.md",
    "tests/README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
]
exclude_patterns = [".*", "*.egg-info", "build", "dist", "lemke", "venv", "docs/_*", "tests/*/**"]
external_toc_path = str(DOCS / "_toc.yml")
external_toc_exclude_missing = False

myst_enable_extensions = ["dollarmath"]  # a page with formulae loads MathJax from the network; no other does
myst_heading_anchors = 6  # as on a forge
nb_execution_mode = "off"  # tests/interop/test_notebooks.py runs them

smartquotes = False  # they would change --options

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # numpydoc's sections have the types, and links
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_aliases = classes(DOCS / "reference" / "api")
numpydoc_xref_ignore = "all"  # no links but these
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
nitpicky = True

# Furo: plain pages with the whole table of contents beside them, light and dark, no scripting needed to read;
# pydata-sphinx-theme hides the sections of its header on narrow screens.
html_theme = "furo"
html_title = "lemke"
html_static_path = ["_static"]
html_css_files = ["site.css"]
templates_path = ["_templates"]
html_additional_pages = {"index": "to_front_page.html"}
html_copy_source = False
html_show_copyright = False
pygments_style = "default"

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
