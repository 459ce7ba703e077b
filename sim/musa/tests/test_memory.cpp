// Memory: device, pinned, registered and managed; what is known of pointers.
#include "driver.h"

namespace {

template <class T>
T about(MUpointer_attribute attribute, MUdeviceptr pointer) {
  T value{};
  OK(muPointerGetAttribute(&value, attribute, pointer));
  return value;
}

MUdeviceptr number(const void* pointer) { return reinterpret_cast<MUdeviceptr>(pointer); }

}  // namespace

TEST(memory_is_taken_and_given_back) {
  size_t before = 0;
  size_t during = 0;
  size_t after = 0;
  size_t total = 0;
  OK(muMemGetInfo(&before, &total));
  MUdeviceptr pointer = 0;
  OK(muMemAlloc(&pointer, 32 << 20));
  CHECK(pointer != 0 && pointer % 256 == 0);
  OK(muMemGetInfo(&during, &total));
  CHECK(during + (32 << 20) <= before);
  OK(muMemFree(pointer));
  OK(muMemGetInfo(&after, &total));
  EQUAL(after, before);
  IS(muMemFree(pointer), INVALID_VALUE);
  OK(muMemFree(0));
  IS(muMemAlloc(&pointer, 0), INVALID_VALUE);
  IS(muMemAlloc(nullptr, 4), INVALID_VALUE);
  IS(muMemAlloc(&pointer, size_t{1} << 50), OUT_OF_MEMORY);
  IS(muMemGetInfo(nullptr, &total), INVALID_VALUE);
}

TEST(rows_are_padded) {
  MUdeviceptr pointer = 0;
  size_t pitch = 0;
  OK(muMemAllocPitch(&pointer, &pitch, 100, 10, 4));
  CHECK(pitch >= 100 && pitch % 256 == 0);
  size_t size = 0;
  MUdeviceptr base = 0;
  OK(muMemGetAddressRange(&base, &size, pointer + 17));
  EQUAL(base, pointer);
  EQUAL(size, pitch * 10);
  OK(muMemFree(pointer));
  IS(muMemAllocPitch(&pointer, &pitch, 100, 10, 3), INVALID_VALUE);
  IS(muMemGetAddressRange(&base, &size, 16), NOT_FOUND);
}

TEST(pinned_memory_is_reached_by_both) {
  void* first = nullptr;
  void* second = nullptr;
  OK(muMemAllocHost(&first, 4096));
  OK(muMemHostAlloc(&second, 4096, MU_MEMHOSTALLOC_PORTABLE | MU_MEMHOSTALLOC_DEVICEMAP));
  std::memset(first, 5, 4096);
  MUdeviceptr device = 0;
  OK(muMemHostGetDevicePointer(&device, second, 0));
  OK(muMemcpyDtoD(device, number(first), 4096));
  EQUAL(static_cast<unsigned char*>(second)[4095], 5);
  unsigned flags = 0;
  OK(muMemHostGetFlags(&flags, second));
  CHECK((flags & MU_MEMHOSTALLOC_PORTABLE) != 0);
  EQUAL(about<unsigned>(MU_POINTER_ATTRIBUTE_MEMORY_TYPE, number(first)),
        static_cast<unsigned>(MU_MEMORYTYPE_HOST));
  OK(muMemFreeHost(first));
  OK(muMemFreeHost(second));
  IS(muMemFreeHost(second), INVALID_VALUE);
}

TEST(host_memory_is_registered) {
  std::vector<char> memory(1 << 16);
  OK(muMemHostRegister(memory.data(), memory.size(), MU_MEMHOSTREGISTER_DEVICEMAP));
  MUdeviceptr device = 0;
  OK(muMemHostGetDevicePointer(&device, memory.data(), 0));
  OK(muMemsetD8(device, 9, memory.size()));
  EQUAL(memory[100], 9);
  IS(muMemHostRegister(memory.data(), memory.size(), 0), HOST_MEMORY_ALREADY_REGISTERED);
  OK(muMemHostUnregister(memory.data()));
  IS(muMemHostUnregister(memory.data()), HOST_MEMORY_NOT_REGISTERED);
  IS(muMemHostGetDevicePointer(&device, memory.data(), 0), INVALID_VALUE);
}

