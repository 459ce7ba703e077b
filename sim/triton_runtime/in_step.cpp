// Memory for all lanes of a warp that go in step, where some of them take no part or where they lie apart.
#include <cstddef>
#include <cstring>

#include "musasim/device/built_in.h"
#include "triton_runtime/api.h"

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::uint32_t kAllLanes = ~0U;

template <class Visit>
void for_each_lane(std::uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) {
    visit(static_cast<std::size_t>(__builtin_ctz(lanes)));
  }
}

// Calls the function with an element of that size.
template <class Function>
void with_element_type(std::uint32_t size, Function function) {
  switch (size) {
    case 1: return function(std::uint8_t{});
    case 2: return function(std::uint16_t{});
    case 4: return function(std::uint32_t{});
    case 8: return function(std::uint64_t{});
    default: musasim::device::end_kernel(musaErrorUnknown);  // the compiler writes no other
  }
}

void copy(void* to, const void* from, std::size_t size, std::uint32_t lanes) {
  if (lanes == kAllLanes) {
    std::memcpy(to, from, kLanes * size);
    return;
  }
  for_each_lane(lanes, [=](std::size_t lane) {
    std::memcpy(static_cast<char*>(to) + size * lane, static_cast<const char*>(from) + size * lane,
                size);
  });
}

}  // namespace

void musasim_triton_gather(void* out, const void* const* addresses, std::uint32_t size,
                           std::uint32_t lanes) {
  with_element_type(size, [=](auto element) {
    for_each_lane(lanes, [=](std::size_t lane) {
      std::memcpy(static_cast<decltype(element)*>(out) + lane, addresses[lane], sizeof element);
    });
  });
}

void musasim_triton_scatter(void* const* addresses, const void* in, std::uint32_t size,
                            std::uint32_t lanes) {
  with_element_type(size, [=](auto element) {
    for_each_lane(lanes, [=](std::size_t lane) {
      std::memcpy(addresses[lane], static_cast<const decltype(element)*>(in) + lane,
                  sizeof element);
    });
  });
}

void musasim_triton_read(void* out, const void* address, std::uint32_t size, std::uint32_t lanes) {
  copy(out, address, size, lanes);
}

void musasim_triton_write(void* address, const void* in, std::uint32_t size, std::uint32_t lanes) {
  copy(address, in, size, lanes);
}
