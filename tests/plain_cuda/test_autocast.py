"""Autocast under all its names: the state it sets, its nesting, its cache, its warnings."""

import copy
import pickle
import threading
import warnings

import pytest
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

pytestmark = pytest.mark.gpu

OLD_NAMES = pytest.mark.filterwarnings("ignore:.*is deprecated:FutureWarning")


def product_dtype():
    x = torch.ones(4, 4, device="cuda")
    return (x @ x).dtype


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.autocast("cuda"),
        lambda: torch.autocast(device_type="cuda", dtype=torch.float16),
        lambda: torch.amp.autocast("cuda", enabled=True, cache_enabled=False),
        lambda: torch.amp.autocast_mode.autocast("cuda"),
        lambda: torch.autocast("cuda:0"),
        lambda: torch.autocast(torch.ones(1, device="cuda").device.type),
    ],
)
def test_autocast_makes_matmul_half(make):
    with make():
        assert product_dtype() == torch.float16
    assert product_dtype() == torch.float32


@OLD_NAMES
def test_old_name():
    with torch.cuda.amp.autocast():
        assert product_dtype() == torch.float16
    with torch.cuda.amp.autocast(dtype=torch.bfloat16):
        assert product_dtype() == torch.bfloat16
    with torch.cuda.amp.autocast(False):
        assert product_dtype() == torch.float32
    assert isinstance(torch.cuda.amp.autocast(), torch.autocast)
    assert torch.cuda.amp.autocast().device == "cuda"


def test_old_names_warn():
    text = r"`torch.cuda.amp.autocast\(args...\)` is deprecated. Please use `torch.amp.autocast\('cuda', args...\)` instead."
    with pytest.warns(FutureWarning, match=text):
        torch.cuda.amp.autocast()
    with pytest.warns(FutureWarning, match=r"torch.cuda.amp.custom_fwd\(args...\)` is deprecated"):
        torch.cuda.amp.custom_fwd(lambda ctx, x: x)
    with pytest.warns(FutureWarning, match=r"torch.cuda.amp.custom_bwd\(args...\)` is deprecated"):
        torch.cuda.amp.custom_bwd(lambda ctx, x: x)


def test_new_names_do_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with torch.autocast("cuda"):
            product_dtype()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            product_dtype()


def test_what_an_instance_says():
    context = torch.autocast("cuda")
    assert context.device == "cuda"
    assert context.fast_dtype == torch.float16
    assert torch.autocast("cuda", dtype=torch.bfloat16).fast_dtype == torch.bfloat16


def test_nesting():
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert product_dtype() == torch.bfloat16
        with torch.autocast("cuda", enabled=False):
            assert product_dtype() == torch.float32
            with torch.autocast("cuda", dtype=torch.float16):
                assert product_dtype() == torch.float16
            with torch.autocast("cuda"):
                # The dtype is that of the surrounding block.
                assert product_dtype() == torch.bfloat16
        assert product_dtype() == torch.bfloat16
    assert product_dtype() == torch.float32


def test_one_instance_can_be_entered_again():
    context = torch.autocast("cuda")
    for _ in range(2):
        with context:
            assert product_dtype() == torch.float16
        assert product_dtype() == torch.float32


def test_an_exception_restores_the_state():
    with pytest.raises(KeyError), torch.autocast("cuda", cache_enabled=False):
        raise KeyError
    assert product_dtype() == torch.float32
    assert torch.is_autocast_cache_enabled()


def test_instances_can_be_copied_and_pickled():
    context = torch.autocast("cuda", dtype=torch.bfloat16)
    for other in (copy.deepcopy(context), pickle.loads(pickle.dumps(context))):
        assert other.device == "cuda"
        with other:
            assert product_dtype() == torch.bfloat16


def test_as_a_decorator():
    class Layer(nn.Module):
        @torch.autocast("cuda", dtype=torch.bfloat16)
        def forward(self, x):
            """Its docstring."""
            return x @ x

    layer = Layer()
    assert layer(torch.ones(2, 2, device="cuda")).dtype == torch.bfloat16
    assert Layer.forward.__doc__ == "Its docstring."


def test_the_cpu_has_a_state_of_its_own():
    x = torch.ones(2, 2)
    with torch.autocast("cpu"):
        assert (x @ x).dtype == torch.bfloat16
        assert product_dtype() == torch.float32
        assert torch.is_autocast_enabled() is False
    with torch.autocast("cuda"):
        assert (x @ x).dtype == torch.float32
        with torch.autocast("cpu"):
            assert (x @ x).dtype == torch.bfloat16
            assert product_dtype() == torch.float16


def test_bad_device_types():
    with pytest.raises(RuntimeError, match="at start of device string: cudax$"):
        torch.autocast("cudax")
    with pytest.raises(ValueError, match="Expected `device_type` of type `str`, got"):
        torch.autocast(torch.device("cuda"))
    with pytest.raises(ValueError, match="Expected `device_type` of type `str`, got"):
        torch.amp.custom_fwd(device_type=torch.device("cuda"))


