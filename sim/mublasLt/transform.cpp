// Copies and sums of matrices between types and layouts.

#include "machine/library.h"
#include "mublasLt/call.h"
#include "mublasLt/layout.h"

namespace musasim::lt {
namespace {

using Wide = std::complex<double>;

struct Transform {
  TransformDesc desc;
  Layout a, b, c;
  bool has_b;
  const void* alpha;
  const void* beta;
  const void* from_a;
  const void* from_b;
  void* to;
  alignas(16) unsigned char kept_alpha[16];
  alignas(16) unsigned char kept_beta[16];

  bool on_device() const { return desc.pointer_mode == MUBLASLT_POINTER_MODE_DEVICE; }
  Wide scalar(const void* on_device_place, const unsigned char* kept) const {
    return blas::load<Wide>(static_cast<musaDataType_t>(desc.scale_type),
                            on_device() ? backing(on_device_place) : kept);
  }
};

Wide taken(const Layout& layout, const void* data, std::int32_t op, std::int64_t row,
           std::int64_t column) {
  const std::int64_t place =
      op == MUBLAS_OP_N ? offset(layout, row, column) : offset(layout, column, row);
  const Wide value = blas::load<Wide>(layout.data_type(), data, place);
  return op == MUBLAS_OP_C ? std::conj(value) : value;
}

void execute(const Transform& t) {
  const Wide alpha = t.scalar(t.alpha, t.kept_alpha);
  const Wide beta = t.has_b ? t.scalar(t.beta, t.kept_beta) : Wide(0);
  for (std::int64_t i = 0; i < t.c.batch_count; ++i) {
    const void* const a = batch_item(t.a, static_cast<const void*>(backing(t.from_a)), i);
    const void* const b = batch_item(t.b, static_cast<const void*>(backing(t.from_b)), i);
    void* const c = batch_item(t.c, backing(t.to), i);
    for (std::int64_t column = 0; column < static_cast<std::int64_t>(t.c.columns); ++column) {
      for (std::int64_t row = 0; row < static_cast<std::int64_t>(t.c.rows); ++row) {
        Wide sum = 0;
        if (alpha != Wide(0)) sum += alpha * taken(t.a, a, t.desc.transa, row, column);
        if (beta != Wide(0)) sum += beta * taken(t.b, b, t.desc.transb, row, column);
        blas::store(t.c.data_type(), c, offset(t.c, row, column), sum);
      }
    }
  }
}

bool same_shape(const Layout& from, std::int32_t op, const Layout& to) {
  const bool plain = op == MUBLAS_OP_N;
  return (plain ? from.rows : from.columns) == to.rows &&
         (plain ? from.columns : from.rows) == to.columns && from.batch_count == to.batch_count &&
         well_formed(from);
}

Status check(const Transform& t) {
  if (!well_formed(t.c) || !same_shape(t.a, t.desc.transa, t.c) ||
      (t.has_b && !same_shape(t.b, t.desc.transb, t.c))) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  const bool known = known_order(t.a) && known_order(t.c) && (!t.has_b || known_order(t.b)) &&
                     blas::size_of(t.a.data_type()) != 0 && blas::size_of(t.c.data_type()) != 0 &&
                     (!t.has_b || blas::size_of(t.b.data_type()) != 0) &&
                     blas::size_of(static_cast<musaDataType_t>(t.desc.scale_type)) != 0 &&
                     t.desc.pointer_mode <= MUBLASLT_POINTER_MODE_DEVICE;
  return known ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_NOT_SUPPORTED;
}

Status launch(Transform t, musaStream_t stream) {
  if (!t.on_device()) {
    const std::size_t size = blas::size_of(static_cast<musaDataType_t>(t.desc.scale_type));
    std::memcpy(t.kept_alpha, t.alpha, size);
    if (t.has_b) std::memcpy(t.kept_beta, t.beta, size);
  }
  return status_of(launch_work(stream, "mublasLtMatrixTransform", [t] {
    execute(t);
    return musaSuccess;
  }));
}

}  // namespace
}  // namespace musasim::lt

using namespace musasim;
using namespace musasim::lt;

mublasStatus_t mublasLtMatrixTransform(mublasLtHandle_t lightHandle,
                                       mublasLtMatrixTransformDesc_t transformDesc,
                                       const void* alpha, const void* A,
                                       mublasLtMatrixLayout_t Adesc, const void* beta,
                                       const void* B, mublasLtMatrixLayout_t Bdesc, void* C,
                                       mublasLtMatrixLayout_t Cdesc, musaStream_t stream) {
  return public_call(__func__, lightHandle, [&]() -> Status {
    Transform t{};
    t.has_b = B != nullptr;
    if (!contents(transformDesc, &t.desc) || !contents(Adesc, &t.a) || !contents(Cdesc, &t.c) ||
        (t.has_b && !contents(Bdesc, &t.b)) || alpha == nullptr || A == nullptr || C == nullptr ||
        (t.has_b && beta == nullptr)) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    t.alpha = alpha;
    t.beta = beta;
    t.from_a = A;
    t.from_b = B;
    t.to = C;
    if (const Status bad = check(t); bad != MUBLAS_STATUS_SUCCESS) {
      return bad;
    }
    return launch(t, stream);
  });
}
