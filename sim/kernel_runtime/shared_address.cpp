// Short addresses of shared memory as pointers.
#include "musasim/device/shared_address.h"

#include <cstdio>

#include "kernel_runtime/carrier.h"

namespace musasim::device {

namespace {

// The pointer nearest to `known` that ends in these bits.
std::uintptr_t nearest(std::uintptr_t known, std::uint64_t address, int bits) {
  const std::uint64_t half = std::uint64_t{1} << (bits - 1);
  const std::uint64_t distance = (address - known) & (2 * half - 1);
  return known + distance - (distance >= half ? 2 * half : 0);
}

}  // namespace

// Dynamic shared memory begins where all of these bits are 0. Variables lie elsewhere, with each other: where they
// are is known from the last one whose address a thread asked for.
char* shared_place(const char* name, std::uint32_t address, int bits) {
  const auto dynamic = reinterpret_cast<std::uintptr_t>(carrier.dynamic_shared);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t offset = (address - dynamic) & mask;
  if (carrier.launch != nullptr && offset < carrier.launch->dynamic_shared_bytes) {
    return reinterpret_cast<char*>(dynamic + offset);
  }
  const auto known = reinterpret_cast<std::uintptr_t>(shared_variable);
  const std::uintptr_t place = nearest(known, address & mask, bits);
  if (known == 0 || (place ^ known) >> bits != 0) {
    std::fprintf(stderr,
                 "musasim: %s: 0x%x is no address of this block's dynamic shared memory, nor near "
                 "a shared variable whose address __cvta_generic_to_shared() was asked for\n",
                 name, address);
    fail_kernel(musaErrorIllegalAddress);
  }
  return reinterpret_cast<char*>(place);
}

}  // namespace musasim::device
