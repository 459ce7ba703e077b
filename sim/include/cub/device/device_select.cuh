// cub::DeviceSelect and cub::DevicePartition.
#pragma once

#include <vector>

#include "cub/detail/device_call.cuh"

namespace cub {

namespace detail {

// Items that are kept come first, the others after them from the end back.
template <class Input, class Output, class Keep>
std::size_t partition(Input in, Output out, std::size_t count, Keep keep) {
  std::vector<it_value_t<Input>> values;
  std::vector<bool> kept;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(in[static_cast<std::ptrdiff_t>(i)]);
    kept.push_back(static_cast<bool>(keep(static_cast<std::ptrdiff_t>(i))));
  }
  std::size_t front = 0;
  std::size_t back = count;
  for (std::size_t i = 0; i < count; ++i) {
    out[static_cast<std::ptrdiff_t>(kept[i] ? front++ : --back)] = values[i];
  }
  return front;
}

template <class Counter>
using CounterValue = non_void_value_t<Counter, int>;

}  // namespace detail

struct DeviceSelect {
  template <class Input, class Flags, class Output, class Counter, class Count>
  static musaError_t Flagged(void* storage, std::size_t& bytes, Input in, Flags flags, Output out,
                             Counter selected, Count items, musaStream_t stream = nullptr,
                             bool = false) {
    return detail::device_call(storage, bytes, stream, [=] {
      *selected = static_cast<detail::CounterValue<Counter>>(musasim::sequence::copy_where(
          in, out, detail::size_of(items), [&](std::ptrdiff_t i) -> bool { return flags[i]; }));
    });
  }
  template <class Input, class Output, class Counter, class Count, class Select>
  static musaError_t If(void* storage, std::size_t& bytes, Input in, Output out, Counter selected,
                        Count items, Select select, musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      *selected = static_cast<detail::CounterValue<Counter>>(
          musasim::sequence::copy_where(in, out, detail::size_of(items),
                                        [&](std::ptrdiff_t i) -> bool { return select(in[i]); }));
    });
  }
  template <class Input, class Output, class Counter, class Count>
  static musaError_t Unique(void* storage, std::size_t& bytes, Input in, Output out,
                            Counter selected, Count items, musaStream_t stream = nullptr,
                            bool = false) {
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      *selected = static_cast<detail::CounterValue<Counter>>(musasim::sequence::for_each_run(
          in, detail::size_of(items), Equality(),
          [&](std::size_t run, std::size_t at, std::size_t) {
            out[static_cast<std::ptrdiff_t>(run)] = in[static_cast<std::ptrdiff_t>(at)];
          }));
    });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Counter, class Count>
  static musaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, Values values,
                                 KeysOut keys_out, ValuesOut values_out, Counter selected,
                                 Count items, musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      *selected = static_cast<detail::CounterValue<Counter>>(musasim::sequence::for_each_run(
          keys, detail::size_of(items), Equality(),
          [&](std::size_t run, std::size_t at, std::size_t) {
            keys_out[static_cast<std::ptrdiff_t>(run)] = keys[static_cast<std::ptrdiff_t>(at)];
            values_out[static_cast<std::ptrdiff_t>(run)] = values[static_cast<std::ptrdiff_t>(at)];
          }));
    });
  }
};

struct DevicePartition {
  template <class Input, class Flags, class Output, class Counter, class Count>
  static musaError_t Flagged(void* storage, std::size_t& bytes, Input in, Flags flags, Output out,
                             Counter selected, Count items, musaStream_t stream = nullptr,
                             bool = false) {
    return detail::device_call(storage, bytes, stream, [=] {
      *selected = static_cast<detail::CounterValue<Counter>>(detail::partition(
          in, out, detail::size_of(items), [&](std::ptrdiff_t i) -> bool { return flags[i]; }));
    });
  }
  template <class Input, class Output, class Counter, class Count, class Select>
  static musaError_t If(void* storage, std::size_t& bytes, Input in, Output out, Counter selected,
                        Count items, Select select, musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      *selected = static_cast<detail::CounterValue<Counter>>(
          detail::partition(in, out, detail::size_of(items),
                            [&](std::ptrdiff_t i) -> bool { return select(in[i]); }));
    });
  }
};

}  // namespace cub
