// Many copies in one call.
#include <cstdint>

#include "machine/device/default_stream.h"
#include "machine/stream/stream.h"
#include "musart/api.h"
#include "musart/memcpy.h"

using namespace musasim;

namespace {

// What failIdx says of an error that is no single copy's.
constexpr std::size_t kNoIndex = SIZE_MAX;

// Batches cannot go to the legacy stream.
bool takes_batches(musaStream_t stream) {
  const bool legacy =
      stream == legacy_handle() || (stream == nullptr && !default_stream_is_per_thread());
  return !legacy && find_stream(stream);
}

// Attribute i is for the copies from indexes[i] on.
bool are_attributes(const musaMemcpyAttributes* attributes, const size_t* indexes,
                    std::size_t attribute_count, std::size_t count) {
  if (attributes == nullptr || indexes == nullptr || attribute_count == 0 ||
      attribute_count > count || indexes[0] != 0) {
    return false;
  }
  for (std::size_t i = 0; i < attribute_count; ++i) {
    const bool rises = i == 0 || indexes[i] > indexes[i - 1];
    const auto order = attributes[i].srcAccessOrder;
    if (!rises || indexes[i] >= count || order < musaMemcpySrcAccessOrderStream ||
        order > musaMemcpySrcAccessOrderAny) {
      return false;
    }
  }
  return true;
}

// Copies 0 ... count - 1; *fail is the index of the one that could not be submitted.
template <class Copy>
musaError_t each(std::size_t count, size_t* fail, Copy&& copy) {
  for (std::size_t i = 0; i < count; ++i) {
    const musaError_t error = copy(i);
    if (error != musaSuccess) {
      *fail = i;
      return error;
    }
  }
  return musaSuccess;
}

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
  return api(__func__, [&]() -> musaError_t {
    if (failIdx == nullptr) {
      return musaErrorInvalidValue;
    }
    *failIdx = kNoIndex;
    if (dsts == nullptr || srcs == nullptr || sizes == nullptr || count == 0 ||
        !are_attributes(attrs, attrsIdxs, numAttrs, count) || !takes_batches(stream)) {
      return musaErrorInvalidValue;
    }
    return each(count, failIdx, [&](std::size_t i) {
      return copy_bytes(dsts[i], srcs[i], sizes[i], musaMemcpyDefault, stream, false);
    });
  });
}

musaError_t musaMemcpy3DBatchAsync(size_t numOps, musaMemcpy3DBatchOp* opList, size_t* failIdx,
                                   unsigned long long flags, musaStream_t stream) {
  return api(__func__, [&]() -> musaError_t {
    if (failIdx == nullptr) {
      return musaErrorInvalidValue;
    }
    *failIdx = kNoIndex;
    if (opList == nullptr || numOps == 0 || flags != 0 || !takes_batches(stream)) {
      return musaErrorInvalidValue;
    }
    return each(numOps, failIdx, [&](std::size_t i) { return copy_operation(opList[i], stream); });
  });
}
