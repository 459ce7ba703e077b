"""The driver's C interface (libmusa): loading a module and launching its kernel."""

import ctypes
import functools
import os

_CONTEXT_MISSING = 201
_SHARED_BYTES = 8  # MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_FREE_SHARED_BYTES = 48 << 10  # that every device gives without being asked
_MAX_THREADS, _REGISTERS = 0, 4  # MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, _NUM_REGS
# Of the array that tells a launch where its arguments are.
_BUFFER_POINTER, _BUFFER_SIZE, _BUFFER_END = 1, 2, 0
_Extra = ctypes.c_void_p * 5
_COOPERATIVE = 2  # MU_LAUNCH_ATTRIBUTE_COOPERATIVE


class _Attribute(ctypes.Structure):
    """MUlaunchAttribute, whose value has 64 bytes."""

    _fields_ = [("id", ctypes.c_uint64), ("value", ctypes.c_uint64 * 8)]


class _Config(ctypes.Structure):
    """MUlaunchConfig."""

    _fields_ = [
        ("sizes", ctypes.c_uint * 6),  # of the grid, of a block
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("attribute_count", ctypes.c_uint),
    ]


@functools.lru_cache()
def _library():
    import musasim

    library = ctypes.CDLL(os.path.join(musasim.home(), "lib", "libmusa.so.1"))
    result = library.muInit(0)
    if result != 0:
        raise RuntimeError(f"Triton Error [MUSA]: muInit(0) failed with error {result}")
    return library


def _check(result, what):
    if result != 0:
        text = ctypes.c_char_p()
        _library().muGetErrorString(result, ctypes.byref(text))
        message = (text.value or b"unknown error").decode()
        raise RuntimeError(f"Triton Error [MUSA]: {what}: {message} ({result})")


def _use_primary_context():
    """Threads that have not used the device yet have no context. torch_musa keeps it until the process ends."""
    import torch

    device, context = torch.musa.current_device(), ctypes.c_void_p()
    _check(_library().muDevicePrimaryCtxRetain(ctypes.byref(context), device), "no context")
    _check(_library().muCtxSetCurrent(context), "no context")


def _call(what, function, *arguments):
    result = function(*arguments)
    if result == _CONTEXT_MISSING:
        _use_primary_context()
        result = function(*arguments)
    _check(result, what)


def device_attribute(number, device):
    """The value of MU_DEVICE_ATTRIBUTE_* with this number."""
    value = ctypes.c_int()
    result = _library().muDeviceGetAttribute(ctypes.byref(value), number, device)
    _check(result, f"attribute {number}")
    return value.value


def load_kernel(name, binary, shared, device):
    """The module, its function, registers, spilled registers, and the greatest number of threads of a block."""
    library = _library()
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    threads, registers = ctypes.c_int(), ctypes.c_int()
    what = f"loading {name}"
    _call(what, library.muModuleLoadData, ctypes.byref(module), binary)
    _call(what, library.muModuleGetFunction, ctypes.byref(function), module, name.encode())
    if shared > _FREE_SHARED_BYTES:
        _call(what, library.muFuncSetAttribute, function, _SHARED_BYTES, shared)
    _call(what, library.muFuncGetAttribute, ctypes.byref(threads), _MAX_THREADS, function)
    # Programs that compute how many blocks fit divide by it.
    _call(what, library.muFuncGetAttribute, ctypes.byref(registers), _REGISTERS, function)
    return module.value, function.value, registers.value, 0, threads.value


def _extra(arguments, size):
    return _Extra(
        _BUFFER_POINTER,
        ctypes.cast(arguments, ctypes.c_void_p),
        _BUFFER_SIZE,
        ctypes.addressof(size),
        _BUFFER_END,
    )


def launch_together(function, grid, threads, shared, stream, arguments):
    """The same as launch(), but all blocks run at once, so that they may wait for each other."""
    size = ctypes.c_size_t(len(arguments))
    attribute = _Attribute(_COOPERATIVE, (1,))
    sizes = (*grid, threads, 1, 1)
    config = _Config(sizes, shared, stream, ctypes.pointer(attribute), 1)
    _call(
        "launching a cooperative kernel",
        _library().muLaunchKernelEx,
        ctypes.byref(config),
        ctypes.c_void_p(function),
        None,
        _extra(arguments, size),
    )


def launch(function, grid, threads, shared, stream, arguments):
    """Put the kernel on the stream. `arguments` are the bytes of all of them, laid out as a struct of C's."""
    size = ctypes.c_size_t(len(arguments))
    _call(
        "launching a kernel",
        _library().muLaunchKernel,
        ctypes.c_void_p(function),
        *grid,
        threads,
        1,
        1,
        shared,
        ctypes.c_void_p(stream),
        None,
        _extra(arguments, size),
    )
