"""Accept or reject a solution of an LCP or a linear program: python check_lcp.py PROBLEM.json DOCUMENT.json

The problem is an LCP (lemke-lcp/1) or a linear program (lemke-lp/1).

An LCP asks for z ≥ 0 with w = q + M z ≥ 0 and zᵀw = 0. The document states a solution (lemke-lcp-solution/2) or a ray
on which a path ended (lemke-lcp-ray/2). A ray may have a proof that there is no solution, `infeasible`: a vector of
multipliers v ≥ 0 with Mᵀv ≤ 0 and qᵀv < 0, because then vᵀw < 0 for all z ≥ 0. At a free index z and v may be negative,
and w and Mᵀv must be 0.

For a linear program the document states a solution with its multipliers (lemke-lp-solution/1): both are feasible and
have the same value, so both are optimal.

check_certificate.py, which must be in the same folder, reads the numbers. The script prints one line; exit status 0:
accepted, 1: rejected, 2: a file cannot be read.
"""

import sys

from check_certificate import ONE, ZERO, agree, main, member, read_certificate, require, shown

SOLUTION, RAY = "lemke-lcp-solution/2", "lemke-lcp-ray/2"


class Problem:
    """An LCP: q, the entries of M as (row, column, number), the covering vector d, and the set of free indices."""

    def __init__(self, document):
        stated, n = document.get("M"), len(member(document, "q", list))
        agree([document.get("n", ONE * n)], "n", [ONE * n])
        self.q = vector(document, "q", n)
        if isinstance(stated, dict):
            agree(stated.get("shape"), "M.shape", [ONE * n, ONE * n])
            entries = member(stated, "entries", list, "M")
            self.entries = [agree(entry, f"M.entries[{k}]", [None] * 3) for k, entry in enumerate(entries)]
        else:
            rows = member(document, "M", list)
            require(len(rows) == n, "M", f"{len(rows)} rows", f"{n} rows", 2)
            rows = [agree(row, f"M[{i}]", [None] * n) for i, row in enumerate(rows)]
            self.entries = [(i, j, number) for i, row in enumerate(rows) for j, number in enumerate(row) if number]
        places = {(i, j) for i, j, _ in self.entries}
        inside = all(is_index(i, n) and is_index(j, n) for i, j in places)
        require(inside and len(places) == len(self.entries), "M", "a position outside or twice", "each one once", 2)
        free = member({"free": []} | document, "free", list)
        self.free = {*agree(free, "free", [None] * len(free))}
        require(all(is_index(k, n) for k in self.free), "free", "other numbers", f"indices below {n}", 2)
        self.d = vector(document, "d", n) if "d" in document else [ONE] * n

    def times(self, z, transposed=False):
        """Return M z, or Mᵀz."""
        product = [ZERO] * len(self.q)
        for i, j, number in self.entries:
            i, j = (j, i) if transposed else (i, j)
            product[int(i)] += number * z[int(j)]
        return product

    def require_signs(self, where, z, w):
        """Check that z ≥ 0 and w ≥ 0, and w = 0 at a free index, where z may be negative."""
        for k, (a, b) in enumerate(zip(z, w)):
            require(k in self.free or a >= 0, f"{where}[{k}]", a, "a nonnegative number")
            require(
                b == 0 if k in self.free else b >= 0, f"w of {where}[{k}]", b, "0" if k in self.free else "0 or more"
            )

    def check_solution(self, document):
        z, w = (vector(document, name, len(self.q)) for name in "zw")
        stated = [a + b for a, b in zip(self.q, self.times(z))]
        require(w == stated, "w", "other numbers", "q + M z")
        self.require_signs("z", z, w)
        for k, (a, b) in enumerate(zip(z, w)):
            require(k in self.free or not a * b, f"z[{k}] w[{k}]", a * b, "0")
        return "a solution of the problem"

    def check_ray(self, document):
        """Check that all points z + t · direction, t ≥ 0, satisfy w = q + M z + d z0 ≥ 0 and zᵀw = 0."""
        z, direction = (vector(document, name, len(self.q)) for name in ("z", "direction"))
        z0, slope = (number(document, name) for name in ("z0", "direction_z0"))
        require(z0 > 0, "z0", z0, "a positive number")
        require(slope >= 0, "direction_z0", slope, "at least 0")
        require(any(direction) or (slope and any(z)), "direction", "0, or the first direction", "another one")
        w = [a + b + c * z0 for a, b, c in zip(self.q, self.times(z), self.d)]
        change = [b + c * slope for b, c in zip(self.times(direction), self.d)]
        self.require_signs("z", z, w)
        self.require_signs("direction", direction, change)
        for k in set(range(len(z))) - self.free:
            product = (z[k] + direction[k]) * (w[k] + change[k])
            require(not product, f"z[{k}] w[{k}] on the ray", product, "0")
        if document.get("infeasible") is not None:
            return self.check_infeasible(document)
        return "a ray, which proves nothing"

    def check_infeasible(self, document):
        v = vector(document, "infeasible", len(self.q))
        product = self.times(v, transposed=True)
        for k, (a, b) in enumerate(zip(v, product)):
            require(k in self.free or a >= 0, f"infeasible[{k}]", a, "0 or more")
            require(b == 0 if k in self.free else b <= 0, f"Mᵀv[{k}]", b, "0" if k in self.free else "0 or less")
        value = sum((a * b for a, b in zip(self.q, v)), ZERO)
        require(value < 0, "qᵀv", value, "a negative number")
        return "the problem has no solution"


