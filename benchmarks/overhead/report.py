"""Turns times into results, a table, JSON and a line of history."""

import datetime
import importlib.metadata
import json
import os
import platform
from pathlib import Path

from . import statistics as stats
from .processes import UPSTREAM
from .rows import IMPORT_ROWS, ROWS


def row_result(row, times):
    """What is known of one row: ns of both spellings, ratio, noise (A/A), verdict."""
    cuda = times["cuda"][row.name]
    native = times["native"][row.name]
    again = times["native-again"][row.name]
    ratio = stats.estimate(stats.pair_ratios(cuda, native)) if native else None
    noise = stats.estimate(stats.pair_ratios(again, native)) if native else None
    cuda_ns = stats.median(cuda)
    theirs = times.get(UPSTREAM, {}).get(row.name)
    upstream = stats.estimate(stats.pair_ratios(cuda, theirs)) if theirs else None
    failures = stats.problems(row, cuda_ns, ratio, upstream)
    return {
        "row": row.name,
        "cuda": row.cuda,
        "native": row.native,
        "native_ns": stats.median(native) if native else None,
        "cuda_ns": cuda_ns,
        "ratio": ratio and ratio.as_json(),
        "noise": noise and noise.as_json(),
        "upstream_ns": stats.median(theirs) if theirs else None,
        "cuda_to_upstream": upstream and upstream.as_json(),
        "limit": stats.limit_text(row),
        "ok": not failures,
        "problems": failures,
    }


def import_result(row, answers):
    """One import row: ms, and the ratio to the reference packages of the same process."""
    measured = stats.estimate([answer["ms"] for answer in answers])
    ratio = stats.estimate([answer["ms"] / answer["reference_ms"] for answer in answers])
    failures = []
    if row.max_ratio is not None and ratio.median > row.max_ratio:
        failures.append(f"{ratio.median:.3f} of the reference is above {row.max_ratio}")
    return {
        "row": row.name,
        "ms": measured.as_json(),
        "ratio": ratio.as_json(),
        "limit": "" if row.max_ratio is None else f"<={row.max_ratio}",
        "ok": not failures,
        "problems": failures,
    }


def build(times, import_times, versions, pairs):
    """The whole report as one JSON-ready dictionary."""
    results = [row_result(row, times) for row in ROWS if times["cuda"].get(row.name)]
    imports = [
        import_result(row, import_times[row.name])
        for row in IMPORT_ROWS
        if row.name in import_times
    ]
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": machine(),
        "versions": {**package_versions(), **versions},
        "pairs": pairs,
        "rows": results,
        "imports": imports,
        "ok": all(result["ok"] for result in results + imports),
    }


def cpu_name():
    """The processor's name as Linux knows it, elsewhere what Python says."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def machine():
    return {"cpu": cpu_name(), "cores": os.cpu_count(), "system": platform.platform()}


def package_versions():
    """Versions of what matters, for those that are installed."""
    versions = {"python": platform.python_version()}
    for name in ("torchada", "torch", "torch_musa", "musasim"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = None
    return versions


def interval(estimate):
    if estimate is None:
        return ""
    return "{median:.3f} [{low:.3f}, {high:.3f}]".format(**estimate)


def nanoseconds(value):
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def table_lines(header, body):
    """Left-aligned first column, right-aligned others, two spaces between, a rule below the head."""
    widths = [max(len(line[i]) for line in [header, *body]) for i in range(len(header))]
    lines = []
    for cells in [header, ["-" * width for width in widths], *body]:
        first, *rest = zip(cells, widths)
        padded = [first[0].ljust(first[1])] + [cell.rjust(width) for cell, width in rest]
        lines.append("  ".join(padded).rstrip())
    return lines


def row_cells(result, with_upstream):
    upstream = [nanoseconds(result["upstream_ns"]), interval(result["cuda_to_upstream"])]
    return [
        result["row"],
        nanoseconds(result["native_ns"]),
        nanoseconds(result["cuda_ns"]),
        interval(result["ratio"]),
        interval(result["noise"]),
        *(upstream if with_upstream else []),
        result["limit"],
        "ok" if result["ok"] else "FAIL",
    ]


def import_cells(result):
    return [
        result["row"],
        "{median:.2f} [{low:.2f}, {high:.2f}]".format(**result["ms"]),
        interval(result["ratio"]),
        result["limit"],
        "ok" if result["ok"] else "FAIL",
    ]


def as_text(report):
    """The report for a terminal."""
    lines = [
        "{cpu}, {cores} cores".format(**report["machine"]),
        ", ".join(f"{name} {value}" for name, value in report["versions"].items() if value),
        f"{report['pairs']} pairs of processes; median of pair ratios [95% interval]",
        "",
    ]
    has_upstream = any(result["upstream_ns"] is not None for result in report["rows"])
    header = ["ns per call", "native", "cuda", "cuda/native", "noise (A/A)"]
    header += ["upstream", "cuda/upstream"] if has_upstream else []
    header += ["limit", ""]
    if report["rows"]:
        body = [row_cells(result, has_upstream) for result in report["rows"]]
        lines += table_lines(header, body) + [""]
    header = ["import", "ms", "/ reference", "limit", ""]
    if report["imports"]:
        lines += table_lines(header, [import_cells(result) for result in report["imports"]]) + [""]
    for result in report["rows"] + report["imports"]:
        lines += [f"FAIL {result['row']}: {text}" for text in result["problems"]]
    lines.append("all rows within their limits" if report["ok"] else "some rows are over")
    return "\n".join(lines)


def append_history(path, report):
    """Add the report to the JSON list in `path`; the old file stays whole until the new one is."""
    history = json.loads(path.read_text()) if path.exists() else []
    history.append(report)
    fresh = path.with_suffix(".json.new")
    fresh.write_text(json.dumps(history, indent=1) + "\n")
    fresh.replace(path)
