"""PyTorch's own operator database: each operator's first sample gives on the device what it gives on the CPU."""

import warnings

import pytest
import torch
import torch_musa
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

pytest.importorskip("expecttest", reason="torch.testing._internal needs it: pip install expecttest")

DTYPES = (torch.float32, torch.float64, torch.complex64, torch.int64, torch.bool)

# Not failures of the device: what the operator returns is not defined, or CUDA refuses it as well.
UNDEFINED = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty"}
UNDEFINED |= {"new_empty_strided"}
REFUSED = {
    "tensor_split": "must be on cpu|to be on cpu",  # the sample's indices were moved to the device
}


def samples(backward):
    from torch.testing._internal.common_methods_invocations import op_db

    for op in op_db:
        if backward and not op.supports_autograd:
            continue
        dtype = next((d for d in DTYPES if op.supports_dtype(d, "cpu")), None)
        if dtype is None or (backward and not (dtype.is_floating_point or dtype.is_complex)):
            continue
        try:
            sample = next(iter(op.sample_inputs_func(op, "cpu", dtype, backward)))
        except (StopIteration, RuntimeError):  # no sample, or one that this build cannot make
            continue
        yield op, sample


def moved(value, device):
    if isinstance(value, torch.Tensor):
        return value.detach().to(device).requires_grad_(value.requires_grad)
    return device if value in ("cpu", torch.device("cpu")) else value


def tensors(tree):
    return [leaf for leaf in tree_flatten(tree)[0] if isinstance(leaf, torch.Tensor)]


def results(op, sample, device, backward):
    torch.manual_seed(0)
    inputs, args, kwargs = tree_map(
        lambda value: (
            moved(value, device) if isinstance(value, (torch.Tensor, str, torch.device)) else value
        ),
        (sample.input, sample.args, sample.kwargs),
    )
    output = op(inputs, *args, **kwargs)
    if not backward:
        return tensors(output)
    output = sample.output_process_fn_grad(output)
    sources = [tensor for tensor in tensors((inputs, args, kwargs)) if tensor.requires_grad]
    targets = [tensor for tensor in tensors(output) if tensor.requires_grad]
    if not sources or not targets:
        return []
    ones = [torch.ones_like(target) for target in targets]
    gradients = torch.autograd.grad(targets, sources, ones, allow_unused=True)
    return [gradient for gradient in gradients if gradient is not None]


class Draws(TorchDispatchMode):
    """Notes whether random operators are called in it."""

    drew = False

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.drew = self.drew or torch.Tag.nondeterministic_seeded in function.tags
        return function(*args, **(kwargs or {}))


def is_random(op, sample, backward):
    """The devices' generators have numbers of their own, so that only the form can be compared."""
    with Draws() as draws:
        results(op, sample, "cpu", backward)
    return draws.drew


def check_same(op, sample, backward, expected, actual):
    assert len(expected) == len(actual)
    for on_cpu, on_device in zip(expected, actual):
        assert on_device.device.type == "musa", f"result on {on_device.device}"
        assert on_device.layout == on_cpu.layout and on_device.dtype == on_cpu.dtype
        if on_cpu.layout == torch.strided:
            assert on_device.stride() == on_cpu.stride()
            if on_device.numel() and not on_device._is_zerotensor():
                assert torch_musa._MUSAC._musasim_pointer_device(on_device.data_ptr()) == 0
        if op.name in UNDEFINED:
            continue
        left, right = on_device.detach().cpu(), on_cpu.detach()
        try:
            torch.testing.assert_close(left, right, rtol=1e-5, atol=1e-5, equal_nan=True)
        except AssertionError:
            if left.shape != right.shape or not is_random(op, sample, backward):
                raise


@pytest.fixture
def one_thread():
    """Tiny tensors: a pool of threads only costs time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("backward", [False, True], ids=["forward", "backward"])
def test_every_operator_of_the_database(backward, one_thread):
    failures = {}
    compared = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for op, sample in samples(backward):
            try:
                expected = results(op, sample, "cpu", backward)
            except Exception:  # what the CPU cannot do proves nothing
                continue
            compared += 1
            try:
                if op.name in REFUSED:
                    with pytest.raises(RuntimeError, match=REFUSED[op.name]):
                        results(op, sample, "musa", backward)
                else:
                    actual = results(op, sample, "musa", backward)
                    check_same(op, sample, backward, expected, actual)
            except Exception as error:  # collected, so that one run names every failing operator
                failures[op.formatted_name] = f"{type(error).__name__}: {error}"
    assert failures == {}
    assert compared > (400 if backward else 550)
