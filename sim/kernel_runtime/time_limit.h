// The time that a kernel may run: MUSASIM_KERNEL_TIMEOUT, in seconds.
#pragma once

#include <chrono>
#include <cstdint>

#include "kernel_runtime/job.h"

namespace musasim::device {

// 0: as long as it likes.
std::chrono::milliseconds time_limit() noexcept;

// Reports that the job has run for too long, and at which line the calling thread, one of the job's, is.
void report_late(const Job& job, std::uintptr_t place);

}  // namespace musasim::device
