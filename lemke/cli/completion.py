"""The command ``lemke completion``, and the completions that its scripts ask for; in bash also words with colons."""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    BashComplete,
    add_completion_class,
    get_completion_class,
    shell_complete,
    split_arg_string,
)

from lemke.cli.group import COMPLETE_VARIABLE, show

_BASH = r"""%(complete_func)s() {
    local type value cut= plain=
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            cut) cut=$value ;;
            plain) plain=1; COMPREPLY+=("$value") ;;
            dir) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$value") ;;
            file) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$value") ;;
        esac
    done < <(COMP_WORDS=${COMP_LINE:0:COMP_POINT} COMP_WORDBREAKS=$COMP_WORDBREAKS %(complete_var)s=bash_complete "$1")
    # for file names readline quotes blanks and colons; it must not quote the colon of example:NAME
    [[ $plain ]] || compopt -o filenames
    # bash does not break a quoted word at colons
    [[ $2 == *:* ]] && cut=
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@add_completion_class
class Bash(BashComplete):
    """Completion in bash, which breaks words such as ``example:NAME`` at colons and replaces only the last part.

    So if bash breaks a word, the script removes the part up to the last colon from every completion.
    """

    source_template: ClassVar[str] = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the incomplete word at the cursor."""
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)[1:]  # the first word is lemke itself
        return (words, "") if line[-1:].isspace() or not words else (words[:-1], words[-1])

    def complete(self) -> str:
        """Return a line for each completion, after a line with the part of the word that bash will not replace."""
        _, incomplete = self.get_completion_args()
        breaks_at_colons = ":" in os.environ.get("COMP_WORDBREAKS", "")
        cut = incomplete[: incomplete.rfind(":") + 1] if breaks_at_colons else ""
        return f"cut,{cut}\n{super().complete()}"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands in a shell.

    The script also completes options, values, files and the games that come with lemke. Add the line for your
    shell to ~/.bashrc, to ~/.zshrc after compinit, or to ~/.config/fish/config.fish. Bash must be 4.4 or later.

    \b
    Examples:
      eval "$(lemke completion bash)"
      eval "$(lemke completion zsh)"
      lemke completion fish | source
    """
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(click.get_current_context().find_root().command, {}, "lemke", COMPLETE_VARIABLE)
    show(script.source_template % script.source_vars())


def completed(commands: click.Command) -> int:
    """Print completions for a shell that asks for them, and return the exit status."""
    return shell_complete(commands, {}, "lemke", COMPLETE_VARIABLE, os.environ[COMPLETE_VARIABLE])
