// Things that a context owns: they go when the context does, and nothing else goes with it.
#include <atomic>
#include <chrono>
#include <thread>

#include "driver.h"
#include "musa_runtime_api.h"

namespace {

constexpr std::size_t kBig = 64 << 20;

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  OK(muMemGetInfo(&free, &total));
  return free;
}

MUcontext create(int device = 0) {
  MUcontext created = nullptr;
  OK(muCtxCreate(&created, 0, device));
  return created;
}

bool is_active(int device) {
  unsigned flags = 0;
  int active = -1;
  OK(muDevicePrimaryCtxGetState(device, &flags, &active));
  return active == 1;
}

MUcontext context_of(MUdeviceptr pointer) {
  MUcontext found = nullptr;
  OK(muPointerGetAttribute(&found, MU_POINTER_ATTRIBUTE_CONTEXT, pointer));
  return found;
}

void wait_and_count(void* counter) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ++*static_cast<std::atomic<int>*>(counter);
}

}  // namespace

// The first test: the runtime has not been used yet.
TEST(the_runtime_works_in_the_current_context) {
  const MUcontext created = create(1);
  const std::size_t before = free_bytes();
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, kBig), musaSuccess);
  EQUAL(before - free_bytes(), kBig);
  CHECK(context_of(reinterpret_cast<MUdeviceptr>(pointer)) == created);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  CHECK(!is_active(1));
  OK(muCtxDestroy(created));
  OK(muCtxPushCurrent(context));
  EQUAL(musaStreamQuery(stream), musaErrorInvalidResourceHandle);
  EQUAL(musaFree(pointer), musaErrorInvalidValue);
  OK(muCtxPopCurrent(nullptr));
}

TEST(memory_goes_with_its_context) {
  const std::size_t before = free_bytes();
  const MUdeviceptr outer = allocate(64);
  const MUcontext created = create();
  const MUdeviceptr plain = allocate(kBig);
  MUdeviceptr rows = 0;
  MUdeviceptr managed = 0;
  std::size_t pitch = 0;
  void* pinned = nullptr;
  OK(muMemAllocPitch(&rows, &pitch, 1000, 1000, 4));
  OK(muMemAllocManaged(&managed, 64, MU_MEM_ATTACH_GLOBAL));
  OK(muMemAllocHost(&pinned, 64));
  static int registered[16];
  OK(muMemHostRegister(registered, sizeof registered, 0));
  CHECK(context_of(plain) == created);
  CHECK(context_of(managed) == created);
  CHECK(context_of(outer) == context);
  OK(muCtxDestroy(created));
  IS(muMemFree(plain), INVALID_VALUE);
  IS(muMemFree(rows), INVALID_VALUE);
  IS(muMemFree(managed), INVALID_VALUE);
  IS(muMemFreeHost(pinned), INVALID_VALUE);
  IS(muMemsetD8(plain, 1, 10), INVALID_VALUE);
  OK(muMemHostRegister(registered, sizeof registered, 0));
  OK(muMemHostUnregister(registered));
  OK(muMemsetD8(outer, 1, 64));
  OK(muMemFree(outer));
  EQUAL(free_bytes(), before);
}

TEST(arrays_go_with_their_context) {
  const std::size_t before = free_bytes();
  const MUcontext created = create();
  MUSA_ARRAY_DESCRIPTOR shape{};
  shape.Width = 1000;
  shape.Height = 1000;
  shape.Format = MU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  MUarray array = nullptr;
  OK(muArrayCreate(&array, &shape));
  OK(muCtxDestroy(created));
  IS(muArrayDestroy(array), INVALID_HANDLE);
  EQUAL(free_bytes(), before);
}

