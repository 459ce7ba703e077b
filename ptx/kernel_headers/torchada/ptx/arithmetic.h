// Arithmetic that exists for integers and for numbers of floating point.
#ifndef TORCHADA_PTX_ARITHMETIC_H
#define TORCHADA_PTX_ARITHMETIC_H

#include "integers.h"
#include "rounded.h"

namespace torchada {
namespace ptx {

struct Sum {
  template <Rounding mode, class T>
  static TORCHADA_PTX T of(T a, T b) {
    return sum_of<mode>(a, b);
  }
};
struct Difference {
  template <Rounding mode, class T>
  static TORCHADA_PTX T of(T a, T b) {
    return sum_of<mode>(a, -b);
  }
};
struct Product {
  template <Rounding mode, class T>
  static TORCHADA_PTX T of(T a, T b) {
    return product_of<mode>(a, b);
  }
  template <Rounding mode, class... M>
  static TORCHADA_PTX float flushing(float a, float b) {
    return flushed_product<mode, M...>(product_of<mode>(a, b), a, b);
  }
};

// Of floats that are prepared. Sums of the smallest size are exact.
template <class Operation, Rounding mode, class... M>
TORCHADA_PTX float computed_float(float a, float b) {
  if constexpr (std::is_same<Operation, Product>::value) {
    return finished<M...>(Product::flushing<mode, M...>(a, b));
  } else {
    return finished<M...>(Operation::template of<mode>(a, b));
  }
}

// For the types of floating point, and pairs of them. Sums and products of halves are exact, or so close to it, that
// a second rounding changes nothing; a product of two bf16 may be denormal as a float.
template <class Operation, class... M>
TORCHADA_PTX auto computed(typename TypeOf<M...>::type a, typename TypeOf<M...>::type b) ->
    typename TypeOf<M...>::type {
  using Type = TypeOf<M...>;
  constexpr Rounding mode = rounding_of<M...>;
  if constexpr (is_half<Type>) {
    using Exact = std::conditional_t<std::is_same<Operation, Product>::value, double, float>;
    return for_halves<Type>(
        [](std::uint16_t x, std::uint16_t y) {
          const Exact left = widen<Type>(flushed_half<Type, M...>(x));
          const Exact right = widen<Type>(flushed_half<Type, M...>(y));
          return half_of_exact<Type, M...>(Operation::template of<Rounding::kNearest>(left, right));
        },
        a, b);
  } else if constexpr (std::is_same<Type, _f32x2>::value) {
    std::uint64_t result = 0;
    for (int k = 0; k < 64; k += 32) {
      const float x = prepared<M...>(f32_of_bits(static_cast<std::uint32_t>(a >> k)));
      const float y = prepared<M...>(f32_of_bits(static_cast<std::uint32_t>(b >> k)));
      const float one = computed_float<Operation, mode, M...>(x, y);
      result |= static_cast<std::uint64_t>(bits<std::uint32_t>(one)) << k;
    }
    return result;
  } else if constexpr (std::is_same<Type, _f32>::value) {
    return computed_float<Operation, mode, M...>(prepared<M...>(a), prepared<M...>(b));
  } else {
    const double result = Operation::template of<mode>(a, b);
    return with_nan(result, a, b);
  }
}

// f32 with one operand of half its size: a is widened first.
template <class... M>
inline constexpr bool is_mixed = false;
template <class First, class... M>
inline constexpr bool is_mixed<First, M...> =
    is_mixed<M...> || (std::is_same<First, _f32>::value && (has<_f16, M...> || has<_bf16, M...>));

template <class... M, class A>
TORCHADA_PTX float widened_operand(A a) {
  if constexpr (has<_f16, M...>) {
    return f32_of_f16(value<std::uint16_t>(a));
  } else {
    return f32_of_bf16(value<std::uint16_t>(a));
  }
}

// Of two halves that are integers.
template <class Function>
TORCHADA_PTX std::uint32_t for_shorts(Function function, std::uint32_t a, std::uint32_t b) {
  const auto low = static_cast<std::uint16_t>(
      function(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)));
  const auto high = static_cast<std::uint16_t>(
      function(static_cast<std::uint16_t>(a >> 16), static_cast<std::uint16_t>(b >> 16)));
  return static_cast<std::uint32_t>(high) << 16 | low;
}
template <class Type>
inline constexpr bool is_pair_of_shorts =
    std::is_same<Type, _u16x2>::value || std::is_same<Type, _s16x2>::value;

template <class... M, class D, class A, class B>
TORCHADA_PTX void add(D&& d, A a, B b) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  if constexpr (is_mixed<M...>) {
    put(d, computed<Sum, M...>(widened_operand<M...>(a), value<float>(b)));
  } else if constexpr (is_floating<Type>) {
    put(d, computed<Sum, M...>(value<T>(a), value<T>(b)));
  } else if constexpr (is_pair_of_shorts<Type>) {
    put(d, for_shorts([](std::uint16_t x, std::uint16_t y) { return x + y; }, value<T>(a),
                      value<T>(b)));
  } else if constexpr (has<_sat, M...>) {
    put(d, saturated(static_cast<std::int64_t>(value<T>(a)) + value<T>(b)));
  } else {
    put(d, wrapped_sum(value<T>(a), value<T>(b)));
  }
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void sub(D&& d, A a, B b) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  if constexpr (is_mixed<M...>) {
    put(d, computed<Difference, M...>(widened_operand<M...>(a), value<float>(b)));
  } else if constexpr (is_floating<Type>) {
    put(d, computed<Difference, M...>(value<T>(a), value<T>(b)));
  } else if constexpr (has<_sat, M...>) {
    put(d, saturated(static_cast<std::int64_t>(value<T>(a)) - value<T>(b)));
  } else {
    put(d, wrapped_difference(value<T>(a), value<T>(b)));
  }
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void mul(D&& d, A a, B b) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  if constexpr (is_floating<Type>) {
    put(d, computed<Product, M...>(value<T>(a), value<T>(b)));
  } else {
    multiply_integers<M...>(d, a, b);
  }
}

