"""Studies: code that runs solvers many times, or solves and shows."""
