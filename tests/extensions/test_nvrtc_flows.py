"""Programs that compile kernels while they run: NVRTC gives, bit for bit, what mcc gives for the same source.

The flows are those of NVRTC's guide, of NVIDIA's samples for it, and of CuPy's RawModule; the kernels are our own.
"""

import ctypes
import subprocess
from ctypes import c_float, c_int, c_longlong, c_size_t, c_uint
from pathlib import Path
from typing import NamedTuple

import pytest
import torch
from support.nvrtc import (
    compiled,
    created,
    function_in,
    image_of,
    launch,
    lowered,
    nvrtc,
    write_variable,
)

import torchada.port
from torchada._toolkit import cuda_home

pytestmark = pytest.mark.musa

SOURCES = Path(__file__).parents[1] / "data" / "nvrtc"


class Launch(NamedTuple):
    """One launch: a kernel, or an expression that names one, and its arguments."""

    kernel: str
    grid: tuple
    block: tuple
    arguments: list
    shared: int = 0


class Flow(NamedTuple):
    """A program: its launches, variables that are written before, and what mcc is told to make of templates."""

    launches: list
    variables: tuple = ()
    instances: str = ""
    expressions: tuple = ()
    options: tuple = ()


def numbers(*shape, seed=0, low=0.0, high=1.0):
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(shape, generator=generator) * (high - low) + low


def whole(count, seed=0):
    return torch.randint(-(2**20), 2**20, (count,), generator=torch.Generator().manual_seed(seed))


def vector_add():
    vectors = [numbers(50000), numbers(50000, seed=1), torch.zeros(50000)]
    return Flow([Launch("vector_add", (196,), (256,), [*vectors, c_int(50000)])])


