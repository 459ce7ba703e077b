"""The rows of the table, and how each of their sides is started."""

import dataclasses
import functools
import operator
from typing import Optional

from .sides import BenchmarkError, Command, Worker, processor_time, script

SPEED = "MB/s"
FASTER = "times faster"  # the other's seconds by ours
AS_LONG = "times as long"  # our seconds by the other's

# The slow ones are given a sample of the corpus, and so is ours beside them.
HIPIFY_SAMPLE = 8_000_000
UPSTREAM_SAMPLE = 1_000_000
COMPARISONS = {">=": operator.ge, "<=": operator.le}


@dataclasses.dataclass(frozen=True)
class Row:
    """What is timed on which bytes (0: all), against what, and the limit of the median."""

    name: str
    ours: str
    unit: str
    limit: str = ""
    against: Optional[str] = None
    sample: int = 0

    def value(self, seconds, other, size):
        if self.unit == SPEED:
            return size / 1e6 / seconds
        return other / seconds if self.unit == FASTER else seconds / other

    def is_within(self, value):
        return not self.limit or COMPARISONS[self.limit[:2]](value, float(self.limit[2:]))

    def needs_upstream(self):
        return "upstream" in (self.against or "")


ROWS = (
    Row("memory: translator kept", "kept", SPEED, ">=500"),
    Row("memory: new translator each round", "new", SPEED),
    Row("memory: torchada.port.translate()", "binding", SPEED, sample=HIPIFY_SAMPLE),
    Row("memory: hipify's regex", "kept", FASTER, ">=9", "hipify", HIPIFY_SAMPLE),
    Row("memory: upstream", "kept", FASTER, ">=100", "upstream", UPSTREAM_SAMPLE),
    Row("disk: cp -r", "tool", AS_LONG, "<=3", "cp"),
    Row("disk: --asm=keep", "translate", AS_LONG, "<=1.1", "keep"),
    Row("disk: hipify", "tool", FASTER, ">=20", "hipify tree", HIPIFY_SAMPLE),
    Row("disk: upstream", "tool", FASTER, ">=20", "upstream tree", UPSTREAM_SAMPLE),
)


def select(texts):
    """The rows whose names hold one of the texts; all where there are none."""
    return [row for row in ROWS if not texts or any(text in row.name for text in texts)]


class Bench:
    """Starts the sides on the bytes of a row; everything it writes is below `scratch`."""

    def __init__(self, folder, corpus, scratch, programs, upstream):
        self.folder = folder
        self.corpus = corpus
        self.scratch = scratch
        self.programs = programs
        self.upstream = upstream

    @functools.lru_cache(maxsize=None)
    def part(self, sample):
        return self.corpus.sample(sample) if sample else self.corpus

    @functools.lru_cache(maxsize=None)
    def list_of(self, sample):
        path = self.scratch / f"list-{sample}"
        self.part(sample).write_list(path)
        return path

    @functools.lru_cache(maxsize=None)
    def tree_of(self, sample):
        folder = self.scratch / f"tree-{sample}"
        self.part(sample).copy_to(folder)
        return folder

    def program(self, name):
        if name not in self.programs:
            raise BenchmarkError(f"there is no program {name} among {sorted(self.programs)}")
        return self.programs[name]

    def start(self, name, sample):
        """The side of that name on those bytes."""
        if name in ("kept", "new"):
            program = self.program("benchmark_port_translate")
            return Worker(program, self.list_of(sample), name)
        if name == "binding":
            return script("binding_worker.py", self.list_of(sample))
        if name == "hipify":
            return script("hipify_worker.py", "memory", self.list_of(sample))
        if name == "upstream":
            return self._upstream("memory", self.list_of(sample))
        if name in ("keep", "translate"):
            return self._start_on_all(name)
        return self._start_on_disk(name, self.tree_of(sample))

    def _start_on_all(self, asm):
        """Ports the whole folder, with its other files and copies, as a user does."""
        output = self.scratch / f"output-{asm}"
        command = (self.program("torchada-port"), self.folder, "-o", output, "-q", f"--asm={asm}")
        return Command(*command, output=output, good=(0, 1), clock=processor_time)

    def _start_on_disk(self, name, tree):
        output = self.scratch / f"output-{name.split()[0]}"
        if name == "cp":
            return Command("cp", "-r", tree, output, output=output)
        # 1: ported, and something is left for a person.
        if name == "tool":
            command = (self.program("torchada-port"), tree, "-o", output, "-q")
            return Command(*command, output=output, good=(0, 1))
        if name == "hipify tree":
            return script("hipify_worker.py", "tree", tree, output)
        return self._upstream("tree", tree, output)

    def _upstream(self, *arguments):
        return script("upstream_worker.py", *arguments, python=self.upstream / "bin" / "python")
