// Memory for all lanes of a warp that go in step, where some of them take no part or where they lie apart.
#include <cstring>

#include "triton_runtime/api.h"

namespace {

constexpr std::uint32_t kAll = ~0U;

template <class Visit>
void for_each_lane(std::uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) {
    visit(static_cast<std::size_t>(__builtin_ctz(lanes)));
  }
}

template <class T>
void gather(void* out, const void* const* addresses, std::uint32_t lanes) {
  for_each_lane(lanes, [=](std::size_t lane) {
    std::memcpy(static_cast<T*>(out) + lane, addresses[lane], sizeof(T));
  });
}

template <class T>
void scatter(void* const* addresses, const void* in, std::uint32_t lanes) {
  for_each_lane(lanes, [=](std::size_t lane) {
    std::memcpy(addresses[lane], static_cast<const T*>(in) + lane, sizeof(T));
  });
}

void copy(void* to, const void* from, std::size_t size, std::uint32_t lanes) {
  if (lanes == kAll) {
    std::memcpy(to, from, 32 * size);
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
  switch (size) {
    case 1: return gather<std::uint8_t>(out, addresses, lanes);
    case 2: return gather<std::uint16_t>(out, addresses, lanes);
    case 4: return gather<std::uint32_t>(out, addresses, lanes);
    default: return gather<std::uint64_t>(out, addresses, lanes);
  }
}

void musasim_triton_scatter(void* const* addresses, const void* in, std::uint32_t size,
                            std::uint32_t lanes) {
  switch (size) {
    case 1: return scatter<std::uint8_t>(addresses, in, lanes);
    case 2: return scatter<std::uint16_t>(addresses, in, lanes);
    case 4: return scatter<std::uint32_t>(addresses, in, lanes);
    default: return scatter<std::uint64_t>(addresses, in, lanes);
  }
}

void musasim_triton_read(void* out, const void* address, std::uint32_t size, std::uint32_t lanes) {
  copy(out, address, size, lanes);
}

void musasim_triton_write(void* address, const void* in, std::uint32_t size, std::uint32_t lanes) {
  copy(address, in, size, lanes);
}
