"""What everything random in a program comes from."""

import random


class Chance:
    """A random generator with names that nothing else in the program has."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.names = 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def some(self, percent):
        """Whether it happens, in so many of a hundred cases."""
        return self.rng.randrange(100) < percent

    def number(self, least, most):
        return self.rng.randint(least, most)

    def shuffled(self, words):
        """The words that are not empty, in any order, with blanks between."""
        words = [word for word in words if word]
        self.rng.shuffle(words)
        return " ".join(words)

    def name(self, kind):
        self.names += 1
        return f"{kind}{self.names}"
