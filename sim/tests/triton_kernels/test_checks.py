"""Kernels with mistakes: what MUSASIM_CHECK_KERNELS=1 and MUSASIM_KERNEL_TIMEOUT report of them."""

import re

import pytest
from program import place_of, run_program, without_process

pytest.importorskip("triton")
CHECKED = {"MUSASIM_CHECK_KERNELS": "1"}


@pytest.fixture
def report_of(run_python, tmp_path):
    """What a program writes to stderr while its kernels are checked."""

    def report_of(code, status=None, **environment):
        done = run_program(run_python, tmp_path, code, **CHECKED, **environment)
        assert status is None or done.returncode == status, done.stderr
        return without_process(done.stderr)

    return report_of


STORE = """
@triton.jit
def beyond(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(x + i, v + 1)  # lacks its mask

x = torch.zeros(128, device="musa")
beyond[(1,)](x, 128, 256)
torch.musa.synchronize()
"""


def test_a_store_beyond_an_allocation(report_of):
    report = report_of(STORE)
    assert "ERROR: invalid global write of 16 bytes in kernel beyond\n" in report
    assert re.search(rf"at /.*{place_of(STORE, '# lacks')}\n", report)
    assert re.search(r"by thread \(\d+,0,0\) of block \(0,0,0\)\n", report)
    assert re.search(r"0x[0-9a-f]+ lies \d+ bytes beyond 512 bytes of device memory at 0x", report)
    assert "an illegal memory access was encountered" in report


# Statements, and what is said of them; n is 130.
OTHERS = {
    "tl.store(x, tl.load(x + n))": "invalid global read of 4 bytes in kernel kernel_{}",
    "tl.atomic_add(x + 128, 1.0)": "invalid global atomic operation of 4 bytes in kernel kernel_{}",
    "tl.atomic_xchg(x + n, 1.0)": "invalid global atomic operation of 4 bytes in kernel kernel_{}",
    "tl.atomic_cas((x + 128).to(tl.pointer_type(tl.int32)) + tl.arange(0, 16), tl.zeros((16,), tl.int32), "
    "tl.zeros((16,), tl.int32))": "invalid global atomic operation of 4 bytes in kernel kernel_{}",
    "tl.store(tl.cast(n - 130, tl.pointer_type(tl.int8), bitcast=True), 1)": "(nil) is not in any allocation",
    "tl.store((x + 128).to(tl.pointer_type(tl.float16)), 1.0)": "write of 2 bytes in kernel kernel_{}",
    "tl.store((x.to(tl.pointer_type(tl.int8)) + n).to(tl.pointer_type(tl.float32)), 1.0)": (
        "misaligned address write of 4 bytes in kernel kernel_{}"
    ),
}
OTHER = """
@triton.jit
def kernel_{0}(x, n: tl.int64):
    {1}

with torch.musa.device({0}):
    x = torch.zeros(128, device="musa")
    kernel_{0}[(1,)](x, 130)
"""
# Each breaks its device.
WAIT = """
for device in range(torch.musa.device_count()):
    try:
        torch.musa.synchronize(device)
    except RuntimeError as error:
        print(error)
"""


def on_devices(template, statements):
    """A program with a kernel for each statement, each on a device of its own."""
    return "".join(template.format(i, each) for i, each in enumerate(statements)) + WAIT


def test_other_accesses(report_of):
    code = on_devices(OTHER, OTHERS)
    report = report_of(code, 99, MUSASIM_DEVICES=str(len(OTHERS)))
    for number, (statement, words) in enumerate(OTHERS.items()):
        assert words.format(number) in report, report
        assert f"{place_of(code, statement)}\n" in report, report


# The compiler puts barriers where they are needed, so a race needs a compiler that does not: what it has made is
# changed, and read again.
RACE = """
import re, sys

@triton.jit
def turn(x, out, M: tl.constexpr, N: tl.constexpr, copy: tl.constexpr):
    row, column = tl.arange(0, M), tl.arange(0, N)
    v = tl.load(x + row[:, None] * N + column[None, :])
    tl.store(out + column[:, None] * M + row[None, :], tl.trans(v))  # through shared memory

x, out = torch.randn(128, 64, device="musa"), torch.zeros(64, 128, device="musa")
compiled = turn[(1,)](x, out, 128, 64, 0)
assert torch.equal(out, x.T)
text, count = re.subn(".*call void @amdgcn.s.barrier.*", "", compiled.asm["llir"])
assert count > 0
open(sys.argv[0] + ".llir", "w").write(text)
turn[(1,)](x, out, 128, 64, 1, ir_override=sys.argv[0] + ".llir")
torch.musa.synchronize()
"""


