"""pymtml, as projects use it to look for devices before they load torch, and as NVML."""

import textwrap

import pytest

ON = {"MUSASIM": "1", "MUSASIM_DEVICES": "3", "MUSASIM_MODEL": "S5000", "TORCHADA_AUTOLOAD": "0"}


def lines(run_python, code, env=None):
    return run_python(code, env={**ON, **(env or {})}).stdout.splitlines()


def test_only_while_the_simulator_is_on(run_python):
    code = "import importlib.util\nprint(importlib.util.find_spec('pymtml'))\n"
    assert run_python(code).stdout == "None\n"


def test_a_platform_is_detected_without_the_runtime(run_python):
    code = """
        import pymtml
        pymtml.mtmlLibraryInit()
        print(pymtml.mtmlLibraryCountDevice())
        pymtml.mtmlLibraryShutDown()
        import os, sys
        maps = open("/proc/self/maps").read()
        print("torch" in sys.modules, "libmusart" in maps)
    """
    assert lines(run_python, code, {"MUSA_VISIBLE_DEVICES": "1"}) == ["3", "False False"]


def test_as_nvml(run_python):
    code = """
        import pymtml as pynvml
        pynvml.nvmlInit()
        print(pynvml.nvmlSystemGetDriverVersion())
        for index in range(pynvml.nvmlDeviceGetCount()):
            handle = pynvml.nvmlDeviceGetHandleByIndex(index)
        memory = pynvml.nvmlDeviceGetMemoryInfo(handle)
        print(pynvml.nvmlDeviceGetName(handle), memory.total >> 30, memory.used, memory.free >> 30)
        print(pynvml.nvmlDeviceGetCudaComputeCapability(handle))
        print(pynvml.nvmlDeviceGetUtilizationRates(handle))
        print(pynvml.nvmlDeviceGetClockInfo(handle, pynvml.NVML_CLOCK_SM))
        print(pynvml.nvmlDeviceGetPciInfo(handle).busId)
        assert pynvml.nvmlDeviceGetHandleByUuid(pynvml.nvmlDeviceGetUUID(handle)) is handle
        first = pynvml.nvmlDeviceGetHandleByIndex(0)
        print([pynvml.nvmlDeviceGetP2PStatus(first, handle, index) for index in range(3)])
        pynvml.nvmlShutdown()
    """
    assert lines(run_python, code) == [
        "4.3.0-musasim",
        "MTT S5000 80 0 80",
        "(3, 1)",
        "NVMLUtilization(gpu=0, memory=0)",
        "1750",
        "00000000:03:00.0",
        "[0, 0, 0]",
    ]


def test_memory_is_that_of_the_process(run_python):
    code = """
        import torch
        from pymtml import *
        mtmlLibraryInit()
        x = torch.ones(1 << 26, device="musa:0")
        for index in range(2):
            with mtmlMemoryContext(mtmlLibraryInitDeviceByIndex(index)) as memory:
                print(mtmlMemoryGetUsed(memory) >> 20, mtmlMemoryGetTotal(memory) >> 30)
    """
    assert lines(run_python, code, {"MUSA_VISIBLE_DEVICES": "1,0"}) == ["0 80", "256 80"]
    by_uuid = "GPU-6d757361-7369-6d31-0000-000000000001,0"
    assert lines(run_python, code, {"MUSA_VISIBLE_DEVICES": by_uuid}) == ["0 80", "256 80"]


LINKS = """
    from pymtml import *
    mtmlLibraryInit()
    devices = [mtmlLibraryInitDeviceByIndex(i) for i in range(3)]
    print([nvmlDeviceGetP2PStatus(devices[0], other, NVML_P2P_CAPS_INDEX_NVLINK) for other in devices])
    print([mtmlDeviceCountMtLinkLayouts(devices[0], other) for other in devices])
    try:
        print(mtmlDeviceGetMtLinkSpec(devices[0]).linkNum)
        remote = [mtmlDeviceGetMtLinkRemoteDevice(devices[1], link) for link in range(2)]
        print([mtmlDeviceGetIndex(other) for other in remote])
        layout = mtmlDeviceGetMtLinkLayouts(devices[2], devices[0], 1)[0]
        print(layout.localLinkId, layout.remoteLinkId)
        print(mtmlDeviceGetMtLinkState(devices[0], 1) == MTML_MTLINK_STATE_UP)
    except MTMLError_NotSupported:
        print("none")
"""
LINKED = ["[0, 0, 0]", "[0, 1, 1]", "2", "[0, 2]", "0 1", "True"]


