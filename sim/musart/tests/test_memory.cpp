// Device memory: allocation, freeing, limits, pitched memory, pointer attributes.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "check.h"
#include "musa_runtime_api.h"

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::size_t free_now() {
  std::size_t free = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&free, &total), musaSuccess);
  return free;
}

musaPointerAttributes attributes(const void* pointer) {
  musaPointerAttributes found{};
  EQUAL(musaPointerGetAttributes(&found, pointer), musaSuccess);
  return found;
}

bool holds(const void* device, std::size_t bytes, unsigned char value) {
  std::vector<unsigned char> host(bytes);
  EQUAL(musaMemcpy(host.data(), device, bytes, musaMemcpyDeviceToHost), musaSuccess);
  for (const unsigned char byte : host) {
    if (byte != value) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST(allocated_memory_is_aligned_counted_and_returned) {
  const std::size_t before = free_now();
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, 1000), musaSuccess);
  EQUAL(reinterpret_cast<std::uintptr_t>(pointer) % 256, 0u);
  EQUAL(before - free_now(), 1024u);
  EQUAL(musaMemset(pointer, 7, 1000), musaSuccess);
  CHECK(holds(pointer, 1000, 7));
  EQUAL(musaFree(pointer), musaSuccess);
  EQUAL(free_now(), before);
}

TEST(zero_bytes_and_null_are_fine) {
  void* pointer = &pointer;
  EQUAL(musaMalloc(&pointer, 0), musaSuccess);
  CHECK(pointer == nullptr);
  EQUAL(musaFree(nullptr), musaSuccess);
  EQUAL(musaFreeHost(nullptr), musaSuccess);
}

TEST(wrong_arguments_are_diagnosed) {
  EQUAL(musaMalloc(nullptr, 16), musaErrorInvalidValue);
  EQUAL(musaMallocPitch(nullptr, nullptr, 1, 1), musaErrorInvalidValue);
  EQUAL(musaMemGetInfo(nullptr, nullptr), musaErrorInvalidValue);
  EQUAL(musaPointerGetAttributes(nullptr, nullptr), musaErrorInvalidValue);
  EQUAL(musaHostAlloc(nullptr, 16, 0), musaErrorInvalidValue);
  void* pointer = nullptr;
  EQUAL(musaHostAlloc(&pointer, 16, 0x100), musaErrorInvalidValue);
  EQUAL(musaMallocManaged(&pointer, 16, 9), musaErrorInvalidValue);
  EQUAL(musaMallocManaged(&pointer, 0, musaMemAttachGlobal), musaErrorInvalidValue);
  musaGetLastError();
}

TEST(a_second_free_is_invalid) {
  char* pointer = nullptr;
  EQUAL(musaMalloc(reinterpret_cast<void**>(&pointer), 64), musaSuccess);
  EQUAL(musaFree(pointer + 4), musaErrorInvalidValue);
  EQUAL(musaFreeHost(pointer), musaErrorInvalidValue);
  EQUAL(musaFree(pointer), musaSuccess);
  EQUAL(musaFree(pointer), musaErrorInvalidValue);
  int here = 0;
  EQUAL(musaFree(&here), musaErrorInvalidValue);
  musaGetLastError();
}

// The devices of this test have 64 MiB, see main().
TEST(beyond_the_limit_allocation_fails_and_goes_on) {
  std::size_t free = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&free, &total), musaSuccess);
  EQUAL(total, 64 * kMiB);
  void* large = &large;
  EQUAL(musaMalloc(&large, 65 * kMiB), musaErrorMemoryAllocation);
  EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
  EQUAL(musaMalloc(&large, ~std::size_t{0}), musaErrorMemoryAllocation);
  EQUAL(musaMalloc(&large, free), musaSuccess);
  void* more = nullptr;
  EQUAL(musaMalloc(&more, 1), musaErrorMemoryAllocation);
  EQUAL(musaMemset(static_cast<char*>(large) + free - 1, 1, 1), musaSuccess);
  EQUAL(musaFree(large), musaSuccess);
  EQUAL(musaMalloc(&more, 1), musaSuccess);
  EQUAL(musaFree(more), musaSuccess);
  musaGetLastError();
}

