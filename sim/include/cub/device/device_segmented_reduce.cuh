// cub::DeviceSegmentedReduce.
#pragma once

#include "cub/device/device_reduce.cuh"

namespace cub {

namespace detail {
// Calls reduce(in at the segment, its output, items) for each.
template <class Input, class Output, class Begin, class End, class Reduce>
musaError_t for_segments(void* storage, std::size_t& bytes, Input in, Output out,
                         std::size_t segments, Begin begins, End ends, musaStream_t stream,
                         Reduce reduce) {
  return device_call(storage, bytes, stream, [=] {
    for (std::size_t i = 0; i < segments; ++i) {
      const auto place = static_cast<std::ptrdiff_t>(i);
      const auto begin = static_cast<std::ptrdiff_t>(begins[place]);
      const auto end = static_cast<std::ptrdiff_t>(ends[place]);
      reduce(in + begin, out + place, end > begin ? static_cast<std::size_t>(end - begin) : 0u);
    }
  });
}
}  // namespace detail

struct DeviceSegmentedReduce {
  template <class Input, class Output, class Begin, class End, class Operator, class T>
  static musaError_t Reduce(void* storage, std::size_t& bytes, Input in, Output out, int segments,
                            Begin begins, End ends, Operator combine, T initial,
                            musaStream_t stream = nullptr, bool = false) {
    return detail::for_segments(storage, bytes, in, out, detail::size_of(segments), begins, ends,
                                stream, [=](Input items, Output result, std::size_t count) {
                                  *result =
                                      musasim::sequence::reduce<T>(items, count, combine, initial);
                                });
  }
  template <class Input, class Output, class Begin, class End>
  static musaError_t Sum(void* storage, std::size_t& bytes, Input in, Output out, int segments,
                         Begin begins, End ends, musaStream_t stream = nullptr, bool = false) {
    using T = detail::non_void_value_t<Output, detail::it_value_t<Input>>;
    return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(), T(0), stream);
  }
  template <class Input, class Output, class Begin, class End>
  static musaError_t Min(void* storage, std::size_t& bytes, Input in, Output out, int segments,
                         Begin begins, End ends, musaStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(),
                  Traits<detail::it_value_t<Input>>::Max(), stream);
  }
  template <class Input, class Output, class Begin, class End>
  static musaError_t Max(void* storage, std::size_t& bytes, Input in, Output out, int segments,
                         Begin begins, End ends, musaStream_t stream = nullptr, bool = false) {
    return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(),
                  Traits<detail::it_value_t<Input>>::Lowest(), stream);
  }
  // Places count from the segment's begin.
  template <class Input, class Output, class Begin, class End>
  static musaError_t ArgMin(void* storage, std::size_t& bytes, Input in, Output out, int segments,
                            Begin begins, End ends, musaStream_t stream = nullptr, bool = false) {
    return detail::for_segments(storage, bytes, in, out, detail::size_of(segments), begins, ends,
                                stream, [](Input items, Output result, std::size_t count) {
                                  detail::reduce_to_place<cub::ArgMin>(
                                      items, result, count,
                                      Traits<detail::it_value_t<Input>>::Max());
                                });
  }
  template <class Input, class Output, class Begin, class End>
  static musaError_t ArgMax(void* storage, std::size_t& bytes, Input in, Output out, int segments,
                            Begin begins, End ends, musaStream_t stream = nullptr, bool = false) {
    return detail::for_segments(storage, bytes, in, out, detail::size_of(segments), begins, ends,
                                stream, [](Input items, Output result, std::size_t count) {
                                  detail::reduce_to_place<cub::ArgMax>(
                                      items, result, count,
                                      Traits<detail::it_value_t<Input>>::Lowest());
                                });
  }
};

}  // namespace cub
