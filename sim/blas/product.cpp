// Matrix products of any element types: converted to the type that is computed with where they
// differ from it, multiplied by OpenBLAS, rounded once at the end.
#include "blas/product.h"

#include <algorithm>
#include <cstdint>

#include "blas/element.h"

namespace musasim::blas {

template <class C>
std::vector<C> converted(const Matrix& matrix, int rows, int columns) {
  std::vector<C> out(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  with_storage(matrix.type, [&](auto storage) {
    const auto* from = static_cast<const decltype(storage)*>(matrix.data);
    auto to = out.begin();
    for (int column = 0; column < columns; ++column) {
      to = std::transform(from + column * matrix.ld, from + column * matrix.ld + rows, to,
                          [](const auto& stored) { return read<C>(stored); });
    }
  });
  return out;
}

namespace {

template <class C>
constexpr musaDataType_t type_of() {
  if constexpr (std::is_same_v<C, float>) {
    return MUSA_R_32F;
  } else if constexpr (std::is_same_v<C, double>) {
    return MUSA_R_64F;
  } else if constexpr (std::is_same_v<C, std::complex<float>>) {
    return MUSA_C_32F;
  } else {
    return MUSA_C_64F;
  }
}

// The matrix as elements of C: itself, or a converted copy that `kept` holds.
template <class C>
struct Operand {
  const C* data;
  int ld;
  std::vector<C> kept;

  Operand(const Matrix& matrix, int rows, int columns) {
    if (matrix.type == type_of<C>()) {
      data = static_cast<const C*>(matrix.data);
      ld = static_cast<int>(matrix.ld);
      return;
    }
    kept = converted<C>(matrix, rows, columns);
    data = kept.data();
    ld = std::max(rows, 1);
  }
};

template <class C>
void multiply_into(const Product& p, C alpha, C beta, C* out, int ld) {
  const bool plain_a = p.transa == CblasNoTrans || p.transa == CblasConjNoTrans;
  const bool plain_b = p.transb == CblasNoTrans || p.transb == CblasConjNoTrans;
  const Operand<C> a(p.a, plain_a ? p.m : p.k, plain_a ? p.k : p.m);
  const Operand<C> b(p.b, plain_b ? p.k : p.n, plain_b ? p.n : p.k);
  cblas::gemm<C>(CblasColMajor, p.transa, p.transb, p.m, p.n, p.k, scalar(alpha), a.data, a.ld,
                 b.data, b.ld, scalar(beta), out, ld);
}

}  // namespace

template <class C>
std::vector<C> multiply(const Product& p) {
  std::vector<C> out(static_cast<std::size_t>(p.m) * static_cast<std::size_t>(p.n));
  if (!out.empty() && p.k > 0) {
    multiply_into<C>(p, C(1), C(0), out.data(), p.m);
  }
  return out;
}

template <class C>
void multiply_add(const Product& p, C alpha, C beta, musaDataType_t type, void* c,
                  std::int64_t ldc) {
  if (type == type_of<C>()) {
    multiply_into<C>(p, alpha, beta, static_cast<C*>(c), static_cast<int>(ldc));
    return;
  }
  // With alpha of zero neither A nor B may be read.
  const std::vector<C> product =
      alpha == C(0) ? std::vector<C>(static_cast<std::size_t>(p.m) * static_cast<std::size_t>(p.n))
                    : multiply<C>(p);
  with_storage(type, [&](auto storage) {
    for (int column = 0; column < p.n; ++column) {
      auto* out = static_cast<decltype(storage)*>(c) + column * ldc;
      const C* from = product.data() + static_cast<std::ptrdiff_t>(column) * p.m;
      for (int row = 0; row < p.m; ++row) {
        const C sum = alpha * from[row];
        write(out[row], beta == C(0) ? sum : sum + beta * read<C>(out[row]));
      }
    }
  });
}

void multiply_add_integers(const Product& p, std::int32_t alpha, std::int32_t beta, void* c,
                           std::int64_t ldc) {
  const std::vector<double> product = multiply<double>(p);
  for (int column = 0; column < p.n; ++column) {
    auto* out = static_cast<std::int32_t*>(c) + column * ldc;
    const double* from = product.data() + static_cast<std::ptrdiff_t>(column) * p.m;
    for (int row = 0; row < p.m; ++row) {
      const auto sum = static_cast<std::uint64_t>(static_cast<std::int64_t>(from[row]));
      const std::uint64_t old = beta == 0 ? 0 : static_cast<std::uint64_t>(out[row]);
      const std::uint64_t result =
          static_cast<std::uint64_t>(alpha) * sum + static_cast<std::uint64_t>(beta) * old;
      out[row] = static_cast<std::int32_t>(static_cast<std::uint32_t>(result));
    }
  }
}

#define MUSASIM_INSTANTIATE(C)                                   \
  template std::vector<C> converted<C>(const Matrix&, int, int); \
  template std::vector<C> multiply<C>(const Product&);           \
  template void multiply_add<C>(const Product&, C, C, musaDataType_t, void*, std::int64_t);
MUSASIM_INSTANTIATE(float)
MUSASIM_INSTANTIATE(double)
MUSASIM_INSTANTIATE(std::complex<float>)
MUSASIM_INSTANTIATE(std::complex<double>)
#undef MUSASIM_INSTANTIATE

}  // namespace musasim::blas
