// The pattern behind allocations.
#include "machine/memory/check/slack.h"

#include <cstring>

#include "machine/memory/backing.h"
#include "machine/memory/check/check.h"

namespace musasim::check {

namespace {

constexpr unsigned char kPattern = 0xa5;

}  // namespace

void fill_slack(const Allocation& what, std::size_t room) noexcept {
  std::memset(backing(what.base) + what.size, kPattern, room - what.size);
}

void verify_slack(const Allocation& what, std::size_t room) noexcept {
  const auto* bytes = reinterpret_cast<const unsigned char*>(backing(what.base));
  for (std::size_t i = what.size; i < room; ++i) {
    if (bytes[i] != kPattern) {
      report_overrun(what.base + i);
      return;
    }
  }
}

}  // namespace musasim::check
