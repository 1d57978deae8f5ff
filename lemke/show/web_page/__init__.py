"""A report as one web page that holds all it needs: nothing is loaded from anywhere.

Reading order: :mod:`~lemke.show.web_page.subject` (what a page is about) → :mod:`~lemke.show.web_page.board` (one
profile: strategies, tree, nodes) → :mod:`~lemke.show.web_page.sections` (what else the page says) →
:mod:`~lemke.show.web_page.page` (the template is filled in). The template beside them is the text of the page, with
its style and its script.
"""

from lemke.show.web_page.page import page as page
from lemke.show.web_page.sections import headline as headline
from lemke.show.web_page.subject import UNSTATED as UNSTATED
from lemke.show.web_page.subject import Command as Command
from lemke.show.web_page.subject import File as File
from lemke.show.web_page.subject import Headline as Headline
from lemke.show.web_page.subject import Subject as Subject
from lemke.show.web_page.subject import View as View
