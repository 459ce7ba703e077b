"""The driver's C interface (libmusa): loading a module and launching its kernel."""

import ctypes
import functools
import os

_CONTEXT_MISSING = 201
_SHARED_BYTES = 8  # MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_FREE_SHARED_BYTES = 48 << 10  # that every device gives without being asked
_MAX_THREADS, _REGISTERS = 0, 4  # MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, _NUM_REGS
# MU_DEVICE_ATTRIBUTE_*
MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
# Words of the array that tells a launch where its arguments are.
_BUFFER_POINTER, _BUFFER_SIZE, _BUFFER_END = 1, 2, 0
_Extra = ctypes.c_void_p * 5
# The most blocks along one dimension of a grid.
MAX_GRID = 2**31 - 1
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
    number, address = ctypes.c_uint, ctypes.c_void_p
    library.muLaunchKernel.argtypes = [address, *[number] * 7, address, address, address]
    library.muLaunchKernelEx.argtypes = [address] * 4
    library.muFuncSetAttribute.argtypes = [address, ctypes.c_int, ctypes.c_int]
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


def launch(function, grid, threads, shared, stream, arguments, cooperative=False):
    """Put the kernel on the stream. `arguments` are the bytes of all of them, laid out as a struct of C's.

    The blocks of a cooperative one run all at once, so that they may wait for each other.
    """
    length = ctypes.c_size_t(len(arguments))  # lives as long as what points to it
    extra = _extra(arguments, length)
    sizes = (*grid, threads, 1, 1)
    library, what = _library(), "launching a kernel"
    if not cooperative:
        _call(what, library.muLaunchKernel, function, *sizes, shared, stream, None, extra)
        return
    attribute = _Attribute(_COOPERATIVE, (1,))
    config = _Config(sizes, shared, stream, ctypes.pointer(attribute), 1)
    what = "launching a cooperative kernel"
    _call(what, library.muLaunchKernelEx, ctypes.byref(config), function, None, extra)
