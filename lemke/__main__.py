"""``python -m lemke``."""

from lemke.cli import main

main()
