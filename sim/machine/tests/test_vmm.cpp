// Reserved addresses, physical memory, and mappings.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "check.h"
#include "machine/device/simulated_gpus.h"
#include "machine/memory/allocate.h"
#include "machine/memory/copy.h"
#include "machine/memory/vmm.h"

using namespace musasim;

namespace {

constexpr std::size_t kUnit = vmm::kGranularity;

vmm::PhysicalPtr physical(std::size_t bytes) {
  vmm::PhysicalPtr made;
  EQUAL(vmm::create(0, bytes, &made), musaSuccess);
  return made;
}

char* reserve(std::size_t bytes) {
  void* pointer = nullptr;
  EQUAL(vmm::reserve(bytes, 0, nullptr, &pointer), musaSuccess);
  return static_cast<char*>(pointer);
}

musaError_t copy_in(char* to, const std::vector<char>& from) {
  return do_copy(linear_copy(to, from.data(), from.size(), musaMemcpyHostToDevice), nullptr, true);
}

char first_of(const char* from) {
  char byte = 0;
  EQUAL(do_copy(linear_copy(&byte, from, 1, musaMemcpyDeviceToHost), nullptr, true), musaSuccess);
  return byte;
}

}  // namespace

TEST(memory_is_counted_from_creation_to_the_last_use) {
  const std::size_t before = memory_info(0).free;
  char* const place = reserve(kUnit);
  {
    const vmm::PhysicalPtr memory = physical(kUnit);
    EQUAL(before - memory_info(0).free, kUnit);
    EQUAL(vmm::map(place, kUnit, 0, memory), musaSuccess);
  }
  EQUAL(before - memory_info(0).free, kUnit);
  CHECK(vmm::mapped_at(place + 100) != nullptr);
  EQUAL(vmm::unmap(place, kUnit), musaSuccess);
  EQUAL(memory_info(0).free, before);
  CHECK(vmm::mapped_at(place) == nullptr);
  EQUAL(vmm::release(place, kUnit), musaSuccess);
  vmm::PhysicalPtr none;
  EQUAL(vmm::create(0, 2 * memory_info(0).total, &none), musaErrorMemoryAllocation);
}

TEST(copies_cross_the_ends_of_neighbouring_mappings) {
  char* const place = reserve(4 * kUnit);
  const vmm::PhysicalPtr first = physical(kUnit);
  const vmm::PhysicalPtr second = physical(2 * kUnit);
  EQUAL(vmm::map(place, kUnit, 0, first), musaSuccess);
  EQUAL(vmm::map(place + kUnit, kUnit, kUnit, second), musaSuccess);
  EQUAL(vmm::set_access(place, 2 * kUnit, 0, musaMemAccessFlagsProtReadWrite), musaSuccess);
  EQUAL(copy_in(place, std::vector<char>(2 * kUnit, 7)), musaSuccess);
  EQUAL(copy_in(place, std::vector<char>(2 * kUnit + 1, 7)), musaErrorInvalidValue);
  EQUAL(vmm::unmap(place, 2 * kUnit), musaSuccess);
  EQUAL(copy_in(place, std::vector<char>(1, 7)), musaErrorInvalidValue);
  // The memory keeps what it holds, at another address too.
  EQUAL(vmm::map(place + 2 * kUnit, 2 * kUnit, 0, second), musaSuccess);
  EQUAL(int{first_of(place + 3 * kUnit)}, 7);
  EQUAL(vmm::unmap(place + 2 * kUnit, 2 * kUnit), musaSuccess);
  EQUAL(vmm::release(place, 4 * kUnit), musaSuccess);
}

TEST(the_same_memory_is_seen_at_two_addresses) {
  char* const place = reserve(2 * kUnit);
  const vmm::PhysicalPtr memory = physical(kUnit);
  EQUAL(vmm::map(place, kUnit, 0, memory), musaSuccess);
  EQUAL(vmm::map(place + kUnit, kUnit, 0, memory), musaSuccess);
  EQUAL(copy_in(place, {5}), musaSuccess);
  EQUAL(int{first_of(place + kUnit)}, 5);
  EQUAL(vmm::unmap(place, 2 * kUnit), musaSuccess);
  EQUAL(vmm::release(place, 2 * kUnit), musaSuccess);
}

