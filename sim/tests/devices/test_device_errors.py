"""What Python sees when a device fails, mostly by MUSASIM_FAULTS.

A fault breaks a device for the rest of its process, so the cases run together in a process of their
own in which each breaks another device: CASES maps names to (rule for device N, code over a tensor
`x` there, lines that it prints).
"""

import json

import pytest
import torch
import torch_musa

ILLEGAL = "MUSA error: an illegal memory access was encountered"
ECC = "MUSA error: uncorrectable ECC error encountered"
LOST = "MUSA error: all MUSA-capable devices are busy or unavailable"

CASES = {
    "a kernel that fails breaks its device": (
        "kernel:name=aten::mm",
        """
        told(lambda: x + x)
        told(lambda: x @ x)
        told(lambda: x + x)
        told(lambda: x.cpu())
        told(lambda: torch_musa.synchronize(x.device))
        """,
        ["no error", ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL],
    ),
    "a kernel can fail in its own way": (
        "kernel:name=aten::mul,error=assert",
        "told(lambda: x * x)",
        ["MUSA error: device-side assert triggered"],
    ),
    "work that fails later is told by a later call": (
        "kernel:name=sleep",
        """
        told(lambda: torch_musa._sleep(1000))
        told(torch_musa.synchronize)
        told(lambda: x + x)
        """,
        ["no error", ILLEGAL, ILLEGAL],
    ),
    "a copy from the host": (
        "copy:direction=h2d",
        "told(lambda: torch.ones(2).to(x.device)); told(lambda: x + x)",
        [ECC, ECC],
    ),
    "a copy to the host": (
        "copy:direction=d2h",
        "told(lambda: x.cpu()); told(lambda: x + x)",
        [ECC, ECC],
    ),
    "a copy within the device": (
        "copy:direction=d2d",
        "told(lambda: x.clone()); told(lambda: x + x)",
        [ECC, ECC],
    ),
    "a copy that rearranges": ("copy:direction=d2h", "told(lambda: x.t().cpu())", [ECC]),
    "a copy that converts": ("copy:direction=d2h", "told(lambda: x.to('cpu', torch.int))", [ECC]),
    "an item": ("copy:direction=d2h", "told(lambda: x[0, 0].item())", [ECC]),
    "a copy behind other work": (
        "copy:direction=h2d",
        """
        pinned = torch.ones(4, 4).pin_memory()
        torch_musa._sleep(20_000_000)
        told(lambda: x.copy_(pinned, non_blocking=True))
        told(torch_musa.synchronize)
        """,
        ["no error", ECC],
    ),
    "a slow link is only slow": (
        "copy:direction=h2d,delay_ms=100,times=1",
        """
        begin = time.monotonic()
        torch.ones(4).to(x.device)
        print(time.monotonic() - begin >= 0.1)
        """,
        ["True"],
    ),
    "a lost device": (
        "device_lost:after=20",
        """
        count = 0
        while told(lambda: x.add_(1), quiet=True) == "no error":
            count += 1
        print(0 < count <= 20)
        told(lambda: x.add_(1))
        told(torch_musa.synchronize)
        """,
        ["True", LOST, LOST],
    ),
    "memory that cannot be had": (
        "alloc:above=64M",
        """
        try:
            torch.empty(1 << 25, device=x.device)
        except torch.OutOfMemoryError as error:
            print(str(error)[:18])
        print(x.sum().item())
        """,
        ["MUSA out of memory", "16.0"],
    ),
    "events and streams of a broken device": (
        "kernel:name=aten::mm",
        """
        stream, event = torch_musa.Stream(), torch_musa.Event()
        event.record()
        told(lambda: x @ x)
        for call in (event.query, event.synchronize, event.record, stream.query,
                     stream.synchronize, torch_musa.Stream().synchronize,
                     lambda: event.wait(stream)):
            told(call)
        """,
        [ILLEGAL] * 8,
    ),
}

PROGRAM = """
import contextlib, io, json, sys, textwrap, time
import torch, torch_musa

ERROR = getattr(torch, "AcceleratorError", RuntimeError)


def told(call, quiet=False):
    text = "no error"
    try:
        call()
    except ERROR as error:
        text = str(error).splitlines()[0]
    if not quiet:
        print(text)
    return text


results = []
for device, (name, code) in enumerate(json.loads(sys.argv[1])):
    with torch_musa.device(device):
        x = torch.full((4, 4), 1.0, device="musa")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(textwrap.dedent(code), {**globals(), "x": x})
    results.append([name, printed.getvalue().splitlines()])
last = torch_musa.device_count() - 1
print(json.dumps([dict(results), torch.ones(2, device=f"musa:{last}").sum().item()]))
"""


@pytest.fixture(scope="module")
def results(run_python):
    """What each case printed, and the work of a device that no rule is for."""
    rules = "; ".join(
        rule + ("," if ":" in rule else ":") + f"device={device}"
        for device, (rule, _, _) in enumerate(CASES.values())
    )
    env = {"MUSASIM": "1", "MUSASIM_DEVICES": str(len(CASES) + 1), "MUSASIM_FAULTS": rules}
    cases = json.dumps([(name, code) for name, (_, code, _) in CASES.items()])
    return json.loads(run_python(PROGRAM, cases, env=env).stdout)


@pytest.mark.parametrize("name", CASES)
def test_fault(results, name):
    assert results[0][name] == CASES[name][2]


def test_the_other_devices_go_on(results):
    assert results[1] == 2


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
