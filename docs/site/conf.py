# The documentation as a site of its own (tools/site). Sources lie in the checkout as they are; nothing is copied.
import pathlib
import re

from pygments.lexers.special import TextLexer

ROOT = pathlib.Path(__file__).resolve().parents[2]

project = "Carom"
author = "the authors of Carom"
copyright = author
version = re.search(r'version = "(.*?)"', (ROOT / "include/carom/core/version.hpp").read_text())[1]
release = version

extensions = ["myst_parser", "nbsphinx", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/site/index"
include_patterns = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**", "bench/results/*.md", "fuzz/README.md",
    "javascript/carom/README.md",
]
exclude_patterns = ["build", "out", "**/node_modules", "tests"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
# Links to headings, as hosts of repositories have them.
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"ArrayLike": "ArrayLike"}

# tools/site runs the notebooks before.
nbsphinx_execute = "never"
# No page asks another host for anything.
nbsphinx_requirejs_path = ""
nbsphinx_assume_equations = False

html_theme = "furo"
html_title = f"Carom {version}"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_extra_path = ["start"]
html_static_path = ["static"]


def resolve_folder(app, env, node, contnode):
    """A link to a folder of the repository stays text: the site has no page for it."""
    folder = pathlib.Path(env.doc2path(node["refdoc"])).parent / node["reftarget"]
    return contnode if folder.is_dir() else None


def setup(app):
    app.connect("missing-reference", resolve_folder)
    app.add_lexer("csv", TextLexer)
