"""Compiles and runs the forms of this folder, and prints which results differ.

python3 run.py                                             # with nvcc, on an NVIDIA GPU
python3 run.py --compiler mcc --expect results.tsv         # the ported kernels alone, against recorded checksums

A form that the compiler refuses is found by compiling halves of its file, and listed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


class Build:
    """The objects of one compiler."""

    def __init__(self, arguments):
        self.compiler = arguments.compiler
        self.is_mcc = "mcc" in os.path.basename(self.compiler)
        self.flags = ["-std=c++17", f"-I{HERE}", f"-I{HERE / 'include'}", *arguments.flags]
        if not self.is_mcc:
            architecture = f"-gencode=arch=compute_{arguments.arch},code=sm_{arguments.arch}"
            self.flags += [architecture, "-diag-suppress=177,550"]
        else:
            self.flags += ["-DONLY_PORTED", *(["-DOWN_ASM"] if arguments.own_asm else [])]
        self.refused: list = []

    def compile(self, source: pathlib.Path, target: pathlib.Path) -> str:
        """Compile; returns the compiler's words where it fails."""
        command = [self.compiler, *self.flags, "-c", str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stderr + done.stdout

    def forms(self, name: str) -> list:
        """The numbers of the forms in a file."""
        return re.findall(
            r"^static const Added added_(\d+)\(", (HERE / f"{name}.cu").read_text(), re.M
        )

    def objects(self, name: str) -> list:
        """All forms of a file that compile, as objects."""
        target = HERE / "objects" / f"{name}.o"
        error = self.compile(HERE / f"{name}.cu", target)
        if not error:
            return [target]
        return self.halves(name, self.forms(name), error)

    def halves(self, name: str, numbers: list, error: str) -> list:
        """The same for some forms of a file that does not compile as a whole."""
        if len(numbers) == 1:
            self.refused.append((numbers[0], error))
            return []
        found = []
        for part in (numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]):
            part_name = f"{name}_{part[0]}_{len(part)}"
            self.write_part(name, part_name, set(part))
            target = HERE / "objects" / f"{part_name}.o"
            failed = self.compile(HERE / f"{part_name}.cu", target)
            found += self.halves(part_name, part, failed) if failed else [target]
        return found

    def write_part(self, name: str, part_name: str, numbers: set) -> None:
        """A file with some forms of another one."""
        for folder in ("source", "ported"):
            text = (HERE / folder / f"{name}.cuh").read_text()
            head, *kernels = re.split(r"(?=^__global__ void form_)", text, flags=re.M)
            kept = [
                one
                for one in kernels
                if re.match(r"__global__ void form_(\d+)", one).group(1) in numbers
            ]
            (HERE / folder / f"{part_name}.cuh").write_text(head + "".join(kept))
        text = (HERE / f"{name}.cu").read_text()
        head, *rows = re.split(r"(?=^#ifndef ONLY_PORTED\nstatic)", text, flags=re.M)
        kept = [one for one in rows if re.search(r"added_(\d+)\(", one).group(1) in numbers]
        head = head.replace(f"/{name}.", f"/{part_name}.")
        (HERE / f"{part_name}.cu").write_text(head + "".join(kept))


def read(path: pathlib.Path) -> dict:
    """Recorded lines by the text of their form."""
    return {line.split("\t")[0]: line.rstrip("\n").split("\t") for line in path.open()}


def summary(lines: dict, refused: list, names: dict, expected: dict) -> None:
    """Print what is not as it has to be."""
    differing = [fields for fields in lines.values() if fields[2] != "0"]
    for fields in differing:
        print("DIFFERS", *fields, sep="\t")
    for number, error in refused:
        last = [line for line in error.splitlines() if "error" in line][:1]
        print("REFUSED", names.get(number, number), *last, sep="\t")
    print(
        f"{len(lines)} forms ran, {len(differing)} differ, {len(refused)} were refused by the compiler"
    )
    if expected:
        both = [text for text in lines if text in expected and expected[text][1] != "0" * 16]
        other = [text for text in both if lines[text][1] != expected[text][1]]
        for text in other:
            print("OTHER CHECKSUM", text, sep="\t")
        print(f"{len(both)} checksums compared with the recorded ones, {len(other)} are others")


def main() -> int:
    """Compile, run, report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", default="nvcc")
    parser.add_argument("--arch", default="90a")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--expect", type=pathlib.Path)
    parser.add_argument("--own-asm", action="store_true", help="mcc: the PTX, not what was ported")
    parser.add_argument("flags", nargs="*", help="more flags, behind --")
    arguments = parser.parse_args()
    build = Build(arguments)
    (HERE / "objects").mkdir(exist_ok=True)
    files = sorted(path.stem for path in HERE.glob("forms_*.cu") if path.stem.count("_") == 1)
    names = {}
    for name in files:
        text = (HERE / f"{name}.cu").read_text()
        names.update(dict(re.findall(r'added_(\d+)\(\{"([^"]*)"', text)))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        objects = [one for found in pool.map(build.objects, files) for one in found]
    main_object = HERE / "objects" / "main.o"
    error = build.compile(HERE / ("main.mu" if build.is_mcc else "main.cu"), main_object)
    if error:
        raise SystemExit(error)
    program = HERE / "objects" / "program"
    command = [build.compiler, *map(str, objects), str(main_object), "-o", str(program)]
    subprocess.run(command, check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(
            f"the program ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    results = HERE / ("results_mcc.tsv" if build.is_mcc else "results.tsv")
    results.write_text(
        "".join(line + "\n" for line in done.stdout.splitlines() if line.count("\t") == 3)
    )
    summary(read(results), build.refused, names, read(arguments.expect) if arguments.expect else {})
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
