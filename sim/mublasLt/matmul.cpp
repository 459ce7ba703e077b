// Matrix products with epilogues.
#include "mublasLt/matmul.h"

#include <cmath>

#include "blas/gate.h"
#include "blas/product.h"
#include "machine/library.h"
#include "mublasLt/call.h"
#include "mublasLt/layout.h"

namespace musasim::lt {
namespace {

using blas::kComplex;
using blas::load;
using blas::store;

constexpr double kGeluScale = 0.7978845608028654;  // sqrt(2 / pi)
constexpr double kGeluCubic = 0.044715;

// GELU by its approximation with tanh, and its derivative.
double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(kGeluScale * (x + kGeluCubic * x * x * x)));
}
double gelu_slope(double x) {
  const double t = std::tanh(kGeluScale * (x + kGeluCubic * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kGeluScale * (1 + 3 * kGeluCubic * x * x);
}

// Scalars on the host are read when the call is made, those on the device when the work runs.
struct ScalarPlaces {
  bool alpha_on_device, alpha_vector, beta_on_device, beta_vector, beta_zero;

  explicit ScalarPlaces(std::int32_t mode)
      : alpha_on_device(mode != MUBLASLT_POINTER_MODE_HOST),
        alpha_vector(mode > MUBLASLT_POINTER_MODE_DEVICE),
        beta_on_device(mode == MUBLASLT_POINTER_MODE_DEVICE ||
                       mode == MUBLASLT_POINTER_MODE_DEVICE_VECTOR),
        beta_vector(mode == MUBLASLT_POINTER_MODE_DEVICE_VECTOR),
        beta_zero(mode == MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO) {}
};

double device_scale(const void* pointer) {
  return pointer == nullptr ? 1.0
                            : static_cast<double>(*backing(static_cast<const float*>(pointer)));
}

// op(matrix) as an operand: row order is column order transposed; other orders are copied first.
template <class C>
struct Input {
  blas::Matrix matrix;
  CBLAS_TRANSPOSE trans;
  std::vector<C> dense;

  Input(const Layout& layout, const void* data, std::int32_t op) {
    matrix = blas::Matrix{layout.data_type(), data, layout.ld};
    trans = static_cast<CBLAS_TRANSPOSE>(op);
    if (layout.order == MUBLASLT_ORDER_ROW) {
      trans = op == MUBLAS_OP_N ? CblasTrans : op == MUBLAS_OP_T ? CblasNoTrans : CblasConjNoTrans;
    } else if (layout.order == MUBLASLT_ORDER_COL32) {
      for (std::uint64_t column = 0; column < layout.columns; ++column) {
        for (std::uint64_t row = 0; row < layout.rows; ++row) {
          dense.push_back(load<C>(
              layout.data_type(), data,
              offset(layout, static_cast<std::int64_t>(row), static_cast<std::int64_t>(column))));
        }
      }
      matrix = blas::Matrix{type(), dense.data(), static_cast<std::int64_t>(layout.rows)};
    }
  }
  static constexpr musaDataType_t type() {
    const bool wide = std::is_same_v<blas::Real<C>, double>;
    return kComplex<C> ? (wide ? MUSA_C_64F : MUSA_C_32F) : (wide ? MUSA_R_64F : MUSA_R_32F);
  }
};

// The epilogue of one matrix of the batch; elements arrive by columns. C is what is computed with.
template <class C>
class Epilogue {
 public:
  Epilogue(const Plan& plan, std::int64_t item) : p_(plan) {
    const auto at = [&](void* data, musaDataType_t type, std::int64_t stride) {
      return data == nullptr ? nullptr : blas::element(type, backing(data), item * stride);
    };
    bias_ = at(p_.desc.bias, p_.bias_type(), p_.desc.bias_batch_stride);
    aux_ = bits() ? backing(p_.desc.aux) : at(p_.desc.aux, p_.aux_type(), p_.desc.aux_batch_stride);
    first_bit_ = bits() ? item * p_.desc.aux_batch_stride : 0;
    aux_scale_ = device_scale(p_.desc.aux_scale);
    if (p_.has(16U)) {
      gradient_.resize(static_cast<std::size_t>(p_.m));
    }
  }

  C apply(int row, int column, C x) {
    if (p_.has(MUBLASLT_EPILOGUE_BIAS)) {
      x += load<C>(p_.bias_type(), bias_, row);
    }
    if constexpr (!kComplex<C>) {
      x = activated(row, column, x);
      if (!gradient_.empty()) {
        gradient_[static_cast<std::size_t>(row)] += static_cast<double>(x);
      }
    }
    return x;
  }

  // Stores what was summed up.
  void finish() {
    for (std::size_t row = 0; row < gradient_.size(); ++row) {
      store(p_.bias_type(), bias_, static_cast<std::int64_t>(row), gradient_[row]);
    }
    if (p_.desc.aux_amax != nullptr && p_.has(MUBLASLT_EPILOGUE_GELU_AUX)) {
      *backing(static_cast<float*>(p_.desc.aux_amax)) = static_cast<float>(largest_);
    }
  }

 private:
  // ReLU keeps a bit for each element instead of its value.
  bool bits() const {
    return p_.has(MUBLASLT_EPILOGUE_RELU_AUX) || p_.has(MUBLASLT_EPILOGUE_DRELU);
  }

  C activated(int row, int column, C x) {
    const std::int64_t place = row + column * p_.desc.aux_ld;
    if (p_.has(MUBLASLT_EPILOGUE_DRELU)) {
      return bit(place) ? x : C(0);
    }
    if (p_.has(MUBLASLT_EPILOGUE_DGELU)) {
      const double kept = load<double>(p_.aux_type(), aux_, place) / aux_scale_;
      return static_cast<C>(static_cast<double>(x) * gelu_slope(kept));
    }
    if (p_.has(MUBLASLT_EPILOGUE_RELU)) {
      if (p_.has(128U)) set_bit(place, x > 0);
      return x > 0 || std::isnan(x) ? x : C(0);
    }
    if (p_.has(MUBLASLT_EPILOGUE_GELU)) {
      if (p_.has(128U)) keep(place, static_cast<double>(x));
      return static_cast<C>(gelu(static_cast<double>(x)));
    }
    return x;
  }

  void keep(std::int64_t place, double x) {
    largest_ = std::fmax(largest_, std::abs(x));
    store(p_.aux_type(), aux_, place, x * aux_scale_);
  }
  bool bit(std::int64_t place) const {
    const std::int64_t at = first_bit_ + place;
    return (static_cast<const unsigned char*>(aux_)[at / 8] >> (at % 8) & 1) != 0;
  }
  void set_bit(std::int64_t place, bool on) {
    const std::int64_t at = first_bit_ + place;
    unsigned char& byte = static_cast<unsigned char*>(aux_)[at / 8];
    const auto mask = static_cast<unsigned char>(1U << (at % 8));
    byte = static_cast<unsigned char>(on ? byte | mask : byte & ~mask);
  }

  const Plan& p_;
  void* bias_ = nullptr;
  void* aux_ = nullptr;
  std::int64_t first_bit_ = 0;
  double aux_scale_ = 1;
  double largest_ = 0;
  std::vector<double> gradient_;
};

// BGRADA and BGRADB: sums of op(A) along its rows or of op(B) along its columns.
void reduce_input(const Plan& p, const Layout& layout, const void* data, std::int32_t op,
                  bool along_rows, void* bias) {
  const int count = along_rows ? p.m : p.n;
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    for (int k = 0; k < p.k; ++k) {
      const int row = along_rows ? i : k;
      const int column = along_rows ? k : i;
      sum += load<double>(
          layout.data_type(), data,
          op == MUBLAS_OP_N ? offset(layout, row, column) : offset(layout, column, row));
    }
    store(p.bias_type(), bias, i, sum);
  }
}

template <class C>
class Execution {
 public:
  Execution(const Plan& plan, const Operands& operands)
      : p_(plan),
        o_(operands),
        places_(plan.desc.pointer_mode),
        scale_product_(device_scale(plan.desc.scale_a) * device_scale(plan.desc.scale_b)),
        scale_c_(device_scale(plan.desc.scale_c)),
        scale_d_(device_scale(plan.desc.scale_d)) {}

  void run() {
    for (std::int64_t i = 0; i < p_.d.batch_count; ++i) {
      run_one(i);
    }
    if (p_.desc.amax_d != nullptr) {
      *backing(static_cast<float*>(p_.desc.amax_d)) = static_cast<float>(largest_);
    }
  }

 private:
  using R = blas::Real<C>;

  C alpha(std::int64_t item, int row) const {
    const void* const from = places_.alpha_on_device ? backing(o_.alpha) : o_.alpha;
    const std::int64_t place = places_.alpha_vector ? item * p_.desc.alpha_batch_stride + row : 0;
    return load<C>(p_.desc.scalars(), from, place);
  }
  C beta(std::int64_t item, int row) const {
    if (places_.beta_zero) {
      return C(0);
    }
    const void* const from = places_.beta_on_device ? backing(o_.beta) : o_.beta;
    const std::int64_t place = places_.beta_vector ? item * p_.desc.alpha_batch_stride + row : 0;
    return load<C>(p_.desc.scalars(), from, place);
  }

  void run_one(std::int64_t i) {
    const void* const a = batch_item(p_.a, static_cast<const void*>(backing(o_.a)), i);
    const void* const b = batch_item(p_.b, static_cast<const void*>(backing(o_.b)), i);
    const Input<C> left(p_.a, a, p_.desc.transa);
    const Input<C> right(p_.b, b, p_.desc.transb);
    const std::vector<C> product =
        blas::multiply<C>({left.trans, right.trans, p_.m, p_.n, p_.k, left.matrix, right.matrix});
    void* const bias =
        p_.desc.bias == nullptr
            ? nullptr
            : blas::element(p_.bias_type(), backing(p_.desc.bias), i * p_.desc.bias_batch_stride);
    if (p_.has(MUBLASLT_EPILOGUE_BGRADA)) {
      reduce_input(p_, p_.a, a, p_.desc.transa, true, bias);
    }
    if (p_.has(MUBLASLT_EPILOGUE_BGRADB)) {
      reduce_input(p_, p_.b, b, p_.desc.transb, false, bias);
    }
    store_all(i, product);
  }

  void store_all(std::int64_t item, const std::vector<C>& product) {
    const void* const c = batch_item(p_.c, static_cast<const void*>(backing(o_.c)), item);
    void* const d = batch_item(p_.d, backing(o_.d), item);
    Epilogue<C> epilogue(p_, item);
    C times = alpha(item, 0);
    C keep = beta(item, 0);
    for (int column = 0; column < p_.n; ++column) {
      for (int row = 0; row < p_.m; ++row) {
        if (places_.alpha_vector) times = alpha(item, row);
        if (places_.beta_vector) keep = beta(item, row);
        C x = times * static_cast<R>(scale_product_) *
              product[static_cast<std::size_t>(row) +
                      static_cast<std::size_t>(column) * static_cast<std::size_t>(p_.m)];
        if (keep != C(0)) {
          x += keep * static_cast<R>(scale_c_) *
               load<C>(p_.c.data_type(), c, offset(p_.c, row, column));
        }
        x = epilogue.apply(row, column, x);
        largest_ = std::fmax(largest_, static_cast<double>(std::abs(x)));
        store(p_.d.data_type(), d, offset(p_.d, row, column), x * static_cast<R>(scale_d_));
      }
    }
    epilogue.finish();
  }

  const Plan& p_;
  const Operands& o_;
  ScalarPlaces places_;
  double scale_product_, scale_c_, scale_d_;
  double largest_ = 0;
};

// Host scalars, kept by value for the time when the work runs.
struct KeptScalars {
  alignas(16) unsigned char alpha[16] = {};
  alignas(16) unsigned char beta[16] = {};
};

Status check_pointers(const Plan& plan, const Operands& o) {
  const ScalarPlaces places(plan.desc.pointer_mode);
  if (o.alpha == nullptr || o.d == nullptr || (o.beta == nullptr && !places.beta_zero)) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  if (plan.k > 0 && (o.a == nullptr || o.b == nullptr)) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  const bool reads_c =
      !places.beta_zero &&
      (places.beta_on_device ||
       load<std::complex<double>>(plan.desc.scalars(), o.beta) != std::complex<double>(0));
  return reads_c && o.c == nullptr ? MUBLAS_STATUS_INVALID_VALUE : MUBLAS_STATUS_SUCCESS;
}

Status launch(const Plan& plan, const Operands& operands, musaStream_t stream) {
  const ScalarPlaces places(plan.desc.pointer_mode);
  KeptScalars kept;
  const std::size_t size = blas::size_of(plan.desc.scalars());
  if (!places.alpha_on_device) std::memcpy(kept.alpha, operands.alpha, size);
  if (!places.beta_on_device && !places.beta_zero) std::memcpy(kept.beta, operands.beta, size);
  return status_of(launch_work(stream, "mublasLtMatmul", [=] {
    const blas::Use use;
    if (!use) {
      return musaSuccess;  // the process ends
    }
    Operands used = operands;
    if (!places.alpha_on_device) used.alpha = kept.alpha;
    if (!places.beta_on_device) used.beta = kept.beta;
    execute(plan, used);
    return musaSuccess;
  }));
}

}  // namespace

