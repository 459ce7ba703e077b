"""Launches a compiled kernel: its arguments as C lays them out, on the stream that Triton names."""

import ctypes
import functools
import struct
from operator import index

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
        self._types = []  # of each value in the buffer
        signature = list(src.signature.values())
        for signature_type in signature:
            self._add(signature_type)
        self._plain = all(
            isinstance(signature_type, str) and not _is_descriptor(signature_type)
            for signature_type in signature
        )
        self._signature = signature
        letters = [
            "P" if signature_type.startswith("*") else _LETTERS[signature_type]
            for signature_type in self._types
        ]
        self._pack = struct.Struct("@" + "".join(letters) + "PP").pack
        # Fewer than num_warps * warp_size: the other threads of a GPU's block would have nothing to do.
        self._threads = metadata.working_threads
        self._shared = metadata.shared
        self._cooperative = metadata.launch_cooperative_grid

    def _add(self, signature_type):
        if isinstance(signature_type, tuple):
            for each in signature_type:
                self._add(each)
        elif _is_descriptor(signature_type):
            self._types += [field for field, _ in _descriptor_fields(signature_type)]
        elif signature_type != "constexpr":
            self._types.append(signature_type)

    def __call__(
        self, grid_x, grid_y, grid_z, stream, function, kernel, launch, enter_hook, exit_hook, *args
    ):
        if enter_hook is not None:
            enter_hook(launch)
        if grid_x * grid_y * grid_z > 0:
            values = [_value(k, v, i) for i, (k, v) in enumerate(self._flat(args))]
            # Tensors and NumPy's numbers may be among them, as in Triton's own launchers.
            grid = (index(grid_x), index(grid_y), index(grid_z))
            if max(grid) > _libmusa.MAX_GRID:
                raise ValueError(f"the grid {grid} has a dimension above {_libmusa.MAX_GRID}")
            arguments, sizes = self._packed(values), (self._threads, self._shared)
            _libmusa.launch(function, grid, *sizes, stream, arguments, self._cooperative)
        if exit_hook is not None:
            exit_hook(launch)

    def _flat(self, args):
        """Type and value of everything that goes into the buffer."""
        if self._plain:
            return [pair for pair in zip(self._signature, args) if pair[0] != "constexpr"]
        values = []
        for signature_type, value in zip(self._signature, args):
            _flatten(signature_type, value, values)
        return list(zip(self._types, values))

    def _packed(self, values):
        try:
            return self._pack(*values, *_SCRATCH)
        except OverflowError:  # C makes an infinity of a float that is too large
            narrow = zip(self._types, values)
            return self._pack(
                *(_narrowed(signature_type, value) for signature_type, value in narrow), *_SCRATCH
            )
        except struct.error as error:
            if len(values) == len(self._types):
                raise
            raise TypeError(
                f"a launch of this kernel gives {len(self._signature)} arguments, those of "
                f"tl.constexpr included; {len(self._types) - len(values)} are missing"
            ) from error


def _is_descriptor(signature_type):
    return isinstance(signature_type, str) and signature_type.startswith("tensordesc")


@functools.lru_cache()
def _descriptor_fields(signature_type):
    """The types of the values that a tensor descriptor becomes, each with what gets it from the descriptor."""
    from triton.tools.tensor_descriptor import TensorDescriptor

    element, sizes = signature_type[len("tensordesc<") :].split("[", 1)
    axes = range(sizes.split("]")[0].count(",") + 1)
    shape = [lambda value, axis=axis: value.shape[axis] for axis in axes]
    strides = [lambda value, axis=axis: value.strides[axis] for axis in axes]
    fields = [(f"*{element}", lambda value: value.base)]
    fields += [("i64", get) for get in shape + strides]
    fields.append(("i1", lambda value: value.padding == "nan"))
    if "round_f32_to_tf32" in TensorDescriptor.__dataclass_fields__:  # in newer versions
        fields.append(("i1", lambda value: value.round_f32_to_tf32))
    fields += [("i32", get) for get in shape]
    return fields + [("i64", get) for get in strides]


def _flatten(signature_type, value, values):
    if isinstance(signature_type, tuple):
        for each, part in zip(signature_type, value):
            _flatten(each, part, values)
    elif _is_descriptor(signature_type):
        values += [get(value) for _, get in _descriptor_fields(signature_type)]
    elif signature_type != "constexpr":
        values.append(value)


def _value(signature_type, value, position):
    """The value as struct packs it."""
    if signature_type[0] == "*":
        return _address(value, position)
    if signature_type == "bf16":
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


def _narrowed(signature_type, value):
    if signature_type in ("fp32", "f32"):
        return ctypes.c_float(value).value
    if signature_type == "fp16" and abs(value) > 65504:
        # Halfway to the next power of 2 and beyond it is an infinity.
        limit = 65504.0 if abs(value) < 65520 else float("inf")
        return limit if value > 0 else -limit
    return value
