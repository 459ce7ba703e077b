"""Memory of PyTorch's allocator: how much, and which tensors a test leaves."""

import gc
import sys


def _torch_musa():
    """torch_musa where it has used a device; a test that uses no GPU does not import it."""
    module = sys.modules.get("torch_musa")
    return module if module is not None and module.is_initialized() else None


def in_use() -> int:
    """Bytes of all devices that tensors occupy."""
    musa = _torch_musa()
    return sum(map(musa.memory_allocated, range(musa.device_count()))) if musa else 0


def reset_peak() -> None:
    musa = _torch_musa()
    for device in range(musa.device_count()) if musa else ():
        musa.reset_peak_memory_stats(device)


def peak() -> int:
    """The most bytes that tensors occupied since reset_peak(), summed over the devices."""
    musa = _torch_musa()
    return sum(map(musa.max_memory_allocated, range(musa.device_count()))) if musa else 0


def blocks() -> dict:
    """The allocator's blocks in use, by device and address: their sizes."""
    musa = _torch_musa()
    return {
        (segment["device"], block["address"]): block["size"]
        for segment in (musa.memory_snapshot() if musa else ())
        for block in segment["blocks"]
        if block["state"] == "active_allocated"
    }


def describe(left: dict) -> str:
    """A line for each block that a test left: the tensor in it, or its size where Python knows no tensor."""
    import torch

    left = dict(left)
    lines = []
    for tensor in gc.get_objects():
        # Other kinds of tensors have no memory, or hold one of these.
        if type(tensor) not in (torch.Tensor, torch.nn.Parameter):
            continue
        if tensor.layout != torch.strided or tensor.device.type in ("cpu", "meta"):
            continue
        # A gradient is no object of Python's until somebody asks for it.
        parts = [("", tensor), ("gradient of ", tensor.grad if tensor.is_leaf else None)]
        for what, part in parts:
            if part is None or part.layout != torch.strided:
                continue
            size = left.pop((part.device.index, part.untyped_storage().data_ptr()), None)
            if size is not None:
                kind = f"{what}{part.dtype} {tuple(part.shape)}"
                lines.append(f"  {kind} on {part.device}, {size} bytes")
    lines += [
        f"  {size} bytes on GPU {device}, of no tensor that Python sees"
        for (device, _), size in left.items()
    ]
    return "\n".join(sorted(lines))
