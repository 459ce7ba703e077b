"""NVRTC and the driver by ctypes, as programs call them."""

import ctypes


def nvrtc():
    return ctypes.CDLL("libnvrtc.so.12")


def created(library, source, name=b"program.cu", headers=None):
    headers = headers or {}
    strings = ctypes.c_char_p * len(headers)
    program = ctypes.c_void_p()
    lists = (strings(*headers.values()), strings(*headers)) if headers else (None, None)
    made = library.nvrtcCreateProgram(ctypes.byref(program), source, name, len(headers), *lists)
    assert made == 0
    return program


def compiled(library, program, *options):
    listed = (ctypes.c_char_p * len(options))(*options)
    status = library.nvrtcCompileProgram(program, len(options), listed)
    size = ctypes.c_size_t()
    assert library.nvrtcGetProgramLogSize(program, ctypes.byref(size)) == 0
    log = ctypes.create_string_buffer(size.value)
    assert library.nvrtcGetProgramLog(program, log) == 0
    return status, log.value.decode()


def image_of(library, program):
    size = ctypes.c_size_t()
    assert library.nvrtcGetCUBINSize(program, ctypes.byref(size)) == 0
    image = ctypes.create_string_buffer(size.value)
    assert library.nvrtcGetCUBIN(program, image) == 0
    return image


def lowered(library, program, name):
    """The name by which the driver knows an expression."""
    known = ctypes.c_char_p()
    assert library.nvrtcGetLoweredName(program, name.encode(), ctypes.byref(known)) == 0
    return known.value


def function_in(driver, module, name):
    function = ctypes.c_void_p()
    assert driver.cuModuleGetFunction(ctypes.byref(function), module, name) == 0
    return function


def write_variable(driver, module, name, tensor):
    """Copy a CPU tensor into a variable, which must be as long."""
    place, size = ctypes.c_void_p(), ctypes.c_size_t()
    found = driver.cuModuleGetGlobal_v2(ctypes.byref(place), ctypes.byref(size), module, name)
    assert found == 0 and size.value == tensor.numel() * tensor.element_size()
    assert driver.cuMemcpyHtoD_v2(place, ctypes.c_void_p(tensor.data_ptr()), size) == 0


def launch(driver, function, grid, block, arguments, shared=0, stream=0):
    """Launch with tensors and objects of ctypes as arguments."""
    values = [
        one if isinstance(one, ctypes._SimpleCData) else ctypes.c_void_p(one.data_ptr())
        for one in arguments
    ]
    places = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    shape = (*grid, 1, 1)[:3] + (*block, 1, 1)[:3]
    stream = ctypes.c_void_p(stream)
    assert driver.cuLaunchKernel(function, *shape, shared, stream, places, None) == 0
