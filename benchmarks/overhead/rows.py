"""What is measured: the rows that torchada's hooks concern, those of a training step, and imports."""

import dataclasses
import fnmatch
from typing import Optional

from . import training_rows
from .row import BELOW, FAST_NS, NO_RATIO, Row, redirected, unchanged

DEVICE_SETUP = "d = torch.device('{device}:0')"
TENSOR_SETUP = "x = torch.empty(4, device='{device}')"

HOOKED_ROWS = (
    redirected("torch.device('cuda:0')", rule=BELOW, limit=1.0),
    Row("torch.device('cpu')", "torch.device('cpu')", "torch.device('cpu')"),
    redirected("torch.empty(4, device='cuda')"),
    redirected("torch.zeros(4, device='cuda')"),
    redirected("torch.randn(4, device='cuda')"),
    redirected("x.to('cuda')", TENSOR_SETUP),
    redirected("x.cuda()", TENSOR_SETUP),
    Row("h.to('cuda')  # h on CPU", "h.to('cuda')", "h.to('musa')", "h = torch.ones(4)"),
    Row("x.device", "x.device", "x.device", TENSOR_SETUP),
    Row("x.device.type", "x.device.type", "x.device.type", TENSOR_SETUP, BELOW, 1.0),
    Row("d.type", "d.type", "d.type", DEVICE_SETUP, BELOW, 1.0),
    Row("x.is_cuda / x.is_musa", "x.is_cuda", "x.is_musa", TENSOR_SETUP),
    Row("x.is_cuda / genuine getter", "x.is_cuda", "x.is_cuda", TENSOR_SETUP, limit=2.0),
    Row("h.is_cuda / genuine getter", "h.is_cuda", "h.is_cuda", "h = torch.ones(4)", limit=2.0),
    Row("str(d)", "str(d)", "str(d)", DEVICE_SETUP),
    Row("h.type()  # CPU", "h.type()", "h.type()", "h = torch.ones(4)"),
    Row(
        "isinstance(h, torch.FloatTensor)  # CPU",
        "isinstance(h, torch.FloatTensor)",
        "isinstance(h, torch.FloatTensor)",
        "h = torch.ones(4)",
    ),
    redirected("torch.cuda.device_count()", max_ns=FAST_NS),
    redirected("torch.cuda.current_device()"),
    redirected("torch.cuda.current_stream()"),
    redirected("torch.cuda.Stream()"),
    redirected("torch.cuda.Event()"),
    redirected("torch.cuda.Stream", max_ns=FAST_NS),
    redirected("torch.cuda.Event", max_ns=FAST_NS),
    redirected(
        "torch.backends.cuda.is_built()", native="torch.backends.cuda.is_built()", max_ns=FAST_NS
    ),
    Row(
        "_translate_device('cuda')",
        "_translate_device('cuda')",
        None,
        "from torchada._patch import _translate_device",
        rule=NO_RATIO,
        max_ns=FAST_NS,
    ),
    unchanged("torch.zeros(4)  # CPU", "torch.zeros(4)"),
    unchanged("h + h  # CPU", "h + h", "h = torch.ones(4)"),
    unchanged("h.shape", "h.shape", "h = torch.ones(4)"),
    unchanged("torch.float16", "torch.float16"),
)

ROWS = HOOKED_ROWS + training_rows.ROWS


@dataclasses.dataclass(frozen=True)
class ImportRow:
    """What importing costs in a fresh process; `case` is what the process does.

    `max_ratio` is a multiple of the time that the same process needs for the reference packages
    (worker.REFERENCE_PACKAGES), so that it holds on slow machines, too.
    """

    name: str
    case: str
    simulated: bool  # torch_musa can be found
    max_ratio: Optional[float] = None


# 12 ms where the reference packages take 18.2 ms, and 2 ms where they take 31.
IMPORT_ROWS = (
    ImportRow("import torchada, torch_musa loaded", "after-torch", True, max_ratio=0.66),
    ImportRow("import torchada, no torch_musa", "alone", False),
    ImportRow("entry point, no torch_musa", "entry-point", False, max_ratio=0.065),
)


def select(rows, patterns):
    """The rows whose name holds one of the patterns (substring or shell pattern); all when empty."""
    if not patterns:
        return tuple(rows)
    return tuple(
        row
        for row in rows
        if any(p in row.name or fnmatch.fnmatchcase(row.name, p) for p in patterns)
    )
