// The results that collective operations should give, computed plainly and with the platform's own number
// types instead of the simulator's arithmetic.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "mccl.h"
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_fp8.h"

namespace reference {

struct Fp8E4M3 {
  unsigned char bits;
};
struct Fp8E5M2 {
  unsigned char bits;
};

template <class T>
float to_float(T value) {
  return static_cast<float>(value);
}
inline float to_float(__half value) { return __half2float(value); }
inline float to_float(__mt_bfloat16 value) { return __bfloat162float(value); }
inline float to_float(Fp8E4M3 value) {
  return __half2float(__half(__musa_cvt_fp8_to_halfraw(value.bits, __MT_E4M3)));
}
inline float to_float(Fp8E5M2 value) {
  return __half2float(__half(__musa_cvt_fp8_to_halfraw(value.bits, __MT_E5M2)));
}

template <class T>
T from_float(float value) {
  if constexpr (std::is_same_v<T, __half>) {
    return __float2half(value);
  } else if constexpr (std::is_same_v<T, __mt_bfloat16>) {
    return __float2bfloat16(value);
  } else if constexpr (std::is_same_v<T, Fp8E4M3>) {
    return {__musa_cvt_float_to_fp8(value, __MT_SATFINITE, __MT_E4M3)};
  } else if constexpr (std::is_same_v<T, Fp8E5M2>) {
    return {__musa_cvt_float_to_fp8(value, __MT_SATFINITE, __MT_E5M2)};
  } else {
    return static_cast<T>(value);
  }
}

// Calls `visit(T())` with the C++ type.
template <class Visit>
void with_type(int type, Visit visit) {
  switch (type) {
    case mcclInt8: visit(std::int8_t()); break;
    case mcclUint8: visit(std::uint8_t()); break;
    case mcclInt32: visit(std::int32_t()); break;
    case mcclUint32: visit(std::uint32_t()); break;
    case mcclInt64: visit(std::int64_t()); break;
    case mcclUint64: visit(std::uint64_t()); break;
    case mcclFloat16: visit(__half()); break;
    case mcclFloat32: visit(float()); break;
    case mcclFloat64: visit(double()); break;
    case mcclBfloat16: visit(__mt_bfloat16()); break;
    case mcclFp8E4M3: visit(Fp8E4M3()); break;
    default: visit(Fp8E5M2()); break;
  }
}

// The value of rank `rank` at element `i`. Small values: sums and products are exact in wide types.
template <class T>
T value(int rank, std::size_t i) {
  const auto mixed = static_cast<unsigned>(rank * 31 + static_cast<int>(i) * 17 + 5) * 2654435761u;
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(mixed) * 0x9e3779b97f4a7c15ull >> 7);
  } else {
    return from_float<T>(static_cast<float>(static_cast<int>(mixed >> 24) % 7 - 3) / 2.0f);
  }
}

constexpr int kScaledSum = mcclNumOps;
// The factor that a rank creates its operator with.
template <class T>
T factor(int rank) {
  return from_float<T>(static_cast<float>(rank + 1));
}

template <class T>
T combine(const std::vector<T>& values, int op) {
  using Wide = std::conditional_t<std::is_integral_v<T>, std::uint64_t,
                                  std::conditional_t<std::is_same_v<T, double>, double, float>>;
  const auto widen = [](T value) {
    if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<Wide>(value);
    } else {
      return static_cast<Wide>(to_float(value));
    }
  };
  const auto narrow = [](Wide wide) {
    if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<T>(wide);
    } else {
      return from_float<T>(wide);
    }
  };
  const auto less = [](T a, T b) {
    if constexpr (std::is_arithmetic_v<T>) {
      return a < b;
    } else {
      return to_float(a) < to_float(b);
    }
  };
  Wide wide = op == mcclProd ? 1 : 0;
  T extreme = values[0];
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Wide scale = widen(factor<T>(static_cast<int>(i)));
    wide = op == mcclProd ? wide * widen(values[i])
                          : wide + widen(values[i]) * (op == kScaledSum ? scale : Wide(1));
    const bool better = op == mcclMax ? less(extreme, values[i]) : less(values[i], extreme);
    extreme = better ? values[i] : extreme;
  }
  if (op == mcclMax || op == mcclMin) {
    return extreme;
  }
  if (op == mcclAvg) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(
          narrow(wide) /
          static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(
              values.size()));
    } else {
      return narrow(wide / static_cast<Wide>(values.size()));
    }
  }
  return narrow(wide);
}

// Elements [first, first + count) of a rank's input.
template <class T>
std::vector<T> input(int rank, std::size_t first, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = value<T>(rank, first + i);
  }
  return values;
}

template <class T>
std::vector<T> reduced(int ranks, int op, std::size_t first, std::size_t count) {
  std::vector<T> result(count);
  std::vector<T> column(static_cast<std::size_t>(ranks));
  for (std::size_t i = 0; i < count; ++i) {
    for (int r = 0; r < ranks; ++r) {
      column[static_cast<std::size_t>(r)] = value<T>(r, first + i);
    }
    result[i] = combine(column, op);
  }
  return result;
}

}  // namespace reference