void execute(const Plan& plan, const Operands& operands) {
  switch (plan.compute) {
    case Compute::kFloat: return Execution<float>(plan, operands).run();
    case Compute::kDouble:
    case Compute::kIntegers: return Execution<double>(plan, operands).run();
    case Compute::kComplexFloat: return Execution<std::complex<float>>(plan, operands).run();
    case Compute::kComplexDouble: return Execution<std::complex<double>>(plan, operands).run();
  }
}

}  // namespace musasim::lt

using namespace musasim;
using namespace musasim::lt;

mublasStatus_t mublasLtMatmul(mublasLtHandle_t lightHandle, mublasLtMatmulDesc_t computeDesc,
                              const void* alpha, const void* A, mublasLtMatrixLayout_t Adesc,
                              const void* B, mublasLtMatrixLayout_t Bdesc, const void* beta,
                              const void* C, mublasLtMatrixLayout_t Cdesc, void* D,
                              mublasLtMatrixLayout_t Ddesc, const mublasLtMatmulAlgo_t* algo, void*,
                              size_t, musaStream_t stream) {
  return public_call(__func__, lightHandle, [&]() -> Status {
    Plan plan;
    if (const Status bad = make_plan(computeDesc, Adesc, Bdesc, Cdesc, Ddesc, &plan);
        bad != MUBLAS_STATUS_SUCCESS) {
      return bad;
    }
    if (!buffers_given(plan) || (algo != nullptr && algo_of(*algo).id != 0)) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    if (plan.m == 0 || plan.n == 0) {
      return MUBLAS_STATUS_SUCCESS;
    }
    const Operands operands{alpha, A, B, beta, C, D};
    if (const Status bad = check_pointers(plan, operands); bad != MUBLAS_STATUS_SUCCESS) {
      return bad;
    }
    return launch(plan, operands, stream);
  });
}
