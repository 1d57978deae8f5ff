"""Identities in ε: they decide about moves for which a proof by power series shows neither a surplus nor a loss.

An identity is a change s(ε) of a player's plan: at every set the changes of the moves add up to the change of the
sequence that leads to the set. The surplus of the change at a move is s(move) − ε s(sequence that leads to the set).
Against every plan of the opponent, the change of the payoff is minus the sum of surplus times loss over all moves.

An identity shows that the loss of a move is 0: the change has a surplus at this move, and otherwise only at mixing
moves, which have no loss. It does not change the payoff against any plan of the opponent in which moves that do not mix
have exactly their trembles. So the loss of the one move is 0, too. Such an identity is not needed for a tie: if a move
and a mixing move of its set end the play and pay the same, neither has a loss.

An identity shows that the surplus of a mixing move of the opponent is 0: the change has a surplus only at mixing moves,
so it does not change the payoff against plans to which these moves are best replies. For all plans of the opponent,
however, the change of the payoff is a polynomial other than 0 times the surplus of the opponent's move. So this surplus
is 0.
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
    """Check that every open move has a tie: it and a mixing move of its set end the play and always pay the same."""
    rows, followed = {}, {information_set.before for information_set in player.sets}
    for last, payoffs in table.items():
        if payoffs[player.i]:
            rows.setdefault(last[player.i], {})[last[1 - player.i]] = payoffs[player.i]
    for move in open_moves:
        partners = [partner for partner in moves_of(move[0]) if partner in mixing and partner not in followed]
        is_tied = move not in followed and any(rows.get(partner) == rows.get(move) for partner in partners)
        require(is_tied, player.place[move], "neither a surplus nor a loss", "one of them, an identity or a tie")


class Identity:
    """An identity of a certificate: the move, whether the move counts as mixing, and a change of a plan.

    player: the player who makes the move; changed: the player whose plan the identity changes, the other player if the
    move counts as mixing; opponent: the opponent of ``changed``; opened: the move if it counts as mixing, otherwise
    None.
    """

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
        require(len({*changed}) == len(changed), f"{place}.change", "a sequence twice", "each sequence once")

    def check(self, table, mixing):
        """Check the sums of the change, that it has a surplus only at allowed moves, and how it changes the payoff."""
        require(not any(self.change[None]), f"{self.place}.change", "a change of the empty sequence", "none")
        surplus = set()
        for information_set in self.changed.sets:
            before = self.change[information_set.before]
            total = [ZERO] * len(before)
            for move in moves_of(information_set):
                total = plus(total, self.change[move])
                # a ZERO more, for the highest power of ε times the change of the set
                if any(minus([*self.change[move], ZERO], later([*before, ZERO]))):
                    surplus.add(move)
            require(total == before, f"{self.place}.change", "moves with another sum than their set", "the same sum")
        if not self.mixing:
            require(self.move in surplus, f"{self.place}.change", "no surplus at the move", "a surplus")
            surplus.discard(self.move)
        require(surplus <= mixing, f"{self.place}.change", "a surplus at moves that do not mix", "none")
        right = self.brings_nothing(table, mixing)
        require(right, f"{self.place}.change", "another change of the payoff", "the one that an identity needs")

    def brings_nothing(self, table, mixing):
        """Return whether the payoff changes by 0 or, if the move counts as mixing, a nonzero multiple of its surplus.

        The opponent's moves that do not mix have exactly their trembles, and all mixing moves of a set, except the
        opened one, must bring the same.
        """
        # every set of the opponent on the way may multiply by ε once more
        width = len(self.change[None]) + 1 + max(self.opponent.length.values())
        total, zero = {}, [ZERO] * width
        for last, payoffs in table.items():
            row = total.setdefault(last[self.opponent.i], [ZERO] * width)
            for k, weight in enumerate(self.change[last[self.changed.i]]):
                row[k] += payoffs[self.changed.i] * weight
        for information_set in reversed(self.opponent.sets):
            moves, before = moves_of(information_set), information_set.before
            # not empty, because the moves of a set cannot all have exactly their trembles
            alike = [move for move in moves if move in mixing and move != self.opened]
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
    """Return the identities of a proof; they may be left out."""
    identities = member({"identities": []} | stated, "identities", list, "refinement")
    return [Identity(identity, f"refinement.identities[{k}]", players) for k, identity in enumerate(identities)]
