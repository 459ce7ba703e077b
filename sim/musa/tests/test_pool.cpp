// Memory pools and stream-ordered allocation.
#include "driver.h"

namespace {

MUmemPoolProps on_device(int device) {
  MUmemPoolProps props{};
  props.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  props.location.id = device;
  return props;
}

muuint64_t used(MUmemoryPool pool) {
  muuint64_t bytes = 0;
  OK(muMemPoolGetAttribute(pool, MU_MEMPOOL_ATTR_USED_MEM_CURRENT, &bytes));
  return bytes;
}

}  // namespace

TEST(memory_is_valid_in_the_order_of_a_stream) {
  MUdeviceptr pointer = 0;
  OK(muMemAllocAsync(&pointer, 4000, nullptr));
  OK(muMemsetD32Async(pointer, 6, 1000, nullptr));
  std::vector<int> found(1000);
  OK(muMemcpyDtoHAsync(found.data(), pointer, 4000, nullptr));
  OK(muMemFreeAsync(pointer, nullptr));
  OK(muCtxSynchronize());
  EQUAL(found[999], 6);
  IS(muMemAllocAsync(nullptr, 4000, nullptr), INVALID_VALUE);
}

TEST(a_pool_counts_what_is_used) {
  const MUmemPoolProps props = on_device(0);
  MUmemoryPool pool = nullptr;
  OK(muMemPoolCreate(&pool, &props));
  muuint64_t threshold = 1 << 20;
  OK(muMemPoolSetAttribute(pool, MU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
  threshold = 0;
  OK(muMemPoolGetAttribute(pool, MU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
  EQUAL(threshold, muuint64_t{1} << 20);
  MUdeviceptr pointer = 0;
  OK(muMemAllocFromPoolAsync(&pointer, 5000, pool, nullptr));
  OK(muCtxSynchronize());
  CHECK(used(pool) >= 5000);
  MUmemoryPool owner = nullptr;
  OK(muPointerGetAttribute(&owner, MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, pointer));
  CHECK(owner == pool);
  OK(muMemFreeAsync(pointer, nullptr));
  OK(muCtxSynchronize());
  EQUAL(used(pool), muuint64_t{0});
  OK(muMemPoolTrimTo(pool, 0));
  muuint64_t reserved = 1;
  OK(muMemPoolGetAttribute(pool, MU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &reserved));
  EQUAL(reserved, muuint64_t{0});
  OK(muMemPoolDestroy(pool));
  IS(muMemPoolDestroy(pool), INVALID_VALUE);
}

TEST(a_device_has_a_default_and_a_current_pool) {
  MUmemoryPool standard = nullptr;
  MUmemoryPool current = nullptr;
  OK(muDeviceGetDefaultMemPool(&standard, 1));
  OK(muDeviceGetMemPool(&current, 1));
  CHECK(standard == current && standard != nullptr);
  const MUmemPoolProps props = on_device(1);
  MUmemoryPool pool = nullptr;
  OK(muMemPoolCreate(&pool, &props));
  OK(muDeviceSetMemPool(1, pool));
  OK(muDeviceGetMemPool(&current, 1));
  CHECK(current == pool);
  OK(muDeviceSetMemPool(1, standard));
  OK(muMemPoolDestroy(pool));
}

TEST(access_of_other_devices_is_set) {
  const MUmemPoolProps props = on_device(0);
  MUmemoryPool pool = nullptr;
  OK(muMemPoolCreate(&pool, &props));
  MUmemLocation second = on_device(1).location;
  MUmemAccess_flags flags = MU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  OK(muMemPoolGetAccess(&flags, pool, &second));
  EQUAL(static_cast<int>(flags), static_cast<int>(MU_MEM_ACCESS_FLAGS_PROT_NONE));
  MUmemAccessDesc access{second, MU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  OK(muMemPoolSetAccess(pool, &access, 1));
  OK(muMemPoolGetAccess(&flags, pool, &second));
  EQUAL(static_cast<int>(flags), static_cast<int>(MU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  OK(muMemPoolDestroy(pool));
}

TEST_MAIN()
