"""How tensors and events of MUSA devices travel to other processes: by handle, not by value."""

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


def _rebuild_tensor(tensor_class, dtype, shared, size, stride, offset, requires_grad):
    storage = _rebuild_storage(shared)
    typed = torch.storage.TypedStorage(wrap_storage=storage, dtype=dtype, _internal=True)
    tensor = torch._utils._rebuild_tensor(typed, offset, size, stride)
    if tensor_class is torch.nn.Parameter:
        # Parameters of integers take it only here.
        return torch.nn.Parameter(tensor, requires_grad=requires_grad)
    tensor.requires_grad = requires_grad
    return tensor


def _rebuild_storage(shared):
    """The storage of a message. Views that share one here share it there."""
    device, handle, size, offset, counter, place, _event, _event_is_needed = shared
    if handle is None or size == 0:
        return torch.UntypedStorage(0, device=torch.device("musa", device))
    cache = torch_reductions.shared_cache
    storage = torch_reductions.storage_from_cache(torch.UntypedStorage, (handle, offset))
    if storage is None:
        torch.musa._lazy_init()
        storage = torch.UntypedStorage._new_shared_musa(*shared)
        cache[(handle, offset)] = torch_reductions.StorageWeakRef(storage)
    else:
        torch.UntypedStorage._release_ipc_counter_musa(counter, place, device=device)
    return storage


def _refuse(message):
    raise RuntimeError(f"a DataLoader worker could not return a MUSA tensor: {message}")


def _reduce_tensor(tensor):
    """Pickles a tensor: dense ones of MUSA devices by the handle of their memory."""
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
    return (
        _rebuild_tensor,
        (
            type(tensor),
            tensor.dtype,
            shared,
            tensor.size(),
            tensor.stride(),
            tensor.storage_offset(),
            tensor.requires_grad,
        ),
    )


def _reduce_storage(storage):
    """Pickles a storage; those of MUSA devices only go with their tensor."""
    if storage.device.type == "musa":
        raise RuntimeError("Cannot pickle MUSA storage; try pickling a MUSA tensor instead")
    return _original_reduce_storage(storage)


_original_reduce_tensor = torch_reductions.reduce_tensor
_original_reduce_storage = torch_reductions.reduce_storage


def init_reductions():
    """Register all of it with multiprocessing."""
    ForkingPickler.register(torch.musa.Event, reduce_event)
    torch_reductions.reduce_tensor = _reduce_tensor
    torch_reductions.reduce_storage = _reduce_storage
    for tensor_class in (*torch._tensor_classes, torch.Tensor, torch.nn.Parameter):
        ForkingPickler.register(tensor_class, _reduce_tensor)
    ForkingPickler.register(torch.UntypedStorage, _reduce_storage)
