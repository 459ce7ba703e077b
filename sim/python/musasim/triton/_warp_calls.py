"""What a kernel calls, for a whole warp."""

import re

from ._lanes import ALL, LANES, Unsupported, Value, known
from ._vectors import vector_type

# LLVM has them for vectors.
_OF_VECTORS = re.compile(
    r"llvm\.(maxnum|minnum|maximum|minimum|fabs|fma|fmuladd|exp2|exp|log2|log|sqrt|sin|cos|floor|ceil|trunc|rint"
    r"|nearbyint|round|roundeven|copysign|pow|smax|smin|umax|umin|ctpop|bitreverse|bswap|fshl|fshr|canonicalize)\.(\w+)$"
)
# The same for all lanes.
_SHARED = re.compile(
    r"amdgcn\.(workgroup\.id\.[xyz]|shared|s\.memtime|s\.memrealtime)$|__ockl_get_num_groups$"
)
# Functions of one lane's values alone.
_PURE = re.compile(
    r"__ocml_\w+$|__nv_\w+$|__ockl_mul_hi_u\d+$|amdgcn\.(perm|fmed3\.f\d+|fdot2\.\S+|rsq\.f\d+|rcp\.f\d+)$"
    r"|llvm\.(abs|ctlz|cttz|powi|ldexp|fptosi\.sat|fptoui\.sat|is\.fpclass)\.[\w.]+$"
)
_PLAIN = {
    "amdgcn.exp2.f32": "llvm.exp2.f32",
    "amdgcn.log.f32": "llvm.log2.f32",
    "amdgcn.sqrt.f32": "llvm.sqrt.f32",
    "amdgcn.sqrt.f64": "llvm.sqrt.f64",
}
# Those of vectors.ll.
_OURS = {"llvm.exp2.f32": "amdgcn.exp2.v32f32", "__ocml_erf_f32": "amdgcn.erf.v32f32"}


class Calls:
    """Functions by their names."""

    def __init__(self, code, memory, warps):
        self._code = code
        self._memory = memory
        self._warps = warps

    def run(self, kind, function, values):
        """The result of a call."""
        function = _PLAIN.get(function, function)
        method = getattr(self, "_" + function.replace("amdgcn.", "", 1).replace(".", "_"), None)
        if function.startswith("amdgcn.") and method is not None:
            return method(*values)
        if function == "llvm.assume":
            return None
        if _SHARED.match(function):
            return Value(kind, self._scalar(kind, function, values))
        if _OF_VECTORS.match(function) or function in _OURS:
            return self._of_vectors(kind, function, values)
        if _PURE.match(function):
            return self._lane_by_lane(kind, function, values)
        raise Unsupported(function)

    def _scalar(self, kind, function, values):
        arguments = [(value.kind, self._code.scalar(value)) for value in values]
        return self._code.call(function, kind, arguments)

    def _of_vectors(self, kind, function, values):
        if all(value.is_uniform for value in values):
            return Value(kind, self._scalar(kind, function, values))
        arguments = [(vector_type(value.kind), self._code.vector(value)) for value in values]
        wide = _OURS.get(function) or re.sub(r"\.(\w+)$", rf".v{LANES}\1", function)
        return Value(kind, vector=self._code.call(wide, vector_type(kind), arguments))

    def _lane_by_lane(self, kind, function, values):
        code = self._code
        if all(value.is_uniform for value in values):
            return Value(kind, self._scalar(kind, function, values))
        return code.each_lane(function, kind, values)

    # --- who a thread is, and barriers ---

    def _workitem_id_x(self):
        if self._warps == 1:
            return known("i32", ALL)
        warp = self._code.call("amdgcn.workitem.id.x", "i32", [])
        return Value("i32", self._code.emit(f"mul i32 {warp}, {LANES}"), ALL, None, 5)

    def _s_barrier(self):
        if self._warps > 1:
            self._code.call("amdgcn.s.barrier", "void", [])

    def _wave_barrier(self):
        return None

    # --- values from other lanes ---

    def _readfirstlane_i32(self, value):
        return Value("i32", self._code.of_lane(value, 0))

    def _readlane_i32(self, value, lane):
        if lane.is_known and lane.is_uniform:
            return Value("i32", self._code.of_lane(value, lane.offsets[0] % LANES))
        raise Unsupported("readlane")

    def _ballot_i32(self, condition):
        vector = self._code.vector(condition)
        return Value("i32", self._code.emit(f"bitcast {vector_type('i1')} {vector} to i32"))

    def _ds_bpermute(self, address, value):
        if address.base is None and address.vector is None:
            lanes = tuple(each // 4 % LANES for each in address.offsets)
            return self._code.from_lanes(value, lanes)
        return self._by_memory(address, value)

    def _by_memory(self, address, value):
        """Lanes that are known only when the kernel runs."""
        code = self._code
        number = code.operation("lshr", address, known("i32", [2] * LANES))
        number = code.operation("and", number, known("i32", [LANES - 1] * LANES))
        array = Value("ptr", code.kept("i32", code.vector(value), "in0"))
        place = code.place(array, number, 4)
        return self._memory.load("i32", 1, place, 4, None)[0]

    def _ds_swizzle(self, value, pattern):
        bits = pattern.offsets[0]
        lanes = [((lane & bits) | bits >> 5) ^ bits >> 10 for lane in ALL]
        return self._code.from_lanes(value, tuple(lane % LANES for lane in lanes))

    def _permlane16_i32(self, _, value, low, high, *flags):
        return self._permuted(value, low, high, 0)

    def _permlanex16_i32(self, _, value, low, high, *flags):
        return self._permuted(value, low, high, 16)

    def _permuted(self, value, low, high, other):
        if not (low.is_known and low.is_uniform and high.is_known and high.is_uniform):
            raise Unsupported("permlane")
        numbers = (low.offsets[0] & 0xFFFFFFFF) | (high.offsets[0] & 0xFFFFFFFF) << 32
        lanes = [(lane & 16 ^ other) | numbers >> lane % 16 * 4 & 15 for lane in ALL]
        return self._code.from_lanes(value, tuple(lanes))
