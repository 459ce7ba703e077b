// Creating, destroying and reading the descriptors of muBLASLt.
#include "mublasLt/descriptor.h"

#include <memory>
#include <new>

#include "machine/library_handles.h"
#include "mublasLt/call.h"

namespace musasim::lt {
namespace {

#define MUSASIM_ATTRIBUTE(ID, TYPE, MEMBER) \
  Attribute { ID, offsetof(TYPE, MEMBER), sizeof(TYPE::MEMBER) }

constexpr Attribute kLayout[] = {
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_TYPE, Layout, type),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_ORDER, Layout, order),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_ROWS, Layout, rows),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_COLS, Layout, columns),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_LD, Layout, ld),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, Layout, batch_count),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, Layout, batch_stride),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, Layout, plane_offset),
};

constexpr Attribute kMatmul[] = {
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_COMPUTE_TYPE, MatmulDesc, compute_type),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_SCALE_TYPE, MatmulDesc, scale_type),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_POINTER_MODE, MatmulDesc, pointer_mode),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_TRANSA, MatmulDesc, transa),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_TRANSB, MatmulDesc, transb),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_TRANSC, MatmulDesc, transc),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_FILL_MODE, MatmulDesc, fill_mode),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE, MatmulDesc, epilogue),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_BIAS_POINTER, MatmulDesc, bias),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, MatmulDesc, bias_batch_stride),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, MatmulDesc, aux),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, MatmulDesc, aux_ld),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, MatmulDesc, aux_batch_stride),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, MatmulDesc,
                      alpha_batch_stride),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, MatmulDesc, sm_count_target),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_A_SCALE_POINTER, MatmulDesc, scale_a),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_B_SCALE_POINTER, MatmulDesc, scale_b),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_C_SCALE_POINTER, MatmulDesc, scale_c),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_D_SCALE_POINTER, MatmulDesc, scale_d),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_AMAX_D_POINTER, MatmulDesc, amax_d),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, MatmulDesc, aux_type),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, MatmulDesc, aux_scale),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, MatmulDesc, aux_amax),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_FAST_ACCUM, MatmulDesc, fast_accumulation),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, MatmulDesc, bias_type),
};

constexpr Attribute kTransform[] = {
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, TransformDesc, scale_type),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, TransformDesc, pointer_mode),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, TransformDesc, transa),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, TransformDesc, transb),
};

constexpr Attribute kPreference[] = {
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_SEARCH_MODE, Preference, search_mode),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Preference, workspace),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MATH_MODE_MASK, Preference, math_mode_mask),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, Preference, reduction_mask),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_GAUSSIAN_MODE_MASK, Preference, gaussian_mask),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, Preference, align_a),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, Preference, align_b),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, Preference, align_c),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, Preference, align_d),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, Preference, waves),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_POINTER_MODE_MASK, Preference, pointer_mode_mask),
    MUSASIM_ATTRIBUTE(MUBLASLT_MATMUL_PREF_EPILOGUE_MASK, Preference, epilogue_mask),
};
#undef MUSASIM_ATTRIBUTE

template <std::size_t kCount>
constexpr std::size_t count_of(const Attribute (&)[kCount]) {
  return kCount;
}

const Attribute* find(const Attribute* table, std::size_t count, int id) {
  for (const Attribute* entry = table; entry != table + count; ++entry) {
    if (entry->id == id) {
      return entry;
    }
  }
  return nullptr;
}

constexpr const char* kKind = "mublasLt descriptor";

template <class Opaque, class Contents>
Status initialize(Opaque* descriptor, std::size_t size, const Contents& value) {
  if (descriptor == nullptr || size < sizeof(Contents) || size > sizeof(Opaque)) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  std::memset(static_cast<void*>(descriptor), 0, size);
  std::memcpy(static_cast<void*>(descriptor), &value, sizeof value);
  return MUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class Contents>
Status create(Opaque** descriptor, const Contents& value) {
  if (descriptor == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  *descriptor = nullptr;
  auto made = std::make_shared<Opaque>();
  initialize(made.get(), sizeof(Opaque), value);
  Opaque* const handle = made.get();
  add_library_handle(kKind, std::move(made));
  *descriptor = handle;
  return MUBLAS_STATUS_SUCCESS;
}

// Null is nothing to destroy; what was not created, or is destroyed already, is an error.
Status destroy(const void* descriptor) {
  const bool good = descriptor == nullptr || remove_library_handle(kKind, descriptor) != nullptr;
  return good ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace

Status set_attribute(const Attribute* table, std::size_t count, void* descriptor, int id,
                     const void* value, std::size_t size) {
  const Attribute* const entry = find(table, count, id);
  if (descriptor == nullptr || value == nullptr || entry == nullptr || size != entry->size) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  std::memcpy(static_cast<char*>(descriptor) + entry->offset, value, size);
  return MUBLAS_STATUS_SUCCESS;
}

Status give(const void* value, std::size_t value_size, void* to, std::size_t size,
            std::size_t* written) {
  if (size == 0 ? written == nullptr : to == nullptr || size < value_size) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  if (size != 0) {
    std::memcpy(to, value, value_size);
  }
  if (written != nullptr) {
    *written = value_size;
  }
  return MUBLAS_STATUS_SUCCESS;
}

Status get_attribute(const Attribute* table, std::size_t count, const void* descriptor, int id,
                     void* value, std::size_t size, std::size_t* written) {
  const Attribute* const entry = find(table, count, id);
  if (descriptor == nullptr || entry == nullptr) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  return give(static_cast<const char*>(descriptor) + entry->offset, entry->size, value, size,
              written);
}

}  // namespace musasim::lt

using namespace musasim;
using namespace musasim::lt;

// The functions that the four kinds of descriptors share.
#define MUSASIM_DESCRIPTOR(NAME, HANDLE, ATTRIBUTE, TABLE)                                        \
  mublasStatus_t mublasLt##NAME##Destroy(HANDLE descriptor) {                                     \
    return public_call(__func__, [&] { return destroy(descriptor); });                            \
  }                                                                                               \
  mublasStatus_t mublasLt##NAME##SetAttribute(HANDLE descriptor, ATTRIBUTE attr, const void* buf, \
                                              size_t sizeInBytes) {                               \
    return public_call(__func__, [&] {                                                            \
      return set_attribute(TABLE, count_of(TABLE), descriptor, attr, buf, sizeInBytes);           \
    });                                                                                           \
  }                                                                                               \
  mublasStatus_t mublasLt##NAME##GetAttribute(HANDLE descriptor, ATTRIBUTE attr, void* buf,       \
                                              size_t sizeInBytes, size_t* sizeWritten) {          \
    return public_call(__func__, [&] {                                                            \
      return get_attribute(TABLE, count_of(TABLE), descriptor, attr, buf, sizeInBytes,            \
                           sizeWritten);                                                          \
    });                                                                                           \
  }
