"""Calls of a kernel, for a whole warp."""

import re

from ._lanes import ALL, Value, constant
from ._llvm_types import LANES, Unsupported, vector_type

# LLVM has them for vectors.
_OF_VECTORS = re.compile(
    r"llvm\.(maxnum|minnum|maximum|minimum|fabs|fma|fmuladd|exp2|exp|log2|log|sqrt|sin|cos|floor|ceil|trunc|rint"
    r"|nearbyint|round|roundeven|copysign|pow|smax|smin|umax|umin|ctpop|bitreverse|bswap|fshl|fshr|canonicalize)\.(\w+)$"
)
# The same for all lanes.
_UNIFORM_FUNCTIONS = re.compile(
    r"amdgcn\.(workgroup\.id\.[xyz]|shared|s\.memtime|s\.memrealtime)$|__ockl_get_num_groups$"
)
# Functions of one lane's values alone.
_PURE = re.compile(
    r"__(ocml|nv|mt_tt)_\w+$|__ockl_mul_hi_u\d+$|amdgcn\.(perm|fmed3\.f\d+|fdot2\.\S+|rsq\.f\d+|rcp\.f\d+)$"
    r"|llvm\.(abs|ctlz|cttz|powi|ldexp|fptosi\.sat|fptoui\.sat|is\.fpclass)\.[\w.]+$"
)
_LLVM_EQUIVALENTS = {
    "amdgcn.exp2.f32": "llvm.exp2.f32",
    "amdgcn.log.f32": "llvm.log2.f32",
    "amdgcn.sqrt.f32": "llvm.sqrt.f32",
    "amdgcn.sqrt.f64": "llvm.sqrt.f64",
}
# Functions of vectors.ll.
_VECTOR_FUNCTIONS = {"llvm.exp2.f32": "amdgcn.exp2.v32f32", "__ocml_erf_f32": "amdgcn.erf.v32f32"}


class Calls:
    """Functions by their names."""

    def __init__(self, code, memory, warps):
        self._code = code
        self._memory = memory
        self._warps = warps
        self._handlers = {
            "amdgcn.workitem.id.x": self._thread_id,
            "amdgcn.s.barrier": self._barrier,
            "amdgcn.wave.barrier": lambda: None,
            "amdgcn.readfirstlane.i32": self._read_first_lane,
            "amdgcn.readlane.i32": self._read_lane,
            "amdgcn.ballot.i32": self._ballot,
            "amdgcn.ds.bpermute": self._bpermute,
            "amdgcn.ds.swizzle": self._swizzle,
            "amdgcn.permlane16.i32": lambda _, *operands: self._permuted(0, *operands),
            "amdgcn.permlanex16.i32": lambda _, *operands: self._permuted(16, *operands),
        }

    def run(self, llvm_type, function, values):
        """The result of a call."""
        function = _LLVM_EQUIVALENTS.get(function, function)
        if function in self._handlers:
            return self._handlers[function](*values)
        if function == "llvm.assume":
            return None
        if _UNIFORM_FUNCTIONS.match(function):
            return Value(llvm_type, self._scalar(llvm_type, function, values))
        if _OF_VECTORS.match(function) or function in _VECTOR_FUNCTIONS:
            return self._of_vectors(llvm_type, function, values)
        if _PURE.match(function):
            return self._lane_by_lane(llvm_type, function, values)
        raise Unsupported(function)

    def _scalar(self, llvm_type, function, values):
        arguments = [(value.llvm_type, self._code.scalar(value)) for value in values]
        return self._code.call(function, llvm_type, arguments)

    def _of_vectors(self, llvm_type, function, values):
        if all(value.is_uniform for value in values):
            return Value(llvm_type, self._scalar(llvm_type, function, values))
        arguments = [(vector_type(value.llvm_type), self._code.vector(value)) for value in values]
        wide = _VECTOR_FUNCTIONS.get(function) or re.sub(r"\.(\w+)$", rf".v{LANES}\1", function)
        return Value(llvm_type, vector=self._code.call(wide, vector_type(llvm_type), arguments))

    def _lane_by_lane(self, llvm_type, function, values):
        code = self._code
        if all(value.is_uniform for value in values):
            return Value(llvm_type, self._scalar(llvm_type, function, values))
        return code.each_lane(function, llvm_type, values)

    # --- who a thread is, and barriers ---

    def _thread_id(self):
        if self._warps == 1:
            return constant("i32", ALL)
        warp = self._code.call("amdgcn.workitem.id.x", "i32", [])
        return Value("i32", self._code.emit(f"mul i32 {warp}, {LANES}"), ALL, None, 5)

    def _barrier(self):
        if self._warps > 1:
            self._code.call("amdgcn.s.barrier", "void", [])

    # --- values from other lanes ---

    def _read_first_lane(self, value):
        return Value("i32", self._code.of_lane(value, 0))

    def _read_lane(self, value, lane):
        if lane.is_constant and lane.is_uniform:
            return Value("i32", self._code.of_lane(value, lane.offsets[0] % LANES))
        raise Unsupported("readlane")

    def _ballot(self, condition):
        vector = self._code.vector(condition)
        return Value("i32", self._code.emit(f"bitcast {vector_type('i1')} {vector} to i32"))

    def _bpermute(self, address, value):
        if address.base is None and address.vector is None:
            lanes = tuple(each // 4 % LANES for each in address.offsets)
            return self._code.from_lanes(value, lanes)
        return self._by_memory(address, value)

    def _by_memory(self, address, value):
        """Lanes that are known only when the kernel runs."""
        code = self._code
        number = code.operation("lshr", address, constant("i32", [2] * LANES))
        number = code.operation("and", number, constant("i32", [LANES - 1] * LANES))
        array = Value("ptr", code.kept("i32", code.vector(value), "in0"))
        address = code.element_address(array, number, 4)
        return self._memory.load("i32", 1, address, 4, None)[0]

    def _swizzle(self, value, pattern):
        bits = pattern.offsets[0]
        lanes = [((lane & bits) | bits >> 5) ^ bits >> 10 for lane in ALL]
        return self._code.from_lanes(value, tuple(lane % LANES for lane in lanes))

    def _permuted(self, other, value, low, high, *_):
        if not (low.is_constant and low.is_uniform and high.is_constant and high.is_uniform):
            raise Unsupported("permlane")
        numbers = (low.offsets[0] & 0xFFFFFFFF) | (high.offsets[0] & 0xFFFFFFFF) << 32
        lanes = [(lane & 16 ^ other) | numbers >> lane % 16 * 4 & 15 for lane in ALL]
        return self._code.from_lanes(value, tuple(lanes))
