// Statistics of one device's memory, with the names and the meaning that PyTorch's CUDA ones have.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace musasim::caching {

struct Stat {
  std::int64_t current = 0;
  std::int64_t peak = 0;
  std::int64_t allocated = 0;
  std::int64_t freed = 0;

  void increase(std::int64_t amount) {
    current += amount;
    peak = std::max(peak, current);
    allocated += amount;
  }
  void decrease(std::int64_t amount) {
    current -= amount;
    freed += amount;
  }
  void reset_accumulated() { allocated = freed = 0; }
  void reset_peak() { peak = current; }
};

enum StatPool : std::size_t { kAll = 0, kSmallPool = 1, kLargePool = 2 };

struct StatArray : std::array<Stat, 3> {
  void increase(StatPool pool, std::size_t amount) {
    (*this)[kAll].increase(static_cast<std::int64_t>(amount));
    (*this)[pool].increase(static_cast<std::int64_t>(amount));
  }
  void decrease(StatPool pool, std::size_t amount) {
    (*this)[kAll].decrease(static_cast<std::int64_t>(amount));
    (*this)[pool].decrease(static_cast<std::int64_t>(amount));
  }
};

struct Stats {
  StatArray allocation;
  StatArray segment;
  StatArray active;
  StatArray inactive_split;
  StatArray allocated_bytes;
  StatArray reserved_bytes;
  StatArray active_bytes;
  StatArray inactive_split_bytes;
  StatArray requested_bytes;
  Stat oversize_allocations;  // blocks of at least max_split_size
  Stat oversize_segments;
  std::int64_t num_alloc_retries = 0;
  std::int64_t num_ooms = 0;
  std::int64_t num_oom_rejections = 0;  // with throw_on_musamalloc_oom: not asked of the device
  std::int64_t num_sync_all_streams = 0;
  std::int64_t num_device_alloc = 0;
  std::int64_t num_device_free = 0;

  // visit(name, StatArray) for each of the arrays.
  template <class Self, class Visitor>
  static void for_each_array(Self& self, Visitor visit) {
    visit("allocation", self.allocation);
    visit("segment", self.segment);
    visit("active", self.active);
    visit("inactive_split", self.inactive_split);
    visit("allocated_bytes", self.allocated_bytes);
    visit("reserved_bytes", self.reserved_bytes);
    visit("active_bytes", self.active_bytes);
    visit("inactive_split_bytes", self.inactive_split_bytes);
    visit("requested_bytes", self.requested_bytes);
  }

  void reset_accumulated() {
    for_each_array(*this, [](const char*, StatArray& array) {
      std::for_each(array.begin(), array.end(), [](Stat& s) { s.reset_accumulated(); });
    });
    oversize_allocations.reset_accumulated();
    oversize_segments.reset_accumulated();
    num_alloc_retries = num_ooms = num_oom_rejections = num_sync_all_streams = num_device_alloc =
        num_device_free = 0;
  }

  void reset_peak() {
    for_each_array(*this, [](const char*, StatArray& array) {
      std::for_each(array.begin(), array.end(), [](Stat& s) { s.reset_peak(); });
    });
    oversize_allocations.reset_peak();
    oversize_segments.reset_peak();
  }
};

}  // namespace musasim::caching
