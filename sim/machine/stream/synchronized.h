// The host has waited for work of the device: pools of memory give back what lies above their
// threshold. machine/memory defines it.
#pragma once

namespace musasim::pools {

void on_synchronized(int device) noexcept;

}  // namespace musasim::pools
