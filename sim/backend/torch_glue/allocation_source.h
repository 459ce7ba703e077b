// The source of the allocations of a CPU kernel that runs for a device, when not simply the
// device's allocator: graphs write them down and give them out again.
#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>

namespace musasim {

class AllocationSource {
 public:
  virtual ~AllocationSource() = default;
  // Memory that a CPU storage may hold.
  virtual c10::DataPtr allocate(int device, std::size_t size) = 0;
  // A pointer from allocate() that nobody has to free.
  virtual bool keeps(const void* pointer) const noexcept = 0;
};

// The calling thread's; null: the device's allocator.
AllocationSource* allocation_source() noexcept;

class AllocationSourceScope {
 public:
  explicit AllocationSourceScope(AllocationSource* source) noexcept;
  ~AllocationSourceScope();
  AllocationSourceScope(const AllocationSourceScope&) = delete;
  AllocationSourceScope& operator=(const AllocationSourceScope&) = delete;

 private:
  AllocationSource* const outer_;
};

}  // namespace musasim
