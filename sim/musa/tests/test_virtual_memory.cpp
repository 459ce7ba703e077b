// Virtual memory: addresses, physical memory, mappings, handles for other processes.
#include <unistd.h>
#include <cstdint>

#include "driver.h"

namespace {

MUmemAllocationProp on_device(int device, bool shared = false) {
  MUmemAllocationProp prop{};
  prop.type = MU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = device;
  prop.requestedHandleTypes =
      shared ? MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : MU_MEM_HANDLE_TYPE_NONE;
  return prop;
}

std::size_t granularity() {
  const MUmemAllocationProp prop = on_device(0);
  std::size_t bytes = 0;
  OK(muMemGetAllocationGranularity(&bytes, &prop, MU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  return bytes;
}

void open_to(MUdeviceptr at, std::size_t bytes, int device) {
  MUmemAccessDesc access{};
  access.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  access.location.id = device;
  access.flags = MU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  OK(muMemSetAccess(at, bytes, &access, 1));
}

}  // namespace

TEST(physical_memory_is_mapped_to_reserved_addresses) {
  const std::size_t bytes = granularity();
  CHECK(bytes > 0);
  MUdeviceptr at = 0;
  OK(muMemAddressReserve(&at, 4 * bytes, 0, 0, 0));
  size_t before = 0;
  size_t after = 0;
  size_t total = 0;
  OK(muMemGetInfo(&before, &total));
  const MUmemAllocationProp prop = on_device(0);
  MUmemGenericAllocationHandle handles[2] = {};
  for (std::size_t i = 0; i < 2; ++i) {
    OK(muMemCreate(&handles[i], bytes, &prop, 0));
    OK(muMemMap(at + i * bytes, bytes, 0, handles[i], 0));
    OK(muMemRelease(handles[i]));
  }
  OK(muMemGetInfo(&after, &total));
  EQUAL(before - after, 2 * bytes);
  open_to(at, 2 * bytes, 0);
  const std::vector<int> numbers = counted(1000);
  write(at + bytes - 2000, numbers);  // across the two
  CHECK(read<int>(at + bytes - 2000, 1000) == numbers);
  unsigned long long flags = 0;
  const MUmemLocation here = prop.location;
  OK(muMemGetAccess(&flags, &here, at));
  EQUAL(flags, static_cast<unsigned long long>(MU_MEM_ACCESS_FLAGS_PROT_READWRITE));

  MUmemGenericAllocationHandle retained = 0;
  OK(muMemRetainAllocationHandle(&retained, reinterpret_cast<void*>(at)));
  MUmemAllocationProp found{};
  OK(muMemGetAllocationPropertiesFromHandle(&found, retained));
  EQUAL(found.location.id, 0);
  OK(muMemRelease(retained));
  IS(muMemRelease(retained), INVALID_VALUE);

  OK(muMemUnmap(at, 2 * bytes));
  OK(muMemGetInfo(&after, &total));
  EQUAL(after, before);
  OK(muMemAddressFree(at, 4 * bytes));
}

TEST(what_is_wrong_is_told) {
  const std::size_t bytes = granularity();
  MUmemAllocationProp prop = on_device(9);
  MUmemGenericAllocationHandle handle = 0;
  IS(muMemCreate(&handle, bytes, &prop, 0), INVALID_DEVICE);
  prop = on_device(0);
  IS(muMemCreate(&handle, bytes, &prop, 1), INVALID_VALUE);
  IS(muMemCreate(&handle, bytes, nullptr, 0), INVALID_VALUE);
  prop.requestedHandleTypes = MU_MEM_HANDLE_TYPE_FABRIC;
  IS(muMemCreate(&handle, bytes, &prop, 0), NOT_SUPPORTED);
  IS(muMemMap(4096, bytes, 0, 12345, 0), INVALID_VALUE);
  MUdeviceptr at = 0;
  IS(muMemAddressReserve(&at, bytes, 0, 0, 1), INVALID_VALUE);
}

TEST(a_file_descriptor_shares_the_memory) {
  const std::size_t bytes = granularity();
  const MUmemAllocationProp prop = on_device(0, true);
  MUmemGenericAllocationHandle handle = 0;
  OK(muMemCreate(&handle, bytes, &prop, 0));
  int file = -1;
  OK(muMemExportToShareableHandle(&file, handle, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  MUmemGenericAllocationHandle imported = 0;
  OK(muMemImportFromShareableHandle(&imported,
                                    reinterpret_cast<void*>(static_cast<std::intptr_t>(file)),
                                    MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  MUdeviceptr at = 0;
  OK(muMemAddressReserve(&at, 2 * bytes, 0, 0, 0));
  OK(muMemMap(at, bytes, 0, handle, 0));
  OK(muMemMap(at + bytes, bytes, 0, imported, 0));
  open_to(at, 2 * bytes, 0);
  write(at, counted(100, 5));
  CHECK(read<int>(at + bytes, 100) == counted(100, 5));
  OK(muMemUnmap(at, 2 * bytes));
  OK(muMemAddressFree(at, 2 * bytes));
  OK(muMemRelease(handle));
  OK(muMemRelease(imported));
  close(file);

  const MUmemAllocationProp closed = on_device(0);
  OK(muMemCreate(&handle, bytes, &closed, 0));
  IS(muMemExportToShareableHandle(&file, handle, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
     INVALID_VALUE);
  OK(muMemRelease(handle));
}

TEST(a_retained_handle_can_be_exported_as_the_first_one) {
  const std::size_t bytes = granularity();
  const MUmemAllocationProp prop = on_device(0, true);
  MUmemGenericAllocationHandle handle = 0;
  OK(muMemCreate(&handle, bytes, &prop, 0));
  MUdeviceptr at = 0;
  OK(muMemAddressReserve(&at, bytes, 0, 0, 0));
  OK(muMemMap(at, bytes, 0, handle, 0));
  OK(muMemRelease(handle));
  OK(muMemRetainAllocationHandle(&handle, reinterpret_cast<void*>(at)));
  MUmemAllocationProp found{};
  OK(muMemGetAllocationPropertiesFromHandle(&found, handle));
  EQUAL(found.requestedHandleTypes, prop.requestedHandleTypes);
  int file = -1;
  OK(muMemExportToShareableHandle(&file, handle, MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CHECK(close(file) == 0);
  OK(muMemRelease(handle));
  OK(muMemUnmap(at, bytes));
  OK(muMemAddressFree(at, bytes));
}

TEST_MAIN()
