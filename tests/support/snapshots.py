"""What torchada could change in a process, as plain data: for comparing before and after.

Runs in the interpreters that tests start. It imports nothing by itself that could change the answer.
"""

import ctypes
import os
import sys
import threading


def owners(torch):
    """Modules and classes whose attributes torchada replaces somewhere, by name."""
    found = {
        name: module
        for name, module in sys.modules.items()
        if name.split(".")[0] == "torch" and isinstance(module, type(sys))
    }
    found.update(
        {
            "Tensor": torch.Tensor,
            "TensorBase": torch._C.TensorBase,
            "Module": torch.nn.Module,
            "UntypedStorage": torch.UntypedStorage,
            "StorageBase": torch._C.StorageBase,
            "TypedStorage": torch.TypedStorage,
            "device": torch.device,
            "Generator": torch.Generator,
            "Library": torch.library.Library,
            "Stream": torch.Stream,
            "Event": torch.Event,
            "tensortype": type(torch.FloatTensor),
            "PackedSequence": torch.nn.utils.rnn.PackedSequence,
            "ParameterList": torch.nn.ParameterList,
            "ParameterDict": torch.nn.ParameterDict,
        }
    )
    return found


def attributes(torch):
    """The identity of every attribute, by dotted name."""
    return {
        f"{owner_name}.{name}": id(value)
        for owner_name, owner in owners(torch).items()
        for name, value in list(vars(owner).items())
        if name not in ("__warningregistry__", "_abc_impl", "__annotations_cache__")
    }


def type_slots(torch):
    """The slots of the C types, by type and number of the word: every pointer up to tp_mro.

    What follows there (caches, subclasses, the version tag) changes with any use of the type, and so
    does the flag that says whether the version tag is valid.
    """
    flags, last, valid_version_tag = 21, 44, 1 << 19
    answer = {}
    kinds = [torch.device, torch._C.TensorBase, torch._C.StorageBase, torch.Generator]
    kinds += [torch.Stream, torch.Event, *torch._tensor_classes]
    for kind in kinds:
        words = list((ctypes.c_size_t * last).from_address(id(kind)))
        words[flags] &= ~valid_version_tag
        # Word 0 is the reference count.
        answer.update(
            {
                f"{kind.__module__}.{kind.__name__}[{i}]": word
                for i, word in enumerate(words)
                if i > 0
            }
        )
    return answer


def native_writable_pages(*libraries):
    """A hash of the file-backed pages with call slots, by library: .got and .got.plt lie there.

    They are writable, or were until the loader protected them (RELRO): then the writable pages of
    the same file follow. The big read-only data before them cannot hold a slot.
    """
    import hashlib

    digests = {}
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb") as memory:
        lines = [line.split() for line in maps]
        for fields, following in zip(lines, [*lines[1:], [""] * 6]):
            path = os.path.basename(fields[5]) if len(fields) > 5 else ""
            if path not in libraries:
                continue
            is_relro = (
                fields[1][:3] == "r--" and following[1][:2] == "rw" and following[5:] == fields[5:]
            )
            if not is_relro and fields[1][:2] != "rw":
                continue
            start, end = (int(part, 16) for part in fields[0].split("-"))
            memory.seek(start)
            digest = digests.setdefault(path, hashlib.sha256())
            digest.update(fields[1].encode() + memory.read(end - start))
    return {path: digest.hexdigest() for path, digest in digests.items()}


def slot_values(slots):
    """What the call slots that torchada._core.state() lists hold now."""
    return [ctypes.c_size_t.from_address(slot["address"]).value for slot in slots]


def process():
    """The rest: environment, import system, warnings, threads."""
    import warnings

    return {
        "environ": dict(os.environ),
        "path": list(sys.path),
        "meta_path": [repr(finder) for finder in sys.meta_path],
        "path_hooks": [repr(hook) for hook in sys.path_hooks],
        "filters": list(map(str, warnings.filters)),
        "threads": sorted(thread.name for thread in threading.enumerate()),
        "modules": sorted(name for name in sys.modules if name.split(".")[0] != "torchada"),
        "excepthook": id(sys.excepthook),
        "import": id(__import__),
    }


def difference(before, after):
    """Keys that appeared, vanished or changed."""
    keys = sorted(set(before) | set(after))
    return [key for key in keys if before.get(key) != after.get(key)]
