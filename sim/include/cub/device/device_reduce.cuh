// cub::DeviceReduce.
#pragma once

#include "cub/detail/device_call.cuh"
#include "cub/iterator/arg_index_input_iterator.cuh"

namespace cub {

namespace detail {

// An empty sequence has its extremum at place 1.
template <class Combine, class Input, class Output>
void reduce_to_place(Input in, Output out, std::size_t count, it_value_t<Input> initial) {
  using T = it_value_t<Input>;
  using Pair = KeyValuePair<int, T>;
  const ArgIndexInputIterator<Input, int, T> pairs(in);
  *out = count == 0 ? Pair(1, initial)
                    : musasim::sequence::reduce<Pair>(pairs + 1, count - 1, Combine(), *pairs);
}

}  // namespace detail

struct DeviceReduce {
  template <class Input, class Output, class Operator, class T, class Count>
  static musaError_t Reduce(void* storage, std::size_t& bytes, Input in, Output out, Count items,
                            Operator combine, T initial, musaStream_t stream = nullptr,
                            bool = false) {
    return detail::device_call(storage, bytes, stream, [=] {
      *out = musasim::sequence::reduce<T>(in, detail::size_of(items), combine, initial);
    });
  }

  template <class Input, class Output, class Count>
  static musaError_t Sum(void* storage, std::size_t& bytes, Input in, Output out, Count items,
                         musaStream_t stream = nullptr, bool = false) {
    using T = detail::non_void_value_t<Output, detail::it_value_t<Input>>;
    return Reduce(storage, bytes, in, out, items, cub::Sum(), T(0), stream);
  }
  template <class Input, class Output, class Count>
  static musaError_t Min(void* storage, std::size_t& bytes, Input in, Output out, Count items,
                         musaStream_t stream = nullptr, bool = false) {
    using T = detail::it_value_t<Input>;
    return Reduce(storage, bytes, in, out, items, cub::Min(), Traits<T>::Max(), stream);
  }
  template <class Input, class Output, class Count>
  static musaError_t Max(void* storage, std::size_t& bytes, Input in, Output out, Count items,
                         musaStream_t stream = nullptr, bool = false) {
    using T = detail::it_value_t<Input>;
    return Reduce(storage, bytes, in, out, items, cub::Max(), Traits<T>::Lowest(), stream);
  }

  template <class Input, class Output, class Count>
  static musaError_t ArgMin(void* storage, std::size_t& bytes, Input in, Output out, Count items,
                            musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=] {
      detail::reduce_to_place<cub::ArgMin>(in, out, detail::size_of(items),
                                           Traits<detail::it_value_t<Input>>::Max());
    });
  }
  template <class Input, class Output, class Count>
  static musaError_t ArgMax(void* storage, std::size_t& bytes, Input in, Output out, Count items,
                            musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=] {
      detail::reduce_to_place<cub::ArgMax>(in, out, detail::size_of(items),
                                           Traits<detail::it_value_t<Input>>::Lowest());
    });
  }

  template <class Input, class Output, class Operator, class Transform, class T, class Count>
  static musaError_t TransformReduce(void* storage, std::size_t& bytes, Input in, Output out,
                                     Count items, Operator combine, Transform transform, T initial,
                                     musaStream_t stream = nullptr, bool = false) {
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      T result = initial;
      for (std::size_t i = 0; i < detail::size_of(items); ++i) {
        result = combine(result, transform(in[static_cast<std::ptrdiff_t>(i)]));
      }
      *out = result;
    });
  }

  template <class Keys, class UniqueKeys, class Values, class Sums, class Runs, class Operator,
            class Count>
  static musaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys,
                                 UniqueKeys unique_keys, Values values, Sums sums, Runs runs,
                                 Operator combine, Count items, musaStream_t stream = nullptr,
                                 bool = false) {
    using T = detail::it_value_t<Values>;
    return detail::device_call(storage, bytes, stream, [=]() mutable {
      const auto reduce_run = [&](std::size_t run, std::size_t begin, std::size_t end) {
        const auto first = static_cast<std::ptrdiff_t>(begin);
        unique_keys[static_cast<std::ptrdiff_t>(run)] = keys[first];
        sums[static_cast<std::ptrdiff_t>(run)] =
            musasim::sequence::reduce_some<T>(values + first, end - begin, combine);
      };
      *runs = static_cast<detail::non_void_value_t<Runs, int>>(
          musasim::sequence::for_each_run(keys, detail::size_of(items), Equality(), reduce_run));
    });
  }
};

}  // namespace cub
