// Bytes that nobody has written: marks, the pattern, padding, copies. ctest runs it with MUSASIM_CHECK_KERNELS.
#include <array>
#include <cstring>

#include "check.h"
#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"
#include "machine/memory/copy.h"
#include "machine/memory/unwritten.h"

using namespace musasim;

namespace {

struct Fixture {
  alignas(8) char memory[64] = {};
  std::uint64_t bits[1] = {};
  unwritten::Bytes bytes{bits, memory, memory};

  Fixture() { bytes.mark(0, 64); }
};

char* allocated(std::size_t bytes) {
  void* pointer = nullptr;
  EQUAL(allocate_device(0, bytes, &pointer), musaSuccess);
  return static_cast<char*>(pointer);
}

}  // namespace

TEST(what_was_handed_out_is_unwritten) {
  Fixture f;
  CHECK(f.bytes.any(0, 4));
  CHECK(f.bytes.any(60, 4));
  CHECK(f.bytes.any(0, 64));
}

TEST(what_was_written_is_not) {
  Fixture f;
  f.bytes.clear(8, 6);
  CHECK(!f.bytes.any(8, 4));
  CHECK(!f.bytes.any(12, 2));
  CHECK(f.bytes.any(14, 2));
  CHECK(f.bytes.any(4, 4));
}

TEST(a_writer_that_tells_nobody_is_noticed) {
  Fixture f;
  f.memory[21] = 0;
  CHECK(!f.bytes.any(20, 4));
  CHECK(!f.bytes.any(16, 4));  // of the same eight bytes
  CHECK(f.bytes.any(24, 4));
}

TEST(bytes_between_members_do_not_count) {
  Fixture f;
  f.bytes.clear(0, 1);
  f.bytes.clear(8, 8);
  CHECK(!f.bytes.any(0, 16));
  CHECK(f.bytes.any(0, 32));  // sixteen bytes are no padding
}

TEST(memory_of_a_device_is_unwritten_until_a_fill) {
  char* const data = allocated(1000);
  CHECK(unwritten::any(data, 4) && unwritten::any(data + 996, 4));
  Fill fill;
  fill.to.pointer = data;
  fill.width = 500;
  EQUAL(do_fill(fill, nullptr, true), musaSuccess);
  CHECK(!unwritten::any(data + 496, 4) && unwritten::any(data + 500, 4));
  EQUAL(free_device(data), musaSuccess);
}

TEST(copies_of_unwritten_bytes_are_unwritten) {
  char* const from = allocated(64);
  char* const to = allocated(64);
  const std::array<char, 32> host{};
  EQUAL(do_copy(linear_copy(from, host.data(), 32, musaMemcpyHostToDevice), nullptr, true),
        musaSuccess);
  EQUAL(do_copy(linear_copy(to, from, 64, musaMemcpyDeviceToDevice), nullptr, true), musaSuccess);
  CHECK(!unwritten::any(to + 28, 4) && unwritten::any(to + 32, 4));
  EQUAL(free_device(from), musaSuccess);
  EQUAL(free_device(to), musaSuccess);
}

TEST(host_memory_counts_as_written) {
  const int value = 0;
  CHECK(!unwritten::any(&value, 4));
}

TEST_MAIN()
