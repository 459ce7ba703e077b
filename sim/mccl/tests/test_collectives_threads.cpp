// Collective operations between threads of one process, against a plain computation.
#include "mccl/tests/every_collective.h"

TEST(every_collective_between_2_threads) {
  ranks::in_threads(2, [](ranks::Rank& self) { every::run(self, {1, 331}); });
}

TEST(every_collective_between_3_threads) {
  ranks::in_threads(3, [](ranks::Rank& self) { every::run(self, {5, 129}); });
}

TEST(every_collective_between_4_threads) {
  ranks::in_threads(4, [](ranks::Rank& self) { every::run(self, {7}); });
}

TEST(every_collective_between_8_threads) {
  ranks::in_threads(8, [](ranks::Rank& self) { every::run(self, {67}); });
}

TEST(a_single_rank_copies_and_scales) {
  ranks::in_threads(1, [](ranks::Rank& self) { every::run(self, {9}); });
}

TEST(large_all_reduce_and_messages) {
  ranks::in_threads(3, [](ranks::Rank& self) {
    const std::size_t count = 600011;
    every::all_reduce<float>(self, mcclFloat32, mcclSum, count, false);
    every::all_reduce<__half>(self, mcclFloat16, mcclSum, count, true);
    every::send_receive<float>(self, mcclFloat32, count);
  });
}

TEST_MAIN()
