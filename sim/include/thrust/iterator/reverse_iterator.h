// thrust::reverse_iterator.
#pragma once

#include <iterator>

namespace thrust {

template <class Iterator>
using reverse_iterator = std::reverse_iterator<Iterator>;

template <class Iterator>
constexpr reverse_iterator<Iterator> make_reverse_iterator(Iterator iterator) {
  return reverse_iterator<Iterator>(iterator);
}

}  // namespace thrust
