// Many copies in one call.
#include "machine/memory/batch.h"
#include "musart/api.h"
#include "musart/memcpy.h"

using namespace musasim;

namespace {

bool to_pitched(const musaMemcpy3DOperand& operand, const musaExtent& extent, musaPitchedPtr* out) {
  if (operand.type != musaMemcpyOperandTypePointer) {
    return false;
  }
  const auto& p = operand.op.ptr;
  const std::size_t row = p.rowLength != 0 ? p.rowLength : extent.width;
  const std::size_t rows = p.layerHeight != 0 ? p.layerHeight : extent.height;
  *out = {p.ptr, row, row, rows};
  return true;
}

musaError_t copy_operation(const musaMemcpy3DBatchOp& operation, musaStream_t stream) {
  musaMemcpy3DParms parms{};
  parms.extent = operation.extent;
  parms.kind = musaMemcpyDefault;
  if (!to_pitched(operation.src, operation.extent, &parms.srcPtr) ||
      !to_pitched(operation.dst, operation.extent, &parms.dstPtr)) {
    return musaErrorNotSupported;
  }
  return copy_box(&parms, stream, false);
}

}  // namespace

musaError_t musaMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes, size_t count,
                                 musaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                                 size_t* failIdx, musaStream_t stream) {
  return api(__func__, [&] {
    const bool right = dsts != nullptr && srcs != nullptr && sizes != nullptr &&
                       are_attributes(attrs, attrsIdxs, numAttrs, count) && takes_batches(stream);
    return copy_each(count, failIdx, right, [&](std::size_t i) {
      return copy_bytes(dsts[i], srcs[i], sizes[i], musaMemcpyDefault, stream, false);
    });
  });
}

musaError_t musaMemcpy3DBatchAsync(size_t numOps, musaMemcpy3DBatchOp* opList, size_t* failIdx,
                                   unsigned long long flags, musaStream_t stream) {
  return api(__func__, [&] {
    const bool right = opList != nullptr && flags == 0 && takes_batches(stream);
    return copy_each(numOps, failIdx, right,
                     [&](std::size_t i) { return copy_operation(opList[i], stream); });
  });
}
