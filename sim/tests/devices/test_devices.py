"""Devices: current one, guards, properties, which argument means which device."""

import pytest
import torch
import torch_musa
from torch_musa.core._utils import _get_musa_device_index


def test_set_device_and_current_device(second_device):
    torch_musa.set_device(f"musa:{second_device}")
    assert torch_musa.current_device() == second_device
    assert torch.empty(1, device="musa").device.index == second_device
    torch_musa.set_device(-1)
    assert torch_musa.current_device() == second_device
    torch_musa.set_device(torch.device("musa", 0))
    assert torch_musa.current_device() == 0


def test_set_device_that_does_not_exist():
    with pytest.raises(
        RuntimeError, match="invalid device ordinal: .* musa:99, but the number of devices is 2"
    ):
        torch_musa.set_device(99)


@pytest.mark.parametrize("guard", [torch_musa.device, torch_musa._DeviceGuard])
def test_a_guard_restores_the_device(second_device, guard):
    with pytest.raises(KeyError):
        with guard(second_device):
            assert torch_musa.current_device() == second_device
            raise KeyError
    assert torch_musa.current_device() == 0


@pytest.mark.parametrize("nothing", [None, -1])
def test_a_guard_of_nothing_changes_nothing(nothing):
    with torch_musa.device(nothing):
        assert torch_musa.current_device() == 0


def test_device_of_an_object(second_device):
    with torch_musa.device_of(torch.empty(1, device=f"musa:{second_device}")):
        assert torch_musa.current_device() == second_device
    with torch_musa.device_of(torch.empty(1)):
        assert torch_musa.current_device() == 0


def test_exchange_device(second_device):
    assert torch_musa._exchange_device(second_device) == 0
    assert torch_musa._exchange_device(-1) == -1
    assert torch_musa._maybe_exchange_device(0) == second_device


def test_properties():
    properties = torch_musa.get_device_properties("musa:0")
    assert properties.name == torch_musa.get_device_name() == "MTT S4000 (simulated)"
    assert torch_musa.get_device_capability(0) == (2, 2) == (properties.major, properties.minor)
    assert properties.total_memory > 0 and properties.multi_processor_count > 0
    assert "MTT S4000" in repr(properties)
    with pytest.raises(AssertionError, match="there are 2 MUSA devices"):
        torch_musa.get_device_properties(2)


def test_peers(second_device):
    assert torch_musa.can_device_access_peer(0, second_device) is True
    assert torch_musa.can_device_access_peer(0, 0) is False
    with pytest.raises(AssertionError, match="peer device"):
        torch_musa.can_device_access_peer(0, 7)


def test_architectures_and_types():
    assert torch_musa.get_arch_list()
    assert all(name.startswith("mp_") for name in torch_musa.get_arch_list())
    assert torch_musa.is_bf16_supported() and torch_musa.is_bf16_supported(False)
    assert torch_musa.is_tf32_supported()


def test_synchronize(second_device):
    torch_musa.synchronize()
    torch_musa.synchronize(second_device)
    assert torch_musa.current_device() == 0


@pytest.mark.parametrize(
    "argument, index", [(1, 1), ("musa:1", 1), ("musa", 0), (None, 0), (-1, -1)]
)
def test_device_index_of_an_argument(argument, index):
    assert _get_musa_device_index(argument) == index


def test_device_index_of_another_device():
    assert _get_musa_device_index("cpu", allow_cpu=True) == -1
    for wrong in ("cpu", torch.device("meta"), "cuda:0"):
        with pytest.raises(ValueError, match="Expected a musa device"):
            _get_musa_device_index(wrong)
    with pytest.raises(ValueError, match="Expected a musa device"):
        _get_musa_device_index(1.5)


@pytest.mark.parametrize(
    "name, value, allowed",
    [
        ("MUSASIM_DEVICES", "two", "expected a number from 0 to 64"),
        ("MUSASIM_MODEL", "S9", "expected one of S80, S4000, S5000"),
        (
            "MUSASIM_MEMORY",
            "16Q",
            "expected a size in bytes, or one like 512M or 16G, up to 4T, or auto",
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_named(run_python, name, value, allowed):
    code = """
    import torch
    print(torch.musa.is_available())
    for use in (torch.musa.current_device, lambda: torch.empty(1, device="musa")):
        try:
            use()
        except RuntimeError as error:
            print(error)
    """
    done = run_python(code, env={"MUSASIM": "1", name: value})
    problem = f"{name}={value}: {allowed}"
    lines = done.stdout.splitlines()
    assert lines[0] == "False" and lines[1] == problem and problem in lines[2]
    assert done.stderr.count(f"RuntimeWarning: the simulator has no devices: {problem}") == 1


def test_without_a_device(run_python):
    code = """
    import torch
    torch.manual_seed(1)
    torch.musa.manual_seed_all(1)
    print(torch.musa.is_available(), torch.musa.device_count())
    for use in (torch.musa.current_device, lambda: torch.empty(1, device="musa")):
        try:
            use()
        except RuntimeError as error:
            print(error)
    """
    lines = run_python(code, env={"MUSASIM": "1", "MUSA_VISIBLE_DEVICES": ""}).stdout.splitlines()
    assert lines[0] == "False 0"
    assert all("No MUSA GPUs are available" in line for line in lines[1:3]) and len(lines) >= 3
