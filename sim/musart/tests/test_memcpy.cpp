// Copies and fills: kinds, directions, shapes, errors, what the host waits for.
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "check.h"
#include "gate.h"
#include "musa_runtime_api.h"

namespace {

using Bytes = std::vector<unsigned char>;

Bytes counting(std::size_t size) {
  Bytes bytes(size);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1));
  return bytes;
}

// Device memory for the time of a test.
class Block {
 public:
  explicit Block(std::size_t size) {
    EQUAL(musaMalloc(reinterpret_cast<void**>(&pointer_), size), musaSuccess);
  }
  ~Block() { EQUAL(musaFree(pointer_), musaSuccess); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  char* get() const { return pointer_; }

 private:
  char* pointer_ = nullptr;
};

Bytes read(const void* device, std::size_t size) {
  Bytes bytes(size);
  EQUAL(musaMemcpy(bytes.data(), device, size, musaMemcpyDeviceToHost), musaSuccess);
  return bytes;
}

}  // namespace

TEST(bytes_go_there_and_back) {
  const Bytes source = counting(5000);
  const Block first(5000);
  const Block second(5000);
  EQUAL(musaMemcpy(first.get(), source.data(), 5000, musaMemcpyHostToDevice), musaSuccess);
  EQUAL(musaMemcpy(second.get() + 1, first.get(), 4999, musaMemcpyDeviceToDevice), musaSuccess);
  EQUAL(musaMemcpy(second.get(), first.get(), 1, musaMemcpyDefault), musaSuccess);
  Bytes back(5000);
  EQUAL(musaMemcpy(back.data(), second.get(), 5000, musaMemcpyDefault), musaSuccess);
  CHECK(std::equal(source.begin(), source.end() - 1, back.begin() + 1));
  EQUAL(int{back[0]}, 1);
  Bytes copy(5000);
  EQUAL(musaMemcpy(copy.data(), source.data(), 5000, musaMemcpyHostToHost), musaSuccess);
  CHECK(copy == source);
}

TEST(no_bytes_are_fine) {
  EQUAL(musaMemcpy(nullptr, nullptr, 0, musaMemcpyDeviceToDevice), musaSuccess);
  EQUAL(musaMemset(nullptr, 0, 0), musaSuccess);
  EQUAL(musaMemcpyAsync(nullptr, nullptr, 0, musaMemcpyDefault, nullptr), musaSuccess);
}

TEST(wrong_directions_are_refused) {
  const Block device(64);
  char host[64] = {};
  char other[64] = {};
  EQUAL(musaMemcpy(device.get(), host, 64, musaMemcpyDeviceToHost), musaErrorInvalidValue);
  EQUAL(musaMemcpy(host, device.get(), 64, musaMemcpyHostToDevice), musaErrorInvalidValue);
  EQUAL(musaMemcpy(host, other, 64, musaMemcpyDeviceToDevice), musaErrorInvalidValue);
  EQUAL(musaMemcpy(host, device.get(), 64, musaMemcpyHostToHost), musaErrorInvalidValue);
  EQUAL(musaMemcpy(host, other, 64, static_cast<musaMemcpyKind>(7)),
        musaErrorInvalidMemcpyDirection);
  EQUAL(musaMemcpy(nullptr, device.get(), 64, musaMemcpyDefault), musaErrorInvalidValue);
  EQUAL(musaMemset(host, 0, 64), musaErrorInvalidValue);
  EQUAL(musaGetLastError(), musaErrorInvalidValue);
}

TEST(copies_beyond_an_allocation_are_refused) {
  const Block device(1024);
  Bytes host(4096);
  EQUAL(musaMemcpy(device.get(), host.data(), 1025, musaMemcpyHostToDevice), musaErrorInvalidValue);
  EQUAL(musaMemcpy(device.get() + 1000, host.data(), 25, musaMemcpyHostToDevice),
        musaErrorInvalidValue);
  EQUAL(musaMemset(device.get(), 0, 1025), musaErrorInvalidValue);
  EQUAL(musaMemset2D(device.get(), 512, 0, 512, 3), musaErrorInvalidValue);
  EQUAL(musaMemcpy(device.get(), host.data(), 1024, musaMemcpyHostToDevice), musaSuccess);
  musaGetLastError();
}

TEST(freed_memory_cannot_be_copied) {
  char host[64] = {};
  void* device = nullptr;
  EQUAL(musaMalloc(&device, 64), musaSuccess);
  EQUAL(musaFree(device), musaSuccess);
  EQUAL(musaMemcpy(host, device, 64, musaMemcpyDefault), musaErrorInvalidValue);
  EQUAL(musaMemset(device, 0, 64), musaErrorInvalidValue);
  musaGetLastError();
}