TEST(streams_and_events_go_with_their_context) {
  Stream outer;
  const MUcontext created = create();
  MUstream stream = nullptr;
  MUevent event = nullptr;
  OK(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  OK(muEventCreate(&event, 0));
  MUcontext owner = nullptr;
  OK(muStreamGetCtx(stream, &owner));
  CHECK(owner == created);
  OK(muStreamGetCtx(outer.handle, &owner));
  CHECK(owner == context);
  OK(muCtxDestroy(created));
  IS(muStreamSynchronize(stream), INVALID_HANDLE);
  IS(muStreamDestroy(stream), INVALID_HANDLE);
  IS(muEventRecord(event, nullptr), INVALID_HANDLE);
  IS(muEventDestroy(event), INVALID_HANDLE);
  OK(muStreamSynchronize(outer.handle));
}

TEST(work_of_a_destroyed_context_ends_first) {
  const MUcontext created = create();
  const MUdeviceptr pointer = allocate(1 << 20);
  MUstream stream = nullptr;
  OK(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  std::atomic<int> done{0};
  OK(muLaunchHostFunc(stream, wait_and_count, &done));
  OK(muMemsetD8Async(pointer, 3, 1 << 20, stream));
  OK(muLaunchHostFunc(stream, wait_and_count, &done));
  OK(muCtxDestroy(created));
  EQUAL(done.load(), 2);
}

TEST(contexts_share_until_one_of_them_goes) {
  const MUcontext first = create();
  const MUdeviceptr kept = allocate(64);
  const MUcontext second = create();
  const MUdeviceptr lost = allocate(64);
  OK(muMemsetD8(kept, 1, 64));
  OK(muCtxDestroy(second));
  IS(muMemsetD8(lost, 1, 64), INVALID_VALUE);
  EQUAL(read<unsigned char>(kept, 64)[63], 1);
  OK(muCtxDestroy(first));
}

TEST(a_dead_current_context_is_told_by_the_runtime) {
  const MUcontext created = create();
  std::thread([&] { OK(muCtxDestroy(created)); }).join();
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, 4), musaErrorContextIsDestroyed);
  OK(muCtxPopCurrent(nullptr));
  EQUAL(musaMalloc(&pointer, 4), musaSuccess);
  EQUAL(musaFree(pointer), musaSuccess);
}

TEST(the_last_release_frees_what_the_primary_context_owns) {
  MUcontext primary = nullptr;
  OK(muDevicePrimaryCtxRetain(&primary, 1));
  OK(muDevicePrimaryCtxRetain(&primary, 1));
  OK(muCtxPushCurrent(primary));
  const std::size_t before = free_bytes();
  const MUdeviceptr pointer = allocate(kBig);
  MUstream stream = nullptr;
  OK(muStreamCreate(&stream, 0));
  OK(muDevicePrimaryCtxRelease(1));
  OK(muMemsetD8(pointer, 1, 64));
  OK(muDevicePrimaryCtxRelease(1));
  CHECK(!is_active(1));
  IS(muMemFree(pointer), CONTEXT_IS_DESTROYED);
  OK(muCtxPopCurrent(nullptr));
  IS(muMemFree(pointer), INVALID_VALUE);
  IS(muStreamDestroy(stream), INVALID_HANDLE);
  OK(muDevicePrimaryCtxRetain(&primary, 1));
  OK(muCtxPushCurrent(primary));
  EQUAL(free_bytes(), before);
  OK(muCtxPopCurrent(nullptr));
  OK(muDevicePrimaryCtxRelease(1));
}

TEST(a_reset_leaves_created_contexts_alone) {
  const MUcontext created = create(1);
  const MUdeviceptr pointer = allocate(64);
  MUcontext primary = nullptr;
  OK(muDevicePrimaryCtxRetain(&primary, 1));
  OK(muCtxPushCurrent(primary));
  const MUdeviceptr lost = allocate(64);
  OK(muDevicePrimaryCtxReset(1));
  IS(muMemFree(lost), INVALID_VALUE);
  OK(muCtxPopCurrent(nullptr));
  OK(muDevicePrimaryCtxRelease(1));
  OK(muMemsetD8(pointer, 1, 64));
  OK(muMemFree(pointer));
  OK(muCtxDestroy(created));
}

// The last test: from here on the runtime holds the second device's primary context.
TEST(the_runtime_keeps_a_primary_context_that_it_uses) {
  EQUAL(musaSetDevice(1), musaSuccess);
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, 64), musaSuccess);
  MUcontext primary = nullptr;
  OK(muDevicePrimaryCtxRetain(&primary, 1));
  OK(muDevicePrimaryCtxRelease(1));
  CHECK(is_active(1));
  EQUAL(musaMemset(pointer, 1, 64), musaSuccess);
  EQUAL(musaDeviceReset(), musaSuccess);
  CHECK(!is_active(1));
  EQUAL(musaFree(pointer), musaErrorInvalidValue);
  CHECK(is_active(1));
  MUcontext now = nullptr;
  OK(muCtxGetCurrent(&now));
  const MUdeviceptr again = allocate(64);
  CHECK(context_of(again) == now);
  OK(muMemFree(again));
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST_MAIN()
