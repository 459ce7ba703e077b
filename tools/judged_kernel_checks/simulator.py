"""Builds the programs of tests/kernel_checks with checks, runs them on the simulator, and reads what was found."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from .marks import FOLDER, TOOLS, Finding, Program

SUITE = FOLDER.parent / "kernels"
_HEAD = """\
#include <cooperative_groups.h>
#include <cstring>
#include <vector>

#include "program.muh"
"""


class Run(NamedTuple):
    """A program's findings, and all that it printed."""

    findings: List[Finding]
    output: str


def _mcc() -> Path:
    import musasim

    return Path(musasim.home()) / "bin" / "mcc"


def port(sources: Path, folder: Path, *options: str) -> None:
    """Translate CUDA sources."""
    command = [sys.executable, "-m", "torchada", "port", str(sources), "-o", str(folder), "-q"]
    done = subprocess.run([*command, *options], stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):  # 1: it warns of warps and of cooperative launches
        raise SystemExit(done.stderr)


def compile_checked(source: Path) -> Path:
    """Compile a program with checks."""
    binary = source.with_suffix("")
    options = ["-O1", "-std=c++17", "-fcheck-kernels"]
    subprocess.run([_mcc(), *options, str(source), "-o", str(binary)], check=True)
    return binary


def run(command: List[str], report: Path, tools: str = ",".join(TOOLS)) -> str:
    """Run a program with these tools; what it printed. The report is empty when nothing was found."""
    report.write_text("")
    environment = {
        **os.environ,
        "MUSASIM_MODEL": "S5000",  # warps of 32 threads
        "MUSASIM_CHECK_KERNELS": tools,
        "MUSASIM_CHECK_KERNELS_REPORT": str(report),
        "MUSASIM_KERNEL_TIMEOUT": "20",
    }
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return f"{done.stdout}exit status {done.returncode}\n"


class Programs:
    """The programs, those of a folder in one binary, which takes the name of one."""

    def __init__(self, folder: Path, programs: List[Program], jobs: int = 2):
        self._folder = folder / "musa"
        port(FOLDER, self._folder)
        by_folder: Dict[str, List[Program]] = {}
        for program in programs:
            by_folder.setdefault(program.folder, []).append(program)
        sources = [self._write(name, group) for name, group in by_folder.items()]
        with ThreadPoolExecutor(jobs) as pool:
            binaries = pool.map(compile_checked, sources)
            self._binaries = dict(zip(by_folder, binaries))

    def _write(self, name: str, programs: List[Program]) -> Path:
        """A source with all programs of a folder, each in a namespace."""
        text = _HEAD
        for program in programs:
            stem = program.path.stem
            text += f'namespace {stem} {{\n#include "{program.name}.mu"\n}}\n'
        text += "int main(int, char** words) {\n"
        for program in programs:
            stem = program.path.stem
            text += f'  if (!std::strcmp(words[1], "{stem}")) return {stem}::main();\n'
        source = self._folder / f"all_{name}.mu"
        source.write_text(text + "  return 2;\n}\n")
        return source

    def run(self, program: Program) -> Run:
        """Run one with all tools."""
        report = self._folder / (program.name.replace("/", ".") + ".jsonl")
        command = [str(self._binaries[program.folder]), program.path.stem]
        output = run(command, report)
        return Run(read(report, program.path.stem), output)


def read(report: Path, stem: Optional[str] = None) -> List[Finding]:
    """The findings of a report, with the lines that are in the program's own file."""
    found = set()
    for text in report.read_text().splitlines():
        record = json.loads(text)
        places = [record, *filter(None, [record["other"]])]
        lines = {
            place["line"] if stem is None or Path(place["file"]).stem == stem else 0
            for place in places
        }
        found.add(Finding(record["tool"], record["kind"], frozenset(line or 0 for line in lines)))
    return list(found)


def run_suite(folder: Path, jobs: int = 2) -> Dict[str, Run]:
    """The right kernels of tests/kernels."""
    port(SUITE, folder / "suite", "--exclude", "expected")
    sources = sorted((folder / "suite").glob("*.mu"))
    with ThreadPoolExecutor(jobs) as pool:
        binaries = list(pool.map(compile_checked, sources))
    runs = {}
    for binary in binaries:
        report = binary.with_suffix(".jsonl")
        output = run([str(binary)], report)
        runs[f"tests/kernels/{binary.name}"] = Run(read(report), output)
    return runs
