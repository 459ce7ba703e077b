"""Kernels in strings, in the manner of CuPy: RawModule, RawKernel and ElementwiseKernel over PyTorch's tensors.

    python examples/raw_kernel.py

NVRTC compiles the source, the driver loads and launches it; both are called through ctypes. What was compiled is
kept in a folder, so that the next process starts without the compiler. `import torchada` is the only line that an
NVIDIA user would not have, and it does nothing there.
"""

import ctypes
import hashlib
import os
import re
import tempfile

import torchada  # noqa: F401  isort: skip  (the one addition; before torch)

import torch

NVRTC = ctypes.CDLL(f"libnvrtc.so.{(torch.version.cuda or '12').partition('.')[0]}")
DRIVER = ctypes.CDLL("libcuda.so.1")
TYPES = {
    torch.float32: "float",
    torch.float64: "double",
    torch.int32: "int",
    torch.int64: "long long",
}


def check(status, what):
    if status != 0:
        raise RuntimeError(f"{what}: error {status}")


def compile_source(source, options, names):
    """(GPU code, the names by which the driver knows the expressions); the log where it cannot be compiled."""
    program, size, lowered = ctypes.c_void_p(), ctypes.c_size_t(), []
    place = ctypes.byref(program)
    check(NVRTC.nvrtcCreateProgram(place, source.encode(), b"raw.cu", 0, None, None), "create")
    for name in names:
        check(NVRTC.nvrtcAddNameExpression(program, name.encode()), name)
    words = (ctypes.c_char_p * len(options))(*map(str.encode, options))
    if NVRTC.nvrtcCompileProgram(program, len(options), words) != 0:
        NVRTC.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        NVRTC.nvrtcGetProgramLog(program, log)
        NVRTC.nvrtcDestroyProgram(place)
        raise RuntimeError(log.value.decode())
    for name in names:
        known = ctypes.c_char_p()
        check(NVRTC.nvrtcGetLoweredName(program, name.encode(), ctypes.byref(known)), name)
        lowered.append(known.value)
    check(NVRTC.nvrtcGetCUBINSize(program, ctypes.byref(size)), "size")
    image = ctypes.create_string_buffer(size.value)
    check(NVRTC.nvrtcGetCUBIN(program, image), "image")
    NVRTC.nvrtcDestroyProgram(place)
    return image.raw, lowered


