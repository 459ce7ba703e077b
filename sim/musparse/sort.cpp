// Functions by format: sorting coordinates, with a permutation that goes along.
#include <algorithm>
#include <numeric>

#include "musparse/by_format.h"

using namespace musasim::musparse;

namespace {

void fill_order(std::vector<size_t>* order, size_t count) {
  order->resize(count);
  std::iota(order->begin(), order->end(), size_t{0});
}

void reorder(int* values, const std::vector<size_t>& order) {
  int* at = backing(values);
  const std::vector<int> old(at, at + order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    at[i] = old[order[i]];
  }
}

// Sorts by (first, second); entries at the same place keep their order.
musparseStatus_t sort_coordinates(const char* name, musparseHandle_t handle, int nnz, int* first,
                                  int* second, int* permutation) {
  return public_call(name, handle, [&] {
    require_sizes({nnz});
    require(nnz == 0 || (first != nullptr && second != nullptr));
    submit(handle, name, [=] {
      const int* major = backing(first);
      const int* minor = backing(second);
      std::vector<size_t> order;
      fill_order(&order, static_cast<size_t>(nnz));
      std::stable_sort(order.begin(), order.end(), [&](size_t left, size_t right) {
        return major[left] != major[right] ? major[left] < major[right]
                                           : minor[left] < minor[right];
      });
      reorder(first, order);
      reorder(second, order);
      if (permutation != nullptr) {
        reorder(permutation, order);
      }
    });
  });
}

// Sorts the indices of each line.
musparseStatus_t sort_lines(const char* name, musparseHandle_t handle, int lines, int nnz,
                            const musparseMatDescr_t descr, const int* offsets, int* indices,
                            int* permutation) {
  return public_call(name, handle, [&] {
    require_sizes({lines, nnz});
    require_pointers(offsets);
    require(nnz == 0 || indices != nullptr);
    const musparseIndexBase_t base = base_of(descr);
    submit(handle, name, [=] {
      const Indices starts = load_indices(offsets, MUSPARSE_INDEX_32I, lines + 1, base);
      const int* at = backing(indices);
      std::vector<size_t> order;
      fill_order(&order, static_cast<size_t>(nnz));
      for (size_t line = 0; line + 1 < starts.size(); ++line) {
        require_inside(starts[line] >= 0 && starts[line] <= starts[line + 1] &&
                       starts[line + 1] <= nnz);
        std::stable_sort(order.begin() + starts[line], order.begin() + starts[line + 1],
                         [&](size_t left, size_t right) { return at[left] < at[right]; });
      }
      reorder(indices, order);
      if (permutation != nullptr) {
        reorder(permutation, order);
      }
    });
  });
}

musparseStatus_t buffer_size(const char* name, musparseHandle_t handle, int m, int n, int nnz,
                             size_t* bytes) {
  return public_call(name, handle, [&] {
    require_sizes({m, n, nnz});
    answer_buffer_size(bytes);
  });
}

}  // namespace

extern "C" {

musparseStatus_t musparseCreateIdentityPermutation(musparseHandle_t handle, int n, int* p) {
  return public_call(__func__, handle, [&] {
    require_sizes({n});
    require(n == 0 || p != nullptr);
    submit(handle, "musparseCreateIdentityPermutation", [=] {
      int* at = backing(p);
      std::iota(at, at + n, 0);
    });
  });
}

musparseStatus_t musparseXcoosort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int*, const int*, size_t* bytes) {
  return buffer_size(__func__, handle, m, n, nnz, bytes);
}

musparseStatus_t musparseXcoosortByRow(musparseHandle_t handle, int, int, int nnz, int* rows,
                                       int* columns, int* p, void*) {
  return sort_coordinates(__func__, handle, nnz, rows, columns, p);
}

musparseStatus_t musparseXcoosortByColumn(musparseHandle_t handle, int, int, int nnz, int* rows,
                                          int* columns, int* p, void*) {
  return sort_coordinates(__func__, handle, nnz, columns, rows, p);
}

musparseStatus_t musparseXcsrsort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int*, const int*, size_t* bytes) {
  return buffer_size(__func__, handle, m, n, nnz, bytes);
}

musparseStatus_t musparseXcsrsort(musparseHandle_t handle, int m, int, int nnz,
                                  const musparseMatDescr_t descr, const int* offsets, int* columns,
                                  int* p, void*) {
  return sort_lines(__func__, handle, m, nnz, descr, offsets, columns, p);
}

musparseStatus_t musparseXcscsort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int*, const int*, size_t* bytes) {
  return buffer_size(__func__, handle, m, n, nnz, bytes);
}

musparseStatus_t musparseXcscsort(musparseHandle_t handle, int, int n, int nnz,
                                  const musparseMatDescr_t descr, const int* offsets, int* rows,
                                  int* p, void*) {
  return sort_lines(__func__, handle, n, nnz, descr, offsets, rows, p);
}

}  // extern "C"