def is_index(number, size):
    return number.denominator == 1 and 0 <= number < size


def vector(document, name, size):
    return agree(member(document, name, list), name, [None] * size)


def number(document, name):
    return agree([document.get(name)], name, [None])[0]


def numbers(document, name):
    """Return a member that is an object, with its values as numbers."""
    return {key: agree([value], f"{name}.{key}", [None])[0] for key, value in member(document, name, dict).items()}


def different(stated, where):
    """Return a list of names as a set, after checking that they are texts and that no name occurs twice."""
    require(all(isinstance(text, str) for text in stated), where, stated, "a list of texts", 2)
    require(len({*stated}) == len(stated), where, "a name twice", "each name once", 2)
    return {*stated}


def check_program(program, document):
    """Check a solution of a linear program and its multipliers; return in words that it is optimal.

    If the program maximizes, the multiplier of a row >= is at most 0, and that of a row <= at least 0. If it minimizes,
    the signs are the other way round: ``sign`` is 1 for a minimum and −1 for a maximum.
    """
    sign = {"minimize": 1, "maximize": -1}.get(member(program, "direction", str))
    require(sign is not None, "direction", program["direction"], "minimize or maximize", 2)
    names, free = (different(member(program, name, list), name) for name in ("variables", "free"))
    require(free <= names, "free", "other names", "names of variables", 2)
    cost = dict.fromkeys(names, ZERO) | numbers(program, "objective")
    x, y = (numbers(document, name) for name in ("variables", "multipliers"))
    stated = member(program, "rows", list)
    different([member(row, "name", str, "row") for row in stated], "rows")
    rows = {row["name"]: row for row in stated}
    require(x.keys() == names == cost.keys() and y.keys() == rows.keys(), "names", "other names", "the program's")
    reduced, value = dict(cost), ZERO
    for name, row in rows.items():
        terms, right, relation = numbers(row, "terms"), number(row, "right"), member(row, "relation", str, name)
        require(relation in (">=", "<=", "="), f"{name}.relation", relation, ">=, <= or =", 2)
        require(terms.keys() <= names, f"{name}.terms", "other variables", "variables of the program", 2)
        side = sum((factor * x[key] for key, factor in terms.items()), ZERO) - right
        slack, weight = {">=": (side, sign * y[name]), "<=": (-side, -sign * y[name])}.get(
            row["relation"], (side, ZERO)
        )
        require(slack >= 0 and (relation != "=" or side == 0), f"row {name}", side, f"{relation} 0")
        require(weight >= 0, f"multipliers.{name}", y[name], "a multiplier of the other sign")
        value += right * y[name]
        for key, factor in terms.items():
            reduced[key] -= factor * y[name]
    for name in names:
        require(name in free or x[name] >= 0, f"variables.{name}", x[name], "0 or more")
        worth = sign * reduced[name]
        require(
            worth == 0 if name in free else worth >= 0,
            f"the reduced cost of {name}",
            worth,
            "0" if name in free else "at least 0",
        )
    reached = sum((cost[name] * x[name] for name in names), ZERO)
    for expected in (reached, value):
        require(number(document, "value") == expected, "value", document["value"], expected)
    return f"an optimal solution, value {shown(value)}"


def check(problem, document):
    """Return in words what a document proves about a problem, both given as text; raise Refused if nothing."""
    problem, document = map(read_certificate, (problem, document))
    for place, value in (("the problem", problem), ("the document", document)):
        require(isinstance(value, dict), place, value, "an object", 2)
    kind = member(document, "format", str)
    form = "lemke-lp/1" if kind == "lemke-lp-solution/1" else "lemke-lcp/1"
    require(problem.get("format", form) == form, "the problem, format", problem.get("format"), form, 2)
    if kind == "lemke-lp-solution/1":
        return check_program(problem, document)
    checks = {SOLUTION: Problem.check_solution, RAY: Problem.check_ray}
    require(kind in checks, "format", kind, " or ".join([*checks, "lemke-lp-solution/1"]), 2)
    return checks[kind](Problem(problem), document)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], check, "PROBLEM.json DOCUMENT.json"))
