"""What people read: equilibria, verdicts and descriptions of games as plain text."""