TEST(rows_are_copied_by_their_pitches) {
  const Bytes source = counting(30 * 4);
  const Block device(64 * 4);
  EQUAL(musaMemset(device.get(), 0, 64 * 4), musaSuccess);
  EQUAL(musaMemcpy2D(device.get(), 64, source.data(), 30, 20, 4, musaMemcpyHostToDevice),
        musaSuccess);
  const Bytes there = read(device.get(), 64 * 4);
  for (std::size_t y = 0; y < 4; ++y) {
    CHECK(std::equal(&there[y * 64], &there[y * 64 + 20], &source[y * 30]));
    EQUAL(int{there[y * 64 + 20]}, 0);
  }
  Bytes back(25 * 4);
  EQUAL(
      musaMemcpy2DAsync(back.data(), 25, device.get(), 64, 20, 4, musaMemcpyDeviceToHost, nullptr),
      musaSuccess);
  CHECK(std::equal(&back[3 * 25], &back[3 * 25 + 20], &source[3 * 30]));
  EQUAL(musaMemcpy2D(device.get(), 10, source.data(), 30, 20, 4, musaMemcpyHostToDevice),
        musaErrorInvalidPitchValue);
  EQUAL(musaMemset2DAsync(device.get(), 64, 9, 10, 2, nullptr), musaSuccess);
  EQUAL(int{read(device.get(), 64 * 2)[64 + 9]}, 9);
  EQUAL(int{read(device.get(), 64 * 2)[64 + 10]}, int{source[30 + 10]});
  musaGetLastError();
}

namespace {

// 8 bytes x 3 rows x 2 planes, from (1, 1, 0) of the host's box to (2, 0, 1) of the device's.
musaMemcpy3DParms box_parms(void* host, const musaPitchedPtr& device) {
  musaMemcpy3DParms parms{};
  parms.srcPtr = {host, 10, 10, 5};
  parms.srcPos = {1, 1, 0};
  parms.dstPtr = device;
  parms.dstPos = {2, 0, 1};
  parms.extent = {8, 3, 2};
  parms.kind = musaMemcpyHostToDevice;
  return parms;
}

void check_box(const Bytes& source, const musaPitchedPtr& device) {
  for (std::size_t z = 0; z < 2; ++z) {
    for (std::size_t y = 0; y < 3; ++y) {
      const char* row = static_cast<char*>(device.ptr) + (z + 1) * device.pitch * device.ysize +
                        y * device.pitch + 2;
      const Bytes there = read(row, 8);
      CHECK(std::equal(there.begin(), there.end(), &source[z * 50 + (y + 1) * 10 + 1]));
    }
  }
}

}  // namespace

TEST(boxes_are_copied_and_filled) {
  Bytes source = counting(10 * 5 * 2);
  musaPitchedPtr device{};
  EQUAL(musaMalloc3D(&device, {16, 4, 4}), musaSuccess);
  EQUAL(musaMemset3DAsync(device, 0, {16, 4, 4}, nullptr), musaSuccess);
  musaMemcpy3DParms parms = box_parms(source.data(), device);
  EQUAL(musaMemcpy3D(&parms), musaSuccess);
  check_box(source, device);
  EQUAL(musaMemset3D(device, 0, {16, 4, 4}), musaSuccess);
  EQUAL(musaMemcpy3DAsync(&parms, nullptr), musaSuccess);
  check_box(source, device);
  EQUAL(musaMemcpy3D(nullptr), musaErrorInvalidValue);
  parms.srcPtr.ptr = nullptr;
  EQUAL(musaMemcpy3D(&parms), musaErrorInvalidValue);
  EQUAL(musaFree(device.ptr), musaSuccess);
  musaGetLastError();
}

