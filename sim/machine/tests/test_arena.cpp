// Memory that was given back really goes back to the system, and allocations keep apart.
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "check.h"
#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"

using namespace musasim;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// The system's memory that the device's takes.
std::size_t held() {
  struct stat status{};
  EQUAL(fstat(device_arena(0).file(), &status), 0);
  return static_cast<std::size_t>(status.st_blocks) * 512;
}

char* block(std::size_t bytes) {
  void* pointer = nullptr;
  EQUAL(allocate_device(0, bytes, &pointer), musaSuccess);
  std::memset(device_arena(0).machine(pointer), 1, bytes);
  return static_cast<char*>(pointer);
}

}  // namespace

TEST(memory_costs_nothing_until_it_is_used) {
  const std::size_t before = held();
  void* pointer = nullptr;
  EQUAL(allocate_device(0, 200 * kMiB, &pointer), musaSuccess);
  CHECK(held() - before < kMiB);
  EQUAL(free_device(pointer), musaSuccess);
}

TEST(large_blocks_go_back) {
  const std::size_t before = held();
  char* pointer = block(64 * kMiB);
  CHECK(held() - before >= 64 * kMiB);
  EQUAL(free_device(pointer), musaSuccess);
  CHECK(held() <= before + kMiB);
}

TEST(many_small_blocks_go_back) {
  const std::size_t before = held();
  std::vector<char*> blocks;
  for (int i = 0; i < 2000; ++i) {
    blocks.push_back(block(10000));
  }
  CHECK(held() - before >= 2000 * 10000);
  for (char* pointer : blocks) {
    EQUAL(free_device(pointer), musaSuccess);
  }
  CHECK(held() <= before + 2 * kMiB);
}

TEST(the_registry_finds_the_right_allocation) {
  std::vector<char*> blocks;
  for (std::size_t i = 0; i < 500; ++i) {
    blocks.push_back(block(1 + i * 37 % 3000));
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::size_t size = 1 + i * 37 % 3000;
    CHECK(find_allocation(blocks[i]).base == blocks[i]);
    CHECK(find_allocation(blocks[i] + size - 1).base == blocks[i]);
    CHECK(find_allocation(blocks[i] + size).base != blocks[i]);
  }
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    EQUAL(free_device(blocks[i]), musaSuccess);
    CHECK(!find_allocation(blocks[i]));
    CHECK(find_allocation(blocks[i + 1]).base == blocks[i + 1]);
  }
  for (std::size_t i = 1; i < blocks.size(); i += 2) {
    EQUAL(free_device(blocks[i]), musaSuccess);
  }
}

TEST_MAIN()
