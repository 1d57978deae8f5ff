"""A report as one web page that holds all it needs: nothing is loaded from anywhere.

Reading order: :mod:`~lemke.show.web_page.subject` (what a page is about) → :mod:`~lemke.show.web_page.sections` (what
its sections say) → :mod:`~lemke.show.web_page.page` (the template is filled in). The template beside them is the text
of the page, with its style and its script.
"""

from lemke.show.web_page.page import page as page
from lemke.show.web_page.subject import Command as Command
from lemke.show.web_page.subject import File as File
from lemke.show.web_page.subject import Subject as Subject
