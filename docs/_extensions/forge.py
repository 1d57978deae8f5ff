"""Read Markdown as a forge does: sessions in indented blocks are coloured, and links may lead to folders."""

from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

LEXERS = {"$ ": "console", ">>> ": "pycon"}


class Sessions(SphinxTransform):
    """Name the language of a block without one by its first characters; drop the empty line that ends a doctest."""

    default_priority = 100  # before Sphinx gives them its own default

    def apply(self) -> None:
        for block in self.document.findall(nodes.literal_block):
            block.rawsource = text = block.astext().rstrip()
            block.children = []
            block += nodes.Text(text)
            if block.get("language", "none") in ("none", "default"):
                block["language"] = next((lexer for prompt, lexer in LEXERS.items() if text.startswith(prompt)), "text")


class Folders(SphinxTransform):
    """Leave a link to a folder of the repository, which the site has no page for, as text."""

    default_priority = 100

    def apply(self) -> None:
        folder = Path(self.env.doc2path(self.env.docname)).parent
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link.get("reftype") == "myst" and (folder / link["reftarget"]).is_dir():
                link.replace_self(nodes.inline("", "", *link.children))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_transform(Sessions)
    app.add_transform(Folders)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