TEST(devices_copy_from_each_other) {
  const Bytes source = counting(1000);
  const Block first(1000);
  EQUAL(musaMemcpy(first.get(), source.data(), 1000, musaMemcpyHostToDevice), musaSuccess);
  EQUAL(musaSetDevice(1), musaSuccess);
  {
    const Block second(1000);
    EQUAL(musaMemcpyPeer(second.get(), 1, first.get(), 0, 500), musaSuccess);
    EQUAL(musaMemcpyPeerAsync(second.get() + 500, 1, first.get() + 500, 0, 500, nullptr),
          musaSuccess);
    CHECK(read(second.get(), 1000) == source);
    musaMemcpy3DPeerParms parms{};
    parms.srcPtr = {first.get(), 100, 100, 10};
    parms.dstPtr = {second.get(), 50, 50, 20};
    parms.dstDevice = 1;
    parms.extent = {50, 10, 1};
    EQUAL(musaMemcpy3DPeer(&parms), musaSuccess);
    EQUAL(int{read(second.get(), 100)[50]}, int{source[100]});
    parms.srcPos.x = 50;
    EQUAL(musaMemcpy3DPeerAsync(&parms, nullptr), musaSuccess);
    EQUAL(int{read(second.get(), 100)[50]}, int{source[150]});
    EQUAL(musaMemcpyPeer(second.get(), 7, first.get(), 0, 500), musaErrorInvalidDevice);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
  musaGetLastError();
}

TEST(pageable_sources_may_be_used_again_at_once) {
  const Block device(1000);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  Bytes source = counting(1000);
  const Bytes kept = source;
  EQUAL(musaMemcpyAsync(device.get(), source.data(), 1000, musaMemcpyHostToDevice, stream),
        musaSuccess);
  EQUAL(musaMemsetAsync(device.get(), 9, 1, stream), musaSuccess);
  std::fill(source.begin(), source.end(), static_cast<unsigned char>(0));
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  const Bytes there = read(device.get(), 1000);
  EQUAL(int{there[0]}, 9);
  CHECK(std::equal(there.begin() + 1, there.end(), kept.begin() + 1));
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(copies_to_pageable_memory_are_done_on_return) {
  const std::size_t size = 3 << 20;
  const Bytes source = counting(size);
  const Block device(size);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  Bytes back(size);
  EQUAL(musaMemcpyAsync(device.get(), source.data(), size, musaMemcpyHostToDevice, stream),
        musaSuccess);
  EQUAL(musaMemcpyAsync(back.data(), device.get(), size, musaMemcpyDeviceToHost, stream),
        musaSuccess);
  CHECK(back == source);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(pinned_copies_are_asynchronous) {
  const Block device(1000);
  unsigned char* pinned = nullptr;
  EQUAL(musaMallocHost(reinterpret_cast<void**>(&pinned), 1000), musaSuccess);
  std::memset(pinned, 1, 1000);
  EQUAL(musaMemset(device.get(), 2, 1000), musaSuccess);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaMemcpyAsync(pinned, device.get(), 1000, musaMemcpyDeviceToHost, stream), musaSuccess);
  EQUAL(int{pinned[999]}, 1);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(int{pinned[999]}, 2);
  EQUAL(musaFreeHost(pinned), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(within_a_device_the_host_does_not_wait) {
  const Block first(1000);
  const Block second(1000);
  Gate gate;
  EQUAL(gate.hold(nullptr), musaSuccess);
  EQUAL(musaMemset(first.get(), 4, 1000), musaSuccess);
  EQUAL(musaMemcpy(second.get(), first.get(), 1000, musaMemcpyDeviceToDevice), musaSuccess);
  EQUAL(musaStreamQuery(nullptr), musaErrorNotReady);
  gate.open();
  EQUAL(int{read(second.get(), 1000)[999]}, 4);
}

TEST(freeing_waits_for_the_work_that_uses_it) {
  unsigned char* pinned = nullptr;
  EQUAL(musaMallocHost(reinterpret_cast<void**>(&pinned), 64 << 20), musaSuccess);
  void* device = nullptr;
  EQUAL(musaMalloc(&device, 64 << 20), musaSuccess);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(musaMemsetAsync(device, 3, 64 << 20, stream), musaSuccess);
  EQUAL(musaMemcpyAsync(pinned, device, 64 << 20, musaMemcpyDeviceToHost, stream), musaSuccess);
  EQUAL(musaFree(device), musaSuccess);
  EQUAL(int{pinned[(64 << 20) - 1]}, 3);
  EQUAL(musaFreeHost(pinned), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(batches_copy_all_or_tell_where_they_failed) {
  const Bytes source = counting(100);
  const Block device(100);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  void* to[] = {device.get(), device.get() + 50};
  void* from[] = {const_cast<unsigned char*>(&source[50]), const_cast<unsigned char*>(&source[0])};
  std::size_t sizes[] = {50, 50};
  musaMemcpyAttributes attributes{};
  attributes.srcAccessOrder = musaMemcpySrcAccessOrderStream;
  std::size_t index = 0;
  std::size_t failed = 77;
  EQUAL(musaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &index, 1, &failed, stream),
        musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(int{read(device.get(), 100)[0]}, 51);
  EQUAL(int{read(device.get(), 100)[50]}, 1);
  sizes[1] = 5000;
  EQUAL(musaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &index, 1, &failed, stream),
        musaErrorInvalidValue);
  EQUAL(failed, 1u);
  EQUAL(musaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &index, 1, &failed, nullptr),
        musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  musaGetLastError();
}

TEST(batches_of_boxes_are_copied) {
  Bytes source = counting(100);
  const Block device(100);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  musaMemcpy3DBatchOp op{};
  op.src.type = musaMemcpyOperandTypePointer;
  op.src.op.ptr = {source.data(), 20, 5, {musaMemLocationTypeDevice, 0}};
  op.dst.type = musaMemcpyOperandTypePointer;
  op.dst.op.ptr = {device.get(), 10, 5, {musaMemLocationTypeDevice, 0}};
  op.extent = {10, 5, 1};
  op.srcAccessOrder = musaMemcpySrcAccessOrderStream;
  std::size_t failed = 0;
  EQUAL(musaMemcpy3DBatchAsync(1, &op, &failed, 0, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(int{read(device.get(), 100)[10]}, 21);
  EQUAL(musaMemcpy3DBatchAsync(0, &op, &failed, 0, stream), musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  musaGetLastError();
}

TEST(copies_on_dead_streams_are_refused) {
  const Block device(64);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaMemsetAsync(device.get(), 0, 64, stream), musaErrorInvalidResourceHandle);
  EQUAL(musaMemcpyAsync(device.get(), device.get() + 32, 32, musaMemcpyDefault, stream),
        musaErrorInvalidResourceHandle);
  musaGetLastError();
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
