// cub::DeviceScan.
#pragma once

#include "cub/detail/device_call.cuh"

namespace cub {

// An initial value that is read when the scan runs.
template <class T, class Iterator = T*>
struct FutureValue {
  explicit FutureValue(Iterator place) : iter(place) {}
  operator T() const { return *iter; }
  Iterator iter;
};

namespace detail {
template <class T>
struct InitialType {
  using Type = T;
};
template <class T, class Iterator>
struct InitialType<FutureValue<T, Iterator>> {
  using Type = T;
};

// Calls scan(begin, count) for each run of equal keys.
template <class Keys, class Equal, class Scan>
void scan_runs(Keys keys, std::size_t count, Equal equal, Scan scan) {
  musasim::sequence::for_each_run(keys, count, equal,
                                  [&](std::size_t, std::size_t begin, std::size_t end) {
                                    scan(static_cast<std::ptrdiff_t>(begin), end - begin);
                                  });
}
}  // namespace detail

struct DeviceScan {
  template <class Input, class Output, class Operator, class Initial, class Count>
  static musaError_t ExclusiveScan(void* storage, std::size_t& bytes, Input in, Output out,
                                   Operator scan, Initial initial, Count items,
                                   musaStream_t stream = nullptr, bool = false) {
    using T = typename detail::InitialType<Initial>::Type;
    return detail::device_call(storage, bytes, stream, [=] {
      musasim::sequence::exclusive_scan<T>(in, out, detail::size_of(items), scan,
                                           static_cast<T>(initial));
    });
  }
  template <class Input, class Output, class Count>
  static musaError_t ExclusiveSum(void* storage, std::size_t& bytes, Input in, Output out,
                                  Count items, musaStream_t stream = nullptr, bool = false) {
    using T = detail::it_value_t<Input>;
    return ExclusiveScan(storage, bytes, in, out, Sum(), T(0), items, stream);
  }
  template <class Input, class Output, class Operator, class Count>
  static musaError_t InclusiveScan(void* storage, std::size_t& bytes, Input in, Output out,
                                   Operator scan, Count items, musaStream_t stream = nullptr,
                                   bool = false) {
    using T = detail::it_value_t<Input>;
    return detail::device_call(storage, bytes, stream, [=] {
      musasim::sequence::inclusive_scan<T>(in, out, detail::size_of(items), scan);
    });
  }
  template <class Input, class Output, class Count>
  static musaError_t InclusiveSum(void* storage, std::size_t& bytes, Input in, Output out,
                                  Count items, musaStream_t stream = nullptr, bool = false) {
    return InclusiveScan(storage, bytes, in, out, Sum(), items, stream);
  }

  template <class Keys, class Input, class Output, class Operator, class T, class Count,
            class Equal = Equality>
  static musaError_t ExclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, Input in,
                                        Output out, Operator scan, T initial, Count items,
                                        Equal equal = Equal(), musaStream_t stream = nullptr,
                                        bool = false) {
    return detail::device_call(storage, bytes, stream, [=] {
      detail::scan_runs(keys, detail::size_of(items), equal, [&](std::ptrdiff_t at, std::size_t n) {
        musasim::sequence::exclusive_scan<T>(in + at, out + at, n, scan, initial);
      });
    });
  }
  template <class Keys, class Input, class Output, class Count, class Equal = Equality>
  static musaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, Input in,
                                       Output out, Count items, Equal equal = Equal(),
                                       musaStream_t stream = nullptr, bool = false) {
    using T = detail::it_value_t<Input>;
    return ExclusiveScanByKey(storage, bytes, keys, in, out, Sum(), T(0), items, equal, stream);
  }
  template <class Keys, class Input, class Output, class Operator, class Count,
            class Equal = Equality>
  static musaError_t InclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, Input in,
                                        Output out, Operator scan, Count items,
                                        Equal equal = Equal(), musaStream_t stream = nullptr,
                                        bool = false) {
    using T = detail::it_value_t<Input>;
    return detail::device_call(storage, bytes, stream, [=] {
      detail::scan_runs(keys, detail::size_of(items), equal, [&](std::ptrdiff_t at, std::size_t n) {
        musasim::sequence::inclusive_scan<T>(in + at, out + at, n, scan);
      });
    });
  }
  template <class Keys, class Input, class Output, class Count, class Equal = Equality>
  static musaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, Input in,
                                       Output out, Count items, Equal equal = Equal(),
                                       musaStream_t stream = nullptr, bool = false) {
    return InclusiveScanByKey(storage, bytes, keys, in, out, Sum(), items, equal, stream);
  }
};

}  // namespace cub
