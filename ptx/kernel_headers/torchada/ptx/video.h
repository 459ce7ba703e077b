// Integers of 32, 16 or 8 bits, one, two or four in a register, with a second operation behind the first one.
#ifndef TORCHADA_PTX_VIDEO_H
#define TORCHADA_PTX_VIDEO_H

#include "order.h"

namespace torchada {
namespace ptx {

// The words of an instruction say what is done: _sum and so on stand for its name.
struct VideoSum {};
struct VideoDifference {};
struct VideoDistance {};
struct VideoAverage {};
struct VideoSmaller {};
struct VideoLarger {};
struct VideoCompare {};
struct VideoLeft {};
struct VideoRight {};

template <class Operation, class... M>
TORCHADA_PTX std::int64_t video_result(std::int64_t a, std::int64_t b) {
  if constexpr (std::is_same<Operation, VideoSum>::value) return a + b;
  if constexpr (std::is_same<Operation, VideoDifference>::value) return a - b;
  if constexpr (std::is_same<Operation, VideoDistance>::value) return a < b ? b - a : a - b;
  if constexpr (std::is_same<Operation, VideoAverage>::value) {
    return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
  }
  if constexpr (std::is_same<Operation, VideoSmaller>::value) return a < b ? a : b;
  if constexpr (std::is_same<Operation, VideoLarger>::value) return a > b ? a : b;
  if constexpr (std::is_same<Operation, VideoCompare>::value) return compared<M...>(a, b) ? 1 : 0;
  if constexpr (std::is_same<Operation, VideoLeft>::value ||
                std::is_same<Operation, VideoRight>::value) {
    const std::int64_t by = has<_wrap, M...> ? b & 31 : b > 32 ? 32 : b;
    if constexpr (std::is_same<Operation, VideoRight>::value) return a >> by;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << by);
  }
}

// A number of `size` bits, the k-th of a register.
template <class T>
TORCHADA_PTX std::int64_t video_part(std::uint32_t x, int k, int size) {
  const std::uint64_t raw =
      static_cast<std::uint64_t>(x) >> (k * size) & ((std::uint64_t(1) << size) - 1);
  const bool is_negative = std::is_signed<T>::value && (raw >> (size - 1) & 1) != 0;
  return static_cast<std::int64_t>(raw) - (is_negative ? std::int64_t(1) << size : 0);
}

// Within what `size` bits of the type hold.
template <class T>
TORCHADA_PTX std::int64_t video_bounded(std::int64_t x, int size) {
  const std::int64_t high = (std::int64_t(1) << (std::is_signed<T>::value ? size - 1 : size)) - 1;
  const std::int64_t low = std::is_signed<T>::value ? -high - 1 : 0;
  return x < low ? low : x > high ? high : x;
}

// Of one number in a register: GPUs calculate with 34 bits. Of sums and differences without a sign they keep the lower
// 32 where it is not negative, though PTX's manual limits them (vadd.u32.u32.u32.sat on an H200).
template <class Operation, class T>
TORCHADA_PTX std::int64_t video_saturated(std::int64_t x) {
  const std::int64_t wide = static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << 30) >> 30;
  if constexpr (std::is_signed<T>::value || std::is_same<Operation, VideoLeft>::value) {
    return video_bounded<T>(wide, 32);
  } else {
    return wide < 0 ? 0 : wide;
  }
}

// One number in a register. The types are those of d, a and b.
template <class Operation, class To, class Left, class Right, class... M>
TORCHADA_PTX std::uint32_t video_word(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  using T = typename To::type;
  std::int64_t result = video_result<Operation, M...>(video_part<typename Left::type>(a, 0, 32),
                                                      video_part<typename Right::type>(b, 0, 32));
  if constexpr (has<_sat, M...>) result = video_saturated<Operation, T>(result);
  const T first = static_cast<T>(static_cast<std::uint32_t>(result)), second = value<T>(c);
  if constexpr (has<_add, M...>) return value<std::uint32_t>(wrapped_sum(first, second));
  if constexpr (has<_min, M...>) return value<std::uint32_t>(first < second ? first : second);
  if constexpr (has<_max, M...>) return value<std::uint32_t>(first > second ? first : second);
  return value<std::uint32_t>(first);
}

