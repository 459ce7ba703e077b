// Reductions, a block at a time: the block stays in the first cache, and is written to the targets
// only when all sources have been read, so sources and targets may be the same memory.
#include "machine/collective/reduce.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "machine/collective/numbers.h"

namespace musasim::collective {

namespace {

constexpr std::size_t kBlock = 1024;

template <class T, bool = std::is_arithmetic_v<T>>
struct Form {  // numbers as they are
  using Sum = T;
  static T get(T value) { return value; }
  static T set(T value) { return value; }
};
template <class T>
struct Form<T, false> {
  using Sum = float;
  static float get(T value) { return T::get(value); }
  static T set(float value) { return T::set(value); }
};

// Integers wrap around, which is only defined for unsigned ones; narrow ones must not become int.
template <class T, class Operation>
T wrapping(T a, T b, Operation operation) {
  if constexpr (std::is_integral_v<T>) {
    using Wide = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
    return static_cast<T>(operation(static_cast<Wide>(a), static_cast<Wide>(b)));
  } else {
    return operation(a, b);
  }
}

struct Add {
  template <class T>
  static T apply(T a, T b) {
    return wrapping(a, b, [](auto x, auto y) { return x + y; });
  }
};
struct Multiply {
  template <class T>
  static T apply(T a, T b) {
    return wrapping(a, b, [](auto x, auto y) { return x * y; });
  }
};
// The larger of two values; of a number and a NaN, the number.
struct Larger {
  template <class T>
  static T apply(T a, T b) {
    return a > b || b != b ? a : b;
  }
};
struct Smaller {
  template <class T>
  static T apply(T a, T b) {
    return a < b || b != b ? a : b;
  }
};

template <class Sum>
Sum scalar_as(const Scalar& scalar) {
  if constexpr (std::is_integral_v<Sum>) {
    return static_cast<Sum>(scalar.integer);
  } else {
    return static_cast<Sum>(scalar.real);
  }
}

// The block's elements of one source; misaligned ones are copied first.
template <class T>
const T* elements(const char* source, std::size_t first, std::size_t count, T* copy) {
  const char* start = source + first * sizeof(T);
  if (reinterpret_cast<std::uintptr_t>(start) % alignof(T) == 0) {
    return reinterpret_cast<const T*>(start);
  }
  std::memcpy(copy, start, count * sizeof(T));
  return copy;
}

template <class T, class Operation>
void combine(const ReduceJob& job, std::size_t first, std::size_t count,
             typename Form<T>::Sum* sum) {
  using Number = Form<T>;
  using Sum = typename Number::Sum;
  T copy[kBlock];
  const T* source = elements(job.from[0], first, count, copy);
  for (std::size_t i = 0; i < count; ++i) {
    sum[i] = Number::get(source[i]);
  }
  for (int s = 1; s < job.sources; ++s) {
    source = elements(job.from[s], first, count, copy);
    for (std::size_t i = 0; i < count; ++i) {
      sum[i] = Operation::template apply<Sum>(sum[i], Number::get(source[i]));
    }
  }
}

template <class T>
void combine_scaled(const ReduceJob& job, std::size_t first, std::size_t count,
                    typename Form<T>::Sum* sum) {
  using Number = Form<T>;
  using Sum = typename Number::Sum;
  T copy[kBlock];
  std::fill_n(sum, count, Sum(0));
  for (int s = 0; s < job.sources; ++s) {
    const T* source = elements(job.from[s], first, count, copy);
    const Sum scalar = scalar_as<Sum>(job.scalars[s]);
    for (std::size_t i = 0; i < count; ++i) {
      sum[i] = Add::apply<Sum>(sum[i], Multiply::apply<Sum>(Number::get(source[i]), scalar));
    }
  }
}

template <class Sum>
void divide(Sum* sum, std::size_t count, int by) {
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_integral_v<Sum>) {
      // In the wide type: -128 / -1 cannot happen, but the divisor may not fit the narrow one.
      using Wide = std::conditional_t<std::is_signed_v<Sum>, std::int64_t, std::uint64_t>;
      sum[i] = static_cast<Sum>(static_cast<Wide>(sum[i]) / static_cast<Wide>(by));
    } else {
      sum[i] /= static_cast<Sum>(by);
    }
  }
}

