// Cooperative groups in kernels: ranks and sizes, exchanges within tiles, partitions, copies.
#include <vector>

#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;
using namespace musasim::testing;
namespace cg = cooperative_groups;

namespace {

using Ints = std::vector<int>;

// Runs body(thread of the block) in a block of `threads`; what it gives, by thread.
template <class Body>
void call_body(Body body_of_thread, int* out) {
  auto body = MUSASIM_BODY {
    out[thread_rank()] = body_of_thread(static_cast<int>(thread_rank()));
  };
  kernel<static_cast<void (*)(Body, int*)>(&call_body<Body>), Traits<kFiber>>(body, body_of_thread,
                                                                              out);
}
template <class Body>
Ints run(unsigned threads, Body body) {
  const DeviceArray<int> out(threads);
  LAUNCH(call_body<Body>, 1, threads)(body, out.data());
  EQUAL(finish(), musaSuccess);
  return out.get();
}

TEST(blocks_and_tiles_know_their_threads) {
  const Ints ranks = run(96, [](int) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    const auto part = cg::tiled_partition<4>(tile);
    block.sync();
    return static_cast<int>(block.size() * 1000000 + tile.meta_group_rank() * 10000 +
                            tile.thread_rank() * 100 + part.meta_group_rank() * 10 +
                            part.thread_rank());
  });
  EQUAL(ranks[0], 96000000);
  EQUAL(ranks[21], 96000000 + 10000 + 500 + 10 + 1);
  EQUAL(ranks[95], 96000000 + 50000 + 1500 + 30 + 3);
}

TEST(lanes_of_a_tile_exchange_values) {
  const Ints from_third =
      run(64, [](int t) { return cg::tiled_partition<8>(cg::this_thread_block()).shfl(t, 3); });
  EQUAL(from_third[13], 11);
  const Ints up =
      run(64, [](int t) { return cg::tiled_partition<8>(cg::this_thread_block()).shfl_up(t, 2); });
  EQUAL(up[9], 9);
  EQUAL(up[10], 8);
  const Ints down = run(
      64, [](int t) { return cg::tiled_partition<8>(cg::this_thread_block()).shfl_down(t, 2); });
  EQUAL(down[13], 15);
  EQUAL(down[14], 14);
  const Ints flipped = run(
      64, [](int t) { return cg::tiled_partition<32>(cg::this_thread_block()).shfl_xor(t, 5); });
  EQUAL(flipped[40], 45);
}

TEST(tiles_vote) {
  const Ints ballots = run(64, [](int t) {
    return static_cast<int>(cg::tiled_partition<8>(cg::this_thread_block()).ballot(t % 3 == 0));
  });
  EQUAL(ballots[0], 0b01001001);
  EQUAL(ballots[8], 0b10010010);
  const Ints votes = run(64, [](int t) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    return tile.any(t == 9) * 10 + tile.all(t < 16);
  });
  EQUAL(votes[0], 1);
  EQUAL(votes[8], 11);
  EQUAL(votes[20], 0);
}

TEST(tiles_reduce_and_scan) {
  const Ints sums = run(64, [](int t) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    return cg::reduce(tile, t, cg::plus<int>());
  });
  EQUAL(sums[0], 31 * 16);
  EQUAL(sums[33], 31 * 16 + 32 * 32);
  const Ints largest = run(64, [](int t) {
    return cg::reduce(cg::tiled_partition<4>(cg::this_thread_block()), t, cg::greater<int>());
  });
  EQUAL(largest[9], 11);
  const Ints scanned = run(64, [](int t) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    return cg::inclusive_scan(tile, t) * 1000 + cg::exclusive_scan(tile, 1);
  });
  EQUAL(scanned[18], (16 + 17 + 18) * 1000 + 2);
}

TEST(a_part_of_the_warp_goes_on_together) {
  const Ints sizes = run(32, [](int t) {
    if (t % 4 != 1) return 0;
    const auto active = cg::coalesced_threads();
    const int last = active.shfl(t, static_cast<int>(active.size()) - 1);
    return static_cast<int>(active.size() * 10000 + active.thread_rank() * 100) + last;
  });
  EQUAL(sizes[0], 0);
  EQUAL(sizes[1], 80029);
  EQUAL(sizes[9], 80229);
}

TEST(equal_labels_make_a_group) {
  const Ints groups = run(32, [](int t) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const auto same = cg::labeled_partition(tile, t % 5);
    return static_cast<int>(same.size() * 1000 + same.thread_rank() * 10 + same.meta_group_rank());
  });
  EQUAL(groups[0], 7000);
  EQUAL(groups[31], 7061);
  EQUAL(groups[4], 6004);
}

TEST(a_partition_of_run_time_size) {
  const Ints ranks = run(64, [](int t) {
    const cg::thread_group block = cg::this_thread_block();
    const cg::thread_group tile = cg::tiled_partition(block, 8);
    const cg::thread_group half = cg::tiled_partition(tile, 4);
    half.sync();
    return static_cast<int>(tile.size() * 100 + tile.thread_rank() * 10 + half.thread_rank()) +
           0 * t;
  });
  EQUAL(ranks[0], 800);
  EQUAL(ranks[13], 851);
}

TEST(groups_copy_together) {
  const Ints copied = run(32, [](int t) {
    static thread_local int from[32];
    static thread_local int to[32];
    const auto block = cg::this_thread_block();
    from[t] = t + 1;
    block.sync();
    cg::memcpy_async(block, to, from, sizeof(from));
    cg::wait(block);
    return to[31 - t];
  });
  EQUAL(copied[0], 32);
  EQUAL(copied[31], 1);
}

void add_across_grid(int* values) {
  auto body = MUSASIM_BODY {
    const auto grid = cg::this_grid();
    const auto rank = static_cast<int>(grid.thread_rank());
    values[rank] = rank;
    grid.sync();
    const int other = values[grid.size() - 1 - static_cast<unsigned>(rank)];
    grid.sync();
    values[rank] = other * 10 + (grid.is_valid() ? 1 : 0);
  };
  kernel<static_cast<void (*)(int*)>(&add_across_grid), Traits<kFiber>>(body, values);
}

TEST(the_grid_meets) {
  const DeviceArray<int> values(4 * 32);
  int* data = values.data();
  void* arguments[] = {&data};
  EQUAL(musaLaunchCooperativeKernel(reinterpret_cast<const void*>(&add_across_grid), 4, 32,
                                    arguments, 0, nullptr),
        musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(values.get()[0], 1271);
  EQUAL(values.get()[127], 1);
}

}  // namespace

TEST_MAIN()
