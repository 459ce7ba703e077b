// Ranges of addresses that the machine hands memory out of: one for each device, one each for
// managed memory, pinned host memory, and mappings. In check mode each has two views of the same
// memory: the user's, closed where and when the host must not touch it, and the machine's.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

#include "machine/export.h"
#include "machine/memory/gap_list.h"

namespace musasim {

enum class Backing {
  kShared,     // a file in memory: other processes can map pieces of it
  kAnonymous,  // plain memory; in check mode also a file, for the second view
  kNone,       // only addresses: others map memory there
};

// MUSASIM_CHECK_KERNELS: what kernels do is checked too (check/tools.h); it includes check_mode().
MUSASIM_API bool check_kernels() noexcept;
// MUSASIM_CHECK=1.
MUSASIM_API bool check_mode() noexcept;

class MUSASIM_API Arena {
 public:
  // Throws std::bad_alloc when even `least` bytes of addresses cannot be had.
  Arena(Backing backing, std::size_t wanted, std::size_t least, bool host_access);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Addresses with memory behind them (but for kNone), nullptr when there is no room. Sizes are
  // multiples of kUnit.
  static constexpr std::size_t kUnit = 512;
  char* take(std::size_t size, std::size_t alignment);
  bool take_at(char* pointer, std::size_t size);
  void give_back(char* pointer, std::size_t size);

  bool contains(const void* pointer) const noexcept {
    return static_cast<std::size_t>(static_cast<const char*>(pointer) - base_) < span_;
  }
  // The place where the machine reads and writes what is at the user's address.
  char* machine(const void* pointer) const noexcept {
    return machine_base_ + (static_cast<const char*>(pointer) - base_);
  }
  char* base() const noexcept { return base_; }
  std::size_t span() const noexcept { return span_; }
  int file() const noexcept { return file_; }
  bool host_access() const noexcept { return host_access_; }
  std::size_t offset_of(const void* pointer) const noexcept {
    return static_cast<std::size_t>(static_cast<const char*>(pointer) - base_);
  }

  // Maps pages of a file into both views (kNone), or takes them away.
  bool map(char* pointer, std::size_t size, int file, std::size_t offset);
  void unmap(char* pointer, std::size_t size);

  // Opens and closes the user's view of device memory, for kernels. Check mode only.
  void open_view();
  void close_view();

 private:
  bool reserve(std::size_t span);
  bool make_views();
  bool show(std::size_t offset, std::size_t size);
  void hide(std::size_t offset, std::size_t size);
  void clean(const GapList::Gap& gap);
  void release_quarantine(std::size_t wanted);
  int user_protection() const noexcept;

  const Backing backing_;
  const bool host_access_;  // the host may use the memory by its user address
  char* base_ = nullptr;
  char* machine_base_ = nullptr;
  std::size_t span_ = 0;
  int file_ = -1;
  int void_file_ = -1;  // empty: what is mapped from it faults even when its page is open
  std::mutex mutex_;
  GapList gaps_;
  std::size_t top_ = 0;  // nothing was ever handed out beyond
  bool open_ = false;
  std::deque<std::pair<std::size_t, std::size_t>> quarantine_;  // check mode: freed lately
  std::size_t quarantined_ = 0;
};

// Made at the first call; throw std::bad_alloc.
MUSASIM_API Arena& device_arena(int device);
Arena& managed_arena();
Arena& host_arena();
Arena& mapping_arena();

// The one that holds the address, or null.
Arena* arena_of(const void* pointer) noexcept;

// Calls `visit(arena)` for each arena that exists.
template <class Visit>
void for_each_arena(Visit visit);

namespace detail {
constexpr int kMaxArenas = 72;
extern std::atomic<Arena*> arenas[kMaxArenas];
extern std::atomic<int> arena_count;
}  // namespace detail

template <class Visit>
void for_each_arena(Visit visit) {
  const int count = detail::arena_count.load(std::memory_order_acquire);
  for (int i = 0; i < count; ++i) {
    visit(*detail::arenas[i].load(std::memory_order_relaxed));
  }
}

}  // namespace musasim
