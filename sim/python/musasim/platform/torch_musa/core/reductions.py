"""Sends tensors and events of MUSA devices to other processes, by handle, not by value."""

from multiprocessing.reduction import ForkingPickler

import torch
import torch.multiprocessing.reductions as torch_reductions


def rebuild_event(device, handle):
    """The event of another process."""
    return torch.musa.Event.from_ipc_handle(device, handle)


def reduce_event(event):
    """Pickles an event by its handle."""
    handle = event.ipc_handle()  # gives an event that was never recorded its device
    return rebuild_event, (event.device, handle)


def _refuse(message):
    raise RuntimeError(
        f"a DataLoader worker could not send a MUSA tensor to the main process: {message}"
    )


def _reduce_tensor(tensor):
    """Pickles a tensor: dense ones of MUSA devices by the handle of their memory, as CUDA's are."""
    if tensor.device.type != "musa" or tensor.layout is not torch.strided or tensor.is_nested:
        return _original_reduce_tensor(tensor)
    storage = tensor.untyped_storage()
    try:
        if tensor.requires_grad and not tensor.is_leaf:
            return _original_reduce_tensor(tensor)  # raises
        torch.utils.hooks.warn_if_has_hooks(tensor)
        shared = storage._share_musa_()
    except RuntimeError as error:
        # A worker of a DataLoader pickles in a thread that only prints what goes wrong: its parent
        # would wait for ever. So the parent gets the error instead.
        if torch.utils.data.get_worker_info() is None:
            raise
        return _refuse, (str(error),)
    if shared[1] is not None:
        key = (shared[1], shared[3])
        torch_reductions.shared_cache[key] = torch_reductions.StorageWeakRef(storage)
    device, handle, size, offset, counter, place, event, event_is_needed = shared
    arguments = (
        type(tensor),
        tensor.size(),
        tensor.stride(),
        tensor.storage_offset(),
        torch.storage.TypedStorage,
        tensor.dtype,
        *(device, handle, size, offset, tensor.requires_grad),
        *(counter, place, event, event_is_needed),
    )
    # By its name: programs put functions of their own in its place.
    return torch_reductions.rebuild_cuda_tensor, arguments


def _reduce_storage(storage):
    """Pickles a storage; those of MUSA devices only go with their tensor.

    The real storage says that it is CUDA's, and PyTorch's error believes it.
    """
    if storage.device.type == "musa":
        raise RuntimeError("Cannot pickle CUDA storage; try pickling a CUDA tensor instead")
    return _original_reduce_storage(storage)


_original_reduce_tensor = torch_reductions.reduce_tensor
_original_reduce_storage = torch_reductions.reduce_storage


def init_reductions():
    """Register these functions with multiprocessing."""
    ForkingPickler.register(torch.musa.Event, reduce_event)
    torch_reductions.reduce_tensor = _reduce_tensor
    torch_reductions.reduce_storage = _reduce_storage
    for tensor_class in (*torch._tensor_classes, torch.Tensor, torch.nn.Parameter):
        ForkingPickler.register(tensor_class, _reduce_tensor)
    ForkingPickler.register(torch.UntypedStorage, _reduce_storage)
