// Private pools: what goes where, life times, checkpoints.
#include "check.h"
#include "memory_fixture.h"

using namespace musasim;
using namespace musasim::caching;
using namespace musasim::testing;

namespace {

DeviceAllocator& memory() { return of_device(0); }

bool everything(musaStream_t) { return true; }

struct PoolScope {
  explicit PoolScope(PoolId pool, StreamFilter filter = everything) : id(pool) {
    begin_allocate_to_pool(0, id, std::move(filter));
  }
  ~PoolScope() { end_allocate_to_pool(0, id); }
  PoolScope(const PoolScope&) = delete;
  PoolScope& operator=(const PoolScope&) = delete;
  const PoolId id;
};

template <class Call>
bool is_refused(Call call) {
  try {
    call();
  } catch (const UsageError&) {
    return true;
  }
  return false;
}

}  // namespace

TEST(names_are_never_given_twice) {
  CHECK(new_graph_pool_id() != new_graph_pool_id());
  CHECK(new_user_pool_id().first == 0 && new_graph_pool_id().second == 0);
}

TEST(memory_goes_to_the_pool_and_back) {
  const PoolId id = new_user_pool_id();
  void* inside = nullptr;
  {
    const PoolScope scope(id);
    inside = allocate(0, 1000, nullptr);
  }
  void* outside = allocate(0, 1000, nullptr);
  EQUAL(memory().snapshot(id).size(), 1u);
  EQUAL(memory().snapshot().size(), 2u);
  caching::free(inside);
  caching::free(outside);
  release_cached();
  EQUAL(memory().snapshot(id).size(), 1u);  // the pool is in use
  release_pool(0, id);
  release_cached();
  EQUAL(memory().snapshot().size(), 0u);
  EQUAL(memory().pool_users(id), 0);
}

TEST(a_pool_takes_what_its_filter_takes) {
  TestStream stream;
  const PoolId id = new_graph_pool_id();
  void* other = nullptr;
  void* mine = nullptr;
  {
    const PoolScope scope(id, [&](musaStream_t wanted) { return wanted == stream.get(); });
    other = allocate(0, 1000, nullptr);
    mine = allocate(0, 1000, stream.get());
  }
  CHECK(memory().pool_has_only(id, {mine}));
  CHECK(!memory().pool_has_only(id, {mine, other}) && !memory().pool_has_only(id, {}));
  caching::free(other);
  caching::free(mine);
  release_pool(0, id);
  release_cached();
}

TEST(memory_that_streams_use_waits_for_the_end_of_a_capture) {
  TestStream stream;
  const PoolId id = new_graph_pool_id();
  void* pointer = nullptr;
  {
    const PoolScope scope(id);
    pointer = allocate(0, 1000, nullptr);
    record_stream(pointer, stream.get());
    caching::free(pointer);
    CHECK(allocate(0, 1000, nullptr) != pointer);
  }
  musaDeviceSynchronize();
  EQUAL(memory().stats().active[kAll].current, 1);
  const PoolScope scope(id);
  for (const SegmentInfo& segment : memory().snapshot(id)) {
    for (const BlockInfo& block : segment.blocks) {
      if (block.allocated) {
        caching::free(reinterpret_cast<void*>(block.address));
      }
    }
  }
  release_pool(0, id);
  release_pool(0, id);
}

TEST(a_pools_memory_may_come_from_elsewhere) {
  static int taken = 0;
  struct Source final : SegmentSource {
    void* take(std::size_t size, int, musaStream_t) override {
      ++taken;
      void* pointer = nullptr;
      return musaMalloc(&pointer, size) == musaSuccess ? pointer : nullptr;
    }
    void give_back(void* pointer, std::size_t, int, musaStream_t) override {
      --taken;
      musaFree(pointer);
    }
  };
  release_cached();
  const PoolId id = new_user_pool_id();
  memory().add_pool_user(id, {std::make_shared<Source>()});
  CHECK(is_refused([&] { memory().add_pool_user(id, {std::make_shared<Source>()}); }));
  {
    const PoolScope scope(id);
    caching::free(allocate(0, 1000, nullptr));
  }
  EQUAL(taken, 1);
  release_pool(0, id);
  release_pool(0, id);
  release_cached(id);
  EQUAL(taken, 0);
}

