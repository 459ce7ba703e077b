"""How many GPUs there are: a fixture, and a marker for tests that need some."""

import pytest

import musasim


@pytest.fixture(scope="session")
def musa_devices() -> int:
    """The number of GPUs, simulated or not."""
    return _count()


def _count() -> int:
    import torch

    if musasim.is_enabled():
        import torch_musa  # noqa: F401  where TORCH_DEVICE_BACKEND_AUTOLOAD=0
    return (torch.musa if hasattr(torch, "musa") else torch.cuda).device_count()


def skip_without_devices(item) -> None:
    marker = item.get_closest_marker("musa_devices")
    if marker is None:
        return
    if len(marker.args) != 1 or marker.kwargs or not isinstance(marker.args[0], int):
        pytest.fail("musa_devices takes one number: musa_devices(2)", pytrace=False)
    wanted, found = marker.args[0], _count()
    if found < wanted:
        remedy = f"pytest --musasim --musasim-devices={wanted}"
        pytest.skip(f"needs {wanted} GPU{'s' * (wanted != 1)}, found {found} ({remedy})")
