"""MUSASIM_CHECK_KERNELS_REPORT: what checked kernels do wrong, as lines of JSON."""

import json

from support.mcc_tool import program, run

SOURCE = """
#include <musa_runtime.h>
__global__ void beyond(int* p) {
  p[threadIdx.x] = 1;  // beyond
}
__global__ void exchange(int* p) {
  __shared__ int values[64];
  values[threadIdx.x] = p[threadIdx.x];  // written
  p[threadIdx.x] = values[threadIdx.x ^ 32];  // read
}
int main(int argc, char**) {
  int* p;
  musaMalloc(&p, 256);
  musaMemset(p, 0, 256);
  exchange<<<1, 64>>>(p);
  if (argc > 1) beyond<<<2, 65>>>(p);
  musaDeviceSynchronize();
}
"""


def line_of(text):
    """The number of the line that holds the text."""
    return SOURCE[: SOURCE.index(text)].count("\n") + 1


def findings(tmp_path, *arguments):
    """What the program reports when it is run with these arguments."""
    report = tmp_path / "report.jsonl"
    env = {"MUSASIM_CHECK_KERNELS": "1", "MUSASIM_CHECK_KERNELS_REPORT": str(report)}
    if not (tmp_path / "program").exists():
        program(tmp_path, SOURCE, "-fcheck-kernels")
    run(tmp_path / "program", *arguments, env=env)
    return [json.loads(line) for line in report.read_text().splitlines()]


def test_an_invalid_access_has_its_thread_and_allocation(tmp_path):
    found = next(f for f in findings(tmp_path, "beyond") if f["tool"] == "memcheck")

    assert (found["kind"], found["kernel"]) == ("invalid-global-write", "beyond(int*)")
    assert found["file"].endswith("program.mu") and found["line"] == line_of("// beyond")
    assert found["thread"] == [64, 0, 0] and found["block"] in ([0, 0, 0], [1, 0, 0])
    assert (found["use"], found["size"], found["other"]) == ("write", 4, None)
    memory = found["allocation"]
    assert int(found["address"], 16) == int(memory["address"], 16) + memory["size"]
    assert memory["size"] == 256 and memory["freed_by"] is None
    assert "musaMalloc, called from program+" in memory["made_by"]


def test_a_race_has_both_threads(tmp_path):
    races = findings(tmp_path)

    assert {(f["tool"], f["kind"], f["allocation"]) for f in races} == {
        ("racecheck", "race-shared", None)
    }
    written, read = line_of("// written"), line_of("// read")
    for race in races:
        other = race["other"]
        assert {race["line"], other["line"]} == {written, read}
        assert {race["use"], other["use"]} == {"write", "read"}
        assert race["thread"][0] ^ 32 == other["thread"][0] and race["block"] == other["block"]
    assert sum(race["count"] for race in races) >= 32


def test_a_further_run_adds_its_lines(tmp_path):
    once = len(findings(tmp_path))

    assert len(findings(tmp_path)) == 2 * once > 0


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    binary = program(tmp_path, SOURCE, "-fcheck-kernels")
    env = {"MUSASIM_CHECK_KERNELS": "1", "MUSASIM_CHECK_KERNELS_REPORT": str(tmp_path / "no/file")}

    done = run(binary, env=env)

    assert "cannot write MUSASIM_CHECK_KERNELS_REPORT=" in done.stderr
    assert "No such file or directory" in done.stderr
