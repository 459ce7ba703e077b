// Which bytes of shared memory count as written.
#include "check.h"
#include "kernel_runtime/check/shared_init.h"

using namespace musasim::device::check;

namespace {

alignas(8) char memory[64];

// Shared memory that does not begin at a multiple of eight.
struct Fixture {
  SharedInit init;
  char* const tile = memory + 4;
  Fixture() { init.hand_out({tile, 32}); }

  bool use(const char* address, std::size_t size, Use use) {
    return init.use({address, size, use, true, nullptr});
  }
};

}  // namespace

TEST(a_read_needs_bytes_that_were_written) {
  Fixture f;
  CHECK(f.use(f.tile, 4, Use::kRead));
  CHECK(!f.use(f.tile, 4, Use::kWrite));
  CHECK(!f.use(f.tile, 4, Use::kRead));
  CHECK(f.use(f.tile + 4, 4, Use::kRead));
}

TEST(an_atomic_function_reads_and_writes) {
  Fixture f;
  CHECK(f.use(f.tile + 8, 4, Use::kAtomic));
  CHECK(!f.use(f.tile + 8, 4, Use::kAtomic));
}

TEST(bytes_that_nobody_handed_out_are_written) {
  Fixture f;
  CHECK(!f.use(memory, 4, Use::kRead));
  CHECK(!f.use(f.tile + 32, 4, Use::kRead));
  f.init.clear();
  CHECK(!f.use(f.tile, 4, Use::kRead));
}

TEST(memory_that_is_handed_out_again_is_not_written) {
  Fixture f;
  f.use(f.tile, 32, Use::kWrite);
  f.init.clear();
  f.init.hand_out({f.tile, 32});
  CHECK(f.use(f.tile + 28, 4, Use::kRead));
}

TEST_MAIN()
