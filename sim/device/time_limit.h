// How long a kernel may run: MUSASIM_KERNEL_TIMEOUT, in seconds.
#pragma once

#include <chrono>
#include <cstdint>

#include "device/job.h"

namespace musasim::device {

// 0: as long as it likes.
std::chrono::milliseconds time_limit() noexcept;

// Says that the job has run for longer, and where the calling thread, which is one of its, is.
void report_late(const Job& job, std::uintptr_t place);

}  // namespace musasim::device