def test_a_race_through_shared_memory(report_of, tmp_path):
    code = RACE.replace("sys.argv[0]", repr(str(tmp_path / "changed")))
    report = report_of(code, 99)
    assert "race: two threads use the same" in report
    assert "bytes of shared memory in kernel turn\n" in report
    place = place_of(code, "# through")
    assert re.search(rf"thread \(\d+,0,0\) wrote at .*{place}\n", report)
    assert re.search(rf"thread \(\d+,0,0\) read at .*{place}\n", report)
    assert "of the dynamic shared memory" in report


RIGHT = """
@triton.jit
def right(x, out, counts, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    total = tl.sum(v) + tl.max(tl.cumsum(v, 0)) + tl.sum(tl.sort(v))
    m = tl.reshape(v, (32, BLOCK // 32))
    total += tl.sum(tl.dot(m, tl.trans(m)))
    histogram = tl.histogram((v * 10).to(tl.int32), 16)
    tl.atomic_add(counts + tl.arange(0, 16), histogram)
    tl.atomic_max(counts + i % 16, 3, mask=i < n)
    tl.store(out + i, v + total, mask=i < n)

x, out = torch.rand(1000, device="musa"), torch.zeros(1000, device="musa")
counts = torch.zeros(16, dtype=torch.int32, device="musa")
# A temporary tensor is freed while the kernel runs.
right[(3,)](torch.rand(1000, device="musa"), out, counts, 1000, 1024)
for warps in (1, 4):
    right[(3,)](x, out, counts, 1000, 1024, num_warps=warps)
assert out.isfinite().all() and counts.sum() > 0
"""


def test_a_right_kernel_has_no_reports(report_of):
    assert report_of(RIGHT, 0) == ""


def test_checked_and_unchecked_kernels_are_kept_apart(run_python, tmp_path, report_of):
    assert "invalid" not in run_program(run_python, tmp_path, STORE).stderr
    assert "invalid global write" in report_of(STORE)
    made = [each.read_text() for each in (tmp_path / "cache").rglob("*.llir")]
    assert sorted("musasim_checked_" in text for text in made) == [False, True]


ENDLESS = [
    "while tl.load(x, volatile=True) == 0.0: tl.store(x + 1, 1.0)",
    "while tl.atomic_cas(lock, 0, 1) != 5: pass",
    "while tl.sum(tl.load(x + tl.arange(0, 64), volatile=True)) == 0.0: pass",
]
WITHOUT_END = """
@triton.jit
def endless_{0}(x, lock):
    {1}

with torch.musa.device({0}):
    x, lock = torch.zeros(64, device="musa"), torch.zeros(1, dtype=torch.int32, device="musa")
    endless_{0}[({0} + 1,)](x, lock)
"""


def test_kernels_without_end(run_python, tmp_path):
    code = on_devices(WITHOUT_END, ENDLESS)
    variables = {"MUSASIM_KERNEL_TIMEOUT": "0.5", "MUSASIM_DEVICES": str(len(ENDLESS))}
    done = run_program(run_python, tmp_path, code, **variables)
    for number, statement in enumerate(ENDLESS):
        text = f"musasim: kernel endless_{number} has run for more than 0.5 s"
        assert done.stderr.count(text) == 1
        line = next(line for line in done.stderr.split("\n") if text in line)
        assert re.search(
            rf"of block \(\d,0,0\) is at /.*{place_of(code, statement)} \(0x\w+\)$", line
        )
    assert done.stdout.count("the launch timed out and was terminated") == len(ENDLESS)


LARGE = """
@triton.jit
def large(x, M: tl.constexpr, N: tl.constexpr):
    row, column = tl.arange(0, M), tl.arange(0, N)
    v = tl.load(x + row[:, None] * N + column[None, :])
    tl.store(x + column[:, None] * M + row[None, :], tl.trans(v))

large[(1,)](torch.zeros(128, 256, device="musa"), 128, 256)
"""


def test_more_shared_memory_than_there_is(run_python, tmp_path):
    done = run_program(run_python, tmp_path, LARGE)
    place = place_of(LARGE, "@triton.jit")
    text = rf"OutOfSharedMemory: the kernel large \(/.*{place}\): out of resource: shared memory, Required: 131072"
    assert re.search(text, done.stderr), done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "  %1 = load [2 x i32], ptr addrspace(1) %0, align 4",
        "  %1 = load <3 x i32>, ptr addrspace(3) %0, align 4",
        "  store i128 %1, ptr addrspace(1) %0, align 16",
        "  %1 = atomicrmw add ptr addrspace(1) %0, i32 1 monotonic",
    ],
)
def test_an_access_that_cannot_be_checked_is_named(line):
    from musasim.triton import _checks

    with pytest.raises(NotImplementedError, match="cannot check the access") as error:
        _checks.insert_checks(line)
    assert line.strip() in str(error.value)


def test_a_thread_s_own_variables_are_not_checked():
    from musasim.triton import _checks

    lines = (
        "  store ptr addrspace(1) %0, ptr addrspace(5) %1\n  %2 = load i128, ptr addrspace(5) %1"
    )
    assert _checks.insert_checks(lines) == lines + "\n"
