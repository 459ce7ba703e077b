"""The benchmark's statistics and verdicts on known numbers, and a short run of the real thing."""

import importlib
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def overhead():
    """The modules of the benchmark; its folder is not a part of the installed package."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        names = ("processes", "report", "rows", "statistics", "worker")
        yield {name: importlib.import_module(f"overhead.{name}") for name in names}
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.fixture
def stats(overhead):
    return overhead["statistics"]


@pytest.mark.parametrize(
    "values, expected", [([3.0], 3.0), ([1.0, 2.0], 1.5), ([9.0, 1.0, 5.0], 5.0)]
)
def test_median(stats, values, expected):
    assert stats.median(values) == expected


def test_median_of_nothing_is_an_error(stats):
    with pytest.raises(ValueError, match="no values"):
        stats.median([])


# From the table of the sign test: for n values, the rank and the confidence in percent.
@pytest.mark.parametrize(
    "count, rank, percent",
    [(6, 1, 96.88), (8, 1, 99.22), (10, 2, 97.85), (20, 6, 95.86), (30, 10, 95.72)],
)
def test_interval_rank_is_the_sign_tests(stats, count, rank, percent):
    found, coverage = stats.sign_test_rank(count)
    assert found == rank
    assert 100 * coverage == pytest.approx(percent, abs=0.01)


@pytest.mark.parametrize("count, coverage", [(1, 0.0), (2, 0.5), (5, 0.9375)])
def test_too_few_values_give_the_full_range_and_say_their_coverage(stats, count, coverage):
    assert stats.sign_test_rank(count) == (1, coverage)
    estimate = stats.estimate([float(i) for i in range(count)])
    assert (estimate.low, estimate.high) == (0.0, count - 1.0)


def test_interval_encloses_the_median_as_often_as_it_says(stats):
    # GIVEN deterministic pseudo-random samples of a skewed distribution with median ln 2
    state, hits, trials = 12345, 0, 2000
    for _ in range(trials):
        sample = []
        for _ in range(30):
            state = (1103515245 * state + 12345) % 2**31
            sample.append(-math.log((state + 0.5) / 2**31))
        # WHEN the interval is formed
        estimate = stats.estimate(sample)
        hits += estimate.low <= math.log(2) <= estimate.high
    # THEN it holds the median about 95.7% of the time (two standard errors are 0.9%)
    assert hits / trials == pytest.approx(0.957, abs=0.012)


def test_ratios_are_formed_pair_by_pair(stats):
    assert stats.pair_ratios([2.0, 9.0], [1.0, 3.0]) == [2.0, 3.0]
    with pytest.raises(ValueError, match="not pairs"):
        stats.pair_ratios([1.0], [1.0, 2.0])


def make_row(overhead, **options):
    return overhead["rows"].Row("row", "pass", "pass", **options)


@pytest.mark.parametrize(
    "rule, limit, median, low, high, ok",
    [
        ("at most", 1.05, 1.05, 1.00, 1.10, True),
        ("at most", 1.05, 1.06, 1.00, 1.10, False),
        ("at most", 2.00, 1.90, 1.80, 2.10, True),
        ("below", 1.00, 0.99, 0.90, 1.10, True),
        ("below", 1.00, 1.00, 0.90, 1.10, False),
        ("unchanged", 1.05, 1.04, 1.029, 1.05, True),  # the interval touches the band
        ("unchanged", 1.05, 1.04, 1.031, 1.05, False),
        ("unchanged", 1.05, 0.96, 0.95, 0.969, False),
        ("none", 1.05, 9.00, 9.00, 9.00, True),
    ],
)
def test_verdict_on_a_ratio(overhead, stats, rule, limit, median, low, high, ok):
    row = make_row(overhead, rule=rule, limit=limit)
    ratio = stats.Estimate(median, low, high, 0.957, 30)
    assert (stats.problems(row, 50.0, ratio) == []) is ok


def test_verdict_on_an_absolute_limit(overhead, stats):
    row = make_row(overhead, max_ns=200.0)
    assert stats.problems(row, 199.0, None) == []
    assert stats.problems(row, 200.0, None) == ["200 ns is not under 200 ns"]


def test_names_of_rows_are_unique_and_every_spelling_compiles(overhead):
    rows = overhead["rows"]
    names = [row.name for row in rows.ROWS + rows.IMPORT_ROWS]
    assert len(set(names)) == len(names)
    for row in rows.ROWS:
        for spelling in ("native", "cuda"):
            for code in row.statement(spelling) or ():
                compile(code, row.name, "exec")
                assert spelling == "cuda" or "'cuda" not in code


def test_rows_are_chosen_by_name_substring_or_pattern(overhead):
    rows = overhead["rows"]
    assert rows.select(rows.ROWS, []) == rows.ROWS
    assert [row.name for row in rows.select(rows.ROWS, ["x.cuda()"])] == ["x.cuda()"]
    assert {row.name for row in rows.select(rows.ROWS, ["torch.cuda.Ev*"])} == {
        "torch.cuda.Event",
        "torch.cuda.Event()",
    }


def test_every_order_of_the_spellings_comes_equally_often(overhead):
    processes = overhead["processes"]
    orders = processes.orders()
    firsts = [next(orders)[0] for _ in range(30)]
    assert {firsts.count(spelling) for spelling in processes.SPELLINGS} == {10}


def fake_report(overhead, cuda_ns, import_ms=5.0):
    rows, processes, report = overhead["rows"], overhead["processes"], overhead["report"]
    name = rows.ROWS[1].name
    times = {spelling: {name: [100.0] * 6} for spelling in processes.SPELLINGS}
    times["cuda"][name] = [cuda_ns] * 6
    answers = [{"ms": ms, "reference_ms": 20.0} for ms in (4.0, import_ms, 16.0)]
    imports = {rows.IMPORT_ROWS[0].name: answers}
    return report.build(times, imports, {"device": "none"}, 6)


def test_import_is_judged_by_the_reference_of_its_process(overhead):
    good, bad = fake_report(overhead, 100.0), fake_report(overhead, 100.0, import_ms=15.0)
    assert good["ok"] and not bad["ok"]
    assert "0.750 of the reference is above 0.66" in overhead["report"].as_text(bad)


def test_report_says_which_row_failed_and_why(overhead):
    good, bad = fake_report(overhead, 104.0), fake_report(overhead, 110.0)
    assert good["ok"] and not bad["ok"]
    text = overhead["report"].as_text(bad)
    assert "FAIL torch.device('cpu'): ratio 1.100 is above 1.05" in text
    assert "1.000 [1.000, 1.000]" in text  # the A/A column


def test_history_is_appended_to(overhead, tmp_path):
    history = tmp_path / "benchmark_history.json"
    for cuda_ns in (100.0, 101.0):
        overhead["report"].append_history(history, fake_report(overhead, cuda_ns))
    entries = json.loads(history.read_text())
    assert [entry["rows"][0]["cuda_ns"] for entry in entries] == [100.0, 101.0]
    assert {"cpu", "cores"} <= entries[0]["machine"].keys()
    assert {"torch", "torchada"} <= entries[0]["versions"].keys()


@pytest.mark.parametrize("low, ok", [(1.031, False), (1.029, True), (0.2, True)])
def test_upstream_is_a_limit_where_it_was_measured(overhead, stats, low, ok):
    upstream = stats.Estimate(1.1, low, 1.2, 0.957, 30)
    assert (stats.problems(make_row(overhead), 50.0, None, upstream) == []) is ok


def test_upstreams_column_is_there_when_it_was_measured(overhead):
    rows, processes, report = overhead["rows"], overhead["processes"], overhead["report"]
    names = [rows.ROWS[1].name, rows.ROWS[2].name]
    times = {spelling: {name: [100.0] * 6 for name in names} for spelling in processes.SPELLINGS}
    # The second row is one that upstream cannot run.
    times[processes.UPSTREAM] = {names[0]: [200.0] * 6, names[1]: []}
    result = report.build(times, {}, {"device": "none"}, 6)
    assert [row["upstream_ns"] for row in result["rows"]] == [200.0, None]
    text = report.as_text(result)
    assert "cuda/upstream" in text and "0.500 [0.500, 0.500]" in text
    assert "upstream" not in report.as_text(fake_report(overhead, 100.0))


def test_upstreams_process_does_not_see_this_torchada(overhead, tmp_path, monkeypatch):
    (tmp_path / "ours" / "torchada").mkdir(parents=True)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'ours'}:{tmp_path}")
    environment = overhead["processes"].environment
    ours = str(tmp_path / "ours")
    assert ours in environment("cuda", True)["PYTHONPATH"].split(":")
    paths = environment("upstream", True)["PYTHONPATH"].split(":")
    assert ours not in paths and str(tmp_path) in paths


def test_unknown_row_is_a_failure_of_the_tool(tmp_path):
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "benchmark_overhead.py"), "--rows", "no such"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert "no row matches" in done.stderr


@pytest.mark.musa
def test_quick_run_prints_valid_json(tmp_path):
    # WHEN two rows are measured in two pairs of processes
    wanted = ["torch.device('cpu')", "x.device.type"]
    command = [sys.executable, str(BENCHMARKS / "benchmark_overhead.py"), "--quick", "--json"]
    done = subprocess.run(
        [*command, "--pairs", "2", "--rows", *wanted],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    # THEN both are there with times of either spelling (how fast they are, two pairs cannot tell)
    assert done.returncode in (0, 1), done.stderr
    result = json.loads(done.stdout)
    assert sorted(row["row"] for row in result["rows"]) == wanted
    for row in result["rows"]:
        assert row["native_ns"] > 0 and row["cuda_ns"] > 0
        assert row["ratio"]["low"] <= row["ratio"]["median"] <= row["ratio"]["high"]
        assert row["noise"]["count"] == 2
    assert done.returncode == (0 if result["ok"] else 1)


@pytest.fixture(scope="module")
def platform():
    """benchmark_platform.py as a module."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("benchmark_platform")
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.mark.parametrize(
    "value, limit, expected",
    [(1.0, "", True), (0.9, ">=0.9", True), (0.89, ">=0.9", False), (3, "<=2", False)],
)
def test_platform_limits(platform, value, limit, expected):
    assert platform.is_within({"value": value, "limit": limit}) is expected


def test_platform_programs_build(platform, tmp_path):
    assert platform.programs() == ["all_reduce", "copy", "kernels", "launch", "shapes"]
    for name in platform.programs():
        assert platform.build(name, str(tmp_path), platform.installed_home()).is_file()


def test_platform_runs_and_says_what_is_over(platform, monkeypatch, capsys):
    rows = [{"program": "p", "row": "r", "value": 1.0, "unit": "ratio", "limit": ">=2"}]
    monkeypatch.setattr(platform, "measure", lambda names, home: rows)
    assert platform.main(["copy"]) == 1
    assert capsys.readouterr().out.split()[-1] == "OVER"
    with pytest.raises(SystemExit):
        platform.main(["nothing"])
