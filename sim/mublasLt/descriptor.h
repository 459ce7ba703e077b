// The contents of muBLASLt's opaque descriptors. Users may copy them, so there is nothing in them
// but plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "mublasLt.h"

namespace musasim::lt {

using Status = mublasStatus_t;

// Each begins with a number that tells its kind, so that a pointer to something else is noticed.
struct Layout {
  static constexpr std::uint32_t kMagic = 0x4c79744c;
  std::uint32_t magic = kMagic;
  std::uint32_t type = MUSA_R_32F;
  std::int32_t order = MUBLASLT_ORDER_COL;
  std::int32_t batch_count = 1;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::int64_t ld = 0;
  std::int64_t batch_stride = 0;
  std::int64_t plane_offset = 0;

  musaDataType_t data_type() const { return static_cast<musaDataType_t>(type); }
};

struct MatmulDesc {
  static constexpr std::uint32_t kMagic = 0x4c744d44;
  std::uint32_t magic = kMagic;
  std::int32_t compute_type = MUBLAS_COMPUTE_32F;
  std::int32_t scale_type = MUSA_R_32F;
  std::int32_t pointer_mode = MUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = MUBLAS_OP_N;
  std::int32_t transb = MUBLAS_OP_N;
  std::int32_t transc = MUBLAS_OP_N;
  std::int32_t fill_mode = MUBLAS_FILL_MODE_FULL;
  std::uint32_t epilogue = MUBLASLT_EPILOGUE_DEFAULT;
  std::int32_t aux_type = -1;
  std::int32_t bias_type = -1;
  std::int32_t sm_count_target = 0;
  void* bias = nullptr;
  std::int64_t bias_batch_stride = 0;
  void* aux = nullptr;
  std::int64_t aux_ld = 0;
  std::int64_t aux_batch_stride = 0;
  std::int64_t alpha_batch_stride = 0;
  const void* scale_a = nullptr;
  const void* scale_b = nullptr;
  const void* scale_c = nullptr;
  const void* scale_d = nullptr;
  void* amax_d = nullptr;
  const void* aux_scale = nullptr;
  void* aux_amax = nullptr;
  std::int8_t fast_accumulation = 0;

  musaDataType_t scalars() const { return static_cast<musaDataType_t>(scale_type); }
};

struct TransformDesc {
  static constexpr std::uint32_t kMagic = 0x4c745464;
  std::uint32_t magic = kMagic;
  std::int32_t scale_type = MUSA_R_32F;
  std::int32_t pointer_mode = MUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = MUBLAS_OP_N;
  std::int32_t transb = MUBLAS_OP_N;
};

struct Preference {
  static constexpr std::uint32_t kMagic = 0x4c745072;
  std::uint32_t magic = kMagic;
  std::uint32_t search_mode = MUBLASLT_SEARCH_BEST_FIT;
  std::uint64_t workspace = 0;
  std::uint32_t math_mode_mask = 0;
  std::uint32_t reduction_mask = MUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint32_t gaussian_mask = 0;
  std::uint32_t align_a = 256;
  std::uint32_t align_b = 256;
  std::uint32_t align_c = 256;
  std::uint32_t align_d = 256;
  float waves = 0;
  std::uint32_t pointer_mode_mask = 0;
  std::uint32_t epilogue_mask = 0;
};

// Zero-initialized ones are good: users pass them on.
struct Algo {
  std::int32_t id = 0;
  std::uint32_t tile = MUBLASLT_MATMUL_TILE_UNDEFINED;
  std::int32_t split_k = 0;
  std::uint32_t reduction = MUBLASLT_REDUCTION_SCHEME_NONE;
  std::uint32_t swizzle = 0;
  std::uint32_t custom = 0;
  std::uint32_t stages = MUBLASLT_MATMUL_STAGES_UNDEFINED;
  std::uint16_t inner_shape = 0;
  std::uint16_t cluster_shape = 0;
};

static_assert(sizeof(Layout) <= sizeof(mublasLtMatrixLayoutOpaque_t), "fits");
static_assert(sizeof(MatmulDesc) <= sizeof(mublasLtMatmulDescOpaque_t), "fits");
static_assert(sizeof(TransformDesc) <= sizeof(mublasLtMatrixTransformDescOpaque_t), "fits");
static_assert(sizeof(Preference) <= sizeof(mublasLtMatmulPreferenceOpaque_t), "fits");
static_assert(sizeof(Algo) <= sizeof(mublasLtMatmulAlgo_t), "fits");

// Copies the contents out; false when the pointer is null or points to no such descriptor.
template <class Contents, class Opaque>
bool contents(const Opaque* descriptor, Contents* to) {
  if (descriptor == nullptr) {
    return false;
  }
  std::memcpy(static_cast<void*>(to), descriptor, sizeof *to);
  return to->magic == Contents::kMagic;
}

inline Algo algo_of(const mublasLtMatmulAlgo_t& algo) {
  Algo result;
  std::memcpy(static_cast<void*>(&result), &algo, sizeof result);
  return result;
}

// The place of an attribute in the contents.
struct Attribute {
  int id;
  std::size_t offset;
  std::size_t size;
};

// Both follow the rules of the attribute functions for buffers and sizes.
Status set_attribute(const Attribute* table, std::size_t count, void* descriptor, int id,
                     const void* value, std::size_t size);
Status get_attribute(const Attribute* table, std::size_t count, const void* descriptor, int id,
                     void* value, std::size_t size, std::size_t* written);
// Answers with a value that is no part of the contents.
Status give(const void* value, std::size_t value_size, void* to, std::size_t size,
            std::size_t* written);

}  // namespace musasim::lt
