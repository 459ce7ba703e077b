"""Compiles generated programs with mcc, runs them on the simulated GPU and compares what they print with a file of checksums.

A file holds many programs; when it does not compile or run, each of its programs is tried alone.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from fuzz_mcc.program import batch, for_musa

# What an H100 prints for the first programs.
CHECKSUMS = Path(__file__).with_name("checksums.txt")


def arguments():
    parser = argparse.ArgumentParser(prog="fuzz_mcc", description=__doc__)
    parser.add_argument("--programs", type=int, default=200, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--each", type=int, default=40, metavar="N", help="programs in a file")
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz-mcc"))
    parser.add_argument(
        "--expected", type=Path, default=CHECKSUMS, help="lines of seeds and checksums"
    )
    parser.add_argument("--options", default="-O0 -w", help="of mcc")
    parser.add_argument("--cuda", action="store_true", help="only write the files, for nvcc")
    return parser.parse_args()


class Runner:
    """Finds the programs that fail, and what the others print."""

    def __init__(self, folder, options):
        import musasim

        self.mcc = Path(musasim.home()) / "bin" / "mcc"
        self.folder = folder
        self.options = ["-std=c++17", *options.split()]
        self.failed = {}

    def command(self, *words):
        environment = {**os.environ, "MUSASIM": "1"}
        return subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    def checksums(self, seeds):
        """Of each program that works; the others are in `failed`, with the reason."""
        name = f"p{seeds[0]}" + (f"_{seeds[-1]}" if len(seeds) > 1 else "")
        (self.folder / f"{name}.mu").write_text(for_musa(batch(seeds)))
        done = self.command(self.mcc, *self.options, f"{name}.mu", "-o", name)
        if done.returncode == 0:
            done = self.command(self.folder / name)
            (self.folder / name).unlink()
        if done.returncode == 0:
            return dict(line.split() for line in done.stdout.splitlines())
        if len(seeds) == 1:
            self.failed[seeds[0]] = (
                done.stderr or done.stdout
            ).strip() or f"ended with {done.returncode}"
            return {}
        half = len(seeds) // 2
        return {**self.checksums(seeds[:half]), **self.checksums(seeds[half:])}


def read_checksums(path):
    return dict(line.split() for line in path.read_text().splitlines())


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(options.first, options.first + options.programs)
    files = [list(seeds[at : at + options.each]) for at in range(0, len(seeds), options.each)]
    if options.cuda:
        for each in files:
            (options.folder / f"p{each[0]}_{each[-1]}.cu").write_text(batch(each))
        return 0
    expected = read_checksums(options.expected)
    runner = Runner(options.folder.resolve(), options.options)
    wrong = 0
    for each in files:
        for seed, found in runner.checksums(each).items():
            wanted = expected.get(seed, found)
            print(
                seed, found, "" if wanted == found else f"WRONG: {wanted} was expected", flush=True
            )
            wrong += wanted != found
    for seed, reason in runner.failed.items():
        print(f"{seed} FAILED: {reason}")
    print(f"{len(seeds)} programs, {len(runner.failed)} failed, {wrong} wrong", file=sys.stderr)
    return 1 if wrong or runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
