// What a check found: told on stderr, and as a line of JSON (MUSASIM_CHECK_KERNELS_REPORT).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "vector_types.h"

namespace musasim::device::check {

// A thread, and what it did where.
struct Actor {
  const char* use;     // "read", "write", "atomic", or what else it did: "index", "barrier"
  const void* caller;  // a return address in the kernel
  uint3 thread;
  uint3 block;
};

struct Finding {
  const char* tool;  // "memcheck", "racecheck", "initcheck", "synccheck"
  std::string kind;  // such as "invalid-global-write"; README of sim/ lists them
  // "invalid global write of 4 bytes": the report's first line, without the kernel.
  std::string what;
  Actor by;
  std::optional<Actor> other;      // of a race: the thread that was there first
  std::vector<std::string> lines;  // further lines of the report
  const char* address = nullptr;
  std::size_t size = 0;
  bool near_allocation = false;  // whether to tell what lies at the address
  bool ends_kernel = false;
};

}  // namespace musasim::device::check
