// The caching pool: sizes, splitting, merging, limits, statistics; and a long random run.
#include "runtime/block_pool.h"

#include <cstring>
#include <map>
#include <random>

#include "testing/check.h"

using namespace musasim;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kLimit = 64 * kMiB;

struct Fixture {
  AddressSpace space{1, kLimit};
  BlockPool pool{AddressRange(space.base_of(0), space.stride()), kLimit};

  std::int64_t allocated() { return pool.stats().allocated_bytes[kAll].current; }
  std::int64_t inactive() { return pool.stats().inactive_split_bytes[kAll].current; }
};

void sizes_are_rounded_like_cuda() {
  CHECK(BlockPool::round_size(1) == 512 && BlockPool::round_size(513) == 1024);
  CHECK(BlockPool::segment_size(512) == 2 * kMiB);
  CHECK(BlockPool::segment_size(2 * kMiB) == 20 * kMiB);
  CHECK(BlockPool::segment_size(10 * kMiB) == 10 * kMiB);
  CHECK(BlockPool::segment_size(10 * kMiB + 512) == 12 * kMiB);
}

void small_blocks_share_a_segment_and_merge() {
  Fixture f;
  void* a = f.pool.allocate(100);
  void* b = f.pool.allocate(1000);
  CHECK(static_cast<char*>(b) == static_cast<char*>(a) + 512);
  CHECK(f.pool.reserved() == 2 * kMiB && f.allocated() == 1536);
  CHECK(f.pool.stats().requested_bytes[kAll].current == 1100);
  CHECK(f.pool.stats().requested_bytes[kSmallPool].current == 1100);
  CHECK(f.inactive() == static_cast<std::int64_t>(2 * kMiB - 1536));
  CHECK(f.pool.free(a) && f.pool.free(b));
  CHECK(f.allocated() == 0 && f.inactive() == 0);
  CHECK(f.pool.snapshot().size() == 1 && f.pool.snapshot()[0].blocks.size() == 1);
  CHECK(f.pool.release_cached() == 2 * kMiB && f.pool.reserved() == 0);
}

void freed_memory_is_reused_before_new() {
  Fixture f;
  void* a = f.pool.allocate(30 * kMiB);
  f.pool.free(a);
  CHECK(f.pool.allocate(29 * kMiB + 1) == a);
  CHECK(f.pool.stats().num_device_alloc == 1);
}

void the_limit_holds_and_the_cache_is_given_up_first() {
  Fixture f;
  void* a = f.pool.allocate(40 * kMiB);
  CHECK(f.pool.allocate(40 * kMiB) == nullptr);
  CHECK(f.pool.stats().num_ooms == 1);
  CHECK(f.pool.allocate(~std::size_t{0}) == nullptr);
  CHECK(f.pool.stats().num_ooms == 2);
  f.pool.free(a);
  CHECK(f.pool.allocate(50 * kMiB) != nullptr);
  CHECK(f.pool.reserved() == 50 * kMiB && f.pool.stats().num_device_free == 1);
}

void only_starts_of_blocks_can_be_freed() {
  Fixture f;
  char* a = static_cast<char*>(f.pool.allocate(1024));
  CHECK(!f.pool.free(a + 512));
  CHECK(f.pool.free(a));
  CHECK(!f.pool.free(a));
}

void peak_and_accumulated_are_reset_separately() {
  Fixture f;
  f.pool.free(f.pool.allocate(4 * kMiB));
  Stat& bytes = f.pool.stats().allocated_bytes[kAll];
  CHECK(bytes.current == 0 && bytes.peak == 4 << 20 && bytes.allocated == 4 << 20);
  f.pool.stats().reset_peak();
  CHECK(bytes.peak == 0 && bytes.allocated == 4 << 20);
  f.pool.stats().reset_accumulated();
  CHECK(bytes.allocated == 0 && bytes.freed == 0);
}

// Live blocks keep their contents, never overlap, and everything can be given back at the end.
void random_run_keeps_contents() {
  Fixture f;
  std::mt19937 random(1);
  std::map<unsigned char*, std::pair<std::size_t, unsigned char>> live;
  for (int step = 0; step < 20000; ++step) {
    if (!live.empty() && random() % 2 == 0) {
      auto it = live.begin();
      std::advance(it, static_cast<long>(random() % live.size()));
      const auto [size, mark] = it->second;
      CHECK(it->first[0] == mark && it->first[size - 1] == mark);
      CHECK(f.pool.free(it->first));
      live.erase(it);
    } else {
      const std::size_t size = 1 + random() % (random() % 8 == 0 ? 3 * kMiB : 4096);
      auto* block = static_cast<unsigned char*>(f.pool.allocate(size));
      if (block != nullptr) {
        const auto mark = static_cast<unsigned char>(random());
        block[0] = block[size - 1] = mark;
        live[block] = {size, mark};
      }
    }
  }
  for (const auto& entry : live) {
    CHECK(f.pool.free(entry.first));
  }
  f.pool.release_cached();
  CHECK(f.pool.reserved() == 0 && f.allocated() == 0 && f.inactive() == 0);
  CHECK(f.pool.stats().active[kAll].current == 0 && f.pool.stats().segment[kAll].current == 0);
}

}  // namespace

TEST(block_pool) {
  sizes_are_rounded_like_cuda();
  small_blocks_share_a_segment_and_merge();
  freed_memory_is_reused_before_new();
  the_limit_holds_and_the_cache_is_given_up_first();
  only_starts_of_blocks_can_be_freed();
  peak_and_accumulated_are_reset_separately();
  random_run_keeps_contents();
}

TEST_MAIN()
