"""Comparing and printing nested values of tensors, for compare_tool."""

import functools

import torch

# The most differing elements that a report shows.
_SHOWN = 8


def recursive_apply(func):
    """func on tensors as a function on nested lists, tuples and dictionaries of them."""

    @functools.wraps(func)
    def apply(value, *args):
        if isinstance(value, dict):
            return {key: apply(inner, *args) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            parts = [apply(inner, *args) for inner in value]
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        return func(value, *args) if isinstance(value, torch.Tensor) else value

    return apply


@recursive_apply
def convert_to_dtype(inputs, dtype):
    """Floating point tensors in this type."""
    return inputs.to(dtype) if inputs.is_floating_point() else inputs


@recursive_apply
def convert_to_cpu(inputs):
    """Copies on the CPU that no operation changes under us."""
    return inputs.detach().cpu().clone()


@recursive_apply
def convert_to_musa(inputs):
    """Copies on the current MUSA device."""
    return inputs.musa()


def _plain(tensor):
    """On the CPU, in float64 where it is a number with a point."""
    tensor = tensor.detach().cpu()
    tensor = tensor.dequantize() if tensor.is_quantized else tensor
    tensor = tensor.to_dense() if tensor.layout != torch.strided else tensor
    return tensor.double() if tensor.is_floating_point() else tensor


def compare_tensors(tensor1, tensor2, atol, rtol):
    """True if two tensors agree: in shape, in places of NaNs, and in values within the tolerance."""
    if tensor1.shape != tensor2.shape:
        return False
    return torch.allclose(_plain(tensor1), _plain(tensor2), atol=atol, rtol=rtol, equal_nan=True)


def format_tensor(tensor):
    """Shape, type, device and the range of the values."""
    text = f"Tensor(shape={list(tensor.shape)}, dtype={tensor.dtype}, device={tensor.device}"
    values = _plain(tensor)
    if values.numel() and not values.is_complex():
        text += f", min={values.min().item()}, max={values.max().item()}"
    return text + ")"


def print_tensors_diff(tensor1, tensor2, atol, rtol):
    """Print where two tensors differ, the largest difference first."""
    if tensor1.shape != tensor2.shape:
        print(f"  shapes differ: {list(tensor1.shape)} and {list(tensor2.shape)}")
        return
    first, second = _plain(tensor1), _plain(tensor2)
    differs = ~torch.isclose(first, second, atol=atol, rtol=rtol, equal_nan=True)
    distance = torch.where(differs, (first - second).abs().nan_to_num(nan=torch.inf), 0)
    count = int(differs.sum())
    print(f"  {count} of {differs.numel()} elements differ, by up to {distance.max().item()}")
    order = distance.flatten().argsort(descending=True)[: min(count, _SHOWN)]
    for index in order.tolist():
        place = tuple(int(i) for i in torch.unravel_index(torch.tensor(index), first.shape))
        values = first.flatten()[index].item(), second.flatten()[index].item()
        print(f"    {list(place)}: {values[0]} and {values[1]}")


def recursive_compare(out1, out2, atol, rtol, depth=0):
    """True if two nested values agree; prints the values that differ."""
    if isinstance(out1, torch.Tensor) and isinstance(out2, torch.Tensor):
        same = compare_tensors(out1, out2, atol, rtol)
        if not same:
            print_tensors_diff(out1, out2, atol, rtol)
        return same
    if isinstance(out1, dict) and isinstance(out2, dict) and out1.keys() == out2.keys():
        pairs = [(value, out2[key]) for key, value in out1.items()]
    elif isinstance(out1, (list, tuple)) and isinstance(out2, (list, tuple)):
        if len(out1) != len(out2):
            print(f"  lengths differ: {len(out1)} and {len(out2)}")
            return False
        pairs = list(zip(out1, out2))
    else:
        same = out1 == out2 or (out1 != out1 and out2 != out2)
        if not same:
            print(f"  {out1!r} and {out2!r}")
        return same
    return all([recursive_compare(a, b, atol, rtol, depth + 1) for a, b in pairs])


def recursive_print(args, top_level=True):
    """Print a nested value, tensors by their shape and range."""
    text = _text(args)
    print(text if top_level else f"  {text}")


def _text(value):
    if isinstance(value, torch.Tensor):
        return format_tensor(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_text, value)) + "]"
    return repr(value)


def tensors_of(value) -> list:
    """The tensors in a nested value."""
    found = []
    recursive_apply(lambda tensor: found.append(tensor))(value)
    return found


def has_nan_or_inf(value) -> bool:
    """True if a tensor in a nested value has an element that is not a finite number."""
    return any(
        not torch.isfinite(_plain(tensor)).all()
        for tensor in tensors_of(value)
        if tensor.is_floating_point() or tensor.is_complex()
    )
