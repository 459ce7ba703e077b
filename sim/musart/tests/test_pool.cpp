// Stream-ordered allocation and memory pools.
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#include "check.h"
#include "gate.h"
#include "musa_runtime_api.h"

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::uint64_t attribute(musaMemPool_t pool, musaMemPoolAttr which) {
  std::uint64_t value = 0;
  EQUAL(musaMemPoolGetAttribute(pool, which, &value), musaSuccess);
  return value;
}

musaMemPool_t make_pool(musaMemAllocationHandleType types = musaMemHandleTypeNone) {
  musaMemPoolProps props{};
  props.allocType = musaMemAllocationTypePinned;
  props.handleTypes = types;
  props.location = {musaMemLocationTypeDevice, 0};
  musaMemPool_t pool = nullptr;
  EQUAL(musaMemPoolCreate(&pool, &props), musaSuccess);
  return pool;
}

struct Streams {
  Streams() {
    EQUAL(musaStreamCreate(&first), musaSuccess);
    EQUAL(musaStreamCreate(&second), musaSuccess);
  }
  ~Streams() {
    EQUAL(musaStreamDestroy(first), musaSuccess);
    EQUAL(musaStreamDestroy(second), musaSuccess);
  }
  musaStream_t first = nullptr;
  musaStream_t second = nullptr;
};

}  // namespace

TEST(memory_is_allocated_and_freed_in_stream_order) {
  const Streams streams;
  void* pointer = nullptr;
  EQUAL(musaMallocAsync(&pointer, 1000, streams.first), musaSuccess);
  EQUAL(musaMemsetAsync(pointer, 5, 1000, streams.first), musaSuccess);
  std::vector<char> host(1000);
  EQUAL(musaMemcpyAsync(host.data(), pointer, 1000, musaMemcpyDeviceToHost, streams.first),
        musaSuccess);
  EQUAL(musaFreeAsync(pointer, streams.first), musaSuccess);
  EQUAL(musaFreeAsync(pointer, streams.first), musaErrorInvalidValue);
  EQUAL(musaStreamSynchronize(streams.first), musaSuccess);
  EQUAL(int{host[999]}, 5);
  EQUAL(musaMallocAsync(&pointer, 0, streams.first), musaSuccess);
  CHECK(pointer == nullptr);
  musaGetLastError();
}