TEST(a_file_descriptor_brings_the_memory_back) {
  char* const place = reserve(2 * kUnit);
  const vmm::PhysicalPtr memory = physical(kUnit);
  int file = -1;
  EQUAL(vmm::export_fd(*memory, &file), musaSuccess);
  vmm::PhysicalPtr imported;
  EQUAL(vmm::import_fd(file, &imported), musaSuccess);
  close(file);
  EQUAL(vmm::size_of(*imported), kUnit);
  EQUAL(vmm::device_of(*imported), 0);
  EQUAL(vmm::map(place, kUnit, 0, memory), musaSuccess);
  EQUAL(vmm::map(place + kUnit, kUnit, 0, imported), musaSuccess);
  EQUAL(copy_in(place, {9}), musaSuccess);
  EQUAL(int{first_of(place + kUnit)}, 9);
  EQUAL(vmm::unmap(place, 2 * kUnit), musaSuccess);
  EQUAL(vmm::release(place, 2 * kUnit), musaSuccess);
  EQUAL(vmm::import_fd(STDOUT_FILENO, &imported), musaErrorInvalidValue);
}

TEST(access_is_told_as_it_was_set) {
  char* const place = reserve(kUnit);
  EQUAL(vmm::map(place, kUnit, 0, physical(kUnit)), musaSuccess);
  musaMemAccessFlags flags{};
  EQUAL(vmm::get_access(place, 0, &flags), musaSuccess);
  EQUAL(flags, musaMemAccessFlagsProtNone);
  EQUAL(vmm::set_access(place, kUnit, 0, musaMemAccessFlagsProtRead), musaSuccess);
  EQUAL(vmm::get_access(place + 5, 0, &flags), musaSuccess);
  EQUAL(flags, musaMemAccessFlagsProtRead);
  EQUAL(vmm::set_access(place, 2 * kUnit, 0, musaMemAccessFlagsProtRead), musaErrorInvalidValue);
  EQUAL(vmm::unmap(place, kUnit), musaSuccess);
  EQUAL(vmm::get_access(place, 0, &flags), musaErrorInvalidValue);
  EQUAL(vmm::release(place, kUnit), musaSuccess);
}

TEST(what_does_not_fit_is_refused) {
  void* pointer = nullptr;
  EQUAL(vmm::reserve(kUnit + 1, 0, nullptr, &pointer), musaErrorInvalidValue);
  EQUAL(vmm::reserve(kUnit, 3, nullptr, &pointer), musaErrorInvalidValue);
  char* const place = reserve(2 * kUnit);
  const vmm::PhysicalPtr memory = physical(2 * kUnit);
  EQUAL(vmm::map(place, 2 * kUnit, kUnit, memory), musaErrorInvalidValue);
  EQUAL(vmm::map(place + kUnit, 2 * kUnit, 0, memory), musaErrorInvalidValue);
  EQUAL(vmm::map(place, 2 * kUnit, 0, memory), musaSuccess);
  EQUAL(vmm::map(place + kUnit, kUnit, 0, memory), musaErrorInvalidValue);
  EQUAL(vmm::unmap(place, kUnit), musaErrorInvalidValue);
  EQUAL(vmm::release(place, 2 * kUnit), musaErrorInvalidValue);
  EQUAL(vmm::unmap(place, 2 * kUnit), musaSuccess);
  EQUAL(vmm::release(place, kUnit), musaErrorInvalidValue);
  EQUAL(vmm::release(place, 2 * kUnit), musaSuccess);
  // The place is free again: as a hint it is taken.
  void* again = nullptr;
  EQUAL(vmm::reserve(kUnit, 0, place + kUnit, &again), musaSuccess);
  CHECK(again == place + kUnit);
  EQUAL(vmm::release(again, kUnit), musaSuccess);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_MEMORY", "64M", 1);
  return ::testing::run_all(argc, argv);
}
