"""Runs the cases of a module on two GPUs, in one launch of two processes.

A case is a function of the module whose name begins with `case_`; it takes its rank and, if it likes,
a folder. Both ranks run all of them in order, in the default process group; each becomes a test. In a
module with BOUND that group is bound to the rank's GPU.
"""

import importlib
import json
import os
import traceback
from datetime import timedelta
from inspect import signature
from pathlib import Path

import pytest
import torch
import torch.distributed as dist
import torch.multiprocessing as mp

WORLD_SIZE = 2
# Of a collective, and for the other rank to finish a case.
SECONDS = 60
VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])


def torch_from(major, minor):
    """Decorator of a case that older versions of PyTorch cannot run."""

    def mark(case):
        case.torch_from = (major, minor)
        return case

    return mark


def cases_of(names):
    """What parametrize() takes, from a module's globals(): the names of its cases, marked."""
    found = []
    for name, case in names.items():
        if name.startswith("case_"):
            wanted = getattr(case, "torch_from", None)
            marks = [pytest.mark.torch_from(*wanted)] if wanted else []
            found.append(pytest.param(name, marks=marks, id=name[len("case_") :]))
    return found


class Results:
    """What went wrong in each case, by rank; empty texts mostly."""

    def __init__(self, ranks, died):
        self._ranks = ranks
        self._died = died

    def check(self, case):
        """Fail with what the ranks say of a case."""
        told = [rank.get(case, self._died or "was not run") for rank in self._ranks]
        problems = [f"rank {rank}: {text}" for rank, text in enumerate(told) if text]
        assert not problems, "\n".join(problems)


def run_all(module, folder):
    """Run a module's cases."""
    context = mp.spawn(_run, (module.__name__, str(folder)), nprocs=WORLD_SIZE, join=False)
    died = ""
    try:
        while not context.join(timeout=1):
            pass
    except Exception as error:
        died = str(error)
    paths = [folder / f"rank{rank}" for rank in range(WORLD_SIZE)]
    lines = [path.read_text().splitlines() if path.exists() else [] for path in paths]
    return Results([dict(map(json.loads, rank)) for rank in lines], died)


def _run(rank, module_name, folder):
    os.environ.update(LOCAL_RANK=str(rank), RANK=str(rank), WORLD_SIZE=str(WORLD_SIZE))
    torch.cuda.set_device(rank)
    module, folder = importlib.import_module(module_name), Path(folder)
    store = dist.FileStore(str(folder / "store"), WORLD_SIZE)
    dist.init_process_group(
        "nccl",
        store=store,
        rank=rank,
        world_size=WORLD_SIZE,
        timeout=timedelta(seconds=SECONDS),
        device_id=torch.device("cuda", rank) if getattr(module, "BOUND", False) else None,
    )
    for param in cases_of(vars(module)):
        name = param.values[0]
        case = getattr(module, name)
        if getattr(case, "torch_from", (0, 0)) <= VERSION:
            problem = _run_case(case, rank, folder)
            with open(folder / f"rank{rank}", "a") as told:
                print(json.dumps([name, problem]), file=told)
            # Ranks that fail alike can go on; else one may wait for the other in a collective.
            store.set(f"{name}/{rank}", "failed" if problem else "passed")
            store.wait([f"{name}/{1 - rank}"], timedelta(seconds=SECONDS))
            if store.get(f"{name}/0") != store.get(f"{name}/1"):
                os._exit(1)
    dist.destroy_process_group()


def _run_case(case, rank, folder):
    torch.manual_seed(0)
    try:
        case(*(rank, folder)[: len(signature(case).parameters)])
        torch.cuda.synchronize()
    except Exception:
        return traceback.format_exc()
    return ""
