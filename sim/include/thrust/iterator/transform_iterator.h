// thrust::transform_iterator: what a function makes of another iterator's values.
#pragma once

#include <functional>

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

namespace detail {
template <class Function, class Iterator>
using Transformed =
    std::invoke_result_t<Function&, typename std::iterator_traits<Raw<Iterator>>::reference>;
template <class T, class Otherwise>
using Given = std::conditional_t<std::is_same_v<T, void>, Otherwise, T>;
}  // namespace detail

template <class Function, class Iterator, class Reference = void, class Value = void>
class transform_iterator
    : public ::musasim::IteratorOver<
          transform_iterator<Function, Iterator, Reference, Value>, Iterator,
          detail::Given<Value, std::decay_t<detail::Transformed<Function, Iterator>>>,
          detail::Given<Reference, detail::Transformed<Function, Iterator>>> {
  using Base = ::musasim::IteratorOver<
      transform_iterator, Iterator,
      detail::Given<Value, std::decay_t<detail::Transformed<Function, Iterator>>>,
      detail::Given<Reference, detail::Transformed<Function, Iterator>>>;

 public:
  transform_iterator() = default;
  transform_iterator(Iterator base, Function function) : Base(base), function_(function) {}
  explicit transform_iterator(Iterator base) : Base(base), function_() {}
  const Function& functor() const { return function_; }
  typename Base::reference dereference() const { return function_(*this->base()); }

 private:
  mutable Function function_;
};

template <class Iterator, class Function>
transform_iterator<Function, Iterator> make_transform_iterator(Iterator base, Function function) {
  return transform_iterator<Function, Iterator>(base, function);
}

namespace detail {
template <class Function, class Iterator, class Reference, class Value>
constexpr bool kComputed<transform_iterator<Function, Iterator, Reference, Value>> =
    kComputed<Iterator>;
template <class Function, class Iterator, class Reference, class Value>
struct Place<transform_iterator<Function, Iterator, Reference, Value>> {
  static constexpr bool kDevice = kOnDevice<Iterator>;
  static auto raw(const transform_iterator<Function, Iterator, Reference, Value>& iterator) {
    return transform_iterator<Function, Raw<Iterator>, Reference, Value>(
        detail::raw(iterator.base()), iterator.functor());
  }
};
}  // namespace detail

}  // namespace thrust
