"""The state of a process after activation, as JSON: equal whatever was imported in which order."""

import json
import os
import sys


def dump():
    """Print everything that may not depend on the order of imports."""
    torch, torch_musa, torchada = (sys.modules[n] for n in ("torch", "torch_musa", "torchada"))
    from torchada import _activation, _core

    state = _activation.state
    core = _core.state()
    tensor = torch.ones(2, device="cuda")
    answer = {
        "active": [torchada.is_patched(), state.status, state.waits_for, state.failure],
        "platform": torchada.get_device_name(),
        "rows": sorted(map(list, state.ledger.rows())),
        "core": {k: v for k, v in core.items() if k not in ("slots", "libc10_was_global")},
        "device": [repr(tensor.device), tensor.device.type, str(torch.device("cuda:1"))],
        "tensor": [repr(tensor), tensor.is_cuda, tensor.is_musa, tensor.cuda() is tensor],
        "native": native_answers(tensor),
        "torch.cuda": describe(torch.cuda),
        "version": torch.version.cuda,
        "is torch.musa": torch.musa is torch_musa,
        "specs": [type(sys.modules[n].__spec__).__name__ for n in ("torch", "torch_musa")],
        "meta_path": [type(finder).__name__ for finder in sys.meta_path],
        "environ": {k: v for k, v in os.environ.items() if "VISIBLE_DEVICES" in k},
        "compilers": [n for n in ("torch._dynamo", "torch._inductor") if n in sys.modules],
    }
    print(json.dumps(answer))


def native_answers(tensor):
    """What PyTorch's own code sees."""
    view = {"__name__": "torch.some_module", "x": tensor, "torch": sys.modules["torch"]}
    codes = ("x.device.type", "str(x.device)", "x.is_cuda", "torch.cuda.is_available()")
    return [eval(code, view) for code in codes]


def describe(module):
    """Where each public attribute of a module comes from."""
    return {
        name: f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value))}"
        for name, value in sorted(vars(module).items())
        if not name.startswith("__")
    }
