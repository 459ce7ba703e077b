// malloc() and new of code that was compiled with checks: the C++ library's, and what kernels take is known.
#include "kernel_runtime/check/heap.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

#include "musasim/device/state.h"

namespace musasim::device::check {

namespace {

struct Heap {
  std::mutex mutex;
  std::map<const char*, std::size_t> blocks;
};

Heap& heap() {
  static Heap* const all = new Heap;  // code may free memory when the process ends
  return *all;
}

void* note(void* block, std::size_t size) {
  if (inside() && block != nullptr) {
    Heap& all = heap();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.blocks[static_cast<const char*>(block)] = size;
  }
  return block;
}

void forget(void* block) {
  if (block != nullptr) {
    Heap& all = heap();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.blocks.erase(static_cast<const char*>(block));
  }
}

}  // namespace

bool is_in_device_heap(const void* address, std::size_t size) {
  const char* const begin = static_cast<const char*>(address);
  Heap& all = heap();
  const std::lock_guard<std::mutex> lock(all.mutex);
  auto block = all.blocks.upper_bound(begin);
  if (block == all.blocks.begin()) {
    return false;
  }
  --block;
  return begin + size <= block->first + block->second;
}

}  // namespace musasim::device::check

using namespace musasim::device::check;

extern "C" {

MUSASIM_DEVICE_API void* musasim_checked_malloc(std::size_t size);
void* musasim_checked_malloc(std::size_t size) { return note(std::malloc(size), size); }

MUSASIM_DEVICE_API void musasim_checked_free(void* block);
void musasim_checked_free(void* block) {
  forget(block);
  std::free(block);
}

MUSASIM_DEVICE_API void* musasim_checked_new(std::size_t size);
void* musasim_checked_new(std::size_t size) { return note(::operator new(size), size); }

MUSASIM_DEVICE_API void musasim_checked_delete(void* block);
void musasim_checked_delete(void* block) {
  forget(block);
  ::operator delete(block);
}

}  // extern "C"
