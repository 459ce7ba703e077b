"""Times of a row's two sides in turn, and the ratio of each round."""

import gc
import time

from overhead.statistics import estimate

LOOP_SECONDS = 0.0015


def _seconds(call, count):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - start


def _calls_in_a_loop(call):
    """How often the call fits into a loop that lies between two switches of a busy processor."""
    _seconds(call, 20)
    return max(1, int(LOOP_SECONDS / max(_seconds(call, 20) / 20, 1e-9)))


def one_round(row, repeats):
    """(cpu, device) seconds a call, each the fastest of its loops; the two take turns."""
    count = _calls_in_a_loop(row.on_cpu)
    best = [float("inf"), float("inf")]
    for repeat in range(repeats):
        order = (0, 1) if repeat % 2 else (1, 0)
        for side in order:
            call = (row.on_cpu, row.on_device)[side]
            best[side] = min(best[side], _seconds(call, count) / count)
    return best


def measure(rows, rounds, repeats):
    """name -> JSON object with the median ratio and its interval; all rows before the next round."""
    times = {row.name: [] for row in rows}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for row in rows:
                times[row.name].append(one_round(row, repeats))
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    return {row.name: _result(row, times[row.name]) for row in rows}


def _result(row, pairs):
    ratio = estimate([device / cpu for cpu, device in pairs])
    return {
        "cpu_us": min(cpu for cpu, _ in pairs) * 1e6,
        "device_us": min(device for _, device in pairs) * 1e6,
        "ratio": ratio.as_json(),
        "limit": row.limit,
        "ok": ratio.median <= row.limit,
    }
