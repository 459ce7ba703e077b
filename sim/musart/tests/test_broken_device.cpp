// A broken device and those who use its memory while another device is current.
#include <array>

#include "check.h"
#include "environment.h"
#include "machine/device/peers.h"
#include "machine/device/simulated_gpus.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

constexpr std::size_t kSize = 100;
constexpr musaError_t kBroken = musaErrorIllegalAddress;

void* block_on(int device) {
  void* pointer = nullptr;
  EQUAL(musaSetDevice(device), musaSuccess);
  EQUAL(musaMalloc(&pointer, kSize), musaSuccess);
  EQUAL(musaMemset(pointer, device + 1, kSize), musaSuccess);
  return pointer;
}

// Made before device 0 breaks; device 1 is current afterwards.
struct Broken {
  Broken() {
    lost = block_on(0);
    EQUAL(musaEventCreate(&event), musaSuccess);
    whole = block_on(1);
    EQUAL(musaStreamCreate(&stream), musaSuccess);
    musasim::break_device(0, kBroken);
  }
  void* lost = nullptr;
  void* whole = nullptr;
  musaEvent_t event = nullptr;
  musaStream_t stream = nullptr;
};

Broken& broken() {
  static Broken* const made = new Broken;
  return *made;
}

}  // namespace

TEST(copies_of_its_memory_fail) {
  Broken& all = broken();
  std::array<char, kSize> host{};
  EQUAL(musaMemcpy(host.data(), all.lost, kSize, musaMemcpyDeviceToHost), kBroken);
  EQUAL(musaMemcpy(all.lost, host.data(), kSize, musaMemcpyHostToDevice), kBroken);
  EQUAL(musaMemcpy(all.whole, all.lost, kSize, musaMemcpyDefault), kBroken);
  EQUAL(musaMemcpyAsync(all.lost, all.whole, kSize, musaMemcpyDefault, all.stream), kBroken);
  EQUAL(musaMemcpyPeer(all.whole, 1, all.lost, 0, kSize), kBroken);
  EQUAL(musaMemcpyPeerAsync(all.lost, 0, all.whole, 1, kSize, all.stream), kBroken);
  EQUAL(musaMemcpy2D(all.lost, 10, all.whole, 10, 5, 10, musaMemcpyDeviceToDevice), kBroken);
  EQUAL(host[0], 0);
  EQUAL(musaMemcpy(host.data(), all.whole, kSize, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(host[kSize - 1], 2);
}

TEST(fills_of_its_memory_fail) {
  Broken& all = broken();
  EQUAL(musaMemset(all.lost, 3, kSize), kBroken);
  EQUAL(musaMemsetAsync(all.lost, 3, kSize, all.stream), kBroken);
  EQUAL(musaMemset(all.whole, 2, kSize), musaSuccess);
}

TEST(its_memory_is_not_freed) {
  Broken& all = broken();
  EQUAL(musaFree(all.lost), kBroken);
  EQUAL(musaFreeAsync(all.lost, all.stream), kBroken);
  musaPointerAttributes attributes{};
  EQUAL(musaPointerGetAttributes(&attributes, all.lost), musaSuccess);
  EQUAL(attributes.device, 0);
}

TEST(its_pools_give_nothing) {
  Broken& all = broken();
  musaMemPool_t pool = nullptr;
  void* pointer = nullptr;
  EQUAL(musaDeviceGetDefaultMemPool(&pool, 0), musaSuccess);
  EQUAL(musaMallocFromPoolAsync(&pointer, kSize, pool, all.stream), kBroken);
}

TEST(it_is_no_peer) {
  broken();
  EQUAL(musaDeviceEnablePeerAccess(0, 0), kBroken);
  CHECK(!musasim::peer_access_enabled(1, 0));
}

TEST(its_events_cannot_be_waited_for) {
  Broken& all = broken();
  EQUAL(musaStreamWaitEvent(all.stream, all.event, 0), kBroken);
  EQUAL(musaStreamSynchronize(all.stream), musaSuccess);
}

TEST_MAIN()
