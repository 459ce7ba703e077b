// The static shared memory of a kernel's block. Its variables are declared within its body, so each adds what it
// takes when the program or library is loaded: once, although each source file that has the kernel asks for it.
#pragma once

#include <cstddef>

#include "musasim/kernel_table.h"

#pragma GCC visibility push(hidden)

namespace musasim::device {

// Constructors of templates run in any order, so the variables add to the kernel's row as soon as there is one, which
// is read whenever somebody asks.
template <auto function>
struct StaticShared {
  static inline std::size_t without_row = 0;
  static inline std::size_t* bytes = &without_row;

  // Behind what is counted already; each source file that has the kernel says it.
  static void count_in(std::size_t* row) {
    *row = *bytes;
    bytes = row;
  }

  // The variables of a kernel have numbers from 1 on, which are the same in all source files.
  template <std::size_t size, std::size_t alignment, unsigned number>
  struct Variable {
    __attribute__((constructor, used)) static void add() {
      static const std::size_t sum = *bytes = table::round_up(*bytes, alignment) + size;
      (void)sum;
    }
  };
};

}  // namespace musasim::device

#pragma GCC visibility pop
