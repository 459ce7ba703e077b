"""CUDA sources that are compiled while the program runs: NVRTC by ctypes, and torch.cuda._compile_kernel()."""

import ctypes
import subprocess
import threading
from pathlib import Path

import pytest
import torch
from support.nvrtc import compiled, created, nvrtc

import torchada.port
from torchada._toolkit import cuda_home
from torchada.cuda.late import _run_time_compiler

pytestmark = pytest.mark.musa

HAS_COMPILE_KERNEL = hasattr(torch.cuda, "_compile_kernel")
needs_compile_kernel = pytest.mark.skipif(
    not HAS_COMPILE_KERNEL, reason="this torch has no torch.cuda._compile_kernel"
)
ADD = """
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
"""
# The name of CUDA that the source defines stays its own.
HALVES = """
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ float widened(__half x) { return __half2float(x); }
__device__ float widened(__nv_bfloat16 x) { return __bfloat162float(x); }
template <class T>
__global__ void cudaScale(const T* from, float* to, int n) {
  if (threadIdx.x < n) to[threadIdx.x] = widened(from[threadIdx.x]) * FACTOR;
}
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MUSASIM_RTC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TORCH_EXTENSIONS_DIR", str(tmp_path / "extensions"))


def compile_kernel(source, name, **options):
    return torch.cuda._compile_kernel(source, name, **options)


@needs_compile_kernel
def test_kernel_of_a_cuda_source():
    add = compile_kernel(ADD, "add")
    a, b = torch.rand(1000, device="cuda"), torch.rand(1000, device="cuda")
    c = torch.empty_like(a)
    add(grid=(4, 1, 1), block=(256, 1, 1), args=[a, b, c, 1000])
    assert torch.equal(c, a + b)
    with pytest.raises(ValueError, match="must be CUDA tensors"):
        add(args=[a.cpu(), b, c, 1000])


@needs_compile_kernel
def test_an_error_names_the_line_of_the_user():
    with pytest.raises(RuntimeError, match=r"bad\.cu:2:\d+: error: 'missing' was not declared"):
        compile_kernel("__global__ void bad(cudaStream_t* a) {\n  missing = 1;\n}", "bad")


@needs_compile_kernel
@pytest.mark.parametrize(
    "name, dtype", [("__nv_bfloat16", torch.bfloat16), ("__half", torch.float16)]
)
def test_instance_for_a_type_of_cuda(name, dtype):
    scale = compile_kernel(HALVES, f"cudaScale<{name}>", nvcc_options=["--define-macro=FACTOR=3"])
    given = torch.arange(8, device="cuda", dtype=dtype)
    result = torch.zeros(8, device="cuda")
    scale(block=(8, 1, 1), args=[given, result, 8])
    assert result.tolist() == [3.0 * i for i in range(8)]


@needs_compile_kernel
def test_headers_of_cuda_in_the_users_folders(tmp_path):
    """Names of CUDA's kind that a header defines stay, in the source and in the name of the kernel too."""
    (tmp_path / "own" / "parts").mkdir(parents=True)
    (tmp_path / "own" / "part.cuh").write_text('#include "parts/types.h"\n')
    (tmp_path / "own" / "parts" / "types.h").write_text(
        "#include <cuda_bf16.h>\nstruct cudaOwn { __nv_bfloat162 pair; };\n"
    )
    source = """
        #include "part.cuh"
        template <class T> __global__ void k(int* to, cudaStream_t) { *to = sizeof(T); }
    """
    result = torch.zeros(2, device="cuda", dtype=torch.int32)
    folders = [str(tmp_path / "own")]
    for index, name in enumerate(("cudaOwn", "__nv_bfloat162*")):
        kernel = compile_kernel(source, f"k<{name}>", cuda_include_dirs=folders)
        kernel(args=[result[index:], result])
    assert result.tolist() == [4, 8]
    with pytest.raises(RuntimeError, match="missing"):
        compile_kernel(source, "k<missing>", cuda_include_dirs=folders)