TEST(the_other_device_has_its_own_memory) {
  void* first = nullptr;
  EQUAL(musaMalloc(&first, 60 * kMiB), musaSuccess);
  EQUAL(musaSetDevice(1), musaSuccess);
  void* second = nullptr;
  EQUAL(musaMalloc(&second, 60 * kMiB), musaSuccess);
  EQUAL(attributes(first).device, 0);
  EQUAL(attributes(second).device, 1);
  EQUAL(musaFree(first), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaFree(second), musaSuccess);
}

TEST(holes_are_used_again) {
  std::vector<void*> blocks(64, nullptr);
  for (void*& block : blocks) {
    EQUAL(musaMalloc(&block, kMiB), musaSuccess);
  }
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    EQUAL(musaFree(blocks[i]), musaSuccess);
  }
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    EQUAL(musaMalloc(&blocks[i], kMiB), musaSuccess);
  }
  for (void* block : blocks) {
    EQUAL(musaFree(block), musaSuccess);
  }
}

TEST(pitched_memory_has_rows_of_512) {
  char* pointer = nullptr;
  std::size_t pitch = 0;
  EQUAL(musaMallocPitch(reinterpret_cast<void**>(&pointer), &pitch, 100, 10), musaSuccess);
  EQUAL(pitch, 512u);
  EQUAL(musaMemset2D(pointer, pitch, 3, 100, 10), musaSuccess);
  CHECK(holds(pointer + 9 * pitch, 100, 3));
  EQUAL(musaFree(pointer), musaSuccess);
  musaPitchedPtr box{};
  EQUAL(musaMalloc3D(&box, {600, 4, 3}), musaSuccess);
  EQUAL(box.pitch, 1024u);
  EQUAL(box.xsize, 600u);
  EQUAL(box.ysize, 4u);
  EQUAL(musaMemset3D(box, 5, {600, 4, 3}), musaSuccess);
  CHECK(holds(static_cast<char*>(box.ptr) + box.pitch * 11, 600, 5));
  EQUAL(musaFree(box.ptr), musaSuccess);
}

TEST(pointers_tell_what_they_are) {
  char* device = nullptr;
  void* pinned = nullptr;
  void* managed = nullptr;
  EQUAL(musaMalloc(reinterpret_cast<void**>(&device), 100), musaSuccess);
  EQUAL(musaMallocHost(&pinned, 100), musaSuccess);
  EQUAL(musaMallocManaged(&managed, 100, musaMemAttachGlobal), musaSuccess);
  EQUAL(attributes(device + 50).type, musaMemoryTypeDevice);
  CHECK(attributes(device + 50).devicePointer == device + 50);
  CHECK(attributes(device + 50).hostPointer == nullptr);
  EQUAL(attributes(pinned).type, musaMemoryTypeHost);
  CHECK(attributes(pinned).hostPointer == pinned && attributes(pinned).devicePointer == pinned);
  EQUAL(attributes(managed).type, musaMemoryTypeManaged);
  int here = 0;
  EQUAL(attributes(&here).type, musaMemoryTypeUnregistered);
  EQUAL(attributes(&here).device, musaInvalidDeviceId);
  EQUAL(attributes(nullptr).type, musaMemoryTypeUnregistered);
  EQUAL(musaFree(device), musaSuccess);
  EQUAL(attributes(device).type, musaMemoryTypeUnregistered);
  EQUAL(musaFreeHost(pinned), musaSuccess);
  EQUAL(musaFree(managed), musaSuccess);
}

TEST(threads_allocate_at_the_same_time) {
  std::vector<std::thread> threads;
  const std::size_t before = free_now();
  for (int id = 0; id < 4; ++id) {
    threads.emplace_back([id] {
      EQUAL(musaSetDevice(0), musaSuccess);
      for (int i = 0; i < 200; ++i) {
        void* pointer = nullptr;
        EQUAL(musaMalloc(&pointer, 100 + 700 * static_cast<std::size_t>(i % 7)), musaSuccess);
        EQUAL(musaMemset(pointer, id, 100), musaSuccess);
        CHECK(holds(pointer, 100, static_cast<unsigned char>(id)));
        EQUAL(musaFree(pointer), musaSuccess);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EQUAL(free_now(), before);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_MEMORY", "64M", 1);
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