TEST(managed_memory_is_reached_by_both) {
  MUdeviceptr pointer = 0;
  OK(muMemAllocManaged(&pointer, 1024, MU_MEM_ATTACH_GLOBAL));
  OK(muMemsetD32(pointer, 7, 256));
  OK(muCtxSynchronize());
  EQUAL(reinterpret_cast<int*>(pointer)[255], 7);
  EQUAL(about<int>(MU_POINTER_ATTRIBUTE_IS_MANAGED, pointer), 1);
  OK(muMemFree(pointer));
  IS(muMemAllocManaged(&pointer, 1024, 77), INVALID_VALUE);
}

TEST(pointers_tell_what_they_are) {
  const Memory memory(4096);
  EQUAL(about<MUcontext>(MU_POINTER_ATTRIBUTE_CONTEXT, memory.at) == context, true);
  EQUAL(about<unsigned>(MU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory.at),
        static_cast<unsigned>(MU_MEMORYTYPE_DEVICE));
  EQUAL(about<MUdeviceptr>(MU_POINTER_ATTRIBUTE_DEVICE_POINTER, memory.at + 5), memory.at + 5);
  EQUAL(about<MUdeviceptr>(MU_POINTER_ATTRIBUTE_RANGE_START_ADDR, memory.at + 5), memory.at);
  EQUAL(about<size_t>(MU_POINTER_ATTRIBUTE_RANGE_SIZE, memory.at + 5), size_t{4096});
  EQUAL(about<int>(MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory.at), 0);
  EQUAL(about<int>(MU_POINTER_ATTRIBUTE_IS_MANAGED, memory.at), 0);
  EQUAL(about<int>(MU_POINTER_ATTRIBUTE_MAPPED, memory.at), 1);
  const Memory other(16);
  CHECK(about<unsigned long long>(MU_POINTER_ATTRIBUTE_BUFFER_ID, memory.at) !=
        about<unsigned long long>(MU_POINTER_ATTRIBUTE_BUFFER_ID, other.at));
  void* host = nullptr;
  IS(muPointerGetAttribute(&host, MU_POINTER_ATTRIBUTE_HOST_POINTER, memory.at), INVALID_VALUE);
  int local = 0;
  IS(muPointerGetAttribute(&host, MU_POINTER_ATTRIBUTE_CONTEXT, number(&local)), INVALID_VALUE);
}

TEST(several_attributes_are_read_at_once) {
  const Memory memory(4096);
  MUpointer_attribute attributes[] = {MU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                      MU_POINTER_ATTRIBUTE_RANGE_SIZE,
                                      MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  unsigned type = 0;
  size_t size = 0;
  int ordinal = 0;
  void* data[] = {&type, &size, &ordinal};
  OK(muPointerGetAttributes(3, attributes, data, memory.at));
  EQUAL(type, static_cast<unsigned>(MU_MEMORYTYPE_DEVICE));
  EQUAL(size, size_t{4096});
  EQUAL(ordinal, 0);
  int local = 0;
  OK(muPointerGetAttributes(3, attributes, data, number(&local)));
  EQUAL(type, 0U);
  EQUAL(size, size_t{0});
  EQUAL(ordinal, -2);
  IS(muPointerGetAttributes(0, attributes, data, memory.at), INVALID_VALUE);
}

TEST(copies_of_a_pointer_are_made_to_wait) {
  const Memory memory(16);
  unsigned on = 1;
  OK(muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory.at));
  IS(muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_CONTEXT, memory.at), INVALID_VALUE);
  IS(muPointerSetAttribute(&on, MU_POINTER_ATTRIBUTE_SYNC_MEMOPS, number(&on)), INVALID_VALUE);
}

TEST_MAIN()
