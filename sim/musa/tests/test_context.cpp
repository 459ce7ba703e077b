// Contexts: the stack, created ones, primary ones, settings.
#include <thread>

#include "driver.h"

namespace {

MUcontext current() {
  MUcontext found = nullptr;
  OK(muCtxGetCurrent(&found));
  return found;
}

MUdevice device() {
  MUdevice found = -1;
  OK(muCtxGetDevice(&found));
  return found;
}

}  // namespace

TEST(a_created_context_is_current_until_destroyed) {
  const MUcontext before = current();
  MUcontext created = nullptr;
  OK(muCtxCreate(&created, MU_CTX_SCHED_SPIN, 1));
  CHECK(created != before);
  CHECK(current() == created);
  EQUAL(device(), 1);
  unsigned flags = 0;
  OK(muCtxGetFlags(&flags));
  EQUAL(flags, static_cast<unsigned>(MU_CTX_SCHED_SPIN));
  OK(muCtxSetFlags(MU_CTX_SCHED_YIELD));
  OK(muCtxGetFlags(&flags));
  EQUAL(flags, static_cast<unsigned>(MU_CTX_SCHED_YIELD));
  IS(muCtxSetFlags(0x10000), INVALID_VALUE);
  OK(muCtxDestroy(created));
  CHECK(current() == before);
  EQUAL(device(), 0);
  IS(muCtxDestroy(created), INVALID_CONTEXT);
  IS(muCtxSetCurrent(created), INVALID_CONTEXT);
  IS(muCtxCreate(&created, 0, 9), INVALID_DEVICE);
  IS(muCtxCreate(nullptr, 0, 0), INVALID_VALUE);
}

TEST(contexts_are_pushed_and_popped) {
  const MUcontext before = current();
  MUcontext second = nullptr;
  OK(muDevicePrimaryCtxRetain(&second, 1));
  OK(muCtxPushCurrent(second));
  EQUAL(device(), 1);
  MUcontext popped = nullptr;
  OK(muCtxPopCurrent(&popped));
  CHECK(popped == second);
  CHECK(current() == before);
  EQUAL(device(), 0);
  IS(muCtxPushCurrent(nullptr), INVALID_CONTEXT);
  OK(muDevicePrimaryCtxRelease(1));
}

TEST(memory_comes_from_the_current_context) {
  MUcontext second = nullptr;
  OK(muCtxCreate(&second, 0, 1));
  const MUdeviceptr pointer = allocate(64);
  int owner = -1;
  OK(muPointerGetAttribute(&owner, MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, pointer));
  EQUAL(owner, 1);
  OK(muMemFree(pointer));
  OK(muCtxDestroy(second));
}

TEST(another_thread_has_no_context) {
  std::thread([] {
    CHECK(current() == nullptr);
    MUdeviceptr pointer = 0;
    IS(muMemAlloc(&pointer, 4), INVALID_CONTEXT);
    MUdevice found = -1;
    IS(muCtxGetDevice(&found), INVALID_CONTEXT);
    MUcontext popped = nullptr;
    IS(muCtxPopCurrent(&popped), INVALID_CONTEXT);
    OK(muCtxSetCurrent(context));
    OK(muMemAlloc(&pointer, 4));
    OK(muMemFree(pointer));
    OK(muCtxSetCurrent(nullptr));
    CHECK(current() == nullptr);
  }).join();
}

TEST(a_context_destroyed_elsewhere_is_told) {
  MUcontext created = nullptr;
  OK(muCtxCreate(&created, 0, 0));
  std::thread([&] { OK(muCtxDestroy(created)); }).join();
  MUdeviceptr pointer = 0;
  IS(muMemAlloc(&pointer, 4), CONTEXT_IS_DESTROYED);
  MUcontext popped = nullptr;
  OK(muCtxPopCurrent(&popped));
  CHECK(popped == created);
}

TEST(the_primary_context_is_one_and_counted) {
  MUcontext first = nullptr;
  MUcontext second = nullptr;
  unsigned flags = 0;
  int active = -1;
  OK(muDevicePrimaryCtxGetState(1, &flags, &active));
  EQUAL(active, 0);
  OK(muDevicePrimaryCtxRetain(&first, 1));
  OK(muDevicePrimaryCtxRetain(&second, 1));
  CHECK(first == second);
  OK(muDevicePrimaryCtxSetFlags(1, MU_CTX_SCHED_BLOCKING_SYNC));
  OK(muDevicePrimaryCtxGetState(1, &flags, &active));
  EQUAL(active, 1);
  EQUAL(flags, static_cast<unsigned>(MU_CTX_SCHED_BLOCKING_SYNC));
  OK(muDevicePrimaryCtxRelease(1));
  OK(muDevicePrimaryCtxRelease(1));
  IS(muDevicePrimaryCtxRelease(1), INVALID_CONTEXT);
  OK(muDevicePrimaryCtxGetState(1, &flags, &active));
  EQUAL(active, 0);
  IS(muCtxDestroy(first), INVALID_CONTEXT);
  IS(muDevicePrimaryCtxRetain(&first, 9), INVALID_DEVICE);
}