@needs_compile_kernel
def test_a_thread_that_has_no_context_yet():
    kernel = compile_kernel('extern "C" __global__ void k(int* to) { *to = 7; }', "k")
    result = torch.zeros(1, device="cuda", dtype=torch.int32)
    failures = []

    def launch():
        try:
            kernel(args=[result])
        except RuntimeError as error:
            failures.append(error)

    thread = threading.Thread(target=launch)
    thread.start()
    thread.join()
    assert failures == [] and result.item() == 7


@needs_compile_kernel
def test_what_needs_hand_work_is_told(capsys):
    source = 'extern "C" __global__ void k() {\n  asm("no.such.instruction;");\n}'
    with pytest.raises(RuntimeError, match=r"k\.cu:2:"):
        compile_kernel(source, "k")
    assert "k.cu:2: " in capsys.readouterr().err


def test_nvrtc_by_ctypes():
    """As NVRTC's sample program: headers by their names, PTX, the driver."""
    torch.cuda.init()
    library, driver = nvrtc(), ctypes.CDLL("libcuda.so.1")
    header = b"#include <cuda_fp16.h>\ninline __device__ __half2 two() { return __half2{1, 2}; }\n"
    source = (
        b'#include "two.cuh"\n'
        b"__constant__ float scale;\n"
        b"__global__ void k(__half2* to) { *to = two(); }\n"
    )
    program = created(library, source, headers={b"two.cuh": header})
    names = {name: ctypes.c_char_p() for name in (b"k", b"&scale")}
    for name in names:
        assert library.nvrtcAddNameExpression(program, name) == 0
    assert compiled(library, program, b"--gpu-architecture=compute_70", b"-default-device") == (
        0,
        "",
    )
    for name, lowered in names.items():
        assert library.nvrtcGetLoweredName(program, name, ctypes.byref(lowered)) == 0
    size = ctypes.c_size_t()
    assert library.nvrtcGetPTXSize(program, ctypes.byref(size)) == 0
    image = ctypes.create_string_buffer(size.value)
    assert library.nvrtcGetPTX(program, image) == 0
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    result = torch.zeros(2, device="cuda", dtype=torch.float16)
    assert driver.cuModuleLoadData(ctypes.byref(module), image) == 0
    kernel_name = names[b"k"].value
    assert driver.cuModuleGetFunction(ctypes.byref(function), module, kernel_name) == 0
    place = ctypes.c_void_p(result.data_ptr())
    arguments = (ctypes.c_void_p * 1)(ctypes.addressof(place))
    assert driver.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, arguments, None) == 0
    torch.cuda.synchronize()
    assert result.tolist() == [1.0, 2.0] and names[b"&scale"].value
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 0 and not program


