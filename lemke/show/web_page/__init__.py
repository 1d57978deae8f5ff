"""The report as a self-contained web page, which loads nothing.

Reading order: :mod:`~lemke.show.web_page.board` (one profile: strategies, tree, nodes) →
:mod:`~lemke.show.web_page.page` (the other sections; fills in the template). The template, its style and its script are
files in this folder.
"""

from lemke.show.web_page.board import View as View
from lemke.show.web_page.page import UNSTATED as UNSTATED
from lemke.show.web_page.page import Subject as Subject
from lemke.show.web_page.page import WebPage as WebPage
from lemke.show.web_page.page import headline as headline
from lemke.show.web_page.page import page as page
