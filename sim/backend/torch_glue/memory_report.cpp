// Sizes and totals of allocations for the profiler.
#include "torch_glue/memory_report.h"

#include <c10/core/Allocator.h>

#include "memory/device_allocator.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

void report(void* pointer, int sign) {
  const int device = device_of_pointer(pointer);
  void* segment = nullptr;
  std::size_t size = 0;
  if (device < 0 || !memory_of(device).segment_of(pointer, &segment, &size)) {
    return;
  }
  const caching::Stats stats = memory_of(device).stats();
  const std::int64_t change = sign * static_cast<std::int64_t>(size);
  const std::int64_t allocated =
      stats.allocated_bytes[caching::kAll].current + (sign < 0 ? change : 0);
  c10::reportMemoryUsageToProfiler(
      pointer, change, static_cast<std::size_t>(allocated),
      static_cast<std::size_t>(stats.reserved_bytes[caching::kAll].current), musa_device(device));
}

}  // namespace

void report_allocation(void* pointer) {
  if (C10_UNLIKELY(pointer != nullptr && c10::memoryProfilingEnabled())) {
    report(pointer, 1);
  }
}

void report_free(void* pointer) {
  if (C10_UNLIKELY(pointer != nullptr && c10::memoryProfilingEnabled())) {
    try {
      report(pointer, -1);
    } catch (const caching::MusaFailure&) {
      // The device is broken, which its next use tells: whoever frees memory cannot be told.
    }
  }
}

}  // namespace musasim
