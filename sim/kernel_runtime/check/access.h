// One access of a kernel's thread to memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace musasim::device::check {

enum class Use : std::uint8_t { kRead, kWrite, kAtomic };

constexpr const char* name_of(Use use) noexcept {
  return use == Use::kRead ? "read" : use == Use::kWrite ? "write" : "atomic";
}

struct Access {
  const char* address;
  std::size_t size;
  Use use;
  bool aligned;        // the compiler counts on the address being a multiple of the size
  const void* caller;  // the return address in the kernel's code
  bool is_volatile = false;
};

}  // namespace musasim::device::check
