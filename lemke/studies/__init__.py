"""Studies of games that run other solvers: what they share is that they ask more than one question."""