MUSASIM_DESCRIPTOR(MatrixLayout, mublasLtMatrixLayout_t, mublasLtMatrixLayoutAttribute_t, kLayout)
MUSASIM_DESCRIPTOR(MatmulDesc, mublasLtMatmulDesc_t, mublasLtMatmulDescAttributes_t, kMatmul)
MUSASIM_DESCRIPTOR(MatrixTransformDesc, mublasLtMatrixTransformDesc_t,
                   mublasLtMatrixTransformDescAttributes_t, kTransform)
MUSASIM_DESCRIPTOR(MatmulPreference, mublasLtMatmulPreference_t,
                   mublasLtMatmulPreferenceAttributes_t, kPreference)

namespace {

Layout layout_for(musaDataType_t type, uint64_t rows, uint64_t cols, int64_t ld) {
  Layout layout;
  layout.type = static_cast<std::uint32_t>(type);
  layout.rows = rows;
  layout.columns = cols;
  layout.ld = ld;
  return layout;
}

MatmulDesc matmul_for(mublasComputeType_t compute, musaDataType_t scale) {
  MatmulDesc desc;
  desc.compute_type = compute;
  desc.scale_type = scale;
  return desc;
}

TransformDesc transform_for(musaDataType_t scale) {
  TransformDesc desc;
  desc.scale_type = scale;
  return desc;
}

}  // namespace

mublasStatus_t mublasLtMatrixLayoutInit_internal(mublasLtMatrixLayout_t matLayout, size_t size,
                                                 musaDataType_t type, uint64_t rows, uint64_t cols,
                                                 int64_t ld) {
  return initialize(matLayout, size, layout_for(type, rows, cols, ld));
}
mublasStatus_t mublasLtMatrixLayoutCreate(mublasLtMatrixLayout_t* matLayout, musaDataType_t type,
                                          uint64_t rows, uint64_t cols, int64_t ld) {
  return public_call(
      __func__, [&]() -> Status { return create(matLayout, layout_for(type, rows, cols, ld)); });
}
mublasStatus_t mublasLtMatmulDescInit_internal(mublasLtMatmulDesc_t matmulDesc, size_t size,
                                               mublasComputeType_t computeType,
                                               musaDataType_t scaleType) {
  return initialize(matmulDesc, size, matmul_for(computeType, scaleType));
}
mublasStatus_t mublasLtMatmulDescCreate(mublasLtMatmulDesc_t* matmulDesc,
                                        mublasComputeType_t computeType, musaDataType_t scaleType) {
  return public_call(
      __func__, [&]() -> Status { return create(matmulDesc, matmul_for(computeType, scaleType)); });
}
mublasStatus_t mublasLtMatrixTransformDescInit_internal(mublasLtMatrixTransformDesc_t transformDesc,
                                                        size_t size, musaDataType_t scaleType) {
  return initialize(transformDesc, size, transform_for(scaleType));
}
mublasStatus_t mublasLtMatrixTransformDescCreate(mublasLtMatrixTransformDesc_t* transformDesc,
                                                 musaDataType_t scaleType) {
  return public_call(__func__,
                     [&]() -> Status { return create(transformDesc, transform_for(scaleType)); });
}
mublasStatus_t mublasLtMatmulPreferenceInit_internal(mublasLtMatmulPreference_t pref, size_t size) {
  return initialize(pref, size, Preference{});
}
mublasStatus_t mublasLtMatmulPreferenceCreate(mublasLtMatmulPreference_t* pref) {
  return public_call(__func__, [&]() -> Status { return create(pref, Preference{}); });
}