TEST(a_stream_reuses_what_it_freed_but_others_wait) {
  const Streams streams;
  Gate gate;
  void* first = nullptr;
  EQUAL(musaMallocAsync(&first, kMiB, streams.first), musaSuccess);
  EQUAL(gate.hold(streams.first), musaSuccess);
  EQUAL(musaFreeAsync(first, streams.first), musaSuccess);
  void* other = nullptr;
  EQUAL(musaMallocAsync(&other, kMiB, streams.second), musaSuccess);
  CHECK(other != first);
  void* again = nullptr;
  EQUAL(musaMallocAsync(&again, kMiB, streams.first), musaSuccess);
  CHECK(again == first);
  gate.open();
  EQUAL(musaFreeAsync(again, streams.first), musaSuccess);
  EQUAL(musaFreeAsync(other, streams.second), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
}

TEST(unused_memory_goes_back_at_synchronisation_unless_the_threshold_keeps_it) {
  const Streams streams;
  const musaMemPool_t pool = make_pool();
  void* pointer = nullptr;
  EQUAL(musaMallocFromPoolAsync(&pointer, 3 * kMiB, pool, streams.first), musaSuccess);
  EQUAL(attribute(pool, musaMemPoolAttrUsedMemCurrent), 3 * kMiB);
  CHECK(attribute(pool, musaMemPoolAttrReservedMemCurrent) >= 3 * kMiB);
  EQUAL(musaFreeAsync(pointer, streams.first), musaSuccess);
  EQUAL(musaStreamSynchronize(streams.first), musaSuccess);
  EQUAL(attribute(pool, musaMemPoolAttrUsedMemCurrent), 0u);
  EQUAL(attribute(pool, musaMemPoolAttrReservedMemCurrent), 0u);
  EQUAL(attribute(pool, musaMemPoolAttrUsedMemHigh), 3 * kMiB);
  std::uint64_t keep = 1000 * kMiB;
  EQUAL(musaMemPoolSetAttribute(pool, musaMemPoolAttrReleaseThreshold, &keep), musaSuccess);
  EQUAL(attribute(pool, musaMemPoolAttrReleaseThreshold), keep);
  EQUAL(musaMallocFromPoolAsync(&pointer, kMiB, pool, streams.first), musaSuccess);
  EQUAL(musaFreeAsync(pointer, streams.first), musaSuccess);
  EQUAL(musaStreamSynchronize(streams.first), musaSuccess);
  CHECK(attribute(pool, musaMemPoolAttrReservedMemCurrent) >= kMiB);
  EQUAL(musaMemPoolTrimTo(pool, 0), musaSuccess);
  EQUAL(attribute(pool, musaMemPoolAttrReservedMemCurrent), 0u);
  std::uint64_t zero = 0;
  EQUAL(musaMemPoolSetAttribute(pool, musaMemPoolAttrUsedMemHigh, &zero), musaSuccess);
  EQUAL(attribute(pool, musaMemPoolAttrUsedMemHigh), 0u);
  EQUAL(musaMemPoolSetAttribute(pool, musaMemPoolAttrUsedMemHigh, &keep), musaErrorInvalidValue);
  EQUAL(musaMemPoolDestroy(pool), musaSuccess);
  musaGetLastError();
}

// The devices of this test have 64 MiB, see main().
TEST(out_of_memory_waits_for_frees_and_takes_what_pools_keep) {
  const Streams streams;
  const musaMemPool_t pool = make_pool();
  std::uint64_t keep = 1000 * kMiB;
  EQUAL(musaMemPoolSetAttribute(pool, musaMemPoolAttrReleaseThreshold, &keep), musaSuccess);
  void* pointer = nullptr;
  EQUAL(musaMallocFromPoolAsync(&pointer, 40 * kMiB, pool, streams.first), musaSuccess);
  void* second = nullptr;
  EQUAL(musaMallocFromPoolAsync(&second, 40 * kMiB, pool, streams.second),
        musaErrorMemoryAllocation);
  EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
  EQUAL(musaMemsetAsync(pointer, 1, 40 * kMiB, streams.first), musaSuccess);
  EQUAL(musaFreeAsync(pointer, streams.first), musaSuccess);
  EQUAL(musaMallocFromPoolAsync(&second, 40 * kMiB, pool, streams.second), musaSuccess);
  EQUAL(musaFreeAsync(second, streams.second), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  CHECK(attribute(pool, musaMemPoolAttrReservedMemCurrent) >= 40 * kMiB);
  EQUAL(musaMalloc(&pointer, 60 * kMiB), musaSuccess);
  EQUAL(musaFree(pointer), musaSuccess);
  EQUAL(musaMemPoolDestroy(pool), musaSuccess);
}

namespace {

// Allocates, fills, copies out and frees on a stream of its own; what it read must be what it wrote.
void use_pool(unsigned char id) {
  constexpr std::size_t kRounds = 200;
  constexpr std::size_t kLargest = 20000;
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  unsigned char* results = nullptr;
  EQUAL(musaMallocHost(reinterpret_cast<void**>(&results), kRounds * 2), musaSuccess);
  for (std::size_t i = 0; i < kRounds; ++i) {
    const std::size_t bytes = 1 + (i * 7919 + id * 104729) % kLargest;
    unsigned char* block = nullptr;
    EQUAL(musaMallocAsync(reinterpret_cast<void**>(&block), bytes, stream), musaSuccess);
    EQUAL(musaMemsetAsync(block, id, bytes, stream), musaSuccess);
    EQUAL(musaMemcpyAsync(&results[2 * i], block, 1, musaMemcpyDeviceToHost, stream), musaSuccess);
    EQUAL(
        musaMemcpyAsync(&results[2 * i + 1], block + bytes - 1, 1, musaMemcpyDeviceToHost, stream),
        musaSuccess);
    EQUAL(musaFreeAsync(block, stream), musaSuccess);
  }
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  for (std::size_t i = 0; i < 2 * kRounds; ++i) {
    EQUAL(int{results[i]}, int{id});
  }
  EQUAL(musaFreeHost(results), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

}  // namespace

TEST(blocks_of_streams_never_overlap) {
  std::vector<std::thread> threads;
  for (unsigned char id = 1; id <= 4; ++id) {
    threads.emplace_back(use_pool, id);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  musaMemPool_t pool = nullptr;
  EQUAL(musaDeviceGetDefaultMemPool(&pool, 0), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(attribute(pool, musaMemPoolAttrUsedMemCurrent), 0u);
}

TEST(devices_have_a_default_and_a_current_pool) {
  const Streams streams;
  musaMemPool_t standard = nullptr;
  musaMemPool_t current = nullptr;
  EQUAL(musaDeviceGetDefaultMemPool(&standard, 0), musaSuccess);
  EQUAL(musaDeviceGetMemPool(&current, 0), musaSuccess);
  CHECK(standard == current);
  EQUAL(musaMemPoolDestroy(standard), musaErrorInvalidValue);
  const musaMemPool_t own = make_pool();
  EQUAL(musaDeviceSetMemPool(1, own), musaErrorInvalidValue);
  EQUAL(musaDeviceSetMemPool(0, own), musaSuccess);
  EQUAL(musaDeviceGetMemPool(&current, 0), musaSuccess);
  CHECK(current == own);
  void* pointer = nullptr;
  EQUAL(musaMallocAsync(&pointer, 100, streams.first), musaSuccess);
  EQUAL(attribute(own, musaMemPoolAttrUsedMemCurrent), 512u);
  EQUAL(musaMemPoolDestroy(own), musaSuccess);
  EQUAL(musaDeviceGetMemPool(&current, 0), musaSuccess);
  CHECK(current == standard);
  EQUAL(musaMemset(pointer, 1, 100), musaSuccess);
  EQUAL(musaFree(pointer), musaSuccess);
  EQUAL(musaMemPoolTrimTo(own, 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetDefaultMemPool(&current, 9), musaErrorInvalidDevice);
  musaGetLastError();
}

TEST(pools_tell_and_change_who_has_access) {
  const musaMemPool_t pool = make_pool();
  musaMemAccessFlags flags{};
  musaMemLocation own{musaMemLocationTypeDevice, 0};
  musaMemLocation peer{musaMemLocationTypeDevice, 1};
  EQUAL(musaMemPoolGetAccess(&flags, pool, &own), musaSuccess);
  EQUAL(flags, musaMemAccessFlagsProtReadWrite);
  EQUAL(musaMemPoolGetAccess(&flags, pool, &peer), musaSuccess);
  EQUAL(flags, musaMemAccessFlagsProtNone);
  musaMemAccessDesc wanted{peer, musaMemAccessFlagsProtReadWrite};
  EQUAL(musaMemPoolSetAccess(pool, &wanted, 1), musaSuccess);
  EQUAL(musaMemPoolGetAccess(&flags, pool, &peer), musaSuccess);
  EQUAL(flags, musaMemAccessFlagsProtReadWrite);
  wanted = {own, musaMemAccessFlagsProtNone};
  EQUAL(musaMemPoolSetAccess(pool, &wanted, 1), musaErrorInvalidValue);
  EQUAL(musaMemPoolDestroy(pool), musaSuccess);
  musaGetLastError();
}

TEST(wrong_pools_are_refused) {
  musaMemPoolProps props{};
  musaMemPool_t pool = nullptr;
  EQUAL(musaMemPoolCreate(&pool, &props), musaErrorInvalidValue);
  EQUAL(musaMemPoolCreate(nullptr, &props), musaErrorInvalidValue);
  props.allocType = musaMemAllocationTypePinned;
  props.location = {musaMemLocationTypeDevice, 9};
  EQUAL(musaMemPoolCreate(&pool, &props), musaErrorInvalidDevice);
  void* pointer = nullptr;
  EQUAL(musaMallocFromPoolAsync(&pointer, 1, nullptr, nullptr), musaErrorInvalidValue);
  EQUAL(musaMallocAsync(nullptr, 1, nullptr), musaErrorInvalidValue);
  EQUAL(musaFreeAsync(&pointer, nullptr), musaErrorInvalidValue);
  int number = 0;
  EQUAL(musaMemPoolExportToShareableHandle(&number, make_pool(),
                                           musaMemHandleTypePosixFileDescriptor, 0),
        musaErrorInvalidValue);
  musaGetLastError();
}

TEST(memory_of_musamalloc_can_be_freed_in_stream_order) {
  const Streams streams;
  Gate gate;
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, 60 * kMiB), musaSuccess);
  EQUAL(gate.hold(streams.first), musaSuccess);
  EQUAL(musaFreeAsync(pointer, streams.first), musaSuccess);
  void* second = nullptr;
  EQUAL(musaMalloc(&second, 60 * kMiB), musaErrorMemoryAllocation);
  gate.open();
  EQUAL(musaStreamSynchronize(streams.first), musaSuccess);
  EQUAL(musaMalloc(&second, 60 * kMiB), musaSuccess);
  EQUAL(musaFree(second), musaSuccess);
  musaGetLastError();
}

TEST(the_ways_to_reuse_are_settings) {
  const musaMemPool_t pool = make_pool();
  for (const musaMemPoolAttr which :
       {musaMemPoolReuseFollowEventDependencies, musaMemPoolReuseAllowOpportunistic,
        musaMemPoolReuseAllowInternalDependencies}) {
    int value = 0;
    EQUAL(musaMemPoolGetAttribute(pool, which, &value), musaSuccess);
    EQUAL(value, 1);
    value = 0;
    EQUAL(musaMemPoolSetAttribute(pool, which, &value), musaSuccess);
    value = 1;
    EQUAL(musaMemPoolGetAttribute(pool, which, &value), musaSuccess);
    EQUAL(value, 0);
  }
  EQUAL(musaMemPoolDestroy(pool), musaSuccess);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_MEMORY", "64M", 1);
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
