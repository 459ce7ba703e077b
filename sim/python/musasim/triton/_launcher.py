"""Launches a compiled kernel: its arguments as C lays them out, on the stream that Triton names."""

import ctypes
import struct

from . import _libmusa

# The letters of the module struct. fp16 and bf16 are packed by hand where a number is out of range.
_LETTERS = {
    "i1": "?",
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "u1": "?",
    "u8": "B",
    "u16": "H",
    "u32": "I",
    "u64": "Q",
    "fp16": "e",
    "bf16": "H",
    "fp32": "f",
    "f32": "f",
    "fp64": "d",
}
# Memory for a kernel's own use, which the lowering adds to the parameters: none is needed.
_SCRATCH = (0, 0)


class MUSALauncher:
    """One for each compiled kernel. Triton calls it with the arguments of a launch."""

    def __init__(self, src, metadata):
        from ._resources import check_shared

        check_shared(src, metadata)
        self._kinds = []  # of each value in the buffer
        signature = list(src.signature.values())
        for kind in signature:
            self._add(kind)
        self._plain = all(isinstance(kind, str) and not _is_descriptor(kind) for kind in signature)
        self._signature = signature
        letters = ["P" if kind.startswith("*") else _LETTERS[kind] for kind in self._kinds]
        self._pack = struct.Struct("@" + "".join(letters) + "PP").pack
        # Fewer than num_warps * warp_size: the other threads of a GPU's block would have nothing to do.
        self._threads = metadata.working_threads
        self._shared = metadata.shared
        together = metadata.launch_cooperative_grid
        self._launch = _libmusa.launch_together if together else _libmusa.launch

    def _add(self, kind):
        if isinstance(kind, tuple):
            for each in kind:
                self._add(each)
        elif _is_descriptor(kind):
            element, sizes = kind[len("tensordesc<") :].split("[", 1)
            rank = sizes.split("]")[0].count(",") + 1
            self._kinds += [f"*{element}", *["i64"] * (2 * rank), *["i1"] * _descriptor_flags()]
            self._kinds += [*["i32"] * rank, *["i64"] * rank]
        elif kind != "constexpr":
            self._kinds.append(kind)

    def __call__(
        self, grid_x, grid_y, grid_z, stream, function, kernel, launch, enter_hook, exit_hook, *args
    ):
        if enter_hook is not None:
            enter_hook(launch)
        if grid_x * grid_y * grid_z > 0:
            values = [_value(k, v, i) for i, (k, v) in enumerate(self._flat(args))]
            arguments = self._packed(values)
            grid = (grid_x, grid_y, grid_z)
            self._launch(function, grid, self._threads, self._shared, stream, arguments)
        if exit_hook is not None:
            exit_hook(launch)

    def _flat(self, args):
        """Kind and value of everything that goes into the buffer."""
        if self._plain:
            return [pair for pair in zip(self._signature, args) if pair[0] != "constexpr"]
        values = []
        for kind, value in zip(self._signature, args):
            _flatten(kind, value, values)
        return list(zip(self._kinds, values))

    def _packed(self, values):
        try:
            return self._pack(*values, *_SCRATCH)
        except OverflowError:  # C makes an infinity of a float that is too large
            narrow = zip(self._kinds, values)
            return self._pack(*(_narrowed(kind, value) for kind, value in narrow), *_SCRATCH)


def _is_descriptor(kind):
    return isinstance(kind, str) and kind.startswith("tensordesc")


def _descriptor_flags():
    """How many flags a descriptor has: padding, and in newer versions rounding to TF32."""
    from triton.tools.tensor_descriptor import TensorDescriptor

    return 1 + ("round_f32_to_tf32" in TensorDescriptor.__dataclass_fields__)


def _flatten(kind, value, values):
    if isinstance(kind, tuple):
        for each, part in zip(kind, value):
            _flatten(each, part, values)
    elif _is_descriptor(kind):
        flags = [value.padding == "nan", getattr(value, "round_f32_to_tf32", False)]
        values += [value.base, *value.shape, *value.strides, *flags[: _descriptor_flags()]]
        values += [*value.shape, *value.strides]
    elif kind != "constexpr":
        values.append(value)


def _value(kind, value, position):
    """What struct packs."""
    if kind[0] == "*":
        return _address(value, position)
    if kind == "bf16":
        return _bfloat16(value)
    return value


def _address(value, position):
    if value is None:
        return 0
    if not hasattr(value, "data_ptr"):
        return value
    if getattr(value, "is_cpu", False) and not value.is_pinned():
        raise ValueError(
            f"Pointer argument (at {position}) cannot be accessed from Triton (cpu tensor?)"
        )
    return value.data_ptr()


def _bfloat16(value):
    """The upper half of the float's bits, rounded to even."""
    bits = int.from_bytes(bytes(ctypes.c_float(value)), "little")
    if value != value:
        return bits >> 16 | 0x40
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def _narrowed(kind, value):
    if kind in ("fp32", "f32"):
        return ctypes.c_float(value).value
    if kind == "fp16" and abs(value) > 65504:
        # Halfway to the next power of 2 and beyond it is an infinity.
        limit = 65504.0 if abs(value) < 65520 else float("inf")
        return limit if value > 0 else -limit
    return value
