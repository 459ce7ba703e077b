// Vector functions on elements of any type. They compute in double, which has at least the
// precision of every execution type.
#include <cmath>

#include "mublas/call.h"

namespace musasim::blas {
namespace {

using Wide = std::complex<double>;

// A vector argument of any type.
template <class Pointer>
struct Vector {
  musaDataType_t type;
  Pointer data;
  std::int64_t n;
  std::int64_t increment;

  std::int64_t index(std::int64_t i) const {
    return increment < 0 ? (i + 1 - n) * increment : i * increment;
  }
  Wide get(std::int64_t i) const { return load<Wide>(type, backing(data), index(i)); }
  void set(std::int64_t i, const Wide& value) const { store(type, backing(data), index(i), value); }
};
template <class Pointer>
Vector(musaDataType_t, Pointer, std::int64_t, std::int64_t) -> Vector<Pointer>;

template <class... Types>
Status known(Types... types) {
  return ((size_of(types) != 0) && ...) ? kSuccess : MUBLAS_STATUS_NOT_SUPPORTED;
}

// A scalar of a type known at run time.
class AnyScalar {
 public:
  AnyScalar(const Call& call, musaDataType_t type, const void* pointer)
      : type_(type), pointer_(call.device_scalars() ? pointer : nullptr) {
    if (pointer_ == nullptr) {
      value_ = load<Wide>(type, pointer);
    }
  }
  Wide get() const { return pointer_ == nullptr ? value_ : load<Wide>(type_, backing(pointer_)); }

 private:
  musaDataType_t type_;
  const void* pointer_;
  Wide value_;
};

// Delivers a result of a type known at run time.
template <class F>
Status deliver_as(const Call& call, musaDataType_t type, void* result, F compute) {
  if (call.device_scalars()) {
    return call.launch([=] { store(type, backing(result), 0, Wide(compute())); });
  }
  Wide value;
  const Status status = call.deliver(&value, [=] { return Wide(compute()); });
  if (status == kSuccess) {
    store(type, result, 0, value);
  }
  return status;
}

Status axpy_ex(const Call& call, std::int64_t n, const void* alpha, musaDataType_t alpha_type,
               const void* x, musaDataType_t x_type, std::int64_t incx, void* y,
               musaDataType_t y_type, std::int64_t incy, musaDataType_t execution) {
  const Status bad = first(
      {known(alpha_type, x_type, y_type, execution), n <= 0 ? kSuccess : pointers(alpha, x, y)});
  if (bad != kSuccess || n <= 0) {
    return bad;
  }
  return call.launch([n, factor = AnyScalar(call, alpha_type, alpha),
                      in = Vector{x_type, x, n, incx}, out = Vector{y_type, y, n, incy}] {
    const Wide times = factor.get();
    for (std::int64_t i = 0; i < n; ++i) {
      out.set(i, times * in.get(i) + out.get(i));
    }
  });
}

Status scal_ex(const Call& call, std::int64_t n, const void* alpha, musaDataType_t alpha_type,
               void* x, musaDataType_t x_type, std::int64_t incx, musaDataType_t execution) {
  const bool empty = n <= 0 || incx <= 0;
  const Status bad =
      first({known(alpha_type, x_type, execution), empty ? kSuccess : pointers(alpha, x)});
  if (bad != kSuccess || empty) {
    return bad;
  }
  return call.launch(
      [n, factor = AnyScalar(call, alpha_type, alpha), data = Vector{x_type, x, n, incx}] {
        const Wide times = factor.get();
        for (std::int64_t i = 0; i < n; ++i) {
          data.set(i, times * data.get(i));
        }
      });
}

template <bool kConjugated>
Status dot_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
              std::int64_t incx, const void* y, musaDataType_t y_type, std::int64_t incy,
              void* result, musaDataType_t result_type, musaDataType_t execution) {
  const Status bad = first({known(x_type, y_type, result_type, execution), pointers(result),
                            n <= 0 ? kSuccess : pointers(x, y)});
  if (bad != kSuccess) {
    return bad;
  }
  return deliver_as(call, result_type, result,
                    [n, one = Vector{x_type, x, n, incx}, other = Vector{y_type, y, n, incy}] {
                      Wide sum = 0;
                      for (std::int64_t i = 0; i < n; ++i) {
                        sum += (kConjugated ? std::conj(one.get(i)) : one.get(i)) * other.get(i);
                      }
                      return sum;
                    });
}

Status nrm2_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
               std::int64_t incx, void* result, musaDataType_t result_type,
               musaDataType_t execution) {
  const std::int64_t count = incx <= 0 ? 0 : n;
  const Status bad = first({known(x_type, result_type, execution), pointers(result),
                            count <= 0 ? kSuccess : pointers(x)});
  if (bad != kSuccess) {
    return bad;
  }
  return deliver_as(call, result_type, result, [count, in = Vector{x_type, x, n, incx}] {
    double norm = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      norm = std::hypot(norm, std::abs(in.get(i)));
    }
    return norm;
  });
}

