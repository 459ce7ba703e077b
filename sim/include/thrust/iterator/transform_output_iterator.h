// thrust::transform_output_iterator: writes what a function makes of a value.
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

namespace detail {
template <class Function, class Iterator>
class TransformedOutput {
 public:
  TransformedOutput(Iterator place, const Function* function)
      : place_(place), function_(function) {}
  template <class T>
  const TransformedOutput& operator=(const T& value) const {
    Function function = *function_;
    *place_ = function(value);
    return *this;
  }

 private:
  Iterator place_;
  const Function* function_;
};
}  // namespace detail

template <class Function, class Iterator>
class transform_output_iterator
    : public ::musasim::IteratorOver<transform_output_iterator<Function, Iterator>, Iterator, void,
                                     detail::TransformedOutput<Function, Iterator>> {
  using Base = ::musasim::IteratorOver<transform_output_iterator, Iterator, void,
                                       detail::TransformedOutput<Function, Iterator>>;

 public:
  transform_output_iterator(Iterator base, Function function) : Base(base), function_(function) {}
  const Function& functor() const { return function_; }
  detail::TransformedOutput<Function, Iterator> dereference() const {
    return {this->base(), &function_};
  }

 private:
  Function function_;
};

template <class Iterator, class Function>
transform_output_iterator<Function, Iterator> make_transform_output_iterator(Iterator base,
                                                                             Function function) {
  return transform_output_iterator<Function, Iterator>(base, function);
}

namespace detail {
template <class Function, class Iterator>
struct Place<transform_output_iterator<Function, Iterator>> {
  static constexpr bool kDevice = kOnDevice<Iterator>;
  static auto raw(const transform_output_iterator<Function, Iterator>& iterator) {
    return transform_output_iterator<Function, Raw<Iterator>>(detail::raw(iterator.base()),
                                                              iterator.functor());
  }
};
}  // namespace detail

}  // namespace thrust