TEST(a_reset_frees_the_memory_of_the_device) {
  MUcontext second = nullptr;
  OK(muDevicePrimaryCtxRetain(&second, 1));
  OK(muCtxPushCurrent(second));
  size_t before = 0;
  size_t after = 0;
  size_t total = 0;
  OK(muMemGetInfo(&before, &total));
  allocate(64 << 20);
  OK(muMemGetInfo(&after, &total));
  CHECK(after < before);
  OK(muDevicePrimaryCtxReset(1));
  OK(muMemGetInfo(&after, &total));
  EQUAL(after, before);
  MUcontext popped = nullptr;
  OK(muCtxPopCurrent(&popped));
  OK(muDevicePrimaryCtxRelease(1));
}

TEST(limits_and_preferences_are_kept) {
  size_t value = 0;
  OK(muCtxSetLimit(MU_LIMIT_STACK_SIZE, 4096));
  OK(muCtxGetLimit(&value, MU_LIMIT_STACK_SIZE));
  CHECK(value >= 4096);
  IS(muCtxGetLimit(&value, MU_LIMIT_MAX), UNSUPPORTED_LIMIT);
  MUfunc_cache cache = MU_FUNC_CACHE_PREFER_NONE;
  OK(muCtxSetCacheConfig(MU_FUNC_CACHE_PREFER_EQUAL));
  OK(muCtxGetCacheConfig(&cache));
  EQUAL(static_cast<int>(cache), static_cast<int>(MU_FUNC_CACHE_PREFER_EQUAL));
  MUsharedconfig shared = MU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
  OK(muCtxSetSharedMemConfig(MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  OK(muCtxGetSharedMemConfig(&shared));
  EQUAL(static_cast<int>(shared), static_cast<int>(MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  OK(muCtxResetPersistingL2Cache());
}

TEST(a_context_tells_about_itself) {
  unsigned version = 0;
  OK(muCtxGetApiVersion(context, &version));
  CHECK(version > 0);
  unsigned long long id = 0;
  unsigned long long other = 0;
  OK(muCtxGetId(context, &id));
  OK(muCtxGetId(nullptr, &other));
  EQUAL(id, other);
  int least = 1;
  int greatest = 1;
  OK(muCtxGetStreamPriorityRange(&least, &greatest));
  CHECK(greatest < least);
  MUexecAffinityParam affinity{};
  IS(muCtxGetExecAffinity(&affinity, MU_EXEC_AFFINITY_TYPE_SM_COUNT), UNSUPPORTED_EXEC_AFFINITY);
  MUcontext part = nullptr;
  IS(muCtxCreate_v3(&part, &affinity, 1, 0, 0), UNSUPPORTED_EXEC_AFFINITY);
  OK(muCtxCreate_v3(&part, nullptr, 0, 0, 0));
  MUcontext attached = nullptr;
  OK(muCtxAttach(&attached, 0));
  CHECK(attached == part);
  OK(muCtxDetach(attached));
  OK(muCtxDestroy(part));
}

TEST(peers_are_enabled_once) {
  MUcontext second = nullptr;
  OK(muDevicePrimaryCtxRetain(&second, 1));
  OK(muCtxEnablePeerAccess(second, 0));
  IS(muCtxEnablePeerAccess(second, 0), PEER_ACCESS_ALREADY_ENABLED);
  OK(muCtxDisablePeerAccess(second));
  IS(muCtxDisablePeerAccess(second), PEER_ACCESS_NOT_ENABLED);
  IS(muCtxEnablePeerAccess(nullptr, 0), INVALID_CONTEXT);
  OK(muDevicePrimaryCtxRelease(1));
}

TEST(synchronize_waits_for_all_streams) {
  Stream stream;
  int done = 0;
  OK(muLaunchHostFunc(
      stream.handle,
      [](void* data) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        *static_cast<int*>(data) = 1;
      },
      &done));
  OK(muCtxSynchronize());
  EQUAL(done, 1);
}

TEST(the_profiler_is_switched) {
  OK(muProfilerStop());
  OK(muProfilerStart());
}

TEST_MAIN()
