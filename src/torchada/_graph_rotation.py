"""More graphs than the driver has room for: about 2048 executable ones in a process, and then a fault.

The core destroys those that were not launched for the longest time, and makes them again from their graph when they
are replayed. Nothing is destroyed below the cap.

TORCHADA_GRAPH_EXEC_CAP=1900    # how many there may be; this is the default
TORCHADA_GRAPH_AUTOPROBE=1      # measure the driver's limit first, in a process of its own
"""

import os
from typing import Any, Dict, Optional

from . import _core, _log, _presence

SWITCH = "TORCHADA_GRAPH_ROTATION"
CAP = "TORCHADA_GRAPH_EXEC_CAP"
AUTOPROBE = "TORCHADA_GRAPH_AUTOPROBE"
MARGIN = "TORCHADA_GRAPH_EXEC_MARGIN"

_DEFAULT_CAP = 1900
_DEFAULT_MARGIN = 128
# Below it a program would make graphs all the time; so much room has each driver.
_LEAST = 64
# More than any driver is known to have room for.
_MOST_PROBED = 4096

_PROBE = """
import torch, torch_musa
x = torch.zeros(8, device="musa")
pool, kept = torch.musa.graph_pool_handle(), []
try:
    for _ in range({most}):
        graph = torch.musa.MUSAGraph()
        with torch.musa.graph(graph, pool=pool):
            x + 1
        kept.append(graph)
except RuntimeError:  # there is no room for one more
    pass
print("room for", len(kept), flush=True)
"""


def is_enabled() -> bool:
    """False under TORCHADA_GRAPH_ROTATION=0."""
    return not _presence.is_off(SWITCH)


def stats() -> Optional[Dict[str, Any]]:
    """Counts for people: cap, live, evict, reinstantiate; None before the GPU was used."""
    return _core.graph_counts()


def install() -> bool:
    """Redirect the graph calls of torch_musa's libraries; False where that is off or cannot be done."""
    if not is_enabled():
        return False
    try:
        _core.rotate_graphs(cap())
    except _core.InstallError as error:
        _log.warn(f"graphs beyond the driver's limit fail: {error}")
        return False
    return stats() is not None


def undo() -> None:
    """Have torch_musa call the driver again, unless a graph was destroyed that may be replayed."""
    _core.stop_rotating_graphs()


def cap() -> int:
    """The number of executable graphs that the environment allows."""
    said = _number(CAP, 0, least=1)
    if said:
        return said
    if _presence.is_on(AUTOPROBE):
        room = _probe()
        if room:
            return max(_LEAST, room - _number(MARGIN, _DEFAULT_MARGIN))
    return _DEFAULT_CAP


def _number(variable: str, default: int, least: int = 0) -> int:
    text = os.environ.get(variable, "").strip()
    if text.isdecimal() and int(text) >= least:
        return int(text)
    if text:
        _log.warn(f"{variable}={text} is no number from {least} on and has no effect")
    return default


def _probe() -> int:
    """The number of graphs that the driver has room for; 0 if unknown. A process of its own tries it, and breaks."""
    import subprocess
    import sys

    environment = {**os.environ, SWITCH: "0"}
    command = [sys.executable, "-c", _PROBE.format(most=_MOST_PROBED)]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.warn(f"{AUTOPROBE}: could not measure, the cap is {_DEFAULT_CAP}: {error}")
        return 0
    found = [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("room for ")]
    if not found or found[-1] == "0":
        tail = done.stderr.strip().splitlines()[-1:] or ["nothing was printed"]
        _log.warn(f"{AUTOPROBE}: could not measure, the cap is {_DEFAULT_CAP}: {tail[0]}")
        return 0
    return int(found[-1])
