"""Median of paired ratios with a distribution-free confidence interval, and the verdicts."""

import dataclasses
import math
from typing import Optional

from . import row as kinds

CONFIDENCE = 0.95


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A median and the interval that holds it; `coverage` is the interval's true confidence."""

    median: float
    low: float
    high: float
    coverage: float
    count: int

    def as_json(self):
        return dataclasses.asdict(self)


def median(values):
    """The middle value, or the mean of the two middle ones."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("median of no values")
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def sign_test_rank(count, confidence=CONFIDENCE):
    """(k, coverage): the k-th smallest and k-th largest of `count` values enclose the median.

    The median lies below the k-th smallest when fewer than k values lie below the median, and that
    number is binomial(count, 1/2) whatever the distribution. k is the largest rank whose interval
    still has the confidence asked for; with under six values none has, and k is 1.
    """
    if count < 1:
        raise ValueError("an interval needs at least one value")
    best = 1
    tail = 0.5**count
    best_coverage = 1 - 2 * tail
    for k in range(2, count // 2 + 1):
        tail += math.comb(count, k - 1) * 0.5**count
        coverage = 1 - 2 * tail
        if coverage < confidence:
            break
        best, best_coverage = k, coverage
    return best, max(best_coverage, 0.0)


def estimate(values, confidence=CONFIDENCE):
    """The median of `values` with its order-statistic interval."""
    ordered = sorted(values)
    rank, coverage = sign_test_rank(len(ordered), confidence)
    return Estimate(median(ordered), ordered[rank - 1], ordered[-rank], coverage, len(ordered))


def pair_ratios(numerators, denominators):
    """Ratios of two lists that were measured pair by pair."""
    if len(numerators) != len(denominators):
        raise ValueError(f"{len(numerators)} values against {len(denominators)}: not pairs")
    return [a / b for a, b in zip(numerators, denominators)]


def ratio_problem(row, ratio: Optional[Estimate]):
    """Why `ratio` breaks the row's rule, or None."""
    if ratio is None or row.rule == kinds.NO_RATIO:
        return None
    if row.rule == kinds.UNCHANGED:
        low, high = kinds.UNCHANGED_BAND
        if ratio.low > high or ratio.high < low:
            return f"changed: interval outside {low}-{high}"
    elif row.rule == kinds.BELOW:
        if ratio.median >= row.limit:
            return f"ratio {ratio.median:.3f} is not below {row.limit:.2f}"
    elif ratio.median > row.limit:
        return f"ratio {ratio.median:.3f} is above {row.limit:.2f}"
    return None


def upstream_problem(ratio: Optional[Estimate]):
    """Why `ratio`, ours to upstream's, is too high, or None: the whole interval has to be above."""
    high = kinds.UNCHANGED_BAND[1]
    if ratio is None or ratio.low <= high:
        return None
    return f"slower than upstream: ratio {ratio.median:.3f}, interval above {high}"


def problems(row, cuda_ns, ratio, upstream=None):
    """Everything that is wrong with a row, as texts; empty when it passes."""
    found = [ratio_problem(row, ratio), upstream_problem(upstream)]
    if row.max_ns is not None and cuda_ns >= row.max_ns:
        found.append(f"{cuda_ns:.0f} ns is not under {row.max_ns:.0f} ns")
    return [text for text in found if text]


def limit_text(row):
    """The row's limits in a few characters, for the table."""
    parts = []
    if row.rule == kinds.UNCHANGED:
        parts.append("{:.2f}-{:.2f}".format(*kinds.UNCHANGED_BAND))
    elif row.rule == kinds.BELOW:
        parts.append(f"<{row.limit:.2f}")
    elif row.rule == kinds.AT_MOST:
        parts.append(f"<={row.limit:.2f}")
    if row.max_ns is not None:
        parts.append(f"<{row.max_ns:.0f}ns")
    return " ".join(parts)