template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void fma(D&& d, A a, B b, C c) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  constexpr Rounding mode = rounding_of<M...>;
  if constexpr (is_mixed<M...>) {
    put(d, finished<M...>(fused_of<mode>(widened_operand<M...>(a), widened_operand<M...>(b),
                                         value<float>(c))));
  } else if constexpr (is_half<Type>) {
    put(d, for_halves<Type>(
               [](std::uint16_t x, std::uint16_t y, std::uint16_t z) {
                 const float left = widen<Type>(flushed_half<Type, M...>(x));
                 const float right = widen<Type>(flushed_half<Type, M...>(y));
                 const float more = widen<Type>(flushed_half<Type, M...>(z));
                 return half_of_exact<Type, M...>(fused_to_odd(left, right, more));
               },
               value<T>(a), value<T>(b), value<T>(c)));
  } else if constexpr (std::is_same<Type, _f32x2>::value) {
    std::uint64_t result = 0;
    for (int k = 0; k < 64; k += 32) {
      const float x = prepared<M...>(f32_of_bits(static_cast<std::uint32_t>(value<T>(a) >> k)));
      const float y = prepared<M...>(f32_of_bits(static_cast<std::uint32_t>(value<T>(b) >> k)));
      const float z = prepared<M...>(f32_of_bits(static_cast<std::uint32_t>(value<T>(c) >> k)));
      const float one = finished<M...>(flushed_fused<mode, M...>(fused_of<mode>(x, y, z), x, y, z));
      result |= static_cast<std::uint64_t>(bits<std::uint32_t>(one)) << k;
    }
    put(d, result);
  } else {
    const T x = prepared<M...>(value<T>(a)), y = prepared<M...>(value<T>(b));
    const T z = prepared<M...>(value<T>(c));
    T result = fused_of<mode>(x, y, z);
    if constexpr (std::is_same<T, float>::value)
      result = flushed_fused<mode, M...>(result, x, y, z);
    put(d, with_nan(finished<M...>(result), x, y, z));
  }
}

template <class... M, class D, class A, class B>
TORCHADA_PTX void div(D&& d, A a, B b) {
  using T = typename TypeOf<M...>::type;
  const T x = value<T>(a), y = value<T>(b);
  if constexpr (is_floating<TypeOf<M...>>) {
    constexpr Rounding mode = rounding_of<M...>;
    const T left = prepared<M...>(x), right = prepared<M...>(y);
    const T result = quotient_of<mode>(left, right);
    const auto larger = [left, right] { return quotient_of<mode>(left * T(kLarger), right); };
    put(d, finished<M...>(flushed_result<M...>(result, larger)));
  } else {
    put(d, integer_quotient(x, y));
  }
}

// Of a double, approximate functions with .ftz read and write the upper half of the bits.
TORCHADA_PTX double upper_half(double x) {
  const std::uint64_t raw = bits<std::uint64_t>(x) & 0xffffffff00000000U;
  if ((raw & 0x7ff0000000000000U) == 0) return f64_of_bits(raw & 0x8000000000000000U);
  return f64_of_bits(is_nan(f64_of_bits(raw)) ? 0x7fffffff00000000U : raw);
}
template <class... M>
inline constexpr bool is_coarse =
    std::is_same<TypeOf<M...>, _f64>::value && has<_approx, M...> && has<_ftz, M...>;

