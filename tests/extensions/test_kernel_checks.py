"""The checks of kernels find each mistake of tests/kernel_checks at its line, and nothing else."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from judged_kernel_checks import marks, sanitizer, simulator  # noqa: E402

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

PROGRAMS = {program.name: program for program in marks.programs()}
WRONG = [name for name, program in PROGRAMS.items() if program.folder != marks.RIGHT]
RIGHT = [name for name, program in PROGRAMS.items() if program.folder == marks.RIGHT]

# What the checks do not find.
_MISSED = {
    # Volatile words hand something over more often than they are a mistake.
    "racecheck/lock_of_plain_words",
}


def cases(names):
    """Those that are not found have to fail."""
    failing = pytest.mark.xfail(strict=True, reason="not found")
    return [pytest.param(name, marks=[failing] * (name in _MISSED)) for name in names]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return simulator.Programs(tmp_path_factory.mktemp("checks"), list(PROGRAMS.values()))


@pytest.mark.parametrize("name", cases(WRONG))
def test_a_mistake_is_found_at_its_line(name, built):
    program, run = PROGRAMS[name], built.run(PROGRAMS[name])

    assert program.is_found(run.findings), run.output
    assert program.false(run.findings) == [], run.output


@pytest.mark.parametrize("name", RIGHT)
def test_nothing_is_reported_of_right_programs(name, built):
    run = built.run(PROGRAMS[name])

    assert run.findings == [] and "exit status 0\n" in run.output, run.output


def test_every_mistake_is_marked_for_the_tool_of_its_folder():
    for name in WRONG:
        program = PROGRAMS[name]
        tools = {tool for tool, _ in program.marks}
        assert program.folder in tools, name
    assert all(PROGRAMS[name].marks == {} for name in RIGHT)


def test_a_finding_fits_only_lines_that_are_marked_for_its_kind():
    program = marks.Program("racecheck/x", {("racecheck", "race-shared"): {3, 5}})

    def fits(kind, *lines, tool="racecheck"):
        return program.fits(marks.Finding(tool, kind, frozenset(lines)))

    assert fits("race-shared", 3) and fits("race-shared", 5, 3)
    assert not fits("race-shared", 3, 4)
    assert not fits("race-global", 3)
    assert not fits("race-shared", 3, tool="memcheck")


def test_a_file_of_compute_sanitizers_outputs_is_read(tmp_path):
    outputs = tmp_path / "outputs.txt"
    outputs.write_text("""\
#### by compute-sanitizer 2025.3, NVIDIA X
#### memcheck.memcheck.over
========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 4 bytes
=========     at fill(int *, int)+0xb0 in over.cu:7
=========     by thread (72,0,0) in block (1,0,0)
=========     Access to 0x7f44f2800321 is misaligned
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main in over.cu:12
========= ERROR SUMMARY: 1 error
#### racecheck.racecheck.sum
========= Error: Race reported between Write access at sum(int *)+0xb0 in sum.cu:7
=========     and Read access at sum(int *)+0xd0 in sum.cu:10 [12 hazards]
=========     and Write access at sum(int *)+0xd0 in sum.cu:7 [1 hazards]
#### synccheck.synccheck.mask
========= Barrier error detected. Invalid arguments.
=========     at __syncwarp(unsigned int)+0xd0 in sm_30_intrinsics.hpp:110
=========         Device Frame: illegal(int *)+0x80 in mask.cu:9
#### initcheck.right.nothing
========= ERROR SUMMARY: 0 errors
exit status 0
#### synccheck.synccheck.forever
========= COMPUTE-SANITIZER
exit status 124
""")

    by, found, stopped = sanitizer.read(outputs)

    assert stopped == ["synccheck/forever"]
    assert by == "compute-sanitizer 2025.3, NVIDIA X"
    assert {name: marks.to_json(findings) for name, findings in found.items()} == {
        "memcheck/over": [["memcheck", "misaligned-write", [7]]],
        "racecheck/sum": [
            ["racecheck", "race-shared", [7]],
            ["racecheck", "race-shared", [7, 10]],
        ],
        "synccheck/mask": [["synccheck", "invalid-arguments", [9]]],
        "right/nothing": [],
        "synccheck/forever": [],
    }
