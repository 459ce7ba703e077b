"""Writes tests/README.md and sim/tests/README.md: which file tests what, by the first line of each.

python tools/make_tests_page.py            # make gen
python tools/make_tests_page.py --check    # make gen-check
"""

import ast
import sys
from pathlib import Path

from generated_page import row, write_or_check

ROOT = Path(__file__).resolve().parent.parent
HEAD = """# Which file tests what

Written by `make gen` from the first line of each file; do not edit. A new test goes into the file of its subject, a new file into the
folder {place}.

C++ tests stand beside their sources, in the `tests/` of each folder, and have no row here.
"""
PLACES = {
    "tests": "that mirrors what it tests",
    "sim/tests": "of its subject; `support/` holds what several folders use",
}
# Folders of tests that are run by other commands, or need more words, have a README of their own.
FOLDERS = {
    "tests": "what the user documents promise by these names",
    "tests/activation": "importing, activating, undoing",
    "tests/check": "`torchada check`",
    "tests/cli": "the command line",
    "tests/compile": "`torch.compile`, export, TorchScript",
    "tests/core": "the hooks in C++ and who sees what",
    "tests/cuda": "`torch.cuda` and what belongs to it",
    "tests/distributed": "`torch.distributed`",
    "tests/docs": "the pages",
    "tests/environment": "environment variables of CUDA programs and ours",
    "tests/examples": "`examples/`",
    "tests/extensions": "building CUDA sources, and libraries that programs open",
    "tests/names": "names of CUDA and what they become",
    "tests/plain_cuda": "plain CUDA code, which passes on an NVIDIA GPU too",
    "tests/port": "the porting engine and its programs",
    "tests/ptx": "inline PTX",
    "tests/tools": "`tools/`, `benchmarks/`, the wheel",
    "tests/trace": "`torchada trace`",
    "sim/tests/backend": "tensors and operators",
    "sim/tests/compile": "`torch.compile`, TorchScript, Triton's interpreter",
    "sim/tests/conformance": "names and signatures of torch_musa",
    "sim/tests/devices": "choosing a device, and devices that fail",
    "sim/tests/distributed": "several devices: `torch.distributed`, `torch.nn.parallel`",
    "sim/tests/extensions": "C++ and MUSA sources of users: building, headers, porting",
    "sim/tests/graphs": "graphs of MUSA",
    "sim/tests/libraries": "MUSA's C libraries, but for muDNN: lists, headers, what Python calls",
    "sim/tests/mcc": "mcc, and CUDA's language of kernels",
    "sim/tests/memory": "memory of devices, and pinned memory",
    "sim/tests/mudnn": "libmudnn against PyTorch's operators on the CPU",
    "sim/tests/musa_language": "what only MUSA's language of kernels has",
    "sim/tests/opinfo": "PyTorch's database of operators",
    "sim/tests/processes": "forks, workers, queues, the end of a process",
    "sim/tests/profiler": "PyTorch's profiler",
    "sim/tests/pytest_plugin": "the plugin for pytest",
    "sim/tests/random_numbers": "seeds and generators",
    "sim/tests/sdk": "the simulator's home as an SDK: CMake modules, programs",
    "sim/tests/source_tree": "layers of the sources, and scripts of `sim/cmake/` and `tools/`",
    "sim/tests/streams": "streams, events, what runs behind the host's back",
    "sim/tests/switch": "switching the simulator on, and importing torch_musa",
    "sim/tests/torch_musa_modules": "modules that torch_musa has beside those of `torch.cuda`",
    "sim/tests/triton_kernels": "Triton's kernels",
}


def subject(path: Path) -> str:
    """The first sentence or line of the file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    line = text.split("\n\n")[0].replace("\n", " ").strip()
    if not line:
        raise SystemExit(f"{path}: its first line has to say what it tests")
    return line


def section(folder: str, about: str) -> str:
    """A heading and a table; files in folders below are named with their path."""
    depth = "*" if folder in PLACES else "**/*"
    files = sorted((ROOT / folder).glob(f"{depth}"))
    tests = [path for path in files if path.name.startswith("test_") and path.suffix == ".py"]
    text = f"\n## `{folder}/`: {about}\n\n" + row(("file", "tests")) + row(("---", "---"))
    for path in tests:
        name = path.relative_to(ROOT / folder).as_posix()
        text += row((f"`{name}`", subject(path)))
    return text


def missing() -> list:
    """Folders with tests that have no section."""
    known = set(FOLDERS) | {"tests/programs"}  # docs/programs.md tells of those
    found = {
        path.parent.relative_to(ROOT).as_posix()
        for tests in PLACES
        for pattern in ("test_*.py", "*/test_*.py")
        for path in (ROOT / tests).glob(pattern)
    }
    return sorted(found - known)


def main() -> int:
    """Write the pages, or compare them."""
    if missing():
        raise SystemExit(f"tools/make_tests_page.py: say what is in {', '.join(missing())}")
    failed = 0
    for tests, place in PLACES.items():
        text = HEAD.format(place=place)
        for folder, about in FOLDERS.items():
            if f"{folder}/".startswith(f"{tests}/"):
                text += section(folder, about)
        failed |= write_or_check(ROOT / tests / "README.md", text)
    return failed


if __name__ == "__main__":
    sys.exit(main())
