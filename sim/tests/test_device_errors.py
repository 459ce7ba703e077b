"""What Python sees when a device fails, mostly by MUSASIM_FAULTS: each case breaks a device, so it
runs in a process of its own, with two devices."""

import pytest
import torch
import torch_musa

HEADER = """
import torch, torch_musa

ERROR = getattr(torch, "AcceleratorError", RuntimeError)

def text(call):
    try:
        call()
    except ERROR as error:
        return str(error).splitlines()[0]
    return "no error"

x = torch.ones(4, 4, device="musa:1")
"""


@pytest.fixture
def run_with_faults(run_python):
    def run(faults, code):
        env = {"MUSASIM": "1", "MUSASIM_DEVICES": "2", "MUSASIM_FAULTS": faults}
        return run_python(HEADER + code, env=env).stdout.splitlines()

    return run


def test_an_error_of_the_runtime_is_an_accelerator_error():
    dead = torch_musa.ExternalStream(0x1230)
    kind = getattr(torch, "AcceleratorError", RuntimeError)
    with pytest.raises(kind, match="MUSA error: invalid resource handle") as caught:
        dead.synchronize()
    assert getattr(caught.value, "error_code", 400) == 400


def test_an_error_is_told_once():
    with pytest.raises(RuntimeError, match="invalid resource handle"):
        torch_musa.ExternalStream(0x1230).query()
    assert torch.ones(2, device="musa").sum().item() == 2


def test_a_kernel_that_fails_breaks_its_device(run_with_faults):
    lines = run_with_faults(
        "kernel:name=aten::mm,device=1",
        """
print(text(lambda: x + x))
print(text(lambda: x @ x))
print(text(lambda: x + x))
print(text(lambda: x.cpu()))
print(text(torch_musa.synchronize), text(lambda: torch_musa.synchronize(1)))
print(torch.ones(2, device="musa:0").sum().item())
""",
    )
    broken = "MUSA error: an illegal memory access was encountered"
    assert lines == ["no error", broken, broken, broken, f"no error {broken}", "2.0"]


def test_a_kernel_can_fail_in_its_own_way(run_with_faults):
    lines = run_with_faults("kernel:name=aten::mul,error=assert", "print(text(lambda: x * x))")
    assert lines == ["MUSA error: device-side assert triggered"]


def test_work_that_fails_later_is_told_by_a_later_call(run_with_faults):
    lines = run_with_faults(
        "kernel:name=sleep",
        """
with torch_musa.device(1):
    print(text(lambda: torch_musa._sleep(1000)))
    print(text(torch_musa.synchronize))
print(text(lambda: x + x))
""",
    )
    broken = "MUSA error: an illegal memory access was encountered"
    assert lines == ["no error", broken, broken]


@pytest.mark.parametrize("direction", ["h2d", "d2h", "d2d"])
def test_a_copy_that_fails(run_with_faults, direction):
    code = {
        "h2d": "torch.ones(2).to('musa:1')",
        "d2h": "x.cpu()",
        "d2d": "x.clone()",
    }[direction]
    lines = run_with_faults(
        f"copy:direction={direction}", f"print(text(lambda: {code})); print(text(lambda: x + x))"
    )
    assert lines == ["MUSA error: uncorrectable ECC error encountered"] * 2


def test_copies_that_convert_and_items_are_copies_too(run_with_faults):
    for code in ("x.t().cpu()", "x[0, 0].item()", "x.to('cpu', torch.float64)"):
        lines = run_with_faults("copy:direction=d2h", f"print(text(lambda: {code}))")
        assert lines == ["MUSA error: uncorrectable ECC error encountered"]


def test_a_slow_link_is_slow(run_with_faults):
    lines = run_with_faults(
        "copy:direction=h2d,delay_ms=100,times=1",
        """
import time
begin = time.monotonic()
torch.ones(4).to("musa:1")
print(time.monotonic() - begin >= 0.1)
""",
    )
    assert lines == ["True"]


def test_a_lost_device(run_with_faults):
    lines = run_with_faults(
        "device_lost:device=1,after=20",
        """
count = 0
while text(lambda: x.add_(1)) == "no error":
    count += 1
print(0 < count <= 20)
print(text(lambda: x.add_(1)))
print(text(lambda: torch_musa.synchronize(1)))
print(torch.ones(2, device="musa:0").sum().item())
""",
    )
    lost = "MUSA error: all MUSA-capable devices are busy or unavailable"
    assert lines == ["True", lost, lost, "2.0"]


def test_memory_that_cannot_be_had(run_with_faults):
    lines = run_with_faults(
        "alloc:above=64M",
        """
for call in (lambda: torch.empty(1 << 25, device="musa:1"), lambda: torch.ones(1 << 25, device="musa")):
    try:
        call()
    except torch.OutOfMemoryError as error:
        print(str(error)[:18])
print(x.sum().item())
""",
    )
    assert lines == ["MUSA out of memory", "MUSA out of memory", "16.0"]


def test_events_and_streams_of_a_broken_device(run_with_faults):
    lines = run_with_faults(
        "kernel:name=aten::mm",
        """
with torch_musa.device(1):
    stream, event = torch_musa.Stream(), torch_musa.Event()
    event.record()
    text(lambda: x @ x)
    for call in (event.query, event.synchronize, event.record, stream.query, stream.synchronize,
                 torch_musa.Stream().synchronize, lambda: event.wait(stream)):
        print(text(call))
""",
    )
    assert lines == ["MUSA error: an illegal memory access was encountered"] * 7
