"""Counts what torch.compile makes of a function: graphs, graph breaks, recompilations."""

import torch
import torch._dynamo
from torch._dynamo.utils import counters


def count(case, backend="eager"):
    """Compile a case and make its calls; returns (their results, the counts)."""
    torch._dynamo.reset()
    counters.clear()
    compiled = torch.compile(case.function, backend=backend)
    results, frames = [], []
    for make in case.calls:
        results.append(compiled(*make()))
        frames.append(counters["frames"]["total"])
    return results, {
        "graphs": counters["stats"]["unique_graphs"],
        "breaks": sum(counters["graph_break"].values()),
        "recompiled": frames[-1] - frames[0],
    }


def reasons():
    """Why the graphs of the last count broke, a line each."""
    return [reason.partition("\n")[0] for reason in counters["graph_break"]]
