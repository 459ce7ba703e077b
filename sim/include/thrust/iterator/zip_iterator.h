// thrust::zip_iterator: tuples of what several iterators stand on.
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"
#include "thrust/tuple.h"

namespace thrust {

template <class Tuple>
class zip_iterator;

template <class... Iterators>
class zip_iterator<std::tuple<Iterators...>>
    : public ::musasim::IteratorFacade<
          zip_iterator<std::tuple<Iterators...>>,
          std::tuple<typename std::iterator_traits<Iterators>::value_type...>,
          std::tuple<typename std::iterator_traits<Iterators>::reference...>> {
 public:
  using iterator_tuple = std::tuple<Iterators...>;
  using Reference = std::tuple<typename std::iterator_traits<Iterators>::reference...>;

  zip_iterator() = default;
  zip_iterator(const iterator_tuple& iterators) : iterators_(iterators) {}
  const iterator_tuple& get_iterator_tuple() const { return iterators_; }

  Reference dereference() const {
    return std::apply([](const auto&... each) { return Reference(*each...); }, iterators_);
  }
  void advance(std::ptrdiff_t distance) {
    std::apply([&](auto&... each) { ((each += distance), ...); }, iterators_);
  }
  std::ptrdiff_t distance_to(const zip_iterator& other) const {
    return std::get<0>(other.iterators_) - std::get<0>(iterators_);
  }

 private:
  iterator_tuple iterators_;
};

template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(const std::tuple<Iterators...>& tuple) {
  return zip_iterator<std::tuple<Iterators...>>(tuple);
}
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(Iterators... iterators) {
  return zip_iterator<std::tuple<Iterators...>>(std::make_tuple(iterators...));
}

// A function of several arguments as one of a tuple.
template <class Function>
class zip_function {
 public:
  explicit zip_function(Function function) : function_(function) {}
  template <class Tuple>
  decltype(auto) operator()(Tuple&& tuple) const {
    return std::apply(function_, std::forward<Tuple>(tuple));
  }

 private:
  mutable Function function_;
};
template <class Function>
zip_function<std::decay_t<Function>> make_zip_function(Function&& function) {
  return zip_function<std::decay_t<Function>>(std::forward<Function>(function));
}

namespace detail {
template <class... Iterators>
struct Place<zip_iterator<std::tuple<Iterators...>>> {
  static constexpr bool kDevice = (kOnDevice<Iterators> || ...);
  static auto raw(const zip_iterator<std::tuple<Iterators...>>& iterator) {
    return std::apply(
        [](const auto&... each) { return thrust::make_zip_iterator(detail::raw(each)...); },
        iterator.get_iterator_tuple());
  }
};
}  // namespace detail

}  // namespace thrust
