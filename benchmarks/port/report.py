"""The table and the JSON."""

import os
import platform


def machine():
    return {
        "cpu": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }


def build(results, corpus, rounds, load_before):
    """The report as JSON; there are no verdicts where the corpus is too small."""
    judged = corpus.is_enough()
    return {
        "machine": {**machine(), "load_before": load_before},
        "corpus": {**corpus.as_json(), "enough": judged},
        "rounds": rounds,
        "rows": results,
        "ok": not judged or all(row["ok"] for row in results),
    }


def _verdict(row, judged):
    if not row["limit"]:
        return ""
    return ("ok" if row["ok"] else "MISSED") if judged else "no verdict"


def _line(row, judged):
    value = row["value"]
    interval = f"[{value['low']:.2f}, {value['high']:.2f}]"
    size = f"{row['corpus']['bytes'] / 1e6:.1f} MB"
    other = "" if row["other_seconds"] is None else f"{row['other_seconds']:.3f} s"
    return (
        f"{row['row']:<36}{size:>10}{row['seconds']:>9.3f} s{other:>11}{value['median']:>10.2f} "
        f"{row['unit']:<14}{interval:<20}{row['limit']:<7}{_verdict(row, judged)}"
    ).rstrip()


def as_text(report):
    corpus, machine_ = report["corpus"], report["machine"]
    head = f"{'':<36}{'bytes':>10}{'ours':>11}{'other':>11}{'median':>10} {'':<14}"
    lines = [
        f"{corpus['files']} files, {corpus['bytes'] / 1e6:.1f} MB; {report['rounds']} rounds; "
        f"{machine_['cores']} cores, load {machine_['load_before']:.1f} before and "
        f"{machine_['load']:.1f} after",
        f"{head}{'95 % interval':<20}{'limit':<7}verdict",
    ]
    lines += [_line(row, corpus["enough"]) for row in report["rows"]]
    if not corpus["enough"]:
        lines.append("The corpus has less than 20 MB of CUDA sources: no verdict.")
    return "\n".join(lines)
