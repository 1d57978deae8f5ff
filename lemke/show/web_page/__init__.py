"""The report as a self-contained web page, which loads nothing.

Reading order: :mod:`~lemke.show.web_page.subject` (the content of a page) → :mod:`~lemke.show.web_page.board` (one
profile: strategies, tree, nodes) → :mod:`~lemke.show.web_page.sections` (the other sections) →
:mod:`~lemke.show.web_page.page` (fills in the template). The template, its style and its script are files in this
folder.
"""

from lemke.show.web_page.page import WebPage as WebPage
from lemke.show.web_page.page import page as page
from lemke.show.web_page.sections import headline as headline
from lemke.show.web_page.subject import UNSTATED as UNSTATED
from lemke.show.web_page.subject import File as File
from lemke.show.web_page.subject import Headline as Headline
from lemke.show.web_page.subject import Subject as Subject
from lemke.show.web_page.subject import View as View
