// The report of a fuzzer about a property that does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace torchada::fuzz {

inline void expect(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: does not hold: %s\n", property);
  std::abort();
}

}  // namespace torchada::fuzz
