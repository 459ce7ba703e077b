// thrust::permutation_iterator: the items that a sequence of places names.
#pragma once

#include "musasim/iterator_facade.h"
#include "thrust/iterator/iterator_traits.h"

namespace thrust {

template <class Items, class Places>
class permutation_iterator
    : public ::musasim::IteratorOver<permutation_iterator<Items, Places>, Places,
                                     typename std::iterator_traits<Items>::value_type,
                                     typename std::iterator_traits<Items>::reference> {
  using Base = ::musasim::IteratorOver<permutation_iterator, Places,
                                       typename std::iterator_traits<Items>::value_type,
                                       typename std::iterator_traits<Items>::reference>;

 public:
  permutation_iterator() = default;
  permutation_iterator(Items items, Places places) : Base(places), items_(items) {}
  const Items& items() const { return items_; }
  typename Base::reference dereference() const {
    return items_[static_cast<std::ptrdiff_t>(*this->base())];
  }

 private:
  Items items_{};
};

template <class Items, class Places>
permutation_iterator<Items, Places> make_permutation_iterator(Items items, Places places) {
  return permutation_iterator<Items, Places>(items, places);
}

namespace detail {
template <class Items, class Places>
struct Place<permutation_iterator<Items, Places>> {
  static constexpr bool kDevice = kOnDevice<Items> || kOnDevice<Places>;
  static auto raw(const permutation_iterator<Items, Places>& iterator) {
    return permutation_iterator<Raw<Items>, Raw<Places>>(detail::raw(iterator.items()),
                                                         detail::raw(iterator.base()));
  }
};
}  // namespace detail

}  // namespace thrust
