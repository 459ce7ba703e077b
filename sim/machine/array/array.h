// Arrays and mipmapped arrays: device memory with a format and up to three dimensions, kept row
// by row without gaps.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/copy.h"

namespace musasim {

// Its address is the musaArray_t.
struct Array {
  int device = 0;
  unsigned long long context = 0;  // that it goes with; 0: the primary one
  musaChannelFormatDesc format{};
  musaExtent extent{};  // as it was asked for: unused dimensions are 0
  unsigned flags = 0;
  bool is_level = false;    // of a mipmapped array, which frees it
  std::size_t element = 0;  // bytes
  std::size_t rows = 1;
  std::size_t planes = 1;
  void* memory = nullptr;

  std::size_t row_bytes() const noexcept { return element * extent.width; }
  std::size_t bytes() const noexcept { return row_bytes() * rows * planes; }
  CopySide side() const noexcept { return {memory, row_bytes(), row_bytes() * rows}; }
};
using ArrayPtr = std::shared_ptr<Array>;

// Its address is the musaMipmappedArray_t.
struct MipmappedArray {
  std::vector<ArrayPtr> levels;
};
using MipmappedArrayPtr = std::shared_ptr<MipmappedArray>;

// Bytes of an element; 0 for a format that arrays cannot have.
MUSASIM_API std::size_t element_size(const musaChannelFormatDesc& format) noexcept;

// musaErrorInvalidChannelDescriptor, musaErrorInvalidValue for sizes and flags that do not go
// together, musaErrorNotSupported for sparse arrays and those without memory of their own.
MUSASIM_API musaError_t make_array(int device, const musaChannelFormatDesc& format,
                                   const musaExtent& extent, unsigned flags, ArrayPtr* array);
// Empty when it is no living array.
MUSASIM_API ArrayPtr find_array(const void* handle) noexcept;
// musaErrorInvalidResourceHandle, musaErrorInvalidValue for a level of a mipmapped array.
MUSASIM_API musaError_t free_array(const void* handle);

// At most as many levels as there are down to one element.
MUSASIM_API musaError_t make_mipmapped(int device, const musaChannelFormatDesc& format,
                                       const musaExtent& extent, unsigned levels, unsigned flags,
                                       MipmappedArrayPtr* array);
MUSASIM_API MipmappedArrayPtr find_mipmapped(const void* handle) noexcept;
MUSASIM_API musaError_t free_mipmapped(const void* handle);

// The memory of a context (0: the primary one) of the device goes: so do its arrays.
MUSASIM_API void forget_arrays(int device, unsigned long long context) noexcept;

}  // namespace musasim
