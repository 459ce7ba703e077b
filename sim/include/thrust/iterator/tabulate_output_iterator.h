// thrust::tabulate_output_iterator: calls function(place, value) for what is written.
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

namespace detail {
template <class Function, class Place>
struct Tabulated {
  const Function* function;
  Place place;
  template <class T>
  const Tabulated& operator=(const T& value) const {
    Function own = *function;
    own(place, value);
    return *this;
  }
};
}  // namespace detail

template <class Function, class System = any_system_tag, class Difference = std::ptrdiff_t>
class tabulate_output_iterator
    : public ::musasim::IteratorFacade<tabulate_output_iterator<Function, System, Difference>, void,
                                       detail::Tabulated<Function, Difference>> {
 public:
  explicit tabulate_output_iterator(Function function, Difference place = 0)
      : function_(function), place_(place) {}
  detail::Tabulated<Function, Difference> dereference() const { return {&function_, place_}; }
  void advance(std::ptrdiff_t distance) { place_ += static_cast<Difference>(distance); }
  std::ptrdiff_t distance_to(const tabulate_output_iterator& other) const {
    return static_cast<std::ptrdiff_t>(other.place_ - place_);
  }

 private:
  Function function_;
  Difference place_;
};

template <class Function>
tabulate_output_iterator<Function> make_tabulate_output_iterator(Function function) {
  return tabulate_output_iterator<Function>(function);
}

}  // namespace thrust
