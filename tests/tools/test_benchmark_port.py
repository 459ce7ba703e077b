"""The benchmark of the porting engine on a tiny corpus: that it works, not how fast anything is."""

import importlib
import json
import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
KERNEL = "#include <cuda_runtime.h>\n__global__ void kernel%d() {}\nvoid f() { cudaFree(0); }\n"


@pytest.fixture(scope="module")
def bench():
    """The command and its parts; the folder is not a part of the installed package."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        names = ("corpus", "rows", "measure", "report", "sides", "programs")
        parts = {name: importlib.import_module(f"port.{name}") for name in names}
        yield {"command": importlib.import_module("benchmark_port"), **parts}
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.fixture
def projects(tmp_path):
    """Six CUDA sources, and files that are none of them."""
    folder = tmp_path / "projects"
    for i in range(6):
        (folder / f"p{i}").mkdir(parents=True)
        (folder / f"p{i}" / f"kernel{i}.cu").write_text(KERNEL % i)
    (folder / "p0" / "copy.cu").write_text(KERNEL % 0)
    (folder / "p1" / "plain.cpp").write_text("int main() { return 0; }\n")
    (folder / "p2" / "latin.cu").write_bytes(b"// \xe9\n" + (KERNEL % 2).encode())
    (folder / "p3" / "setup.py").write_text("from torch.utils import cpp_extension  # cuda\n")
    (folder / "p4" / "uses.h").write_text("void use(cudaStream_t stream);\n")
    return folder


def test_corpus_is_the_cuda_sources_each_text_once(bench, projects):
    found = bench["corpus"].find(projects)
    copied = {"p0/copy.cu", "p0/kernel0.cu"}
    expected = {f"p{i}/kernel{i}.cu" for i in range(1, 6)} | {"p4/uses.h"}
    assert set(found.paths) - copied == expected
    assert len(set(found.paths) & copied) == 1
    assert found.size == sum((projects / path).stat().st_size for path in found.paths)
    assert not found.is_enough()


def test_a_sample_is_a_part_and_always_the_same(bench, projects, tmp_path):
    found = bench["corpus"].find(projects)
    sample = found.sample(150)
    assert sample == found.sample(150)
    assert 0 < len(sample.paths) < len(found.paths) and set(sample.paths) < set(found.paths)
    sample.copy_to(tmp_path / "tree")
    written = [path for path in (tmp_path / "tree").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in written) == sample.size


@pytest.mark.parametrize(
    "unit, limit, value, ok",
    [
        ("MB/s", ">=500", 1000.0, True),
        ("MB/s", ">=2000", 1000.0, False),
        ("times faster", ">=9", 10.0, True),
        ("times as long", "<=3", 0.1, True),
        ("times as long", "<=0.01", 0.1, False),
        ("MB/s", "", 1000.0, True),
    ],
)
def test_values_and_limits(bench, unit, limit, value, ok):
    row = bench["rows"].Row("row", "ours", unit, limit, "other")
    assert row.value(0.002, 0.02, 2_000_000) == pytest.approx(value)
    assert row.is_within(value) is ok


class FakeSide:
    """Answers with one time after the other, and notes when it was asked."""

    def __init__(self, name, seconds, asked):
        self.name, self.answers, self.asked = name, list(seconds), asked

    def seconds(self):
        self.asked.append(self.name)
        return self.answers.pop(0)

    def close(self):
        self.asked.append(f"close {self.name}")


class FakeBench:
    """Starts fake sides on a corpus of 2 MB."""

    def __init__(self, bench):
        self.part = lambda sample: bench["corpus"].Corpus(Path(), ("a.cu",), 2_000_000)
        self.asked = []
        self.times = {"ours": [9.0, 0.1, 0.2, 0.1], "other": [9.0, 1.0, 4.0, 3.0]}

    def start(self, name, sample):
        return FakeSide(name, self.times[name], self.asked)


def test_sides_take_turns_and_the_first_round_does_not_count(bench):
    fake = FakeBench(bench)
    row = bench["rows"].Row("row", "ours", "times faster", ">=15", "other")
    (result,) = bench["measure"].measure([row], fake, 3, lambda number: None)
    assert fake.asked[:8] == ["other", "ours", "ours", "other"] * 2
    assert set(fake.asked[8:]) == {"close ours", "close other"}
    assert result["value"]["median"] == pytest.approx(20.0) and result["value"]["count"] == 3
    assert result["ok"] and result["seconds"] == 0.1 and result["other_seconds"] == 3.0


@pytest.mark.parametrize("size, ok, word", [(30_000_000, False, "MISSED"), (3, True, "no verdict")])
def test_verdicts_need_a_corpus_that_is_large_enough(bench, size, ok, word):
    fake = FakeBench(bench)
    row = bench["rows"].Row("row", "ours", "times faster", ">=99", "other")
    results = bench["measure"].measure([row], fake, 3, lambda number: None)
    report = bench["report"].build(results, bench["corpus"].Corpus(Path(), (), size), 3, 0.0)
    assert report["ok"] is ok
    assert word in bench["report"].as_text(report)


def test_what_a_failing_command_says_is_shown(bench, tmp_path):
    side = bench["sides"].Command(sys.executable, "-c", "1/0", output=tmp_path / "out")
    with pytest.raises(bench["sides"].BenchmarkError, match="ZeroDivisionError"):
        side.seconds()


def test_a_worker_that_ends_is_an_error(bench):
    side = bench["sides"].Worker(sys.executable, "-c", "raise SystemExit(7)")
    with pytest.raises(bench["sides"].BenchmarkError, match="ended with 7"):
        side.seconds()
    side.close()


@pytest.mark.parametrize(
    "arguments, message",
    [(["--rows", "no such"], "no row matches"), ([], "holds no CUDA sources")],
)
def test_what_cannot_be_measured_is_said(bench, tmp_path, capsys, arguments, message):
    assert bench["command"].main([str(tmp_path), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_rows_are_listed_and_their_limits_are_the_promised_ones(bench, capsys):
    assert bench["command"].main(["--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed == [row.name for row in bench["rows"].ROWS]
    limits = {row.name: row.limit for row in bench["rows"].ROWS if row.limit}
    assert set(limits.values()) == {">=500", ">=9", ">=100", "<=3", "<=1.1", ">=20"}


def test_a_run_on_a_tiny_corpus(bench, projects, tmp_path, capsys):
    # GIVEN the installed torchada-port in place of a build
    program = shutil.which("torchada-port", path=sysconfig.get_path("scripts"))
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "torchada-port").symlink_to(program)
    wanted = ["disk: --asm=keep", "disk: cp -r", "memory: torchada.port.translate()"]
    command = [str(projects), "--rounds", "2", "--rows", *wanted, "--json"]
    places = ["--programs", str(tmp_path / "programs"), "--build", str(tmp_path / "build")]
    # WHEN some rows are measured
    assert bench["command"].main([*command, *places]) == 0
    # THEN all have values, and nothing is left behind
    result = json.loads(capsys.readouterr().out)
    assert sorted(row["row"] for row in result["rows"]) == wanted
    assert all(row["value"]["median"] > 0 for row in result["rows"])
    assert result["corpus"]["enough"] is False
    assert list((tmp_path / "build").iterdir()) == []


@pytest.mark.slow
def test_a_run_of_all_rows_that_need_no_other_environment(bench, projects, tmp_path, capsys):
    command = [str(projects), "--rounds", "2", "--build", str(tmp_path / "build")]
    assert bench["command"].main(command) == 0
    text = capsys.readouterr()
    for row in bench["rows"].ROWS:
        assert row.name in (text.err if row.needs_upstream() else text.out)
