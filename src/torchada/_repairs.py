"""Operators that some versions of torch_musa have wrong, registered again when the GPU is first used.

x.log_()                                        # float64
torch.isfinite(x)                               # without waiting for the GPU
torch.mm(a, b, out_dtype=torch.float32)         # of half and bfloat16; bmm too
with torch.cuda.graph(g):
    torch.multinomial(weights, 1)

Registered by the version of torch_musa; what `out_dtype` gives is also looked at, once, at its first use.
"""

import math
import warnings
from typing import Any, Callable, Dict, List, Optional

from . import _log, _presence

# The first version of torch_musa that has each right, as far as is known: `mm` and `bmm` are announced, and
# `isfinite` waits for the GPU in each version that was measured, 2.11.0.post2 being the last.
_RIGHT_FROM = {
    "log": "2.11.0.post2",  # in a capture, of float64: a kernel of csrc/, so only where that is enabled
    "log_": "2.11.0.post2",
    "multinomial": "2.11.0.post2",
    "isfinite": "2.12",
    "mm": "2.13",
    "bmm": "2.13",
}

_libraries: List[Any] = []
# For mm and bmm: whether torch_musa's is right, once that is known.
_verdicts: Dict[str, bool] = {}


def wrong_in(version: str) -> List[str]:
    """The operators that this version of torch_musa has wrong, without those that the user left out."""
    from torch.torch_version import TorchVersion

    return [
        name
        for name, right_from in _RIGHT_FROM.items()
        if TorchVersion(version) < right_from
        and not _presence.is_on(f"TORCHADA_DISABLE_OP_OVERRIDE_{name}")
    ]


def apply() -> None:
    """Register what torch_musa has wrong."""
    import torch
    import torch_musa

    kernels: Dict[str, Callable] = {}
    for name in wrong_in(torch_musa.__version__):
        kernels.update(_MAKERS[name]() if name in _MAKERS else {})
    if kernels and not _libraries:
        # To replace operators is what this is for. PyTorch warns once, after the call that came here.
        warnings.filterwarnings("ignore", "Warning only once for all operators", UserWarning)
        library = torch.library.Library("aten", "IMPL")
        _libraries.append(library)
        for operator, kernel in kernels.items():
            # Not by its impl(), which refuses an operator that somebody else has replaced in Python.
            library.m.impl(operator, "PrivateUse1", kernel, False)
        _log.debug(f"operators of torch_musa are repaired: {', '.join(kernels)}")


def undo() -> None:
    """Have torch_musa's operators again."""
    while _libraries:
        _libraries.pop()._destroy()


def _is_capturing() -> bool:
    import torch

    return torch.musa.is_current_stream_capturing()


def _log_in_place() -> Dict[str, Callable]:
    import torch

    def log_(self):
        if self.dtype is torch.float64:
            return self.copy_(torch.log(self))
        # Another operator, which is torch_musa's: aten::log_ here would never end.
        return torch.ops.aten.log.out(self, out=self)

    return {"log_": log_}


def _multinomial() -> Dict[str, Callable]:
    """torch_musa's reads its checks back, which a capture does not allow, unless it draws with replacement."""
    import torch

    def multinomial(self, num_samples, replacement=False, *, generator=None):
        if not replacement and _is_capturing():
            if num_samples > 1:
                return _drawn(self, num_samples, generator)
            replacement = True  # the same for one sample
        out = torch.empty(0, dtype=torch.int64, device=self.device)
        draw = torch.ops.aten.multinomial.out
        return draw(self, num_samples, replacement, generator=generator, out=out)

    return {"multinomial": multinomial}


def _drawn(weights: Any, count: int, generator: Any) -> Any:
    """Samples without replacement: the largest of weights over numbers of an exponential distribution."""
    import torch

    numbers = torch.empty_like(weights).exponential_(1, generator=generator)
    # 0 is rare, but would be drawn whatever its weight is.
    numbers.clamp_min_(torch.finfo(weights.dtype).tiny)
    return (weights / numbers).topk(count).indices