def test_headers_in_memory_and_in_folders(tmp_path, capsys):
    """Either may include the other; each place that needs hand work is told once."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "outer.cuh").write_text(
        '#include "inner.cuh"\nstruct cudaOuter { cudaInner member; __nv_bfloat16 more; };\n'
        '__device__ inline void outer() { asm("no.such.instruction.a;"); }\n'
    )
    headers = {
        b"parts/first.cuh": b'#include "outer.cuh"\n',
        b"inner.cuh": b"#include <cuda_bf16.h>\nstruct cudaInner { __nv_bfloat162 pair; };\n"
        b'__device__ inline void inner() { asm("no.such.instruction.b;"); }\n',
        b"unused.inc": b"cudaError_t unused;\n",
    }
    source = (
        b'#include "parts/first.cuh"\n#include "unused.inc"\n'
        b"template <class T> __global__ void k(int* to, cudaInner*) { *to = sizeof(T); }\n"
    )
    library, name = nvrtc(), ctypes.c_char_p()
    program, option = created(library, source, headers=headers), f"-I{tmp_path}/own".encode()
    assert library.nvrtcAddNameExpression(program, b"k<cudaOuter>") == 0
    assert compiled(library, program, option) == (0, "")
    assert library.nvrtcGetLoweredName(program, b"k<cudaOuter>", ctypes.byref(name)) == 0
    assert b"cudaOuter" in name.value and b"cudaInner" in name.value
    said = capsys.readouterr().err
    assert said.count("inner.cuh:3: ") == said.count("outer.cuh:3: ") == 1
    # An error in a header in memory is one of the name that the program gave it.
    headers[b"inner.cuh"] += b"broken\n"
    program = created(library, source, headers=headers)
    status, log = compiled(library, program, option)
    assert status == 6 and "\ninner." in log.replace("from ", "\n") and "nvrtc_" not in log
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 0


def test_a_failure_has_its_name(monkeypatch):
    torch.zeros(1, device="cuda")
    monkeypatch.setattr(_run_time_compiler, "_image", lambda *_: b"no image of a kernel")
    with pytest.raises(RuntimeError, match=r"muModuleLoadData failed with MUSA_ERROR_\w+ \(error"):
        _run_time_compiler.Kernel("", "k", "k.cu")
    with pytest.raises(RuntimeError, match=r"mtrtcGetMUSA failed with MTRTC_ERROR_\w+ \(error 3"):
        _run_time_compiler._check_compiler(3, "mtrtcGetMUSA")
    failed = {"musaFree": lambda _: 2, "musaGetErrorName": None}
    for functions, message in ((failed, "musaFree failed with error 2"), ({}, "has no musaFree")):
        monkeypatch.setattr(_run_time_compiler._runtime_library, "function", functions.get)
        with pytest.raises(RuntimeError, match=message):
            _run_time_compiler._make_context()


def test_functions_are_those_of_ctypes():
    library = nvrtc()
    create = library.nvrtcCreateProgram
    assert isinstance(create, ctypes._CFuncPtr) and create.__name__ == "nvrtcCreateProgram"
    assert create is library.nvrtcCreateProgram
    pointers = ctypes.POINTER(ctypes.c_char_p)
    create.argtypes = [
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_int,
        pointers,
        pointers,
    ]
    program = ctypes.c_void_p()
    source = ctypes.c_char_p(b"cudaError_t error;")
    assert create(ctypes.pointer(program), source, None, ctypes.c_int(0), None, None) == 0
    assert compiled(library, program)[0] == 0
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 0
    assert create(ctypes.pointer(program), None, None, 0, None, None) == 3
    with pytest.raises(TypeError):
        library.nvrtcCreateProgram()
    # By MUSA's names the library is MUSA's.
    assert (
        library.mtrtcCreateProgram(ctypes.byref(program), b"cudaError_t x;", None, 0, None, None)
        == 0
    )
    assert library.mtrtcCompileProgram(program, 0, None) == 6


def test_gpu_code_by_the_name_of_another_sdk(tmp_path):
    source, library = tmp_path / "mtrtc.cpp", tmp_path / "libmtrtc.so"
    source.write_text('extern "C" int mtrtcGetFatBin(void*, char*) { return 42; }')
    subprocess.run(["g++", "-shared", "-fPIC", source, "-o", library], check=True)
    opened = ctypes.CDLL(str(library))
    assert opened.nvrtcGetCUBIN(None, None) == opened.nvrtcGetPTX(None, None) == 42
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    assert prototype(("nvrtcGetPTX", opened))(None, None) == 42
    with pytest.raises(AttributeError, match="mtrtcGetMUSASize, which nvrtcGetCUBINSize is"):
        opened.nvrtcGetCUBINSize


def test_a_ported_program_of_nvrtc(tmp_path):
    text = (Path(__file__).parents[1] / "data" / "nvrtc_saxpy.cpp").read_text()
    ported, report = torchada.port.translate(text, "saxpy.cpp", strings=True)
    assert report["findings"] == []
    (tmp_path / "saxpy.cpp").write_text(ported)
    home = cuda_home()
    command = ["g++", "-std=c++17", "saxpy.cpp", f"-I{home}/include", f"-L{home}/lib"]
    command += [f"-Wl,-rpath,{home}/lib", "-lmtrtc", "-lmusa", "-o", "saxpy"]
    subprocess.run(command, check=True, cwd=tmp_path)
    done = subprocess.run(["./saxpy"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.replace("\0", "") == "1 []\nout[999] = 4.5\n"
