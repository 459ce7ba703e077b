// Ranges of addresses: ownership, reuse, merging, and memory that really goes back.
#include <cstring>

#include "runtime/address_space.h"
#include "testing/check.h"

using musasim::AddressRange;
using musasim::AddressSpace;
using musasim::kSegmentAlignment;

namespace {

constexpr std::size_t kMemory = 8 * kSegmentAlignment;

void pointers_tell_their_device() {
  AddressSpace space(3, kMemory);
  int local = 0;
  CHECK(space.device_of(&local) == -1);
  CHECK(space.device_of(nullptr) == -1);
  for (int device = 0; device < 3; ++device) {
    CHECK(space.device_of(space.base_of(device)) == device);
    CHECK(space.device_of(space.base_of(device) + space.stride() - 1) == device);
  }
  CHECK(space.device_of(space.base_of(2) + space.stride()) == -1);
}

void memory_given_back_is_zero_when_taken_again() {
  AddressSpace space(1, kMemory);
  AddressRange range(space.base_of(0), space.stride());
  char* first = range.take(kSegmentAlignment);
  std::memset(first, 7, kSegmentAlignment);
  range.give_back(first, kSegmentAlignment);
  char* again = range.take(kSegmentAlignment);
  CHECK(again == first && again[0] == 0 && again[kSegmentAlignment - 1] == 0);
}

void neighbours_merge() {
  AddressSpace space(1, kMemory);
  AddressRange range(space.base_of(0), 3 * kSegmentAlignment);
  char* a = range.take(kSegmentAlignment);
  char* b = range.take(kSegmentAlignment);
  char* c = range.take(kSegmentAlignment);
  CHECK(a != nullptr && b != nullptr && c != nullptr);
  CHECK(range.take(kSegmentAlignment) == nullptr);
  range.give_back(a, kSegmentAlignment);
  range.give_back(c, kSegmentAlignment);
  CHECK(range.take(2 * kSegmentAlignment) == nullptr);
  range.give_back(b, kSegmentAlignment);
  CHECK(range.take(3 * kSegmentAlignment) == a);
}

}  // namespace

TEST(address_space) {
  pointers_tell_their_device();
  memory_given_back_is_zero_when_taken_again();
  neighbours_merge();
}

TEST_MAIN()