double size_of_value(const Wide& value) { return std::abs(value.real()) + std::abs(value.imag()); }

Status asum_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
               std::int64_t incx, void* result, musaDataType_t result_type,
               musaDataType_t execution) {
  const std::int64_t count = incx <= 0 ? 0 : n;
  const Status bad = first({known(x_type, result_type, execution), pointers(result),
                            count <= 0 ? kSuccess : pointers(x)});
  if (bad != kSuccess) {
    return bad;
  }
  return deliver_as(call, result_type, result, [count, in = Vector{x_type, x, n, incx}] {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      sum += size_of_value(in.get(i));
    }
    return sum;
  });
}

template <class I, class Better>
Status extreme_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
                  std::int64_t incx, I* result, Better better) {
  const std::int64_t count = incx <= 0 || n <= 0 ? 0 : n;
  const Status bad = first({known(x_type), pointers(result), count == 0 ? kSuccess : pointers(x)});
  if (bad != kSuccess) {
    return bad;
  }
  return call.deliver(result, [count, better, in = Vector{x_type, x, n, incx}] {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < count; ++i) {
      best = better(size_of_value(in.get(i)), size_of_value(in.get(best))) ? i : best;
    }
    return count == 0 ? std::int64_t{0} : best + 1;
  });
}

template <class I>
Status amax_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
               std::int64_t incx, I* result) {
  return extreme_ex(call, n, x, x_type, incx, result, [](double a, double b) { return a > b; });
}

template <class I>
Status amin_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
               std::int64_t incx, I* result) {
  return extreme_ex(call, n, x, x_type, incx, result, [](double a, double b) { return a < b; });
}

Status copy_ex(const Call& call, std::int64_t n, const void* x, musaDataType_t x_type,
               std::int64_t incx, void* y, musaDataType_t y_type, std::int64_t incy) {
  const Status bad = first({known(x_type, y_type), n <= 0 ? kSuccess : pointers(x, y)});
  if (bad != kSuccess || n <= 0) {
    return bad;
  }
  return call.launch([n, in = Vector{x_type, x, n, incx}, out = Vector{y_type, y, n, incy}] {
    for (std::int64_t i = 0; i < n; ++i) {
      out.set(i, in.get(i));
    }
  });
}

Status swap_ex(const Call& call, std::int64_t n, void* x, musaDataType_t x_type, std::int64_t incx,
               void* y, musaDataType_t y_type, std::int64_t incy) {
  const Status bad = first({known(x_type, y_type), n <= 0 ? kSuccess : pointers(x, y)});
  if (bad != kSuccess || n <= 0) {
    return bad;
  }
  return call.launch([n, one = Vector{x_type, x, n, incx}, other = Vector{y_type, y, n, incy}] {
    for (std::int64_t i = 0; i < n; ++i) {
      const Wide kept = one.get(i);
      one.set(i, other.get(i));
      other.set(i, kept);
    }
  });
}

Status rot_ex(const Call& call, std::int64_t n, void* x, musaDataType_t x_type, std::int64_t incx,
              void* y, musaDataType_t y_type, std::int64_t incy, const void* c, const void* s,
              musaDataType_t cs_type, musaDataType_t execution) {
  const Status bad =
      first({known(x_type, y_type, cs_type, execution), n <= 0 ? kSuccess : pointers(x, y, c, s)});
  if (bad != kSuccess || n <= 0) {
    return bad;
  }
  return call.launch([n, c = AnyScalar(call, cs_type, c), s = AnyScalar(call, cs_type, s),
                      one = Vector{x_type, x, n, incx}, other = Vector{y_type, y, n, incy}] {
    const Wide cosine = c.get();
    const Wide sine = s.get();
    for (std::int64_t i = 0; i < n; ++i) {
      const Wide a = one.get(i);
      const Wide b = other.get(i);
      one.set(i, cosine * a + sine * b);
      other.set(i, cosine * b - std::conj(sine) * a);
    }
  });
}

