"""What the tests of the profiler share."""

import pytest
from torch.profiler import ProfilerActivity

MARKS = [
    pytest.mark.gpu,
    # PyTorch 2.11 says it of the first profile of a process.
    pytest.mark.filterwarnings(
        "ignore:.*Profiler clears events at the end of each cycle:UserWarning"
    ),
]
BOTH = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