TEST(wrong_uses_are_refused) {
  const PoolId id = new_user_pool_id();
  CHECK(is_refused([&] { end_allocate_to_pool(0, id); }));
  CHECK(is_refused([&] { release_pool(0, id); }));
  CHECK(is_refused([&] { memory().checkpoint(id); }));
  const PoolScope scope(id);
  CHECK(is_refused([&] { begin_allocate_to_pool(0, id, everything); }));
  EQUAL(memory().pool_users(id), 1);
  release_pool(0, id);
}

TEST(a_checkpoint_brings_blocks_back) {
  const PoolId id = new_graph_pool_id();
  const PoolScope scope(id);
  void* small = allocate(0, 1000, nullptr);
  void* gone = allocate(0, 2000, nullptr);
  void* large = allocate(0, 3 * kMiB, nullptr);
  caching::free(gone);
  const auto state = memory().checkpoint(id);
  const Stats before = memory().stats();
  caching::free(small);
  void* late = allocate(0, 2500, nullptr);
  void* later = allocate(0, 12 * kMiB, nullptr);
  const CheckpointDelta delta = memory().restore(*state);
  EQUAL(delta.freed.size(), 3u);  // large, late, later
  EQUAL(delta.allocated.size(), 2u);
  CHECK(memory().pool_has_only(id, {small, large}));
  const Stats after = memory().stats();
  EQUAL(after.allocated_bytes[kAll].current, before.allocated_bytes[kAll].current);
  EQUAL(after.active_bytes[kAll].current, before.active_bytes[kAll].current);
  EQUAL(after.requested_bytes[kAll].current, before.requested_bytes[kAll].current);
  EQUAL(after.inactive_split_bytes[kAll].current, before.inactive_split_bytes[kAll].current);
  CHECK(!caching::free(later) && (late == small || !caching::free(late)));
  CHECK(caching::free(small) && caching::free(large));
  EQUAL(memory().stats().active[kAll].current, 0);
  EQUAL(memory().stats().inactive_split_bytes[kAll].current, 0);
  release_pool(0, id);
}

TEST(a_pool_may_help_out_and_may_keep_its_segments_whole) {
  const PoolId helper = new_user_pool_id();
  const PoolId whole = new_user_pool_id();
  memory().add_pool_user(helper, {nullptr, /*use_on_oom=*/true, /*no_split=*/false});
  memory().add_pool_user(whole, {nullptr, /*use_on_oom=*/false, /*no_split=*/true});
  void* lent = nullptr;
  {
    const PoolScope scope(helper);
    lent = allocate(0, 40 * kMiB, nullptr);
  }
  bool failed = false;
  try {
    allocate(0, 40 * kMiB, nullptr);
  } catch (const OutOfMemory&) {
    failed = true;
  }
  CHECK(failed);
  caching::free(lent);
  void* borrowed = allocate(0, 40 * kMiB, nullptr);
  CHECK(borrowed == lent);
  caching::free(borrowed);
  EQUAL(memory().snapshot(helper).size(), 1U);
  {
    const PoolScope scope(whole);
    void* first = allocate(0, 1000, nullptr);
    void* second = allocate(0, 1000, nullptr);
    EQUAL(memory().snapshot(whole).size(), 2U);
    EQUAL(memory().snapshot(whole)[0].blocks.size(), 1U);
    caching::free(first);
    caching::free(second);
  }
  for (const PoolId& id : {helper, whole}) {
    while (memory().pool_users(id) > 0) {
      release_pool(0, id);
    }
  }
  release_cached();
}

int main(int count, char** names) {
  two_small_devices();
  return ::testing::run_all(count, names);
}
