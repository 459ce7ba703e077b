"""Numbers of things in texts for people."""


def counted(number: int, noun: str) -> str:
    """`1 place`, `2 places`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
