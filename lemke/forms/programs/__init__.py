"""The linear programs of the sequence form as lectures and papers write them, with names of variables and rows.

Every program is an :class:`~lemke.linear.lp.LP` with names as in its source. Programs can be written for other solvers
(:mod:`lemke.io.lp_text`), compared with a printed program, or solved exactly:

>>> from lemke.generators import kuhn
>>> from lemke.linear.guided import solve_lp
>>> from lemke.forms.sequence_form import sequence_form
>>> program = information_set_lp(sequence_form(kuhn(3)), player=0)
>>> program.value(solve_lp(program.program))
mpq(-1,18)

The dictionary ``FORMS`` has all programs by name.
"""

from lemke.forms.programs.named import DIRECTIONS as DIRECTIONS
from lemke.forms.programs.named import FORMS as FORMS
from lemke.forms.programs.named import NamedLP as NamedLP
from lemke.forms.programs.named import best_response_dual_lp as best_response_dual_lp
from lemke.forms.programs.named import best_response_lp as best_response_lp
from lemke.forms.programs.named import information_set_lp as information_set_lp
from lemke.forms.programs.named import information_set_min_lp as information_set_min_lp
from lemke.forms.programs.named import seq_dual as seq_dual
from lemke.forms.programs.named import seq_primal as seq_primal
from lemke.forms.programs.named import sequence_names as sequence_names
from lemke.forms.programs.named import set_names as set_names
