"""What the plain CUDA tests share. Nothing here may ask which platform it is.

On an NVIDIA machine, with nothing but torch and pytest:

    python -m pytest --confcutdir=tests/plain_cuda tests/plain_cuda
"""

import pytest
import torch

# Those tests have nothing to run on with one GPU, whichever it is.
collect_ignore = ["distributed", "two_gpus"] if torch.cuda.device_count() < 2 else []

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])


def pytest_configure(config):
    """PyTorch warns when the first use of a GPU in a thread is a matrix product."""
    config.addinivalue_line("filterwarnings", "ignore:Attempting to run cuBLAS:UserWarning")


def pytest_collection_modifyitems(items):
    """Skip what the installed PyTorch is too old or too new for, on every platform alike."""
    for item in items:
        for name, is_wrong in (("torch_from", VERSION.__lt__), ("torch_before", VERSION.__ge__)):
            marker = item.get_closest_marker(name)
            if marker is not None and is_wrong(marker.args):
                limit = ".".join(map(str, marker.args))
                reason = f"needs {name.replace('_', ' ')} {limit}, this is {torch.__version__}"
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def restore_global_state():
    """Leave the default device, dtype and stream as they were."""
    dtype = torch.get_default_dtype()
    yield
    torch.set_default_device(None)
    torch.set_default_dtype(dtype)
    torch.cuda.synchronize()