def _isfinite() -> Dict[str, Callable]:
    """PyTorch's multiplies booleans, which waits for the GPU in torch_musa."""
    import torch

    if torch._C._dispatch_has_kernel_for_dispatch_key("aten::isfinite", "PrivateUse1"):
        return {}
    # Absolute values of other types may overflow, or are missing.
    types = (torch.float16, torch.bfloat16, torch.float32, torch.float64)

    def isfinite(self):
        if self.dtype in types:
            return self.abs() < math.inf
        return torch.ops.aten.isfinite.default.decompose(self)

    return {"isfinite": isfinite}


def _product(name: str) -> Callable[[], Dict[str, Callable]]:
    def make() -> Dict[str, Callable]:
        import torch

        packet = getattr(torch.ops.aten, name)
        if "dtype" not in packet.overloads():
            return {}
        typed = _Product(name, packet.default)
        return {f"{name}.dtype": typed, f"{name}.dtype_out": typed.into}

    return make


class _Product:
    """mm or bmm with `out_dtype`: torch_musa's where it is right, else the product in float32."""

    def __init__(self, name: str, plain: Callable):
        self._name, self._plain = name, plain
        self._musa = _kernel(f"aten::{name}.dtype")
        self._musa_into = _kernel(f"aten::{name}.dtype_out")

    def __call__(self, left, right, out_dtype):
        product = self._repaired(left, right, out_dtype)
        return self._musa(left, right, out_dtype) if product is None else product

    def into(self, left, right, out_dtype, *, out):
        product = self._repaired(left, right, out_dtype) if out.dtype is out_dtype else None
        if product is None:
            return self._musa_into(left, right, out_dtype, out=out)
        if out.shape != product.shape:
            out.resize_(product.shape)
        return out.copy_(product)

    def _repaired(self, left, right, out_dtype):
        """The product, or None where it is torch_musa's to make or to refuse."""
        import torch

        if left.dtype is not right.dtype:
            return None
        if out_dtype is left.dtype:
            return self._plain(left, right)
        halves = (torch.float16, torch.bfloat16)
        if out_dtype is not torch.float32 or left.dtype not in halves or self._is_right(left):
            return None
        return self._plain(left.float(), right.float())

    def _is_right(self, like) -> bool:
        # Looking waits for the GPU; a graph that is captured before has our product.
        if self._name not in _verdicts and not _is_capturing():
            verdict = self._look(like.device)
            if verdict is None:
                return False
            _verdicts[self._name] = verdict
            _log.debug(
                f"{self._name} of torch_musa with out_dtype is {'right' if verdict else 'wrong'}"
            )
        return _verdicts.get(self._name, False)

    def _look(self, device) -> Optional[bool]:
        """Whether torch_musa's product of small whole numbers is exact; None where it fails, for whatever reason."""
        import torch

        left = torch.arange(1, 33, dtype=torch.float32).reshape(1, 4, 8)
        right = torch.arange(1, 41, dtype=torch.float32).reshape(1, 8, 5)
        if self._name == "mm":
            left, right = left[0], right[0]
        exact = left @ right
        try:
            pair = (x.to(device, torch.bfloat16) for x in (left, right))
            return torch.equal(self._musa(*pair, torch.float32).cpu(), exact)
        except RuntimeError as error:
            _log.debug(f"{self._name} of torch_musa with out_dtype fails: {error}")
            return None


def _kernel(operator: str) -> Callable:
    """torch_musa's kernel, which stays callable when another one is registered."""
    import torch

    keys = torch._C.DispatchKeySet(torch._C.DispatchKey.PrivateUse1)
    if hasattr(torch.library, "get_kernel") and torch._C._dispatch_has_kernel_for_dispatch_key(
        operator, "PrivateUse1"
    ):
        kernel = torch.library.get_kernel(operator, "PrivateUse1")
        return lambda *args, **kwargs: kernel.call_boxed(keys, *args, **kwargs)

    def missing(left, right, out_dtype, **_):
        raise RuntimeError(
            f"{operator} on MUSA takes two tensors of one type and its type as out_dtype, or float32 for "
            f"float16 and bfloat16; got {left.dtype}, {right.dtype} and {out_dtype}"
        )

    return missing


_MAKERS: Dict[str, Callable[[], Dict[str, Callable]]] = {
    "log_": _log_in_place,
    "multinomial": _multinomial,
    "isfinite": _isfinite,
    "mm": _product("mm"),
    "bmm": _product("bmm"),
}