// Several: with .add, their sum and c.
template <int count, class Operation, class To, class Left, class Right, class... M>
TORCHADA_PTX std::uint32_t video_words(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  constexpr int size = 32 / count;
  std::uint32_t together = 0, sum = c;
  for (int k = 0; k < count; ++k) {
    std::int64_t result = video_result<Operation, M...>(
        video_part<typename Left::type>(a, k, size), video_part<typename Right::type>(b, k, size));
    if constexpr (has<_sat, M...>) result = video_bounded<typename To::type>(result, size);
    const auto raw = static_cast<std::uint32_t>(static_cast<std::uint64_t>(result));
    sum += raw;
    together |= (raw & (0xffffffffU >> (32 - size))) << (k * size);
  }
  return has<_add, M...> ? sum : together;
}

#define TORCHADA_PTX_VIDEO_ONE(name, operation)                                                \
  template <class To, class Left, class Right, class... M, class D, class A, class B, class C> \
  TORCHADA_PTX void name(D&& d, A a, B b, C c) {                                               \
    put(d, video_word<operation, To, Left, Right, M...>(                                       \
               value<std::uint32_t>(a), value<std::uint32_t>(b), value<std::uint32_t>(c)));    \
  }                                                                                            \
  template <class To, class Left, class Right, class... M, class D, class A, class B>          \
  TORCHADA_PTX void name(D&& d, A a, B b) {                                                    \
    name<To, Left, Right, M...>(d, a, b, 0U);                                                  \
  }
#define TORCHADA_PTX_VIDEO(name, operation)         \
  TORCHADA_PTX_VIDEO_SEVERAL(name##2, 2, operation) \
  TORCHADA_PTX_VIDEO_SEVERAL(name##4, 4, operation)
#define TORCHADA_PTX_VIDEO_SEVERAL(name, count, operation)                                     \
  template <class To, class Left, class Right, class... M, class D, class A, class B, class C> \
  TORCHADA_PTX void name(D&& d, A a, B b, C c) {                                               \
    put(d, video_words<count, operation, To, Left, Right, M...>(                               \
               value<std::uint32_t>(a), value<std::uint32_t>(b), value<std::uint32_t>(c)));    \
  }
TORCHADA_PTX_VIDEO_ONE(vadd, VideoSum)
TORCHADA_PTX_VIDEO_ONE(vsub, VideoDifference)
TORCHADA_PTX_VIDEO_ONE(vabsdiff, VideoDistance)
TORCHADA_PTX_VIDEO_ONE(vmin, VideoSmaller)
TORCHADA_PTX_VIDEO_ONE(vmax, VideoLarger)
TORCHADA_PTX_VIDEO_ONE(vshl, VideoLeft)
TORCHADA_PTX_VIDEO_ONE(vshr, VideoRight)
TORCHADA_PTX_VIDEO(vadd, VideoSum)
TORCHADA_PTX_VIDEO(vsub, VideoDifference)
TORCHADA_PTX_VIDEO(vavrg, VideoAverage)
TORCHADA_PTX_VIDEO(vabsdiff, VideoDistance)
TORCHADA_PTX_VIDEO(vmin, VideoSmaller)
TORCHADA_PTX_VIDEO(vmax, VideoLarger)
#undef TORCHADA_PTX_VIDEO
#undef TORCHADA_PTX_VIDEO_SEVERAL
#undef TORCHADA_PTX_VIDEO_ONE

// A comparison gives 1 or 0; its types are those of a and b.
template <class Left, class Right, class... M, class D, class A, class B, class C>
TORCHADA_PTX void vset(D&& d, A a, B b, C c) {
  put(d, video_word<VideoCompare, _u32, Left, Right, M...>(
             value<std::uint32_t>(a), value<std::uint32_t>(b), value<std::uint32_t>(c)));
}
template <class Left, class Right, class... M, class D, class A, class B>
TORCHADA_PTX void vset(D&& d, A a, B b) {
  vset<Left, Right, M...>(d, a, b, 0U);
}
template <class Left, class Right, class... M, class D, class A, class B, class C>
TORCHADA_PTX void vset2(D&& d, A a, B b, C c) {
  put(d, video_words<2, VideoCompare, _u32, Left, Right, M...>(
             value<std::uint32_t>(a), value<std::uint32_t>(b), value<std::uint32_t>(c)));
}
template <class Left, class Right, class... M, class D, class A, class B, class C>
TORCHADA_PTX void vset4(D&& d, A a, B b, C c) {
  put(d, video_words<4, VideoCompare, _u32, Left, Right, M...>(
             value<std::uint32_t>(a), value<std::uint32_t>(b), value<std::uint32_t>(c)));
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_VIDEO_H
