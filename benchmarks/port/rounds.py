"""The measuring side of a process that is asked for one round at a time."""

import sys
import time


def serve(work, prepare=lambda: None):
    """For each line of standard input: prepare, then answer with the seconds that `work` took."""
    for _ in sys.stdin:
        prepare()
        start = time.perf_counter()
        work()
        print(f"{time.perf_counter() - start:.6f}", flush=True)


def read_texts(list_path):
    """The files that the list names, a line each, decoded as the porters do."""
    with open(list_path) as paths:
        return [_read(path.rstrip("\n")) for path in paths]


def _read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()
