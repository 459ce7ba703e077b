// Looks through the parts of shared memory one by one: a block has few.
#include "kernel_runtime/check/shared_init.h"

#include <algorithm>

namespace musasim::device::check {

namespace {

std::size_t behind_word(const char* address) {
  return reinterpret_cast<std::uintptr_t>(address) % 8;
}

}  // namespace

SharedInit::Part::Part(const Range& range)
    : place(range),
      bits(range.size / 64 + 2),
      bytes(bits.data(), range.begin - behind_word(range.begin),
            const_cast<char*>(range.begin) - behind_word(range.begin)),
      shift(behind_word(range.begin)) {
  bytes.mark(shift, range.size);
}

void SharedInit::hand_out(const Range& place) {
  if (place.size != 0) {
    parts_.emplace_back(place);
  }
}

bool SharedInit::use(const Access& access) {
  const auto part = std::find_if(parts_.begin(), parts_.end(),
                                 [&](const Part& each) { return each.place.has(access.address); });
  if (part == parts_.end()) {
    return false;
  }
  const auto offset = static_cast<std::size_t>(access.address - part->place.begin);
  const std::size_t size = std::min(access.size, part->place.size - offset);
  const bool missing = access.use != Use::kWrite && part->bytes.any(part->shift + offset, size);
  if (access.use != Use::kRead) {
    part->bytes.clear(part->shift + offset, size);
  }
  return missing;
}

}  // namespace musasim::device::check
