"""The simulator's own tests: no torchada in them. Two simulated devices, in this process and below.

Run them by themselves (`pytest sim/tests`): the adapter's tests patch the same process.
"""

import gc
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

# torchada, where it is installed, would activate itself on `import torch`.
os.environ["TORCHADA_AUTOLOAD"] = "0"
if "torchada" in sys.modules:
    pytest.exit("sim/tests cannot share a process with torchada: run `pytest sim/tests` alone", 2)

import musasim  # noqa: E402

musasim.enable(devices=2)

import torch  # noqa: E402
import torch_musa  # noqa: E402

_OURS = ("MUSASIM", "MUSA_", "TORCH_DEVICE_BACKEND_AUTOLOAD")


# Tests that take long; tools/list_slow_tests.py writes the file.
SLOW = frozenset((Path(__file__).parent / "slow_tests.txt").read_text().splitlines())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests of slow_tests.txt as slow."""
    for item in items:
        name = item.nodeid.partition("tests/")[2]
        if name in SLOW or name.partition("[")[0] in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def run_python():
    """Run code in a fresh interpreter whose environment says nothing about MUSA but `env`."""

    def run(code, *arguments, env=None, check=True, **options):
        environment = {k: v for k, v in os.environ.items() if not k.startswith(_OURS)}
        environment.update(env or {})
        command = [sys.executable, *options.pop("flags", ()), "-c", textwrap.dedent(code)]
        done = subprocess.run(
            [*command, *map(str, arguments)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            **options,
        )
        assert not check or done.returncode == 0, done.stderr
        return done

    return run


@pytest.fixture
def second_device():
    """The index of a device that is not the current one."""
    assert torch_musa.device_count() == 2 and torch_musa.current_device() == 0
    return 1


@pytest.fixture
def stream():
    """A stream of the test's own, idle afterwards."""
    made = torch_musa.Stream()
    yield made
    made.synchronize()


@pytest.fixture(autouse=True, scope="module")
def no_garbage():
    """What other files' tests left in cycles does not go, with its memory, in the midst of a test."""
    gc.collect()


@pytest.fixture
def clean_cache():
    """Nothing is cached before and after."""
    torch_musa.synchronize()
    torch_musa.empty_cache()
    yield
    torch_musa.synchronize()
    torch_musa.empty_cache()


@pytest.fixture
def fresh_dynamo():
    """torch.compile has seen nothing yet."""
    torch._dynamo.reset()


@pytest.fixture(scope="module")
def own_compile_cache(tmp_path_factory):
    """torch.compile's cache on disk is the module's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path_factory.mktemp("inductor")))
        yield


@pytest.fixture(autouse=True)
def same_device_afterwards():
    """Every test leaves device 0 and its default stream current."""
    yield
    assert torch_musa.current_device() == 0
    assert torch_musa.current_stream() == torch_musa.default_stream()
    assert not torch.is_autocast_enabled()
