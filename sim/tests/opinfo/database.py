"""Runs operators of the database and counts what passes."""

import warnings
from collections import Counter
from itertools import islice

import torch

from . import cases
from .comparing import Difference, check_tree
from .moving import DEVICE
from .random_results import check_random, is_random

# In the order of a table's columns; the rest of what the CPU supports is "other".
GROUPS = {
    torch.float32: "float32",
    torch.float64: "float64",
    torch.complex64: "complex",
    torch.complex128: "complex",
    torch.int64: "integer",
    torch.int32: "integer",
    torch.int16: "integer",
    torch.int8: "integer",
    torch.uint8: "integer",
    torch.bool: "bool",
    torch.float16: "half",
    torch.bfloat16: "half",
    torch.complex32: "half",
}
COLUMNS = ["float32", "float64", "complex", "integer", "bool", "half", "other"]
DTYPES = (
    torch.float32,
    torch.float64,
    torch.complex64,
    torch.int64,
    torch.bool,
    torch.bfloat16,
    torch.float16,
)


class Tally:
    """Passed and total by (variant, dtype group), and the first failures' texts."""

    def __init__(self):
        self.passed = Counter()
        self.total = Counter()
        self.failures = {}

    def add(self, variant, group, error=None):
        self.total[variant, group] += 1
        if error is None:
            self.passed[variant, group] += 1
        else:
            lines = str(error).strip().splitlines() or [""]
            text = f"{type(error).__name__}: {' '.join(lines)[:300]}"
            self.failures.setdefault(f"{variant} {group}", text)

    def as_rows(self):
        """JSON: [[variant, group, passed, total], ...]."""
        return [[*key, self.passed[key], total] for key, total in sorted(self.total.items())]


def _call(function, *args, **kwargs):
    return function(*args, **kwargs)


def operators():
    """name -> list of OpInfo with that formatted name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says which optional packages it has not found
        from torch.testing._internal import common_methods_invocations as module

    # It gives random operators a seed of its own at each call; here the cases choose the seeds.
    module.wrapper_set_seed = _call
    table = {}
    for op in module.op_db:
        table.setdefault(op.formatted_name, []).append(op)
    return table


def check(op, run):
    """Raises what differs between the CPU and the device."""
    try:
        expected = run("cpu", 0)
    except Exception:  # what the CPU cannot do proves nothing
        return False
    try:
        actual = run(DEVICE, 0)
        if op.name in cases.TAKES_OTHERS:
            check_tree(expected, actual, values=False)
            expected, actual = expected[0], actual[0]
        check_tree(expected, actual, values=op.name not in cases.UNDEFINED)
    except Exception:
        if op.name in cases.UNDEFINED or not is_random(run):
            raise
        check_random(run)
    return True


def run_samples(op, dtype, variant, samples, tally):
    for sample in samples:
        run = cases.VARIANTS[variant](op, sample)
        if run is None:
            continue
        error = None
        try:
            if not check(op, run):
                continue
        except Exception as failure:  # collected: one run names every failing operator
            error = failure
        tally.add(variant, GROUPS.get(dtype, "other"), error)


# Not op.sample_inputs(): it looks at the whole stack of callers for each sample.
def _samples(op, dtype, gradients, limit):
    try:
        yield from islice(op.sample_inputs_func(op, "cpu", dtype, gradients), limit)
    except Exception:  # samples that this build cannot make
        return


def _error_inputs(op, limit):
    if op.error_inputs_func is None:
        return
    try:
        yield from islice(op.error_inputs_func(op, "cpu"), limit)
    except Exception:  # as above
        return


def run_errors(op, limit, tally):
    for error_input in _error_inputs(op, limit):
        error = None
        try:
            cases.check_error(op, error_input)
        except cases.NothingToDo:
            continue
        except Difference as failure:
            error = failure
        tally.add("errors", "other", error)


def run_operator(op, dtypes=DTYPES, limit=None, variants=tuple(cases.VARIANTS), tally=None):
    """Every sample (or the first `limit`) of the operator, all variants; a Tally."""
    tally = Tally() if tally is None else tally
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        supported = op.supported_dtypes("cpu")
        differentiable = op.supported_backward_dtypes("cpu") if op.supports_autograd else ()
        for dtype in dtypes:
            if dtype not in supported:
                continue
            for variant in variants:
                gradients = variant == "backward"
                if not gradients or dtype in differentiable:
                    samples = _samples(op, dtype, gradients, limit)
                    run_samples(op, dtype, variant, samples, tally)
        run_errors(op, limit, tally)
    return tally
