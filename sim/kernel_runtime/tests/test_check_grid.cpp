// The order between blocks, and the table of who used global memory last.
#include "check.h"
#include "kernel_runtime/check/global_shadow.h"
#include "kernel_runtime/check/grid_order.h"

using namespace musasim::device::check;

namespace {

struct Fixture {
  GridOrder order{4};
  Fixture() {
    for (unsigned block = 0; block < 4; ++block) order.begin(block);
  }
};

GlobalMark mark(std::uint32_t block, unsigned rank, Use use, unsigned bytes = 0xf) {
  GlobalMark made{};
  made.block = block;
  made.rank = rank & 0x3ffU;
  made.use = static_cast<unsigned>(use) & 3U;
  made.bytes = bytes & 0xffU;
  return made;
}

bool has(const GlobalShadow::Marks& marks, std::uint32_t block) {
  for (const GlobalMark& each : marks) {
    if (each.block == block) return true;
  }
  return false;
}

}  // namespace

TEST(a_fence_releases_what_its_warp_did_before) {
  Fixture f;
  f.order.look(1);
  CHECK(!f.order.is_before(0, 0, 5, 1));
  f.order.fence(0, 0, 6, 3);
  CHECK(f.order.is_before(0, 0, 5, 1));
  CHECK(!f.order.is_before(0, 0, 7, 1));  // behind the fence
  CHECK(!f.order.is_before(0, 1, 5, 1));  // another warp
  CHECK(f.order.is_before(0, 1, 2, 1));   // before the block's barrier
}

TEST(only_who_looks_sees_it) {
  Fixture f;
  f.order.fence(0, 0, 6, 3);
  CHECK(!f.order.is_before(0, 0, 5, 2));
  f.order.look(2);
  CHECK(f.order.is_before(0, 0, 5, 2));
  CHECK(!f.order.is_before(0, 0, 5, 3));
}

TEST(a_barrier_of_the_grid_gives_new_numbers) {
  Fixture f;
  const std::uint32_t before = f.order.number_of(3);
  std::uint64_t block = 0;
  CHECK(f.order.has(before, &block) && block == 3);
  f.order.grid_met();
  CHECK(!f.order.has(before, &block));
  CHECK(f.order.has(f.order.number_of(0), &block) && block == 0);
  CHECK(!f.order.has(0, &block));
}

TEST(large_grids_are_not_watched) {
  CHECK(GridOrder(GridOrder::kMostBlocks).is_watched());
  CHECK(!GridOrder(GridOrder::kMostBlocks + 1).is_watched());
}

TEST(a_writer_takes_the_place_of_a_reader) {
  GlobalShadow::Marks marks{};
  for (unsigned rank = 0; rank < 4; ++rank)
    GlobalShadow::add(marks, mark(1 + rank, rank, Use::kRead));
  GlobalShadow::add(marks, mark(9, 0, Use::kWrite));
  CHECK(has(marks, 9) && !has(marks, 1) && has(marks, 4));
}

TEST(readers_do_not_take_the_place_of_writers) {
  GlobalShadow::Marks marks{};
  for (unsigned i = 1; i <= 4; ++i) GlobalShadow::add(marks, mark(i, 0, Use::kWrite));
  GlobalShadow::add(marks, mark(9, 0, Use::kRead));
  CHECK(!has(marks, 9));
  GlobalShadow::add(marks, mark(10, 0, Use::kWrite));
  CHECK(has(marks, 10) && !has(marks, 1) && has(marks, 4));
}

TEST(a_thread_has_one_mark_of_a_kind) {
  GlobalShadow::Marks marks{};
  for (unsigned i = 0; i < 4; ++i) GlobalShadow::add(marks, mark(7, 3, Use::kRead));
  GlobalShadow::add(marks, mark(8, 3, Use::kRead));
  CHECK(has(marks, 7) && has(marks, 8));
  EQUAL(marks[2].block, 0U);
}

TEST(places_have_numbers) {
  const int a = 0;
  const int b = 0;
  const unsigned number = GlobalShadow::site_of(&a);
  CHECK(number != 0 && GlobalShadow::site_of(&b) != number);
  EQUAL(GlobalShadow::site_of(&a), number);
  CHECK(GlobalShadow::caller_of(number) == &a);
}

TEST(a_line_is_of_the_last_eight_bytes) {
  GlobalShadow& shadow = GlobalShadow::instance();
  GlobalShadow::Marks* const marks = shadow.lock(1000);
  CHECK(marks != nullptr);
  GlobalShadow::add(*marks, mark(5, 0, Use::kWrite));
  shadow.unlock(1000);
  CHECK(has(*shadow.lock(1000), 5));
  shadow.unlock(1000);
}

TEST_MAIN()
