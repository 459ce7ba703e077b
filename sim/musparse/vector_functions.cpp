// Sparse vectors with dense ones: Axpby, Gather, Scatter, Rot, SpVV.
#include <algorithm>

#include "musparse/entries.h"

using namespace musasim::musparse;

namespace {

// Type in which the platform computes on vectors of a stored type.
musaDataType compute_of(musaDataType stored) {
  return stored == MUSA_R_16F || stored == MUSA_R_16BF ? MUSA_R_32F : stored;
}

Indices places(const musparseSpVecDescr& x) {
  Indices result = load_indices(x.indices, x.index_type, x.nnz, x.base);
  for (const int64_t index : result) {
    require_inside(index >= 0 && index < x.size);
  }
  return result;
}

void check_vectors(musparseConstSpVecDescr_t x, musparseConstDnVecDescr_t y) {
  require_pointers(x, y);
  require(x->size == y->size && x->value_type == y->value_type);
}

template <class T>
std::vector<T> load_all(const musparseDnVecDescr& y) {
  return load_values<T>(y.values, y.value_type, y.size);
}

// y = alpha x + beta y
template <class T>
void add(const musparseSpVecDescr& x, const musparseDnVecDescr& y, T alpha, T beta) {
  const Indices at = places(x);
  const std::vector<T> from = load_values<T>(x.values, x.value_type, x.nnz);
  std::vector<T> to = load_all<T>(y);
  std::for_each(to.begin(), to.end(), [&](T& value) { value *= beta; });
  for (size_t i = 0; i < at.size(); ++i) {
    to[static_cast<size_t>(at[i])] += alpha * from[i];
  }
  store_values(y.values, y.value_type, to);
}

// Turns the pairs (x[i], y[index i]) by the angle with that cosine and sine.
template <class T>
void rotate(const musparseSpVecDescr& x, const musparseDnVecDescr& y, T c, T s) {
  const Indices at = places(x);
  std::vector<T> sparse = load_values<T>(x.values, x.value_type, x.nnz);
  std::vector<T> dense = load_all<T>(y);
  for (size_t i = 0; i < at.size(); ++i) {
    T& other = dense[static_cast<size_t>(at[i])];
    const T turned = c * sparse[i] + s * other;
    other = c * other - s * sparse[i];
    sparse[i] = turned;
  }
  store_values(x.values, x.value_type, sparse);
  store_values(y.values, y.value_type, dense);
}

template <class T>
T dot(const musparseSpVecDescr& x, const musparseDnVecDescr& y, bool conjugated) {
  const Indices at = places(x);
  const std::vector<T> sparse = load_values<T>(x.values, x.value_type, x.nnz);
  const std::vector<T> dense = load_all<T>(y);
  T sum(0);
  for (size_t i = 0; i < at.size(); ++i) {
    sum += (conjugated ? conjugate(sparse[i]) : sparse[i]) * dense[static_cast<size_t>(at[i])];
  }
  return sum;
}

// Copies values as they are, whatever their type: out[to(i)] = in[from(i)].
template <class To, class From>
void move_values(const musparseSpVecDescr& x, void* out, const void* in, To to, From from) {
  const Indices at = places(x);
  with_stored(x.value_type, [&](auto zero) {
    using Stored = decltype(zero);
    auto* destination = static_cast<Stored*>(backing_address(out));
    const auto* source = static_cast<const Stored*>(backing_address(in));
    for (size_t i = 0; i < at.size(); ++i) {
      destination[to(i, at)] = source[from(i, at)];
    }
  });
}

size_t own_place(size_t i, const Indices&) { return i; }
size_t other_place(size_t i, const Indices& at) { return static_cast<size_t>(at[i]); }

}  // namespace

extern "C" {

musparseStatus_t musparseAxpby(musparseHandle_t handle, const void* alpha,
                               musparseConstSpVecDescr_t x, const void* beta,
                               musparseDnVecDescr_t y) {
  return public_call(__func__, handle, [&] {
    check_vectors(x, y);
    const musaDataType compute = compute_of(x->value_type);
    const Scalar scale(handle, alpha, compute);
    const Scalar keep(handle, beta, compute);
    submit(handle, "musparseAxpby", [sparse = *x, dense = *y, scale, keep, compute] {
      with_computed(compute, [&](auto zero) {
        using T = decltype(zero);
        add<T>(sparse, dense, scale.value<T>(), keep.value<T>());
      });
    });
  });
}

musparseStatus_t musparseGather(musparseHandle_t handle, musparseConstDnVecDescr_t y,
                                musparseSpVecDescr_t x) {
  return public_call(__func__, handle, [&] {
    check_vectors(x, y);
    submit(handle, "musparseGather", [sparse = *x, dense = *y] {
      move_values(sparse, sparse.values, dense.values, own_place, other_place);
    });
  });
}

musparseStatus_t musparseScatter(musparseHandle_t handle, musparseConstSpVecDescr_t x,
                                 musparseDnVecDescr_t y) {
  return public_call(__func__, handle, [&] {
    check_vectors(x, y);
    submit(handle, "musparseScatter", [sparse = *x, dense = *y] {
      move_values(sparse, dense.values, sparse.values, other_place, own_place);
    });
  });
}

musparseStatus_t musparseRot(musparseHandle_t handle, const void* c, const void* s,
                             musparseSpVecDescr_t x, musparseDnVecDescr_t y) {
  return public_call(__func__, handle, [&] {
    check_vectors(x, y);
    const musaDataType compute = compute_of(x->value_type);
    const Scalar cosine(handle, c, compute);
    const Scalar sine(handle, s, compute);
    submit(handle, "musparseRot", [sparse = *x, dense = *y, cosine, sine, compute] {
      with_computed(compute, [&](auto zero) {
        using T = decltype(zero);
        rotate<T>(sparse, dense, cosine.value<T>(), sine.value<T>());
      });
    });
  });
}

musparseStatus_t musparseSpVV_bufferSize(musparseHandle_t handle, musparseOperation_t op_x,
                                         musparseConstSpVecDescr_t x, musparseConstDnVecDescr_t y,
                                         const void* result, musaDataType compute_type,
                                         size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_operation(op_x);
    check_vectors(x, y);
    require_pointers(result);
    require_types(compute_type, x->value_type);
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseSpVV(musparseHandle_t handle, musparseOperation_t op_x,
                              musparseConstSpVecDescr_t x, musparseConstDnVecDescr_t y,
                              void* result, musaDataType compute_type, void*) {
  return public_call(__func__, handle, [&] {
    require_operation(op_x);
    check_vectors(x, y);
    require_pointers(result);
    require_types(compute_type, x->value_type);
    const bool conjugated = op_x == MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    submit_result(
        handle, "musparseSpVV", [sparse = *x, dense = *y, result, compute_type, conjugated] {
          with_computed(compute_type, [&](auto zero) {
            using T = decltype(zero);
            store_values(result, compute_type, std::vector<T>{dot<T>(sparse, dense, conjugated)});
          });
        });
  });
}

}  // extern "C"
