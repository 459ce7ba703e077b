// Descriptions of tensors for the copy engine of kernels.
#include <cstring>

#include "musa/api.h"
#include "musasim/tensor_description.h"

namespace d = musasim::driver;

namespace {

using Dimensions = const muuint64_t*;

// Bytes of an element; 0: elements of less than a byte, and those that the engine converts.
int bytes_of(MUtensorDescriptorDataType type) {
  switch (type) {
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT8:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT8: return 1;
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT16:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT16:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT16:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_BFLOAT16: return 2;
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT32:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT32:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT32:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_TFLOAT32: return 4;
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT64:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT64:
    case MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT64: return 8;
    default: return 0;
  }
}

bool is_valid(muuint32_t rank, const void* address, Dimensions sizes, Dimensions strides) {
  constexpr muuint64_t kMostElements = muuint64_t{1} << 32, kMostBytes = muuint64_t{1} << 36;
  const auto number = reinterpret_cast<muuint64_t>(address);
  if (rank == 0 || rank > 5 || number == 0 || number % 16 != 0) return false;
  if (sizes == nullptr || (rank > 1 && strides == nullptr)) return false;
  for (muuint32_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0 || sizes[i] > kMostElements) return false;
  }
  for (muuint32_t i = 1; i < rank; ++i) {
    const muuint64_t stride = strides[i - 1];
    if (stride == 0 || stride % MUSASIM_TENSOR_STRIDE_UNIT != 0) return false;
    if (stride >= kMostBytes) return false;
  }
  return true;
}

}  // namespace

MUresult muTensorDescriptorEncode(MUtensorDescriptor* tensorDescriptor,
                                  MUtensorDescriptorDataType tensorDataType, muuint32_t tensorRank,
                                  void* globalAddress, const muuint64_t* globalDim,
                                  const muuint64_t* globalStrides,
                                  MUtensorDescriptorInterleave interleave,
                                  muuint64_t oobConstantFill) {
  return d::in_context(__func__, [&]() -> musaError_t {
    if (tensorDescriptor == nullptr ||
        !is_valid(tensorRank, globalAddress, globalDim, globalStrides)) {
      return musaErrorInvalidValue;
    }
    const int bytes = bytes_of(tensorDataType);
    if (bytes == 0 || interleave != MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE) {
      return musaErrorNotSupported;
    }
    musasimTensorDescription description{};
    static_assert(sizeof description <= sizeof *tensorDescriptor);
    description.address = globalAddress;
    description.fill = oobConstantFill;
    for (muuint32_t i = 0; i < tensorRank; ++i) {
      description.last[i] = static_cast<std::uint32_t>(globalDim[i] - 1);
      if (i > 0) {
        description.strides[i - 1] =
            static_cast<std::uint32_t>(globalStrides[i - 1] / MUSASIM_TENSOR_STRIDE_UNIT);
      }
    }
    description.mark = MUSASIM_TENSOR_MARK;
    description.rank = static_cast<std::uint8_t>(tensorRank);
    description.element = static_cast<std::uint8_t>(bytes);
    *tensorDescriptor = {};
    std::memcpy(tensorDescriptor, &description, sizeof description);
    return musaSuccess;
  });
}
