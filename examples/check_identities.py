"""Identities in ε, for proofs by power series that do not decide whether a move has a surplus or a loss.

Take a change s(ε) of a player's plan: at every set the changes of the moves add up to the change of the sequence that
leads there. Its surplus at a move is s(move) − ε s(sequence that leads there). Against any plan of the opponent the
change gains minus the sum of surplus times loss. Let the change have a surplus only at mixing moves, which have no
loss, and at one other move. Let it gain nothing against all plans of the opponent in which moves that do not mix have
just their trembles. Then that one move has no loss either.

This is not needed if a move and a mixing move of its set end the play and pay the same: then neither has a loss.

Let the change have a surplus only at mixing moves. Then it gains nothing against plans to which these are best replies.
If, for all plans of the opponent, its gain is a polynomial other than 0 times the surplus of one mixing move of the
opponent, then this surplus is 0.
"""

from fractions import Fraction

from check_certificate import ZERO, agree, member, require


def moves_of(information_set):
    """Return the sequences that end with the moves of a set."""
    return [(information_set, k) for k in range(len(information_set.moves))]


def plus(p, q):
    return [a + b for a, b in zip(p, q)]


def minus(p, q):
    return [a - b for a, b in zip(p, q)]


def later(polynomial):
    """Return ε times a polynomial, without its highest power."""
    return [ZERO, *polynomial[:-1]]


def check_tied(table, player, open_moves, mixing):
    """Check that each move and a mixing move of its set end the play and pay the same, whatever the opponent does."""
    rows, followed = {}, {information_set.before for information_set in player.sets}
    for last, payoffs in table.items():
        if payoffs[player.i]:
            rows.setdefault(last[player.i], {})[last[1 - player.i]] = payoffs[player.i]
    for move in open_moves:
        partners = [partner for partner in moves_of(move[0]) if partner in mixing and partner not in followed]
        is_tied = move not in followed and any(rows.get(partner) == rows.get(move) for partner in partners)
        require(
            is_tied, player.place[move], "only 0, twice", "a weight above its tremble, a loss, an identity or a tie"
        )


class Identity:
    """An identity as it is stated: the move, whether it counts as mixing, and a change of a plan."""

    def __init__(self, stated, place, players):
        numbers = [member(stated, key, Fraction, place) for key in ("player", "sequence")]
        require(numbers[0] in (1, 2), f"{place}.player", numbers[0], "1 or 2")
        self.place, self.player = place, players[int(numbers[0]) - 1]
        sequences, number = list(self.player.plan), numbers[1]
        require(number in range(1, len(sequences)), f"{place}.sequence", number, f"1 to {len(sequences) - 1}")
        self.move, self.mixing = sequences[int(number)], member(stated, "mixing", bool, place)
        self.opened = self.move if self.mixing else None
        self.changed = players[1 - self.player.i] if self.mixing else self.player
        self.opponent = players[1 - self.changed.i]
        rows, sequences = member(stated, "change", list, place), list(self.changed.plan)
        width = len(rows[0]) if rows and isinstance(rows[0], list) else 0
        require(width > 1, f"{place}.change", rows, "lists of a number and coefficients")
        self.change = {sequence: [ZERO] * (width - 1) for sequence in sequences}
        changed = []
        for k, row in enumerate(rows):
            number, *coefficients = agree(row, f"{place}.change[{k}]", [None] * width)
            require(number in range(len(sequences)), f"{place}.change[{k}][0]", number, "a sequence's number")
            changed.append(sequences[int(number)])
            self.change[changed[-1]] = coefficients
        require(len({*changed}) == len(changed), f"{place}.change", "a sequence twice", "it once")

    def check(self, table, mixing):
        """Check that this is a change of a plan, has surplus only where allowed, and gains what the identity needs."""
        require(not any(self.change[None]), f"{self.place}.change", "a change of the empty sequence", "none")
        surplus = set()
        for information_set in self.changed.sets:
            before = self.change[information_set.before]
            total = [ZERO] * len(before)
            for move in moves_of(information_set):
                total = plus(total, self.change[move])
                if any(minus([*self.change[move], ZERO], later([*before, ZERO]))):
                    surplus.add(move)
            require(total == before, f"{self.place}.change", "moves with another sum than what leads there", "the same")
        if not self.mixing:
            require(self.move in surplus, f"{self.place}.change", "no surplus at the move", "one")
            surplus.discard(self.move)
        require(surplus <= mixing, f"{self.place}.change", "a surplus at moves that do not mix", "none")
        right = self.brings_nothing(table, mixing)
        require(right, f"{self.place}.change", "a change that brings something else", "what the identity needs")

    def brings_nothing(self, table, mixing):
        """Return whether the change gains nothing; for a mixing move, except a polynomial times its surplus."""
        width = len(self.change[None]) + 1 + max(self.opponent.length.values())
        total, zero = {}, [ZERO] * width
        for last, payoffs in table.items():
            row = total.setdefault(last[self.opponent.i], [ZERO] * width)
            for k, weight in enumerate(self.change[last[self.changed.i]]):
                row[k] += payoffs[self.changed.i] * weight
        for information_set in reversed(self.opponent.sets):
            moves, before = moves_of(information_set), information_set.before
            alike = [
                move for move in moves if move in mixing and move != self.opened
            ]  # never empty: not all just tremble
            first = worth = total.get(alike[0], zero)
            if any(total.get(move, zero) != first for move in alike):
                return False
            if self.opened in moves and total.get(self.opened, zero) == first:
                return False
            for move in moves:
                if move not in alike:
                    worth = plus(worth, later(minus(total.get(move, zero), first)))
            total[before] = plus(total.get(before, zero), worth)
        return not any(total.get(None, zero))


def read_identities(stated, players):
    """Return the identities of a proof; none where none are stated."""
    identities = member({"identities": []} | stated, "identities", list, "refinement")
    return [Identity(identity, f"refinement.identities[{k}]", players) for k, identity in enumerate(identities)]
