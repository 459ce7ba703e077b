// The kind of GPU that is simulated: one row of models.def.
#pragma once

#include <cstddef>
#include <string>

#include "machine/export.h"

namespace musasim {

// Resources of one multiprocessor, and how fast and wide the parts are.
struct ModelLimits {
  int warp_size;
  std::size_t shared_per_block;        // without opting in
  std::size_t shared_per_block_optin;  // also what a multiprocessor has
  int registers;                       // of a block, and of a multiprocessor
  int threads_per_multiprocessor;
  int blocks_per_multiprocessor;
  int clock_khz;
  int memory_clock_khz;
  int bus_bits;
  std::size_t l2_bytes;
};

struct Model {
  const char* id;
  const char* name;
  int major;
  int minor;
  int multiprocessors;
  std::size_t memory;  // bytes
  ModelLimits limits;
  bool linked;  // MtLink joins every two devices
};

// The model of that id, in any case ("s4000"); nullptr when there is none.
MUSASIM_API const Model* find_model(const std::string& id);

// "S80, S4000, S5000"
MUSASIM_API std::string known_models();

}  // namespace musasim
