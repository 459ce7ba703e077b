// cub::TransformInputIterator: what a function makes of another iterator's values.
#pragma once

#include <type_traits>

#include "cub/config.cuh"
#include "musasim/iterator_facade.h"

namespace cub {

template <class ValueType, class ConversionOp, class InputIteratorT, class OffsetT = std::ptrdiff_t>
class TransformInputIterator
    : public musasim::IteratorOver<
          TransformInputIterator<ValueType, ConversionOp, InputIteratorT, OffsetT>, InputIteratorT,
          ValueType> {
 public:
  TransformInputIterator(InputIteratorT input, ConversionOp conversion)
      : musasim::IteratorOver<TransformInputIterator, InputIteratorT, ValueType>(input),
        conversion_(conversion) {}
  ValueType dereference() const { return conversion_(*this->base()); }

 private:
  mutable std::remove_const_t<ConversionOp> conversion_;
};

}  // namespace cub