// The 2 x 2 matrix that rotm's parameters stand for, by rows.
void modified_rotation(const double* param, double* h) {
  const double flag = param[0];
  h[0] = flag == -2 || flag == 0 ? 1 : param[1];
  h[1] = flag == -2 ? 0 : flag == 1 ? 1 : param[3];
  h[2] = flag == -2 ? 0 : flag == 1 ? -1 : param[2];
  h[3] = flag == -2 || flag == 0 ? 1 : param[4];
}

Status rotm_ex(const Call& call, std::int64_t n, void* x, musaDataType_t x_type, std::int64_t incx,
               void* y, musaDataType_t y_type, std::int64_t incy, const void* param,
               musaDataType_t param_type, musaDataType_t execution) {
  const Status bad = first(
      {known(x_type, y_type, param_type, execution), n <= 0 ? kSuccess : pointers(x, y, param)});
  if (bad != kSuccess || n <= 0) {
    return bad;
  }
  std::vector<AnyScalar> parameters;
  for (int i = 0; i < 5; ++i) {
    parameters.emplace_back(call, param_type, element(param_type, param, i));
  }
  return call.launch(
      [n, parameters, one = Vector{x_type, x, n, incx}, other = Vector{y_type, y, n, incy}] {
        double used[5];
        for (int i = 0; i < 5; ++i) {
          used[i] = parameters[static_cast<std::size_t>(i)].get().real();
        }
        double h[4];
        modified_rotation(used, h);
        for (std::int64_t i = 0; i < n; ++i) {
          const Wide a = one.get(i);
          const Wide b = other.get(i);
          one.set(i, h[0] * a + h[1] * b);
          other.set(i, h[2] * a + h[3] * b);
        }
      });
}

Status rotg_ex(const Call& call, void* a, void* b, musaDataType_t ab_type, void* c, void* s,
               musaDataType_t cs_type, musaDataType_t execution) {
  const Status bad = first({known(ab_type, cs_type, execution), pointers(a, b, c, s)});
  if (bad != kSuccess) {
    return bad;
  }
  return call.on_scalars([=] {
    Wide sine;
    double cosine = 0;
    Wide one = load<Wide>(ab_type, backing(a));
    Wide other = load<Wide>(ab_type, backing(b));
    if (is_complex(ab_type)) {
      cblas::rotg<Wide>(&one, &other, &cosine, &sine);
    } else {
      double real[3] = {one.real(), other.real(), 0};
      cblas::rotg<double>(&real[0], &real[1], &cosine, &real[2]);
      one = real[0];
      other = real[1];
      sine = real[2];
    }
    store(ab_type, backing(a), 0, one);
    store(ab_type, backing(b), 0, other);
    store(cs_type, backing(c), 0, Wide(cosine));
    store(cs_type, backing(s), 0, sine);
  });
}

Status rotmg_ex(const Call& call, void* d1, musaDataType_t d1_type, void* d2,
                musaDataType_t d2_type, void* x1, musaDataType_t x1_type, const void* y1,
                musaDataType_t y1_type, void* param, musaDataType_t param_type,
                musaDataType_t execution) {
  const Status bad = first({known(d1_type, d2_type, x1_type, y1_type, param_type, execution),
                            pointers(d1, d2, x1, y1, param)});
  if (bad != kSuccess) {
    return bad;
  }
  return call.on_scalars([=] {
    double values[3] = {load<double>(d1_type, backing(d1)), load<double>(d2_type, backing(d2)),
                        load<double>(x1_type, backing(x1))};
    double made[5] = {};
    cblas::rotmg<double>(&values[0], &values[1], &values[2], load<double>(y1_type, backing(y1)),
                         &made[0]);
    store(d1_type, backing(d1), 0, values[0]);
    store(d2_type, backing(d2), 0, values[1]);
    store(x1_type, backing(x1), 0, values[2]);
    for (int i = 0; i < 5; ++i) {
      store(param_type, backing(param), i, made[i]);
    }
  });
}

}  // namespace
}  // namespace musasim::blas

using namespace musasim::blas;

#include "internal/mublas_level1_ex.def"