def test_state_without_a_device_is_the_gpus():
    assert torch.is_autocast_enabled() is False
    assert torch.amp.is_autocast_available("cuda")
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert torch.is_autocast_enabled() is True
        assert torch.is_autocast_enabled("cuda") is True
        assert torch.is_autocast_enabled("cpu") is False
        assert torch.get_autocast_dtype("cuda") == torch.bfloat16
    assert torch.is_autocast_enabled("cuda") is False
    assert torch.get_autocast_dtype("cuda") == torch.float16


@pytest.mark.parametrize("device", [("cuda",), ()])
def test_setting_the_state_by_hand(device):
    torch.set_autocast_enabled(*device, True)
    torch.set_autocast_dtype("cuda", torch.bfloat16)
    try:
        assert torch.is_autocast_enabled() and torch.is_autocast_enabled("cuda")
        assert product_dtype() == torch.bfloat16
    finally:
        torch.set_autocast_enabled(*device, False)
        torch.set_autocast_dtype("cuda", torch.float16)
    assert product_dtype() == torch.float32


def test_the_dtype_by_its_deprecated_functions():
    text = r"torch.set_autocast_gpu_dtype\(dtype\) is deprecated. Please use torch.set_autocast_dtype\('cuda', dtype\) instead."
    with pytest.warns(DeprecationWarning, match=text):
        torch.set_autocast_gpu_dtype(torch.bfloat16)
    try:
        assert torch.get_autocast_dtype("cuda") == torch.bfloat16
        text = r"torch.get_autocast_gpu_dtype\(\) is deprecated. Please use torch.get_autocast_dtype\('cuda'\) instead."
        with pytest.warns(DeprecationWarning, match=text):
            assert torch.get_autocast_gpu_dtype() == torch.bfloat16
    finally:
        torch.set_autocast_dtype("cuda", torch.float16)


def test_nesting_is_counted():
    assert torch.autocast_increment_nesting() == 1
    with torch.autocast("cuda"):
        assert torch.autocast_increment_nesting() == 3
        assert torch.autocast_decrement_nesting() == 2
    assert torch.autocast_decrement_nesting() == 0


def stale_product(cache_enabled, clear):
    """A product with a weight that changes after autocast has cast it once."""
    weight = nn.Parameter(torch.ones(2, 2, device="cuda"))
    x = torch.ones(2, 2, device="cuda")
    with torch.autocast("cuda", cache_enabled=cache_enabled):
        assert torch.is_autocast_cache_enabled() is cache_enabled
        x @ weight
        with torch.no_grad():
            weight.fill_(2)
        if clear:
            torch.clear_autocast_cache()
        return (x @ weight)[0, 0].item()


def test_weights_are_cast_once():
    assert stale_product(cache_enabled=True, clear=False) == 2
    assert stale_product(cache_enabled=True, clear=True) == 4
    assert stale_product(cache_enabled=False, clear=False) == 4


def test_the_cache_can_be_switched_by_hand():
    torch.set_autocast_cache_enabled(False)
    try:
        assert not torch.is_autocast_cache_enabled()
        with torch.autocast("cuda"):
            assert not torch.is_autocast_cache_enabled()
    finally:
        torch.set_autocast_cache_enabled(True)


def test_threads_have_states_of_their_own():
    seen = []
    with torch.autocast("cuda"):
        thread = threading.Thread(target=lambda: seen.append(product_dtype()))
        thread.start()
        thread.join()
        assert product_dtype() == torch.float16
    assert seen == [torch.float32]


def test_many_threads_each_with_autocast():
    dtypes = [torch.float16, torch.bfloat16, torch.float32] * 4
    seen = [None] * len(dtypes)

    def run(index):
        enabled = dtypes[index] is not torch.float32
        dtype = dtypes[index] if enabled else torch.float16
        for _ in range(20):
            with torch.autocast("cuda", dtype=dtype, enabled=enabled):
                seen[index] = product_dtype()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(dtypes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == dtypes


@pytest.mark.parametrize("reentrant", [True, False])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_checkpointing_keeps_autocast(reentrant, dtype):
    layer = nn.Linear(4, 4).cuda()
    seen = []

    def forward(x):
        seen.append((torch.is_autocast_enabled(), torch.get_autocast_dtype("cuda")))
        return layer(x)

    x = torch.ones(2, 4, device="cuda", requires_grad=True)
    with torch.autocast("cuda", dtype=dtype):
        out = checkpoint(forward, x, use_reentrant=reentrant)
    assert out.dtype == dtype
    out.sum().backward()
    assert seen == [(True, dtype)] * 2
    assert x.grad.dtype == torch.float32 and layer.weight.grad.dtype == torch.float32


def test_compiled_functions_obey_autocast():
    @torch.compile(backend="eager", fullgraph=True)
    def inside(x):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            return x @ x

    @torch.compile(backend="eager", fullgraph=True)
    def around(x):
        return x @ x, torch.is_autocast_enabled("cuda")

    x = torch.ones(2, 2, device="cuda")
    assert inside(x).dtype == torch.bfloat16
    assert around(x)[0].dtype == torch.float32
    with torch.autocast("cuda"):
        out, enabled = around(x)
        assert out.dtype == torch.float16 and enabled
