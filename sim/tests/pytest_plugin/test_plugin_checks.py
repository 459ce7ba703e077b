"""--musasim-check of the pytest plugin: misuse, leaks and broken GPUs fail the test that made them."""

pytest_plugins = ["pytester"]

HEAD = """
import ctypes, pytest, torch, musasim

kept = []

def runtime():
    return ctypes.CDLL(musasim.home() + "/lib/libmusart.so")

def allocate(size):
    pointer = ctypes.c_void_p()
    assert runtime().musaMalloc(ctypes.byref(pointer), ctypes.c_size_t(size)) == 0
    return pointer
"""

MISUSE = """
def test_double_free():
    pointer = allocate(100)
    runtime().musaFree(pointer)
    runtime().musaFree(pointer)

def test_innocent():
    runtime().musaFree(allocate(100))

@pytest.fixture
def careless():
    yield
    runtime().musaFree(ctypes.c_void_p(16))

def test_teardown(careless): pass

@pytest.mark.xfail(strict=True)
def test_expected():
    runtime().musaFree(ctypes.c_void_p(16))

@pytest.mark.musa_unchecked("tests the report")
def test_unchecked():
    runtime().musaFree(ctypes.c_void_p(16))

def test_many():
    for _ in range(20):
        runtime().musaFree(ctypes.c_void_p(16))

def test_its_own_failure_stays():
    runtime().musaFree(ctypes.c_void_p(16))
    assert not "its own"
"""


def test_misuse_fails_its_test(run):
    result = run(HEAD + MISUSE, "--musasim", "--musasim-check=noleak")

    result.assert_outcomes(passed=3, failed=3, errors=1, xfailed=1)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at teardown of test_teardown*",
            "*ERROR: bad free: nothing was allocated at this address",
            "*_ test_double_free _*",
            "*ERROR: double free",
            "*made by call #* musaMalloc*",
            "*_ test_many _*",
            "... and 10 more reports on stderr",
            "*_ test_its_own_failure_stays _*",
            "*assert not 'its own'*",
            "*musasim*",
            "*ERROR: bad free*",
        ]
    )


def test_reports_that_were_dealt_with_leave_the_exit_status(run):
    result = run(HEAD + MISUSE, "--musasim", "--musasim-check=noleak", "-k", "expect or uncheck")

    result.assert_outcomes(passed=1, xfailed=1)
    assert result.ret == 0


def test_memory_that_a_test_leaves_fails_it(run):
    source = """
def test_tensor():
    kept.append(torch.ones(100, 3, device="musa"))

def test_tensor_again():
    kept.append(torch.ones(100, 3, device="musa"))

def test_memory_of_c():
    allocate(100)

@pytest.mark.musa_unchecked("fills a cache")
def test_unchecked():
    kept.append(torch.ones(5, device="musa"))

@pytest.mark.xfail
def test_failed():
    kept.append(torch.ones(5, device="musa"))
    assert False
"""
    result = run(HEAD + source, "--musasim", "--musasim-check")

    result.assert_outcomes(passed=4, errors=3, xfailed=1)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at teardown of test_tensor _*",
            "leak: the test left 1536 bytes of device memory:",
            "  torch.float32 (100, 3) on musa:0, 1536 bytes",
            "*ERROR at teardown of test_tensor_again _*",
            "leak: the test left 1536 bytes of device memory:",
            "*ERROR at teardown of test_memory_of_c _*",
            "*ERROR: leak: 100 bytes in 1 allocations were not freed",
            "*made by call #* musaMalloc*",
        ]
    )


def test_memory_of_fixtures_and_objects_is_no_leak(run):
    source = """
import logging
import unittest

@pytest.fixture
def own():
    return torch.ones(5, device="musa")

@pytest.fixture(scope="session")
def base():
    return allocate(100), torch.ones(5, device="musa")

@pytest.fixture(scope="module")
def wide(base):
    x = torch.ones(5, device="musa")
    yield x + 1, base

def test_fixtures(own, wide): pass

def test_log(caplog):
    logging.getLogger().warning("%s", torch.ones(5, device="musa"))

def test_cycle():
    ring = [torch.ones(5, device="musa")]
    ring.append(ring)

class TestClass:
    def test_attribute(self):
        self.x = torch.ones(5, device="musa")

class TestUnit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wide = torch.ones(5, device="musa")

    def setUp(self):
        self.x = torch.ones(5, device="musa")

    def test_attribute(self):
        self.y = self.x + self.wide
"""
    result = run(HEAD + source, "--musasim", "--musasim-check")

    result.assert_outcomes(passed=5)
    assert result.ret == 0


def test_the_checks_need_no_capture(run):
    for plugin in ("no:capture", "no:logging"):
        run("def test_it(): pass", "--musasim", "--musasim-check", "-p", plugin).assert_outcomes(
            passed=1
        )


def test_a_gradient_of_a_model_of_the_module_is_named(run):
    source = """
@pytest.fixture(scope="module")
def model():
    return torch.nn.Linear(4, 4, bias=False, device="musa")

def test_gradient(model):
    model(torch.ones(1, 4, device="musa")).sum().backward()

def test_next(model): pass
"""
    result = run(HEAD + source, "--musasim", "--musasim-check")

    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["  gradient of torch.float32 (4, 4) on musa:0, 512 bytes"])


def test_a_broken_gpu_fails_the_test_that_broke_it(run):
    source = """
@pytest.mark.parametrize("count", (1, 2))
def test_breaks(count):
    x = torch.ones(count, device="musa")
    runtime().musaMemcpyAsync(ctypes.c_void_p(x.data_ptr()), ctypes.c_void_p(x.data_ptr()), 4, 3, None)

def test_next():
    assert torch.ones(2, device="musa").sum().item() == 2
"""
    environment = "import os\nos.environ['MUSASIM_FAULTS'] = 'copy:direction=d2d'\n"
    result = run(HEAD + source, "--musasim", "--musasim-check=noleak", conftest=environment)

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["the test left a GPU broken: musaErrorECCUncorrectable"])


def test_what_ends_the_process_is_seen(run):
    source = """
def test_host_access():
    x = torch.ones(1000, device="musa")
    torch.musa.synchronize()
    ctypes.c_float.from_address(x.data_ptr()).value
"""
    result = run(HEAD + source, "--musasim", "--musasim-check")

    assert result.ret == -11
    result.stderr.fnmatch_lines(["*ERROR: host access: the host reads*", "*in test_host_access*"])
