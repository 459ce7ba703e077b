// Stacks: mappings with a closed page.
#include "kernel_runtime/stack.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <new>

namespace musasim::device {

namespace {

// Each takes two of the process's mappings.
constexpr int kMaxGuarded = 24000;
std::atomic<int> g_guarded{0};

std::size_t page_size() {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

Stack::Stack(std::size_t bytes) {
  const std::size_t page = page_size();
  size_ = (bytes + page - 1) / page * page + page;
  void* const map = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (map == MAP_FAILED) {
    throw std::bad_alloc();
  }
  map_ = static_cast<char*>(map);
  guarded_ = g_guarded.fetch_add(1, std::memory_order_relaxed) < kMaxGuarded &&
             mprotect(map_, page, PROT_NONE) == 0;
  if (!guarded_) {
    g_guarded.fetch_sub(1, std::memory_order_relaxed);
  }
}

std::size_t Stack::bytes() const noexcept { return size_ - page_size(); }

bool Stack::is_beyond(const void* address) const noexcept {
  return address >= map_ && address < map_ + page_size();
}

Stack::~Stack() {
  munmap(map_, size_);
  if (guarded_) {
    g_guarded.fetch_sub(1, std::memory_order_relaxed);
  }
}

}  // namespace musasim::device
