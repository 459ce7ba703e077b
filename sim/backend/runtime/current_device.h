// The devices as PyTorch uses them: the machine's, with the calls that its guards need.
#pragma once

#include "machine/device/simulated_gpus.h"

namespace musasim {

// Makes the device the calling thread's; the previous one. One that does not exist changes nothing.
int exchange_device(int index) noexcept;

// The device has been used: it holds memory, streams or events of this process.
bool has_context(int index) noexcept;

}  // namespace musasim
