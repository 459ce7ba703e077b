"""What torch.cuda asks the GPU's management library, which need not be installed."""

import pytest
import torch

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:The pynvml package:FutureWarning"),
]

ASK = {
    "utilization": lambda device: torch.cuda.utilization(device),
    "memory_usage": lambda device: torch.cuda.memory_usage(device),
    "temperature": lambda device: torch.cuda.temperature(device),
    "power_draw": lambda device: torch.cuda.power_draw(device),
    "clock_rate": lambda device: torch.cuda.clock_rate(device),
}


@pytest.mark.parametrize("name", list(ASK))
@pytest.mark.parametrize("device", [None, 0, "cuda:0", torch.device("cuda", 0)])
def test_an_answer_or_what_is_missing(name, device):
    try:
        value = ASK[name](device)
    except ModuleNotFoundError as error:
        assert "does not seem to be installed or it can't be imported" in str(error)
    except Exception as error:
        # The class is the library's, NVML's or MTML's.
        assert type(error).__name__.endswith("Error_NotSupported"), repr(error)
    else:
        assert isinstance(value, int) and value >= 0


def test_memory_in_use():
    try:
        used = torch.cuda.device_memory_used()
    except ModuleNotFoundError as error:
        assert "does not seem to be installed or it can't be imported" in str(error)
    else:
        free, total = torch.cuda.mem_get_info()
        assert 0 <= used <= total


def test_processes_are_a_text():
    assert isinstance(torch.cuda.list_gpu_processes(), str)
