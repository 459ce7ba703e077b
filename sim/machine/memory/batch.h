// Many copies in one call: what the runtime's and the driver's functions check, and their order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// The failIdx of an error that is no single copy's.
constexpr std::size_t kNoIndex = SIZE_MAX;

// Batches cannot go to the legacy stream.
MUSASIM_API bool takes_batches(musaStream_t stream);

// Attribute i is for the copies from indexes[i] on. The driver has its own type of them.
template <class Attributes>
bool are_attributes(const Attributes* attributes, const std::size_t* indexes,
                    std::size_t attribute_count, std::size_t count) {
  if (attributes == nullptr || indexes == nullptr || attribute_count == 0 ||
      attribute_count > count || indexes[0] != 0) {
    return false;
  }
  for (std::size_t i = 0; i < attribute_count; ++i) {
    const bool rises = i == 0 || indexes[i] > indexes[i - 1];
    const int order = static_cast<int>(attributes[i].srcAccessOrder);
    if (!rises || indexes[i] >= count || order < musaMemcpySrcAccessOrderStream ||
        order > musaMemcpySrcAccessOrderAny) {
      return false;
    }
  }
  return true;
}

// Copies 0 ... count - 1, in the stream's order; *fail is the index of the one that could not be
// submitted, and kNoIndex otherwise. `right`: what is asked for as a whole can be.
template <class CopyOne>
musaError_t copy_each(std::size_t count, std::size_t* fail, bool right, const CopyOne& copy) {
  if (fail == nullptr) {
    return musaErrorInvalidValue;
  }
  *fail = kNoIndex;
  if (count == 0 || !right) {
    return musaErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const musaError_t error = copy(i);
    if (error != musaSuccess) {
      *fail = i;
      return error;
    }
  }
  return musaSuccess;
}

}  // namespace musasim
