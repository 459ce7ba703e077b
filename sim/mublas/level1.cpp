// Vector functions: axpy, scal, copy, swap, dot, norms, extrema, rotations.
#include <limits>

#include "blas/cblas.h"
#include "mublas/call.h"

namespace musasim::blas {
namespace {

// The first element of a vector; with a negative increment that is the one at the far end.
template <class T>
T* start(T* x, std::int64_t n, std::int64_t increment) {
  return increment < 0 ? x + (1 - n) * increment : x;
}

template <class T>
Status axpy(const Call& call, std::int64_t n, const T* alpha, const T* x, std::int64_t incx, T* y,
            std::int64_t incy) {
  if (n <= 0) {
    return kSuccess;
  }
  if (const Status bad = pointers(alpha, x, y); bad != kSuccess) {
    return bad;
  }
  return call.launch([=, alpha = call.scalar(alpha)] {
    const T factor = alpha.get();
    cblas::axpy<T>(narrow_int(n), scalar(factor), backing(x), narrow_int(incx), backing(y),
                   narrow_int(incy));
  });
}

// By hand: BLAS leaves open what zero times NaN gives.
template <class T, class A>
Status scal(const Call& call, std::int64_t n, const A* alpha, T* x, std::int64_t incx) {
  if (n <= 0 || incx <= 0) {
    return kSuccess;
  }
  if (const Status bad = pointers(alpha, x); bad != kSuccess) {
    return bad;
  }
  return call.launch([=, alpha = call.scalar(alpha)] {
    const A factor = alpha.get();
    T* const data = backing(x);
    for (std::int64_t i = 0; i < n; ++i) {
      data[i * incx] *= factor;
    }
  });
}

template <class T>
Status copy(const Call& call, std::int64_t n, const T* x, std::int64_t incx, T* y,
            std::int64_t incy) {
  if (n <= 0) {
    return kSuccess;
  }
  if (const Status bad = pointers(x, y); bad != kSuccess) {
    return bad;
  }
  return call.launch([=] {
    cblas::copy<T>(narrow_int(n), backing(x), narrow_int(incx), backing(y), narrow_int(incy));
  });
}

template <class T>
Status swap(const Call& call, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy) {
  if (n <= 0) {
    return kSuccess;
  }
  if (const Status bad = pointers(x, y); bad != kSuccess) {
    return bad;
  }
  return call.launch([=] {
    cblas::swap<T>(narrow_int(n), backing(x), narrow_int(incx), backing(y), narrow_int(incy));
  });
}

// x' = c x + s y, y' = c y - conj(s) x
template <class T, class S>
Status rot(const Call& call, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy,
           const Real<T>* c, const S* s) {
  if (n <= 0) {
    return kSuccess;
  }
  if (const Status bad = pointers(x, y, c, s); bad != kSuccess) {
    return bad;
  }
  return call.launch([=, c = call.scalar(c), s = call.scalar(s)] {
    const Real<T> cosine = c.get();
    const S sine = s.get();
    T* const first_x = start(backing(x), n, incx);
    T* const first_y = start(backing(y), n, incy);
    for (std::int64_t i = 0; i < n; ++i) {
      T& one = first_x[i * incx];
      T& other = first_y[i * incy];
      const T turned = cosine * one + sine * other;
      other = cosine * other - conjugate(sine) * one;
      one = turned;
    }
  });
}

template <class T>
Status nrm2(const Call& call, std::int64_t n, const T* x, std::int64_t incx, Real<T>* result) {
  const bool empty = n <= 0 || incx <= 0;
  if (const Status bad = first({pointers(result), empty ? kSuccess : pointers(x)});
      bad != kSuccess) {
    return bad;
  }
  return call.deliver(result, [=]() -> Real<T> {
    return empty ? Real<T>(0) : cblas::nrm2<T>(narrow_int(n), backing(x), narrow_int(incx));
  });
}

template <class T>
Status asum(const Call& call, std::int64_t n, const T* x, std::int64_t incx, Real<T>* result) {
  const bool empty = n <= 0 || incx <= 0;
  if (const Status bad = first({pointers(result), empty ? kSuccess : pointers(x)});
      bad != kSuccess) {
    return bad;
  }
  return call.deliver(result, [=]() -> Real<T> {
    return empty ? Real<T>(0) : cblas::asum<T>(narrow_int(n), backing(x), narrow_int(incx));
  });
}

template <class T>
Real<T> size_of_element(const T& value) {
  if constexpr (kComplex<T>) {
    return std::abs(value.real()) + std::abs(value.imag());
  } else {
    return std::abs(value);
  }
}

// The first element for which `better` holds against all before it; counted from 1.
template <class T, class I, class Better>
Status extreme(const Call& call, std::int64_t n, const T* x, std::int64_t incx, I* result,
               Better better) {
  const bool empty = n <= 0 || incx <= 0;
  if (const Status bad = first({pointers(result), empty ? kSuccess : pointers(x)});
      bad != kSuccess) {
    return bad;
  }
  return call.deliver(result, [=]() -> std::int64_t {
    if (empty) {
      return 0;
    }
    const T* const data = backing(x);
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < n; ++i) {
      if (better(size_of_element(data[i * incx]), size_of_element(data[best * incx]))) {
        best = i;
      }
    }
    return best + 1;
  });
}

template <class T, class I>
Status amax(const Call& call, std::int64_t n, const T* x, std::int64_t incx, I* result) {
  return extreme(call, n, x, incx, result, [](auto a, auto b) { return a > b; });
}

template <class T, class I>
Status amin(const Call& call, std::int64_t n, const T* x, std::int64_t incx, I* result) {
  return extreme(call, n, x, incx, result, [](auto a, auto b) { return a < b; });
}

template <bool kConjugated, class T>
T dot_of(int n, const T* x, int incx, const T* y, int incy) {
  if constexpr (!kComplex<T>) {
    return cblas::dot<T>(n, x, incx, y, incy);
  } else {
    T result{};
    if constexpr (kConjugated) {
      cblas::dotc_sub<T>(n, x, incx, y, incy, &result);
    } else {
      cblas::dotu_sub<T>(n, x, incx, y, incy, &result);
    }
    return result;
  }
}

template <bool kConjugated, class T>
Status dot(const Call& call, std::int64_t n, const T* x, std::int64_t incx, const T* y,
           std::int64_t incy, T* result) {
  if (const Status bad = first({pointers(result), n <= 0 ? kSuccess : pointers(x, y)});
      bad != kSuccess) {
    return bad;
  }
  return call.deliver(result, [=]() -> T {
    return n <= 0 ? T(0)
                  : dot_of<kConjugated>(narrow_int(n), backing(x), narrow_int(incx), backing(y),
                                        narrow_int(incy));
  });
}

template <class... A>
Status dotu(const Call& call, A... arguments) {
  return dot<false>(call, arguments...);
}

template <class... A>
Status dotc(const Call& call, A... arguments) {
  return dot<true>(call, arguments...);
}

template <class T>
Status rotm(const Call& call, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy,
            const T* param) {
  if (n <= 0) {
    return kSuccess;
  }
  if (const Status bad = pointers(x, y, param); bad != kSuccess) {
    return bad;
  }
  struct Parameters {
    T value[5];
  };
  const auto* const whole = reinterpret_cast<const Parameters*>(param);
  return call.launch([=, parameters = call.scalar(whole)] {
    const Parameters used = parameters.get();
    cblas::rotm<T>(narrow_int(n), backing(x), narrow_int(incx), backing(y), narrow_int(incy),
                   static_cast<const T*>(used.value));
  });
}

template <class T>
Status rotg(const Call& call, T* a, T* b, Real<T>* c, T* s) {
  if (const Status bad = pointers(a, b, c, s); bad != kSuccess) {
    return bad;
  }
  return call.on_scalars([=] { cblas::rotg<T>(backing(a), backing(b), backing(c), backing(s)); });
}

template <class T>
Status rotmg(const Call& call, T* d1, T* d2, T* x1, const T* y1, T* param) {
  if (const Status bad = pointers(d1, d2, x1, y1, param); bad != kSuccess) {
    return bad;
  }
  return call.on_scalars([=] {
    cblas::rotmg<T>(backing(d1), backing(d2), backing(x1), *backing(y1), backing(param));
  });
}

}  // namespace
}  // namespace musasim::blas

using namespace musasim::blas;

#include "internal/mublas_level1.def"
