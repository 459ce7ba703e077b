// Descriptors of sparse and dense vectors.
#include "musparse/call.h"
#include "musparse/descriptors.h"
#include "musparse/numbers.h"

using namespace musasim::musparse;

namespace {

// A descriptor made from pointers to const may only be passed where nothing is written.
void* writable(const void* pointer) { return const_cast<void*>(pointer); }

template <class Result>
void make_sparse(Result* result, const musparseSpVecDescr& wanted) {
  require_pointers(result);
  require(wanted.size >= 0 && wanted.nnz >= 0 && wanted.nnz <= wanted.size);
  require(wanted.nnz == 0 || (wanted.indices != nullptr && wanted.values != nullptr));
  require(wanted.index_type == MUSPARSE_INDEX_32I || wanted.index_type == MUSPARSE_INDEX_64I);
  with_stored(wanted.value_type, [](auto) {});
  *result = new musparseSpVecDescr(wanted);
}

template <class Result>
void make_dense(Result* result, const musparseDnVecDescr& wanted) {
  require_pointers(result);
  require(wanted.size >= 0 && (wanted.size == 0 || wanted.values != nullptr));
  with_stored(wanted.value_type, [](auto) {});
  *result = new musparseDnVecDescr(wanted);
}

template <class Pointer>
void get_sparse(musparseConstSpVecDescr_t vector, int64_t* size, int64_t* nnz, Pointer* indices,
                Pointer* values, musparseIndexType_t* index_type, musparseIndexBase_t* base,
                musaDataType* value_type) {
  require_pointers(vector, size, nnz, indices, values, index_type, base, value_type);
  *size = vector->size;
  *nnz = vector->nnz;
  *indices = vector->indices;
  *values = vector->values;
  *index_type = vector->index_type;
  *base = vector->base;
  *value_type = vector->value_type;
}

template <class Pointer>
void get_dense(musparseConstDnVecDescr_t vector, int64_t* size, Pointer* values,
               musaDataType* value_type) {
  require_pointers(vector, size, values, value_type);
  *size = vector->size;
  *values = vector->values;
  *value_type = vector->value_type;
}

template <class Descriptor, class Pointer>
void get_values(Descriptor vector, Pointer* values) {
  require_pointers(vector, values);
  *values = vector->values;
}

}  // namespace

extern "C" {

musparseStatus_t musparseCreateSpVec(musparseSpVecDescr_t* vector, int64_t size, int64_t nnz,
                                     void* indices, void* values, musparseIndexType_t index_type,
                                     musparseIndexBase_t base, musaDataType value_type) {
  return public_call(__func__, [&] {
    make_sparse(vector, {size, nnz, indices, values, index_type, base, value_type});
  });
}

musparseStatus_t musparseCreateConstSpVec(musparseConstSpVecDescr_t* vector, int64_t size,
                                          int64_t nnz, const void* indices, const void* values,
                                          musparseIndexType_t index_type, musparseIndexBase_t base,
                                          musaDataType value_type) {
  return public_call(__func__, [&] {
    make_sparse(vector,
                {size, nnz, writable(indices), writable(values), index_type, base, value_type});
  });
}

musparseStatus_t musparseDestroySpVec(musparseConstSpVecDescr_t vector) {
  return public_call(__func__, [&] {
    require_pointers(vector);
    delete vector;
  });
}

musparseStatus_t musparseSpVecGet(musparseSpVecDescr_t vector, int64_t* size, int64_t* nnz,
                                  void** indices, void** values, musparseIndexType_t* index_type,
                                  musparseIndexBase_t* base, musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_sparse(vector, size, nnz, indices, values, index_type, base, value_type);
  });
}

musparseStatus_t musparseConstSpVecGet(musparseConstSpVecDescr_t vector, int64_t* size,
                                       int64_t* nnz, const void** indices, const void** values,
                                       musparseIndexType_t* index_type, musparseIndexBase_t* base,
                                       musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_sparse(vector, size, nnz, indices, values, index_type, base, value_type);
  });
}

musparseStatus_t musparseSpVecGetIndexBase(musparseConstSpVecDescr_t vector,
                                           musparseIndexBase_t* base) {
  return public_call(__func__, [&] {
    require_pointers(vector, base);
    *base = vector->base;
  });
}

musparseStatus_t musparseSpVecGetValues(musparseSpVecDescr_t vector, void** values) {
  return public_call(__func__, [&] { get_values(vector, values); });
}

musparseStatus_t musparseConstSpVecGetValues(musparseConstSpVecDescr_t vector,
                                             const void** values) {
  return public_call(__func__, [&] { get_values(vector, values); });
}

musparseStatus_t musparseSpVecSetValues(musparseSpVecDescr_t vector, void* values) {
  return public_call(__func__, [&] {
    require_pointers(vector, values);
    vector->values = values;
  });
}

musparseStatus_t musparseCreateDnVec(musparseDnVecDescr_t* vector, int64_t size, void* values,
                                     musaDataType value_type) {
  return public_call(__func__, [&] { make_dense(vector, {size, values, value_type}); });
}

musparseStatus_t musparseCreateConstDnVec(musparseConstDnVecDescr_t* vector, int64_t size,
                                          const void* values, musaDataType value_type) {
  return public_call(__func__, [&] { make_dense(vector, {size, writable(values), value_type}); });
}

musparseStatus_t musparseDestroyDnVec(musparseConstDnVecDescr_t vector) {
  return public_call(__func__, [&] {
    require_pointers(vector);
    delete vector;
  });
}

musparseStatus_t musparseDnVecGet(musparseDnVecDescr_t vector, int64_t* size, void** values,
                                  musaDataType* value_type) {
  return public_call(__func__, [&] { get_dense(vector, size, values, value_type); });
}

musparseStatus_t musparseConstDnVecGet(musparseConstDnVecDescr_t vector, int64_t* size,
                                       const void** values, musaDataType* value_type) {
  return public_call(__func__, [&] { get_dense(vector, size, values, value_type); });
}

musparseStatus_t musparseDnVecGetValues(musparseDnVecDescr_t vector, void** values) {
  return public_call(__func__, [&] { get_values(vector, values); });
}

musparseStatus_t musparseConstDnVecGetValues(musparseConstDnVecDescr_t vector,
                                             const void** values) {
  return public_call(__func__, [&] { get_values(vector, values); });
}

musparseStatus_t musparseDnVecSetValues(musparseDnVecDescr_t vector, void* values) {
  return public_call(__func__, [&] {
    require_pointers(vector, values);
    vector->values = values;
  });
}

}  // extern "C"
