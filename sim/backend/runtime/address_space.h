// The reserved virtual addresses of all simulated devices: one range a device, committed piece by
// piece, so that a pointer tells its device and memory can really go back to the system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace musasim {

// Granularity of what is taken: segments start and end at multiples of it.
constexpr std::size_t kSegmentAlignment = std::size_t{2} << 20;

// One device's range. Not thread-safe: the owner locks.
class AddressRange {
 public:
  AddressRange(char* base, std::size_t size);

  // Committed, zero-filled memory of `size` bytes (a multiple of kSegmentAlignment), or nullptr
  // when no gap is large enough or the system refuses.
  char* take(std::size_t size);
  // Gives memory from take() back to the system.
  void give_back(char* start, std::size_t size);

  char* base() const { return base_; }
  std::size_t size() const { return size_; }

 private:
  void insert_gap(char* start, std::size_t size);

  char* base_;
  std::size_t size_;
  std::map<char*, std::size_t> gaps_;  // start -> size; neighbours are always merged
};

// All devices' ranges, side by side.
class AddressSpace {
 public:
  // Reserves; throws std::bad_alloc when the system has no such range of addresses.
  AddressSpace(int devices, std::size_t memory_per_device);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  // Index of the device whose range holds the pointer, or -1.
  int device_of(const void* pointer) const {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - base_);
    return offset < total_ ? static_cast<int>(offset / stride_) : -1;
  }
  char* base_of(int device) const { return base_ + static_cast<std::size_t>(device) * stride_; }
  std::size_t stride() const { return stride_; }

 private:
  char* base_ = nullptr;
  void* mapping_ = nullptr;
  std::size_t stride_;
  std::size_t total_;
};

}  // namespace musasim
