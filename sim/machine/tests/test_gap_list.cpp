// The free pieces of a range: best fit, alignment, merging.
#include <cstdlib>
#include <map>
#include <vector>

#include "check.h"
#include "machine/memory/gap_list.h"

using musasim::GapList;

TEST(the_smallest_gap_that_fits_is_taken) {
  GapList gaps(1000);
  EQUAL(gaps.take(100, 1), 0u);
  EQUAL(gaps.take(300, 1), 100u);
  EQUAL(gaps.take(100, 1), 400u);
  gaps.give_back(100, 300, 0);
  gaps.give_back(0, 100, 0);  // merges with it: 0..400, and 500..1000
  EQUAL(gaps.take(350, 1), 0u);
  EQUAL(gaps.take(60, 1), 500u);
  EQUAL(gaps.take(50, 1), 350u);
  EQUAL(gaps.take(500, 1), GapList::kNone);
}

TEST(alignment_is_kept_and_its_holes_stay_free) {
  GapList gaps(1000);
  EQUAL(gaps.take(10, 1), 0u);
  EQUAL(gaps.take(100, 256), 256u);
  EQUAL(gaps.take(246, 1), 10u);
}

TEST(an_exact_piece_can_be_taken) {
  GapList gaps(1000);
  CHECK(gaps.take_at(500, 100));
  CHECK(!gaps.take_at(450, 100));
  CHECK(!gaps.take_at(950, 100));
  CHECK(gaps.take_at(0, 500));
  gaps.give_back(500, 100, 0);
  gaps.give_back(0, 500, 0);
  CHECK(gaps.is_whole(1000));
}

TEST(dirty_bytes_are_added_up) {
  GapList gaps(1000);
  gaps.take(1000, 1);
  EQUAL(gaps.give_back(0, 100, 100).dirty, 100u);
  EQUAL(gaps.give_back(200, 100, 50).dirty, 50u);
  const GapList::Gap merged = gaps.give_back(100, 100, 0);
  EQUAL(merged.offset, 0u);
  EQUAL(merged.size, 300u);
  EQUAL(merged.dirty, 150u);
  gaps.cleaned(0);
  EQUAL(gaps.give_back(300, 100, 0).dirty, 0u);
}

TEST(random_use_never_overlaps_and_ends_whole) {
  constexpr std::size_t kSize = 1 << 16;
  GapList gaps(kSize);
  std::map<std::size_t, std::size_t> taken;
  std::srand(1);
  for (int i = 0; i < 20000; ++i) {
    if (std::rand() % 2 == 0 || taken.empty()) {
      const auto size = static_cast<std::size_t>(std::rand() % 900 + 1);
      const std::size_t offset = gaps.take(size, std::size_t{1} << (std::rand() % 8));
      if (offset == GapList::kNone) {
        continue;
      }
      const auto next = taken.lower_bound(offset);
      CHECK(next == taken.end() || offset + size <= next->first);
      CHECK(next == taken.begin() || std::prev(next)->first + std::prev(next)->second <= offset);
      CHECK(offset + size <= kSize);
      taken[offset] = size;
    } else {
      auto one = taken.lower_bound(static_cast<std::size_t>(std::rand()) % kSize);
      one = one == taken.end() ? taken.begin() : one;
      gaps.give_back(one->first, one->second, 0);
      taken.erase(one);
    }
  }
  for (const auto& [offset, size] : taken) {
    gaps.give_back(offset, size, 0);
  }
  CHECK(gaps.is_whole(kSize));
}

TEST_MAIN()
