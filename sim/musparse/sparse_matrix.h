// Making, reading and changing the descriptors of sparse matrices, whatever the format.
#pragma once

#include "musparse/call.h"
#include "musparse/descriptors.h"
#include "musparse/numbers.h"

namespace musasim::musparse {

struct Sizes {
  int64_t rows;
  int64_t cols;
  int64_t count;  // entries, blocks or ELL columns
};

// A descriptor made from pointers to const may only be passed where nothing is written.
struct Arrays {
  const void* offsets;
  const void* indices;
  const void* values;
};

struct Types {
  musparseIndexType_t offset;
  musparseIndexType_t index;
  musparseIndexBase_t base;
  musaDataType value;
};

struct Block {
  int64_t rows;
  int64_t cols;
  musparseOrder_t order;
};

struct Batch {
  int count;
  int64_t offsets;
  int64_t indices;
  int64_t values;
};

struct SizesOut {
  int64_t* rows;
  int64_t* cols;
  int64_t* count;
};

struct TypesOut {
  musparseIndexType_t* offset;
  musparseIndexType_t* index;
  musparseIndexBase_t* base;
  musaDataType* value;
};

// Each returns a new descriptor or refuses.
musparseSpMatDescr* new_matrix(musparseFormat_t format, const Sizes& sizes, const Arrays& arrays,
                               const Types& types);
musparseSpMatDescr* new_blocked(const Sizes& blocks, const Block& block, const Arrays& arrays,
                                const Types& types);
musparseSpMatDescr* new_ell(const Sizes& sizes, int64_t block, const Arrays& arrays,
                            const Types& types);
void set_pointers(musparseSpMatDescr_t matrix, musparseFormat_t format, const Arrays& arrays);
void set_batch(musparseSpMatDescr_t matrix, musparseFormat_t format, const Batch& batch);
void get_types(const musparseSpMatDescr& matrix, const TypesOut& types);

// Result: a descriptor to be written through, or one that is not.
template <class Result>
void make_compressed(Result* result, musparseFormat_t format, const Sizes& sizes,
                     const Arrays& arrays, const Types& types) {
  require_pointers(result);
  *result = new_matrix(format, sizes, arrays, types);
}

template <class Result>
void make_blocked(Result* result, const Sizes& blocks, const Block& block, const Arrays& arrays,
                  const Types& types) {
  require_pointers(result);
  *result = new_blocked(blocks, block, arrays, types);
}

template <class Result>
void make_ell(Result* result, const Sizes& sizes, int64_t block, const Arrays& arrays,
              const Types& types) {
  require_pointers(result);
  *result = new_ell(sizes, block, arrays, types);
}

template <class Pointer>
void get_compressed(musparseConstSpMatDescr_t matrix, musparseFormat_t format,
                    const SizesOut& sizes, Pointer* offsets, Pointer* indices, Pointer* values,
                    const TypesOut& types) {
  require_pointers(matrix, sizes.rows, sizes.cols, sizes.count, offsets, indices, values);
  require(matrix->format == format);
  *sizes.rows = matrix->rows;
  *sizes.cols = matrix->cols;
  *sizes.count = matrix->nnz;
  *offsets = matrix->offsets;
  *indices = matrix->indices;
  *values = matrix->values;
  get_types(*matrix, types);
}

template <class Pointer>
void get_ell(musparseConstSpMatDescr_t matrix, const SizesOut& sizes, int64_t* block,
             Pointer* indices, Pointer* values, const TypesOut& types) {
  require_pointers(matrix, sizes.rows, sizes.cols, sizes.count, block, indices, values);
  require(matrix->format == MUSPARSE_FORMAT_BLOCKED_ELL);
  *sizes.rows = matrix->rows;
  *sizes.cols = matrix->cols;
  *sizes.count = matrix->ell_cols;
  *block = matrix->block_rows;
  *indices = matrix->indices;
  *values = matrix->values;
  get_types(*matrix, types);
}

}  // namespace musasim::musparse