@pytest.mark.parametrize("model", ["S4000", "S5000", "S80"])
def test_links(run_python, model):
    expected = ["[0, 5, 5]", "[0, 0, 0]", "none"] if model == "S80" else LINKED
    assert lines(run_python, LINKS, {"MUSASIM_MODEL": model}) == expected


# How the package from PyPI, mthreads-ml-py, opens the library and asks it.
BINDING = """
    from ctypes import CDLL, byref, c_char_p, c_uint, c_ulonglong, c_void_p, create_string_buffer

    mtml = CDLL("libmtml.so.2")
    library, device, memory = c_void_p(), c_void_p(), c_void_p()

    def call(name, *arguments):
        result = getattr(mtml, name)(*arguments)
        assert result == 0, (name, result)

    def start(index):
        call("mtmlLibraryInit", byref(library))
        call("mtmlLibraryInitDeviceByIndex", library, c_uint(index), byref(device))
        call("mtmlDeviceInitMemory", device, byref(memory))

    def count():
        found = c_uint()
        call("mtmlLibraryCountDevice", library, byref(found))
        return found.value

    def name():
        text = create_string_buffer(32)
        call("mtmlDeviceGetName", device, text, c_uint(32))
        return text.value.decode()

    def used():
        found = c_ulonglong()
        call("mtmlMemoryGetUsed", memory, byref(found))
        return found.value
"""


@pytest.fixture
def package(tmp_path):
    (tmp_path / "pymtml.py").write_text(textwrap.dedent(BINDING))
    return {"PYTHONPATH": str(tmp_path)}


def test_a_package_of_that_name_finds_the_library(run_python, package):
    code = """
        import os, sys
        import pymtml
        pymtml.start(1)
        print(pymtml.count(), pymtml.name(), pymtml.used(), "torch" in sys.modules)
        # To ask initializes and settles nothing: the devices are still to be chosen.
        os.environ["MUSA_VISIBLE_DEVICES"] = "2,1"
        import torch
        torch.ones(1 << 26, device="musa:1")
        print(torch.musa.device_count(), pymtml.used() >> 20)
    """
    assert lines(run_python, code, package) == ["3 MTT S5000 0 False", "2 256"]


@pytest.mark.parametrize(
    "call, name, code",
    [
        ("nvmlDeviceGetTemperature(handle, 0)", "NotSupported", 4),
        ("mtmlDeviceGetSerialNumber(handle)", "NotSupported", 4),
        ("mtmlDeviceGetMtLinkState(handle, 2)", "InvalidArgument", 3),
        ("mtmlLibraryInitDeviceByIndex(3)", "InvalidArgument", 3),
        ("nvmlDeviceGetHandleByUuid('x')", "NotFound", 7),
        ("nvmlDeviceGetName(0)", "InvalidArgument", 3),
        ("nvmlShutdown() or nvmlDeviceGetCount()", "Uninitialized", -99997),
    ],
)
def test_errors(run_python, call, name, code):
    program = f"""
        from pymtml import *
        nvmlInit()
        handle = nvmlDeviceGetHandleByIndex(0)
        try:
            {call}
        except NVMLError as error:
            assert isinstance(error, MTMLError_{name}) and MTMLError is NVMLError
            print(error.value, str(error))
    """
    value, text = lines(run_python, program)[0].split(" ", 1)
    assert int(value) == code and ": " in text


def test_no_devices_and_wrong_settings(run_python):
    code = """
        import pymtml
        try:
            pymtml.nvmlInit()
            print(pymtml.nvmlDeviceGetCount())
        except pymtml.NVMLError_DriverNotLoaded as error:
            print(error)
    """
    assert lines(run_python, code, {"MUSASIM_DEVICES": "0"}) == ["0"]
    assert "MUSASIM_MODEL=S1" in "".join(lines(run_python, code, {"MUSASIM_MODEL": "S1"}))
