// Accesses of a block's threads: those in order, and those that are races.
#include "check.h"
#include "kernel_runtime/check/order.h"
#include "kernel_runtime/check/shadow.h"

using namespace musasim::device;
using namespace musasim::device::check;

namespace {

constexpr unsigned kWarp = 32;

Lanes lanes(unsigned mask) { return Lanes{{mask, 0, 0, 0}}; }

struct Fixture {
  Order order;
  Shadow shadow;
  Fixture() { order.begin_block(4 * kWarp, kWarp); }

  bool races(unsigned rank, Use use, std::size_t offset = 0, std::size_t size = 4) {
    Mark other;
    return shadow.use(offset, size, {order.now(rank), use, nullptr}, order, &other);
  }
};

}  // namespace

TEST(a_thread_is_in_order_with_itself) {
  Fixture f;
  CHECK(!f.races(3, Use::kWrite));
  CHECK(!f.races(3, Use::kRead));
  CHECK(!f.races(3, Use::kWrite));
}

TEST(a_barrier_orders_all_threads) {
  Fixture f;
  CHECK(!f.races(3, Use::kWrite));
  CHECK(f.races(100, Use::kRead));
  f.order.barrier();
  CHECK(!f.races(99, Use::kWrite));
  f.order.begin_block(4 * kWarp, kWarp);
  CHECK(!f.races(98, Use::kWrite));
}

TEST(lanes_that_met_are_in_order_and_others_are_not) {
  Fixture f;
  CHECK(!f.races(33, Use::kWrite));
  f.order.lanes_met(32, lanes(0x3));  // threads 32 and 33
  CHECK(!f.races(32, Use::kRead));
  CHECK(f.races(34, Use::kRead));
  CHECK(f.races(1, Use::kRead));
  CHECK(!f.races(33, Use::kWrite, 8));  // after they met
  CHECK(f.races(32, Use::kRead, 8));
}

TEST(order_goes_from_lane_to_lane) {
  Fixture f;
  CHECK(!f.races(0, Use::kWrite));
  f.order.lanes_met(0, lanes(0x3));
  f.order.lanes_met(0, lanes(0x6));
  CHECK(!f.races(2, Use::kWrite));
}

TEST(a_fence_orders_for_whoever_looks) {
  Fixture f;
  CHECK(!f.races(0, Use::kWrite));
  f.order.fence(0);
  CHECK(!f.races(0, Use::kWrite, 8));
  f.order.look(64);
  CHECK(!f.races(64, Use::kRead));
  CHECK(f.races(64, Use::kRead, 8));  // written behind the fence
  CHECK(f.races(65, Use::kRead));     // who did not look
}

TEST(a_fence_is_no_barrier) {
  Fixture f;
  CHECK(!f.races(0, Use::kWrite));
  f.order.fence(0);
  f.order.fence(64);
  CHECK(f.races(64, Use::kRead));
}

TEST(atomic_functions_race_with_plain_accesses_only) {
  Fixture f;
  CHECK(!f.races(0, Use::kAtomic));
  CHECK(!f.races(1, Use::kAtomic));
  CHECK(f.races(2, Use::kRead));
  CHECK(f.races(3, Use::kAtomic));
  CHECK(!f.races(0, Use::kWrite, 8));
  CHECK(!f.races(0, Use::kAtomic, 8));
  CHECK(f.races(1, Use::kAtomic, 8));  // the plain write before is not forgotten
}

TEST(readers_do_not_race_with_each_other) {
  Fixture f;
  CHECK(!f.races(0, Use::kRead));
  CHECK(!f.races(1, Use::kRead));
  CHECK(!f.races(40, Use::kRead));
  f.order.lanes_met(0, lanes(~0U));
  CHECK(f.races(0, Use::kWrite));  // another warp has read
}

TEST(bytes_are_told_apart) {
  Fixture f;
  CHECK(!f.races(0, Use::kWrite, 0, 2));
  CHECK(!f.races(1, Use::kWrite, 2, 2));
  CHECK(f.races(2, Use::kRead, 1, 1));
}

TEST_MAIN()