def matrix_mul():
    a, b = numbers(64, 96, low=-1), numbers(96, 128, seed=1, low=-1)
    launches = [
        Launch(
            f"multiply_{tile}",
            (128 // tile, 64 // tile),
            (tile, tile),
            [torch.zeros(64, 128), a, b, c_int(96), c_int(128)],
        )
        for tile in (16, 32)
    ]
    return Flow(launches)


def atomics():
    data = torch.tensor([0, 0, 0, -(2**31), 2**31 - 1, 0, 0, 0, -1, 0, 0, 0], dtype=torch.int32)
    return Flow([Launch("atomics", (64,), (256,), [data])])


def templates():
    kinds = {"float": torch.float32, "int": torch.int32, "double": torch.float64}
    names = [f"kernels::scan<{kind}, 3>" for kind in kinds]
    launches = [
        Launch(name, (1,), (96,), [whole(96).to(dtype), torch.zeros(96, dtype=dtype)], 96 * 8)
        for name, dtype in zip(names, kinds.values())
    ]
    made = "".join(
        f"template __global__ void {name}(const {kind}*, {kind}*);\n"
        for name, kind in zip(names, kinds)
    )
    return Flow(launches, instances=made, expressions=tuple(names))


def black_scholes():
    ranges = ((5, 30), (1, 100), (0.25, 10))
    given = [numbers(2000, 2, seed=i, low=a, high=b) for i, (a, b) in enumerate(ranges)]
    results = [torch.zeros(2000, 2), torch.zeros(2000, 2)]
    last = [c_float(0.02), c_float(0.3), c_int(2000)]
    return Flow([Launch("black_scholes", (16,), (128,), [*results, *given, *last])])


def binomial():
    options = numbers(8, 5, low=0.4, high=0.5) * torch.tensor([50, 40, 0.1, 1, 1.0])
    variables = (("options", options),)
    return Flow(
        [Launch("binomial", (8,), (128,), [torch.zeros(8)])],
        variables,
        options=(f"--include-path={SOURCES}",),
    )


def quasirandom():
    table = torch.randint(0, 2**31, (3, 31), generator=torch.Generator().manual_seed(3))
    launches = [
        Launch("sequence", (4,), (64, 3), [torch.zeros(3, 1000), c_uint(7), c_uint(1000)]),
        Launch("normal", (4,), (128,), [torch.zeros(1000), c_uint(1000)]),
    ]
    return Flow(launches, (("table", table.to(torch.int32)),))


def inline_ptx():
    return Flow(
        [Launch("lanes", (4,), (256,), [torch.zeros(1000, dtype=torch.int32), c_int(1000)])]
    )


def stream():
    data = whole(4096).to(torch.int32)
    return Flow([Launch("increment", (16,), (256,), [data, c_int(value)]) for value in (1, 2, 3)])


def saxpy():
    name = "math::saxpy<float>"
    half, total = torch.zeros(1000, dtype=torch.float16), numbers(4).double()
    arguments = [c_float(1.5), numbers(1000), numbers(1000, seed=1), half, c_size_t(1000)]
    return Flow(
        [Launch(name, (8,), (128,), arguments)],
        (("&math::factor", torch.tensor([3.0])), ("&math::total", total)),
        f"template __global__ void {name}(float, const float*, const float*, __half*, size_t);\n",
        (name, "&math::factor", "&math::total"),
        ("--std=c++17", "-default-device"),
    )


def reduction():
    launch_one = Launch(
        "reduce", (4,), (128,), [numbers(4096, 2), torch.zeros(4, 2), c_longlong(4096)]
    )
    return Flow([launch_one], options=("-I", str(SOURCES), "-DUNUSED=1", "--fmad=false"))


FLOWS = [
    vector_add,
    matrix_mul,
    atomics,
    templates,
    black_scholes,
    binomial,
    quasirandom,
    inline_ptx,
    stream,
    saxpy,
    reduction,
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    torch.cuda.synchronize()  # the thread has a context from here on
    monkeypatch.setenv("MUSASIM_RTC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TORCH_EXTENSIONS_DIR", str(tmp_path / "extensions"))


def by_nvrtc(driver, name, flow):
    """(module, the driver's names of the expressions) of a source that NVRTC compiles."""
    library, module = nvrtc(), ctypes.c_void_p()
    source = (SOURCES / f"{name}.cu").read_bytes()
    program = created(library, source, f"{name}.cu".encode())
    for expression in flow.expressions:
        assert library.nvrtcAddNameExpression(program, expression.encode()) == 0
    options = ("--gpu-architecture=compute_70", *flow.options)
    assert compiled(library, program, *map(str.encode, options)) == (0, "")
    names = {one: lowered(library, program, one) for one in flow.expressions}
    image = image_of(library, program)
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 0
    assert driver.cuModuleLoadDataEx(ctypes.byref(module), image, 0, None, None) == 0
    return module, names


def by_mcc(driver, name, flow, folder):
    """The module of the same source, ported, with the instances written out, and compiled by mcc."""
    module, ported, image = ctypes.c_void_p(), folder / "ported", folder / "image"
    torchada.port.port_tree(SOURCES, ported)
    source = (ported / f"{name}.mu").read_text()
    instances, _ = torchada.port.translate(flow.instances, "instances.cu")
    (ported / f"{name}.mu").write_text(source + instances)
    flags = [word for word in flow.options if word.startswith(("-D", "--std"))]
    flags += ["-ffp-contract=off"] if "--fmad=false" in flow.options else []
    mcc = Path(cuda_home()) / "bin" / "mcc"
    command = [mcc, "--fatbin", *flags, "-I", ported, ported / f"{name}.mu", "-o", image]
    subprocess.run(command, check=True)
    assert driver.cuModuleLoad(ctypes.byref(module), str(image).encode()) == 0
    return module


def results(driver, module, flow, names):
    """The tensors of all launches, afterwards."""
    for variable, values in flow.variables:
        write_variable(driver, module, names.get(variable, variable.encode()), values)
    tensors = []
    current = torch.cuda.current_stream().cuda_stream
    for one in flow.launches:
        given = [a.cuda() if isinstance(a, torch.Tensor) else a for a in one.arguments]
        function = function_in(driver, module, names.get(one.kernel, one.kernel.encode()))
        launch(driver, function, one.grid, one.block, given, one.shared, current)
        tensors += [a for a in given if isinstance(a, torch.Tensor)]
    torch.cuda.synchronize()
    assert driver.cuModuleUnload(module) == 0
    return [tensor.cpu() for tensor in tensors]


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_numbers_are_those_of_mcc(flow, tmp_path):
    name, flow = flow.__name__, flow()
    driver = ctypes.CDLL("libcuda.so.1")
    module, names = by_nvrtc(driver, name, flow)
    ours = results(driver, module, flow, names)
    theirs = results(driver, by_mcc(driver, name, flow, tmp_path), flow, names)
    given = [a for one in flow.launches for a in one.arguments if isinstance(a, torch.Tensor)]
    assert any(not torch.equal(a, b) for a, b in zip(given, ours))
    for one, other in zip(ours, theirs):
        assert one.numpy().tobytes() == other.numpy().tobytes()