template <class... M, class D, class A>
TORCHADA_PTX void rcp(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  constexpr Rounding mode = rounding_of<M...>;
  const T x = prepared<M...>(value<T>(a));
  if constexpr (is_coarse<M...>) {
    put(d, upper_half(reciprocal_of<mode>(upper_half(x))));
  } else {
    const auto larger = [x] { return quotient_of<mode>(T(kLarger), x); };
    put(d, finished<M...>(flushed_result<M...>(reciprocal_of<mode>(x), larger)));
  }
}
template <class... M, class D, class A>
TORCHADA_PTX void sqrt(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  put(d, finished<M...>(root_of<rounding_of<M...>>(prepared<M...>(value<T>(a)))));
}

// Functions that the hardware knows approximately.
template <class Type, class... M, class Function>
TORCHADA_PTX typename Type::type approximated(typename Type::type x, Function function) {
  if constexpr (is_half<Type>) {
    return for_halves<Type>(
        [function](std::uint16_t one) { return halve<Type>(function(widen<Type>(one))); }, x);
  } else {
    return finished<M...>(static_cast<typename Type::type>(function(prepared<M...>(x))));
  }
}
#define TORCHADA_PTX_APPROXIMATE(name, expression)                       \
  template <class... M, class D, class A>                                \
  TORCHADA_PTX void name(D&& d, A a) {                                   \
    using Type = TypeOf<M...>;                                           \
    put(d, approximated<Type, M...>(value<typename Type::type>(a),       \
                                    [](auto x) { return expression; })); \
  }
TORCHADA_PTX_APPROXIMATE(ex2, ::exp2f(x))
TORCHADA_PTX_APPROXIMATE(lg2, ::log2f(x))
TORCHADA_PTX_APPROXIMATE(tanh, ::tanhf(x))
TORCHADA_PTX_APPROXIMATE(sin, ::sinf(x))
TORCHADA_PTX_APPROXIMATE(cos, ::cosf(x))
#undef TORCHADA_PTX_APPROXIMATE
template <class... M, class D, class A>
TORCHADA_PTX void rsqrt(D&& d, A a) {
  using Type = TypeOf<M...>;
  const auto x = value<typename Type::type>(a);
  const auto inverse = [](auto one) { return 1 / root_of<Rounding::kNearest>(one); };
  if constexpr (is_coarse<M...>) {
    put(d, upper_half(inverse(upper_half(x))));
  } else {
    put(d, approximated<Type, M...>(x, inverse));
  }
}

// The sign of a number changed; NaN becomes the canonical one, but of a double it stays.
template <class Type, class... M>
TORCHADA_PTX std::uint16_t half_with_sign(std::uint16_t x, std::uint16_t kept,
                                          std::uint16_t turned) {
  if (is_nan(widen<Type>(x))) return 0x7fff;
  return static_cast<std::uint16_t>((flushed_half<Type, M...>(x) & kept) ^ turned);
}
template <bool turns, class... M, class D, class A>
TORCHADA_PTX void change_sign(D&& d, A a) {
  using Type = TypeOf<M...>;
  using T = typename Type::type;
  const T x = value<T>(a);
  if constexpr (is_half<Type>) {
    put(d, for_halves<Type>(
               [](std::uint16_t one) {
                 return half_with_sign<Type, M...>(one, turns ? 0xffffU : 0x7fffU,
                                                   turns ? 0x8000U : 0U);
               },
               x));
  } else if constexpr (std::is_same<T, float>::value) {
    const std::uint32_t raw = bits<std::uint32_t>(x);
    put(d, canonical(prepared<M...>(f32_of_bits(turns ? raw ^ 0x80000000U : raw & 0x7fffffffU))));
  } else if constexpr (std::is_same<T, double>::value) {
    const std::uint64_t raw = bits<std::uint64_t>(x);
    put(d,
        is_nan(x) ? x : f64_of_bits(turns ? raw ^ 0x8000000000000000U : raw & 0x7fffffffffffffffU));
  } else {
    put(d, turns || x < 0 ? wrapped_difference(T(0), x) : x);
  }
}
template <class... M, class D, class A>
TORCHADA_PTX void abs(D&& d, A a) {
  change_sign<false, M...>(d, a);
}
template <class... M, class D, class A>
TORCHADA_PTX void neg(D&& d, A a) {
  change_sign<true, M...>(d, a);
}

// The second operand is the one whose sign the result has: copysign d, a, b is |b| with the sign of a.
template <class... M, class D, class A, class B>
TORCHADA_PTX void copysign(D&& d, A a, B b) {
  using T = typename TypeOf<M...>::type;
  using U = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr U sign = U(1) << (sizeof(T) * 8 - 1);
  put(d, bits<T>(static_cast<U>((bits<U>(value<T>(a)) & sign) | (bits<U>(value<T>(b)) & ~sign))));
}

}  // namespace ptx
}  // namespace torchada

#include "order.h"

#endif  // TORCHADA_PTX_ARITHMETIC_H
