// cub::DeviceRunLengthEncode.
#pragma once

#include "cub/detail/device_call.cuh"

namespace cub {

struct DeviceRunLengthEncode {
  template <class Input, class Unique, class Lengths, class Counter, class Count>
  static musaError_t Encode(void* storage, std::size_t& bytes, Input in, Unique unique,
                            Lengths lengths, Counter runs, Count items,
                            musaStream_t stream = nullptr, bool = false) {
    using Length = detail::non_void_value_t<Lengths, int>;
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      const auto encode = [&](std::size_t run, std::size_t begin, std::size_t end) {
        unique[static_cast<std::ptrdiff_t>(run)] = in[static_cast<std::ptrdiff_t>(begin)];
        lengths[static_cast<std::ptrdiff_t>(run)] = static_cast<Length>(end - begin);
      };
      *runs = static_cast<detail::non_void_value_t<Counter, int>>(
          musasim::sequence::for_each_run(in, detail::size_of(items), Equality(), encode));
    });
  }

  // Runs of more than one item.
  template <class Input, class Offsets, class Lengths, class Counter, class Count>
  static musaError_t NonTrivialRuns(void* storage, std::size_t& bytes, Input in, Offsets offsets,
                                    Lengths lengths, Counter runs, Count items,
                                    musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      std::ptrdiff_t found = 0;
      const auto note = [&](std::size_t, std::size_t begin, std::size_t end) {
        if (end - begin == 1) return;
        offsets[found] = static_cast<detail::non_void_value_t<Offsets, int>>(begin);
        lengths[found] = static_cast<detail::non_void_value_t<Lengths, int>>(end - begin);
        ++found;
      };
      musasim::sequence::for_each_run(in, detail::size_of(items), Equality(), note);
      *runs = static_cast<detail::non_void_value_t<Counter, int>>(found);
    });
  }
};

}  // namespace cub