template <class T>
void reduce_block(const ReduceJob& job, std::size_t first, std::size_t count) {
  using Number = Form<T>;
  typename Number::Sum sum[kBlock];
  switch (job.reduction) {
    case mcclProd: combine<T, Multiply>(job, first, count, sum); break;
    case mcclMax: combine<T, Larger>(job, first, count, sum); break;
    case mcclMin: combine<T, Smaller>(job, first, count, sum); break;
    case mcclNumOps: combine_scaled<T>(job, first, count, sum); break;
    case mcclAvg:
      combine<T, Add>(job, first, count, sum);
      divide(sum, count, job.sources);
      break;
    default: combine<T, Add>(job, first, count, sum); break;
  }
  const T* result;
  T rounded[std::is_arithmetic_v<T> ? 1 : kBlock];
  if constexpr (std::is_arithmetic_v<T>) {
    static_cast<void>(rounded);
    result = sum;
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      rounded[i] = Number::set(sum[i]);
    }
    result = rounded;
  }
  for (int t = 0; t < job.targets; ++t) {
    std::memcpy(job.to[t] + first * sizeof(T), result, count * sizeof(T));
  }
}

template <class T>
void reduce_all(const ReduceJob& job, std::size_t first, std::size_t count) {
  for (std::size_t done = 0; done < count; done += kBlock) {
    reduce_block<T>(job, first + done, std::min(kBlock, count - done));
  }
}

struct TypeRow {
  const char* name;
  std::size_t size;
  void (*reduce)(const ReduceJob&, std::size_t, std::size_t);
};

// By mcclDataType_t.
constexpr TypeRow kTypes[] = {
    {"int8", 1, reduce_all<std::int8_t>},    {"uint8", 1, reduce_all<std::uint8_t>},
    {"int32", 4, reduce_all<std::int32_t>},  {"uint32", 4, reduce_all<std::uint32_t>},
    {"int64", 8, reduce_all<std::int64_t>},  {"uint64", 8, reduce_all<std::uint64_t>},
    {"float16", 2, reduce_all<Half>},        {"float32", 4, reduce_all<float>},
    {"float64", 8, reduce_all<double>},      {"bfloat16", 2, reduce_all<Bfloat16>},
    {"fp8 e4m3", 1, reduce_all<Float8E4M3>}, {"fp8 e5m2", 1, reduce_all<Float8E5M2>},
};
static_assert(sizeof kTypes / sizeof kTypes[0] == mcclNumTypes);

template <class T>
Scalar read_as(const void* pointer) {
  T value;
  std::memcpy(&value, pointer, sizeof value);
  const auto number = Form<T>::get(value);
  if constexpr (std::is_integral_v<T>) {
    return {static_cast<double>(number), static_cast<std::int64_t>(number)};
  } else {
    return {static_cast<double>(number), 1};
  }
}

}  // namespace

std::size_t type_size(int type) noexcept {
  return type >= 0 && type < mcclNumTypes ? kTypes[type].size : 0;
}

const char* type_name(int type) noexcept {
  return type >= 0 && type < mcclNumTypes ? kTypes[type].name : "an unknown type";
}

Scalar read_scalar(mcclDataType_t type, const void* pointer) noexcept {
  switch (type) {
    case mcclInt8: return read_as<std::int8_t>(pointer);
    case mcclUint8: return read_as<std::uint8_t>(pointer);
    case mcclInt32: return read_as<std::int32_t>(pointer);
    case mcclUint32: return read_as<std::uint32_t>(pointer);
    case mcclInt64: return read_as<std::int64_t>(pointer);
    case mcclUint64: return read_as<std::uint64_t>(pointer);
    case mcclFloat16: return read_as<Half>(pointer);
    case mcclFloat32: return read_as<float>(pointer);
    case mcclFloat64: return read_as<double>(pointer);
    case mcclBfloat16: return read_as<Bfloat16>(pointer);
    case mcclFp8E4M3: return read_as<Float8E4M3>(pointer);
    case mcclFp8E5M2: return read_as<Float8E5M2>(pointer);
    default: return {};
  }
}

void reduce(const ReduceJob& job, std::size_t first, std::size_t count) noexcept {
  kTypes[job.type].reduce(job, first, count);
}

}  // namespace musasim::collective
