// Descriptors of sparse matrices: what all formats share.
#include "musparse/sparse_matrix.h"

#include <memory>

namespace musasim::musparse {

namespace {

bool is_index(musparseIndexType_t type) {
  return type == MUSPARSE_INDEX_32I || type == MUSPARSE_INDEX_64I;
}

void* writable(const void* pointer) { return const_cast<void*>(pointer); }

}  // namespace

musparseSpMatDescr* new_matrix(musparseFormat_t format, const Sizes& sizes, const Arrays& arrays,
                               const Types& types) {
  require(sizes.rows >= 0 && sizes.cols >= 0 && sizes.count >= 0);
  require(is_index(types.offset) && is_index(types.index));
  require_one_of(types.base, {MUSPARSE_INDEX_BASE_ZERO, MUSPARSE_INDEX_BASE_ONE});
  if (sizes.count > 0) {
    require_pointers(arrays.indices, arrays.values);
    require(arrays.offsets != nullptr || format == MUSPARSE_FORMAT_BLOCKED_ELL);
  }
  with_stored(types.value, [](auto) {});
  auto made = std::make_unique<musparseSpMatDescr>();
  made->format = format;
  made->rows = sizes.rows;
  made->cols = sizes.cols;
  made->nnz = sizes.count;
  made->offsets = writable(arrays.offsets);
  made->indices = writable(arrays.indices);
  made->values = writable(arrays.values);
  made->offset_type = types.offset;
  made->index_type = types.index;
  made->base = types.base;
  made->value_type = types.value;
  return made.release();
}

musparseSpMatDescr* new_blocked(const Sizes& blocks, const Block& block, const Arrays& arrays,
                                const Types& types) {
  require(block.rows > 0 && block.cols > 0);
  require_one_of(block.order, {MUSPARSE_ORDER_ROW, MUSPARSE_ORDER_COL});
  const Sizes sizes{blocks.rows * block.rows, blocks.cols * block.cols, blocks.count};
  musparseSpMatDescr* made = new_matrix(MUSPARSE_FORMAT_BSR, sizes, arrays, types);
  made->block_rows = block.rows;
  made->block_cols = block.cols;
  made->block_order = block.order;
  return made;
}

musparseSpMatDescr* new_ell(const Sizes& sizes, int64_t block, const Arrays& arrays,
                            const Types& types) {
  require(block > 0 && sizes.count >= 0 && sizes.rows % block == 0 && sizes.count % block == 0);
  const Sizes stored{sizes.rows, sizes.cols, sizes.rows * sizes.count};
  musparseSpMatDescr* made = new_matrix(MUSPARSE_FORMAT_BLOCKED_ELL, stored, arrays, types);
  made->block_rows = block;
  made->block_cols = block;
  made->ell_cols = sizes.count;
  return made;
}

void set_pointers(musparseSpMatDescr_t matrix, musparseFormat_t format, const Arrays& arrays) {
  require_pointers(matrix, arrays.offsets);
  require(matrix->format == format);
  if (matrix->nnz > 0) {
    require_pointers(arrays.indices, arrays.values);
  }
  matrix->offsets = writable(arrays.offsets);
  matrix->indices = writable(arrays.indices);
  matrix->values = writable(arrays.values);
}

void set_batch(musparseSpMatDescr_t matrix, musparseFormat_t format, const Batch& batch) {
  require_pointers(matrix);
  require(matrix->format == format && batch.count > 0);
  require(batch.offsets >= 0 && batch.indices >= 0 && batch.values >= 0);
  matrix->batches = batch.count;
  matrix->offset_stride = batch.offsets;
  matrix->index_stride = batch.indices;
  matrix->value_stride = batch.values;
}

void get_types(const musparseSpMatDescr& matrix, const TypesOut& types) {
  require_pointers(types.offset, types.index, types.base, types.value);
  *types.offset = matrix.offset_type;
  *types.index = matrix.index_type;
  *types.base = matrix.base;
  *types.value = matrix.value_type;
}

}  // namespace musasim::musparse

using namespace musasim::musparse;

extern "C" {

musparseStatus_t musparseDestroySpMat(musparseConstSpMatDescr_t matrix) {
  return public_call(__func__, [&] {
    require_pointers(matrix);
    delete matrix;
  });
}

musparseStatus_t musparseSpMatGetFormat(musparseConstSpMatDescr_t matrix,
                                        musparseFormat_t* format) {
  return public_call(__func__, [&] {
    require_pointers(matrix, format);
    *format = matrix->format;
  });
}

musparseStatus_t musparseSpMatGetIndexBase(musparseConstSpMatDescr_t matrix,
                                           musparseIndexBase_t* base) {
  return public_call(__func__, [&] {
    require_pointers(matrix, base);
    *base = matrix->base;
  });
}

musparseStatus_t musparseSpMatGetValues(musparseSpMatDescr_t matrix, void** values) {
  return public_call(__func__, [&] {
    require_pointers(matrix, values);
    *values = matrix->values;
  });
}

musparseStatus_t musparseConstSpMatGetValues(musparseConstSpMatDescr_t matrix,
                                             const void** values) {
  return public_call(__func__, [&] {
    require_pointers(matrix, values);
    *values = matrix->values;
  });
}

musparseStatus_t musparseSpMatSetValues(musparseSpMatDescr_t matrix, void* values) {
  return public_call(__func__, [&] {
    require_pointers(matrix, values);
    matrix->values = values;
  });
}

musparseStatus_t musparseSpMatGetSize(musparseConstSpMatDescr_t matrix, int64_t* rows,
                                      int64_t* cols, int64_t* nnz) {
  return public_call(__func__, [&] {
    require_pointers(matrix, rows, cols, nnz);
    *rows = matrix->rows;
    *cols = matrix->cols;
    *nnz = matrix->nnz;
  });
}

musparseStatus_t musparseSpMatGetStridedBatch(musparseConstSpMatDescr_t matrix, int* count) {
  return public_call(__func__, [&] {
    require_pointers(matrix, count);
    *count = matrix->batches;
  });
}

musparseStatus_t musparseSpMatGetAttribute(musparseConstSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void* data,
                                           size_t size) {
  return public_call(__func__, [&] {
    require_pointers(matrix, data);
    if (attribute == MUSPARSE_SPMAT_FILL_MODE) {
      require(size == sizeof(matrix->fill));
      *static_cast<musparseFillMode_t*>(data) = matrix->fill;
    } else {
      require(attribute == MUSPARSE_SPMAT_DIAG_TYPE && size == sizeof(matrix->diagonal));
      *static_cast<musparseDiagType_t*>(data) = matrix->diagonal;
    }
  });
}

musparseStatus_t musparseSpMatSetAttribute(musparseSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void* data,
                                           size_t size) {
  return public_call(__func__, [&] {
    require_pointers(matrix, data);
    if (attribute == MUSPARSE_SPMAT_FILL_MODE) {
      require(size == sizeof(matrix->fill));
      matrix->fill = *static_cast<const musparseFillMode_t*>(data);
    } else {
      require(attribute == MUSPARSE_SPMAT_DIAG_TYPE && size == sizeof(matrix->diagonal));
      matrix->diagonal = *static_cast<const musparseDiagType_t*>(data);
    }
  });
}

}  // extern "C"