class RawModule:
    """The kernels and variables of a source; `names` are expressions, such as instances of templates."""

    def __init__(self, source, options=(), names=(), folder=None):
        torch.cuda.current_stream().synchronize()  # the thread has a context from here on
        options = ["--gpu-architecture=sm_%d%d" % torch.cuda.get_device_capability(), *options]
        folder = folder or os.path.join(tempfile.gettempdir(), f"raw_kernel_{os.getuid()}")
        key = hashlib.sha256("\0".join([source, *options, "", *names]).encode()).hexdigest()
        path = os.path.join(folder, key)
        self.was_kept = os.path.exists(path)
        if self.was_kept:
            with open(path, "rb") as file:
                lowered, image = file.readline().split(), file.read()
        else:
            image, lowered = compile_source(source, options, names)
            os.makedirs(folder, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                file.write(b" ".join(lowered) + b"\n" + image)
            os.replace(file.name, path)
        self.lowered, self.handle = dict(zip(names, lowered)), ctypes.c_void_p()
        check(DRIVER.cuModuleLoadData(ctypes.byref(self.handle), image), "load")

    def get_function(self, name):
        function, known = ctypes.c_void_p(), self.lowered.get(name, name.encode())
        status = DRIVER.cuModuleGetFunction(ctypes.byref(function), self.handle, known)
        check(status, name)
        return RawKernel(function, self)

    def set_global(self, name, values):
        """Copy a tensor into a __constant__ or __device__ variable, which must be as long."""
        place, size = ctypes.c_void_p(), ctypes.c_size_t()
        known = self.lowered.get(name, name.encode())
        found = DRIVER.cuModuleGetGlobal_v2(
            ctypes.byref(place), ctypes.byref(size), self.handle, known
        )
        check(found, name)
        assert size.value == values.numel() * values.element_size()
        source = ctypes.c_void_p(values.cpu().data_ptr())
        check(DRIVER.cuMemcpyHtoD_v2(place, source, size), name)


class RawKernel:
    """A kernel; numbers among its arguments are int and float, or objects of ctypes."""

    def __init__(self, function, module):
        self.function, self.module = function, module  # which must live as long

    def __call__(self, grid, block, args, shared=0):
        values = [_value(argument) for argument in args]
        places = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
        shape = (*grid, 1, 1)[:3] + (*block, 1, 1)[:3]
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        status = DRIVER.cuLaunchKernel(self.function, *shape, shared, stream, places, None)
        check(status, "launch")


def _value(argument):
    if isinstance(argument, torch.Tensor):
        return ctypes.c_void_p(argument.data_ptr())
    kinds = {int: ctypes.c_int, float: ctypes.c_float}
    return kinds[type(argument)](argument) if type(argument) in kinds else argument


class ElementwiseKernel:
    """ElementwiseKernel("T x, float a", "T y", "y = a * x", "scale")(x, 2.0): T is the type of the tensors."""

    def __init__(self, inputs, outputs, operation, name, folder=None):
        self.inputs, self.outputs = (
            [_split(part) for part in text.split(",")] for text in (inputs, outputs)
        )
        self.operation, self.name, self.folder = operation, name, folder
        self.kernels = {}

    def __call__(self, *args):
        tensors = [one for one in args if isinstance(one, torch.Tensor)]
        common = torch.broadcast_tensors(*tensors)
        results = [
            torch.empty(common[0].shape, dtype=common[0].dtype, device="cuda") for _ in self.outputs
        ]
        given = iter(one.contiguous() for one in common)
        args = [next(given) if isinstance(one, torch.Tensor) else one for one in args]
        kernel, count = self._kernel(args), results[0].numel()
        kernel((-(-count // 256),), (256,), [*args, *results, count])
        return results[0] if len(results) == 1 else results

    def _kernel(self, args):
        key = tuple(one.dtype if isinstance(one, torch.Tensor) else None for one in args)
        if key not in self.kernels:
            kind = next(TYPES[dtype] for dtype in key if dtype is not None)
            array = [dtype is not None for dtype in key] + [True] * len(self.outputs)
            all_of = list(zip([*self.inputs, *self.outputs], array))
            declared = ", ".join(
                f"{t}{'*' if a else ''} {n}{'_' if a else ''}" for (t, n), a in all_of
            )
            here = "".join(f"{t}& {n} = {n}_[i]; " for (t, n), a in all_of if a)
            source = f"""
                typedef {kind} T;
                extern "C" __global__ void {self.name}({declared}, int count) {{
                  int i = blockIdx.x * blockDim.x + threadIdx.x;
                  if (i < count) {{ {here}{self.operation}; }}
                }}"""
            self.kernels[key] = RawModule(source, folder=self.folder).get_function(self.name)
        return self.kernels[key]


def _split(parameter):
    return re.fullmatch(r"\s*(.+?)\s*(\w+)\s*", parameter).groups()


SOURCE = """
__constant__ float weights[3];
template <class T, int width>
__global__ void smooth(const T* from, T* to, int count) {
  extern __shared__ unsigned char raw[];
  T* part = reinterpret_cast<T*>(raw);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < count ? from[i] : T(0);
  __syncthreads();
  if (i >= count) return;
  T sum = 0;
  for (int k = 0; k < width; ++k) sum += weights[k] * part[(threadIdx.x + k) % blockDim.x];
  to[i] = sum;
}
"""


def smoothed(x, folder=None):
    """A template, a constant, shared memory as long as the launch says, and a stream of PyTorch's."""
    names = ["smooth<float, 3>", "smooth<double, 3>", "&weights"]
    module = RawModule(SOURCE, ["-std=c++17"], names, folder)
    module.set_global("&weights", torch.tensor([0.25, 0.5, 0.25]))
    kernel = module.get_function(f"smooth<{TYPES[x.dtype]}, 3>")
    stream, result = torch.cuda.Stream(), torch.empty_like(x)
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        kernel((x.numel() // 64,), (64,), [x, result, x.numel()], shared=64 * x.element_size())
    torch.cuda.current_stream().wait_stream(stream)
    return result, module.was_kept


def main():
    x = torch.arange(256, device="cuda", dtype=torch.float32).cos()
    result, was_kept = smoothed(x)
    rows = x.reshape(-1, 64)
    expected = (0.25 * rows + 0.5 * rows.roll(-1, 1) + 0.25 * rows.roll(-2, 1)).reshape(-1)
    print(
        f"smooth: {'kept' if was_kept else 'compiled'}, apart {(result - expected).abs().max():.0e}"
    )
    scale = ElementwiseKernel(
        "T x, T y, float a", "T sum, T larger", "sum = a * x + y; larger = max(x, y)", "both"
    )
    total, larger = scale(x.reshape(4, 64), rows[0], 2.0)
    print(
        "elementwise:",
        torch.allclose(total, 2 * rows + rows[0]),
        torch.equal(larger, torch.maximum(rows, rows[0])),
    )
    try:
        RawModule("__global__ void k() { missing(); }")
    except RuntimeError as error:
        print("an error names its line:", "raw.cu" in str(error) and "missing" in str(error))


if __name__ == "__main__":
    main()
