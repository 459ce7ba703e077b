#!/usr/bin/env python3
"""Hold a trace against what a debugger sees of the same program.

    MUSASIM=1 python tools/judge_trace.py examples/train_digits.py --epochs 1
    MUSASIM=1 python tools/judge_trace.py tools/traced_programs/generate.py      # needs transformers
    MUSASIM=1 python tools/judge_trace.py tools/traced_programs/fit.py           # needs accelerate

The program runs twice: with TORCHADA_TRACE, and without a trace under a debugger: a bdb.Bdb, as pdb is
one, and sys.setprofile for functions in C. The debugger looks for functions and classes in PyTorch's
modules whose code is torch_musa's or torchada's; it reads neither the table nor the ledger. Then the
tool compares the calls of each line by name and number.

A debugger does not see the arguments of functions in C, so it says nothing about devices, and it does
not see threads that C++ starts. Exit code: 0 both agree, 1 they do not, 2 the program failed.
"""

import argparse
import bdb
import collections
import json
import os
import runpy
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from types import BuiltinFunctionType, FunctionType

PYTORCH = ("torch", "torch_musa", "torchada", "torchgen", "functorch", "triton")
PASSING_ON = (*PYTORCH, "importlib", "contextlib", "functools")


def package_of(frame):
    return str(frame.f_globals.get("__name__")).partition(".")[0]


class Targets:
    """What to look for: all names of each code object, and of each function in C by its id."""

    def __init__(self):
        self.names = collections.defaultdict(set)
        self.alive = []
        for name, module in sorted(sys.modules.items()):
            is_musas = name.startswith("torch.musa")  # the program's own word
            if name.partition(".")[0] == "torch" and module is not None and not is_musas:
                for attribute, value in list(vars(module).items()):
                    self.add(value, f"{name}.{attribute}")

    def add(self, value, name):
        if type(value).__name__ == "ByAsker":
            value = value.__users__
        for function in self.constructors(value) if isinstance(value, type) else [value]:
            if isinstance(function, FunctionType) and self.is_of_musa(function.__code__):
                self.names[function.__code__].add(name)
                return
        is_in_c = isinstance(value, BuiltinFunctionType)
        if is_in_c and str(value.__module__).partition(".")[0] in ("torch_musa", "musasim"):
            self.names[id(value)].add(name)
            self.alive.append(value)

    @staticmethod
    def constructors(cls):
        for base in cls.__mro__[:-1]:
            for name in ("__init__", "__new__"):
                function = vars(base).get(name)
                yield getattr(function, "__func__", function)

    @staticmethod
    def is_of_musa(code):
        return any(f"/{package}/" in code.co_filename for package in ("torchada", "torch_musa"))


class Witness(bdb.Bdb):
    """A debugger that writes down who calls what."""

    def __init__(self):
        import torch
        import torch.distributed

        super().__init__()
        self.reset()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of names that PyTorch will drop
            self.targets = Targets()
        self.tensor = torch.Tensor
        self.seen = collections.Counter()

    def dispatch_call(self, frame, arg):
        names = self.targets.names.get(frame.f_code)
        caller = frame.f_back
        if names and caller is not None and package_of(caller) not in PYTORCH:
            self.note(caller, names)
        return None  # no events of its lines

    def profile(self, frame, event, arg):
        if event != "c_call":
            return
        if arg.__name__ == "cuda" and isinstance(getattr(arg, "__self__", None), self.tensor):
            while frame is not None and package_of(frame) in PASSING_ON:
                frame = frame.f_back
            if frame is not None:
                self.note(frame, {"torch.Tensor.cuda"})
        elif id(arg) in self.targets.names and package_of(frame) not in PYTORCH:
            self.note(frame, self.targets.names[id(arg)])

    def note(self, frame, names):
        self.seen[frame.f_code.co_filename, frame.f_lineno, tuple(sorted(names))] += 1

    def watch(self, script, arguments):
        sys.argv = [script, *arguments]
        sys.path[0] = str(Path(script).resolve().parent)
        threading.settrace(self.trace_dispatch)
        threading.setprofile(self.profile)
        sys.setprofile(self.profile)
        sys.settrace(self.trace_dispatch)
        try:
            runpy.run_path(script, run_name="__main__")
        finally:
            sys.settrace(None)
            sys.setprofile(None)
        return [[path, line, names, count] for (path, line, names), count in self.seen.items()]


def run(command, **environment):
    environment = {**os.environ, **environment}
    done = subprocess.run([sys.executable, *command], env=environment, stdout=subprocess.PIPE)
    if done.returncode != 0:
        raise SystemExit(f"the program failed: {' '.join(command)}")
    return done.stdout


def trace(folder, program):
    """By (path, line): Counter of the names, of all processes."""
    run(program, TORCHADA_TRACE=str(folder / "trace.json"))
    found = collections.defaultdict(collections.Counter)
    for path in folder.glob("trace*.json"):
        for one in json.loads(path.read_text())["calls"]:
            found[one["path"], one["line"]][one["name"]] += one["count"]
    return found


def witness(folder, program):
    """The same, but each entry has all names that the called object has."""
    file = folder / "witness.json"
    run([__file__, "--witness", str(file), *program])
    found = collections.defaultdict(collections.Counter)
    for path, line, names, count in json.loads(file.read_text()):
        found[path, line][tuple(names)] += count
    return found


def compare(traced, seen):
    """Lines of (place, name, calls in the trace, calls that the debugger saw)."""
    for place in sorted({*traced, *seen}):
        left = collections.Counter(traced.get(place, {}))
        for names, count in sorted(seen.get(place, {}).items()):
            of_names = [name for name in left if name in names]
            yield place, of_names[0] if of_names else names[0], sum(map(left.pop, of_names)), count
        for name, count in left.items():
            yield place, name, count, 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--witness", help=argparse.SUPPRESS)
    parser.add_argument("program", nargs=argparse.REMAINDER, help="a script, and its arguments")
    options = parser.parse_args()
    options.program[0] = str(Path(options.program[0]).resolve())
    if options.witness:
        seen = Witness().watch(options.program[0], options.program[1:])
        Path(options.witness).write_text(json.dumps(seen))
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = list(compare(trace(folder, options.program), witness(folder, options.program)))
    print(f"{'trace':>7} {'debugger':>8}  call")
    differing = 0
    for (path, line), name, in_trace, by_debugger in rows:
        differing += in_trace != by_debugger
        mark = "  DIFFERS" if in_trace != by_debugger else ""
        print(f"{in_trace:7} {by_debugger:8}  {name} at {path}:{line}{mark}")
    print(f"{len(rows)} kinds of calls, {sum(row[2] for row in rows)} calls, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
