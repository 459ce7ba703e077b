// Descriptors behind musaLibXtDesc: memory on each of a plan's devices, and what it holds now.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "mufft/plan.h"
#include "mufft/spread.h"
#include "mufftXt.h"

namespace musasim::fft {

inline constexpr const char* kDescriptorKind = "musaLibXtDesc";

struct Descriptor {
  musaLibXtDesc head{};  // first: its address is the handle
  musaXtDesc parts{};
  // The members below are the library's own, whatever the user writes above.
  std::vector<int> devices;
  std::vector<void*> data;
  std::vector<std::size_t> sizes;  // bytes

  std::mutex mutex;  // guards what follows and head.subFormat
  // While the subformat is `known_format`, the data is complex or not. Otherwise the user has set
  // another one, and the data is what a new descriptor of that subformat would hold.
  int known_format = MUFFT_FORMAT_UNDEFINED;
  bool complex = true;

  void hold(int format, bool complex_data) {
    head.subFormat = known_format = format;
    complex = complex_data;
  }
};

std::shared_ptr<Descriptor> find_descriptor(const void* handle) noexcept;

// The content of a descriptor, as the plan sees it.
struct Contents {
  Element element;
  Order order;
  Buffer buffer;  // without callback
};

// False when the descriptor is not one for such a plan: other devices, other or more data. With
// the descriptor locked.
bool contents_of(const mufftHandle_t& plan, const Descriptor& descriptor, Contents* contents);
// The same if it were to hold complex or real data in a subformat.
bool contents_as(const mufftHandle_t& plan, const Descriptor& descriptor, int format, bool complex,
                 Contents* contents);

}  // namespace musasim::fft
