"""Rounds: the sides of every row in turn, all rows before the next round."""

from overhead.statistics import estimate


def one_round(row, sides, number):
    """Seconds of ours and of the other (None where there is none); they take turns in being first."""
    ours, other = sides[row.ours], sides.get(row.against)
    if other is None:
        return ours.seconds(), None
    if number % 2:
        return ours.seconds(), other.seconds()
    second = other.seconds()
    return ours.seconds(), second


def measure(rows, bench, rounds, progress):
    """A result for each row."""
    started = {}
    try:
        for row in rows:
            names = filter(None, (row.ours, row.against))
            started[row.name] = {name: bench.start(name, row.sample) for name in names}
        times = {row.name: [] for row in rows}
        # The first round warms caches and dictionaries.
        for number in range(rounds + 1):
            for row in rows:
                pair = one_round(row, started[row.name], number)
                if number:
                    times[row.name].append(pair)
            progress(number)
    finally:
        for sides in started.values():
            for side in sides.values():
                side.close()
    return [result(row, bench.part(row.sample), times[row.name]) for row in rows]


def result(row, part, pairs):
    """The median and its interval, and whether it is within the row's limit."""
    found = estimate([row.value(ours, other, part.size) for ours, other in pairs])
    others = [other for _, other in pairs if other is not None]
    return {
        "row": row.name,
        "value": found.as_json(),
        "unit": row.unit,
        "limit": row.limit,
        "ok": row.is_within(found.median),
        "seconds": estimate([ours for ours, _ in pairs]).median,
        "other_seconds": estimate(others).median if others else None,
        "corpus": part.as_json(),
    }
