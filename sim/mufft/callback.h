// Callbacks that load and store a plan's elements. They are host functions: the simulator's kernels
// run on the host.
#pragma once

#include <cstddef>
#include <vector>

#include "mufft/complex.h"
#include "mufft/elements.h"

namespace musasim::fft {

// One of a plan, with an entry for each of its devices.
struct Callback {
  std::vector<void*> functions;
  std::vector<void*> infos;
  std::size_t shared_size = 0;
};

// The most bytes of shared memory that a callback gets.
inline constexpr std::size_t kMostShared = 16 * 1024;

struct CallbackCall {
  void* function;
  void* data;
  std::size_t offset;
  void* info;
  void* shared;
};

// Elements are float or double.
Complex call_load(Element element, const CallbackCall& call);
void call_store(Element element, const CallbackCall& call, Complex value);

}  // namespace musasim::fft
