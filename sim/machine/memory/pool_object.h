// One memory pool. For the pool files of machine/memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "driver_types.h"
#include "machine/memory/gap_list.h"
#include "machine/settings/settings.h"
#include "machine/stream/timeline.h"

namespace musasim {
class Stream;
}

namespace musasim::pools {

// The end of a stream's present work: freed memory is free when all such ends are met.
struct FreePoint {
  std::uint64_t stream = 0;  // its id; 0: met already
  std::vector<Dependency> dependencies;

  bool met() const noexcept;
  void wait() const;
};

class Pool {
 public:
  Pool(int device, const musaMemPoolProps& props);

  int device() const noexcept { return device_; }
  const musaMemPoolProps& props() const noexcept { return props_; }

  // `stream` (an id) may have memory at once that it freed itself. Null: no room on the device.
  void* allocate(std::size_t bytes, std::uint64_t stream);
  // `bytes` as it was asked for. The block is no longer registered.
  void free(char* base, std::size_t bytes, FreePoint point);
  // Gives segments without blocks back to the device, as long as `keep` bytes stay reserved.
  std::size_t trim(std::size_t keep);
  // Takes notice of frees that streams have come to; with `wait`, waits for all of them.
  void settle(bool wait);

  musaError_t get(musaMemPoolAttr attribute, void* value);
  musaError_t set(musaMemPoolAttr attribute, const void* value);
  std::size_t threshold();

  musaMemAccessFlags access(int device);
  void set_access(int device, musaMemAccessFlags flags);

  // Another process's pool: where its blocks come from. Empty for our own.
  std::string remote;

 private:
  struct Segment {
    std::size_t size = 0;
    GapList gaps;
  };
  struct Pending {
    char* base;
    std::size_t size;  // rounded
    FreePoint point;
  };

  char* take_pending(std::size_t size, std::uint64_t stream);
  char* take_free(std::size_t size);
  char* take_new(std::size_t size);
  void settle_locked();
  void put_back(char* base, std::size_t size);
  void count_used(std::size_t size);

  const int device_;
  const musaMemPoolProps props_;
  std::mutex mutex_;
  std::map<char*, Segment> segments_;
  std::list<Pending> pending_;
  std::uint64_t threshold_ = 0;
  std::uint64_t reserved_ = 0;
  std::uint64_t reserved_high_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t used_high_ = 0;
  std::array<int, 3> reuse_{1, 1, 1};
  std::array<musaMemAccessFlags, kMaxDevices> access_{};
};

// The pool of that handle; null for a dead one.
Pool* find_pool(musaMemPool_t handle) noexcept;
musaMemPool_t add_pool(Pool* pool);

}  // namespace musasim::pools
