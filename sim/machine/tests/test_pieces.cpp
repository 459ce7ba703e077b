// Pieces of allocations that a cache hands out. ctest runs it with MUSASIM_CHECK_KERNELS (machine/CMakeLists.txt).
#include "check.h"
#include "machine/memory/allocate.h"
#include "machine/memory/pieces.h"
#include "machine/memory/reach.h"

using namespace musasim;
using pieces::Place;

namespace {

// An allocation of 4096 bytes, from which two pieces are handed out.
struct Fixture {
  char* base = nullptr;
  Allocation around;
  Allocation piece;

  Fixture() {
    void* pointer = nullptr;
    EQUAL(allocate_device(0, 4096, &pointer), musaSuccess);
    base = static_cast<char*>(pointer);
    around = find_allocation(base);
    pieces::hand_out(base, 1000, "a cache");
    pieces::hand_out(base + 1024, 512, "a cache");
  }
  ~Fixture() { EQUAL(free_device(base), musaSuccess); }

  Place at(std::size_t offset, pieces::Moment moment = pieces::now(), std::size_t bytes = 4) {
    return pieces::find(around, base + offset, bytes, moment, &piece);
  }
};

}  // namespace

TEST(pieces_end_where_they_were_asked_to) {
  Fixture f;
  CHECK(f.at(996) == Place::kInside);
  EQUAL(f.piece.size, 1000U);
  CHECK(f.at(998) == Place::kOutside);
  CHECK(f.at(1000) == Place::kOutside);
  CHECK(f.at(1024) == Place::kInside);
  CHECK(f.at(1600) == Place::kOutside);
}

TEST(what_was_taken_back_is_outside_for_later_launches) {
  Fixture f;
  const pieces::Moment before = pieces::now();
  pieces::take_back(f.base);
  CHECK(f.at(0) == Place::kOutside);
  CHECK(f.at(0, before) == Place::kUnknown);
  CHECK(f.at(1024, before) == Place::kInside);
}

TEST(a_launch_from_before_may_use_what_has_another_user_now) {
  Fixture f;
  const pieces::Moment before = pieces::now();
  pieces::take_back(f.base);
  pieces::hand_out(f.base, 64, "a cache");
  CHECK(f.at(0) == Place::kInside);
  CHECK(f.at(64) == Place::kOutside);
  CHECK(f.at(0, before) == Place::kUnknown);
  CHECK(f.at(64, before) == Place::kUnknown);
}

TEST(nothing_is_said_of_other_allocations_and_of_graphs) {
  Fixture f;
  CHECK(f.at(1000, 0) == Place::kNoPieces);
  void* pointer = nullptr;
  EQUAL(allocate_device(0, 4096, &pointer), musaSuccess);
  Allocation piece;
  CHECK(pieces::find(find_allocation(pointer), pointer, 4, pieces::now(), &piece) ==
        Place::kNoPieces);
  EQUAL(free_device(pointer), musaSuccess);
}

TEST(the_piece_nearest_to_an_address_is_found) {
  Fixture f;
  CHECK(pieces::near(f.base + 1004).what.base == f.base);
  pieces::take_back(f.base + 1024);
  const registry::Record taken = pieces::near(f.base + 1030);
  CHECK(taken.what.base == f.base + 1024 && taken.freed != nullptr);
}

TEST(kernels_reach_pieces_alone) {
  Fixture f;
  Allocation found;
  CHECK(reach_of(f.base + 999, 1, pieces::now(), &found) == Reach::kInside);
  EQUAL(found.size, 1000U);
  CHECK(reach_of(f.base + 1000, 1, pieces::now(), &found) == Reach::kOutside);
  CHECK(reach_of(f.base + 1000, 1, 0, &found) == Reach::kInside);
  EQUAL(found.size, 4096U);
}

TEST_MAIN()
