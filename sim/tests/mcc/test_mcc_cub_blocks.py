"""Every overload of cub's block functions, against a loop on the host."""

import pytest
from support.mcc_tool import compiled, output

PRELUDE = """
#include <cstdio>
#include <musa_runtime.h>
#include <cub/cub.cuh>
constexpr int kThreads = 64, kItems = 3, kAll = kThreads * kItems;
struct Results { int at[24][kAll]; };
#define SYNC() do { musaError_t e = musaDeviceSynchronize(); if (e != musaSuccess) { printf("%s\\n", musaGetErrorString(e)); return 1; } } while (0)
__host__ __device__ int item(int i) { return i * 7 % 13; }
template <class Function> bool holds(const int* found, Function wanted) {
  for (int i = 0; i < kAll; ++i) if (found[i] != wanted(i)) { printf("at %d: %d, not %d\\n", i, found[i], wanted(i)); return false; }
  return true;
}
"""


def test_block_scan(tmp_path):
    source = PRELUDE + """
    struct Most { __device__ int operator()(int a, int b) const { return a > b ? a : b; } };
    struct Before { int calls; __device__ int operator()(int aggregate) { ++calls; return 1000 + aggregate * 0; } };
    using Scan = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
    #define RUN(call) do { __syncthreads(); Scan scan(storage); call; for (int i = 0; i < kItems; ++i) results->at[row][threadIdx.x * kItems + i] = out[i]; \\
        results->at[row + 12][threadIdx.x] = total; ++row; } while (0)
    #define RUN_ONE(call) do { __syncthreads(); Scan scan(storage); call; results->at[row][threadIdx.x] = one; ++row; } while (0)
    __global__ void many(Results* results) {
      __shared__ typename Scan::TempStorage storage;
      int in[kItems], out[kItems], total = 0, row = 0;
      for (int i = 0; i < kItems; ++i) in[i] = item(threadIdx.x * kItems + i);
      Before before{0};
      RUN(scan.template InclusiveSum<kItems>(in, out));
      RUN(scan.InclusiveSum(in, out, total));
      RUN(scan.InclusiveSum(in, out, before));
      RUN(scan.ExclusiveSum(in, out));
      RUN(scan.ExclusiveSum(in, out, total));
      RUN(scan.ExclusiveSum(in, out, before));
      RUN(scan.InclusiveScan(in, out, Most(), total));
      RUN(scan.InclusiveScan(in, out, 9, Most(), total));
      RUN(scan.ExclusiveScan(in, out, 9, Most()));
      RUN(scan.ExclusiveScan(in, out, cub::Sum(), before));
    }
    __global__ void single(Results* results) {
      __shared__ typename Scan::TempStorage storage;
      int row = 0, one = 0, total = 0; const int in = item(threadIdx.x);
      Before before{0};
      RUN_ONE(scan.InclusiveSum(in, one));
      RUN_ONE(scan.InclusiveSum(in, one, total); one += total);
      RUN_ONE(scan.InclusiveSum(in, one, before));
      RUN_ONE(scan.ExclusiveSum(in, one, total); one += total);
      RUN_ONE(scan.ExclusiveSum(in, one, before));
      RUN_ONE(scan.InclusiveScan(in, one, 5, Most()));
      RUN_ONE(scan.ExclusiveScan(in, one, 5, Most(), total); one += 100 * total);
    }
    int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += item(i); return s; }
    int most(int n, int first) { for (int i = 0; i < n; ++i) first = item(i) > first ? item(i) : first; return first; }
    int main() {
      Results* r; musaMallocManaged(&r, sizeof *r);
      many<<<1, kThreads>>>(r); SYNC();
      bool ok = holds(r->at[0], [](int i) { return sum(i + 1); }) && holds(r->at[1], [](int i) { return sum(i + 1); }) &&
                holds(r->at[2], [](int i) { return 1000 + sum(i + 1); }) && holds(r->at[3], [](int i) { return sum(i); }) &&
                holds(r->at[4], [](int i) { return sum(i); }) && holds(r->at[5], [](int i) { return 1000 + sum(i); }) &&
                holds(r->at[6], [](int i) { return most(i + 1, 0); }) && holds(r->at[7], [](int i) { return most(i + 1, 9); }) &&
                holds(r->at[8], [](int i) { return most(i, 9); }) && holds(r->at[9], [](int i) { return 1000 + sum(i); });
      ok = ok && r->at[13][5] == sum(kAll) && r->at[16][63] == sum(kAll) && r->at[18][0] == 12;
      single<<<1, kThreads>>>(r); SYNC();
      for (int i = 0; i < kThreads; ++i) {
        const int all = sum(kThreads);
        ok = ok && r->at[0][i] == sum(i + 1) && r->at[1][i] == sum(i + 1) + all && r->at[2][i] == 1000 + sum(i + 1) &&
             r->at[3][i] == sum(i) + all && r->at[4][i] == 1000 + sum(i) && r->at[5][i] == most(i + 1, 5) && r->at[6][i] == most(i, 5) + 1200;
      }
      printf("%s\\n", ok ? "right" : "wrong");
    }
    """
    assert output(tmp_path, source) == "right\n"


def test_neighbours(tmp_path):
    source = PRELUDE + """
    struct Minus { __device__ int operator()(int a, int b) const { return a - b; } };
    struct Differ { __device__ bool operator()(int a, int b) const { return a != b; } };
    struct Every { __device__ bool operator()(int, int, int place) const { return place % 4 == 0; } };
    using Adjacent = cub::BlockAdjacentDifference<int, kThreads>;
    using Breaks = cub::BlockDiscontinuity<int, kThreads>;
    #define PUT(values) do { for (int i = 0; i < kItems; ++i) results->at[row][threadIdx.x * kItems + i] = values[i]; ++row; __syncthreads(); } while (0)
    __global__ void k(Results* results) {
      __shared__ union { typename Adjacent::TempStorage adjacent; typename Breaks::TempStorage breaks; } storage;
      int in[kItems], out[kItems], row = 0; bool heads[kItems], tails[kItems];
      for (int i = 0; i < kItems; ++i) in[i] = item((threadIdx.x * kItems + i) / 2);
      Adjacent adjacent(storage.adjacent); Breaks breaks(storage.breaks);
      adjacent.SubtractLeft(in, out, Minus()); PUT(out);
      adjacent.SubtractLeft(in, out, Minus(), 100); PUT(out);
      adjacent.SubtractLeftPartialTile(in, out, Minus(), 10); PUT(out);
      adjacent.SubtractLeftPartialTile(in, out, Minus(), 10, 100); PUT(out);
      adjacent.SubtractRight(in, out, Minus()); PUT(out);
      adjacent.SubtractRight(in, out, Minus(), 100); PUT(out);
      adjacent.SubtractRightPartialTile(in, out, Minus(), 10); PUT(out);
      adjacent.template FlagHeads<kItems>(heads, in, Differ(), item(0)); PUT(heads);
      adjacent.FlagTails(tails, in, Every()); PUT(tails);
      breaks.FlagHeadsAndTails(heads, tails, in, Differ()); PUT(heads); PUT(tails);
      breaks.FlagHeadsAndTails(heads, item(0), tails, item((kAll - 1) / 2), in, Differ()); PUT(heads); PUT(tails);
      for (int i = 0; i < kItems; ++i) out[i] = in[i];
      adjacent.SubtractLeft(out, out, Minus()); PUT(out);
    }
    int main() {
      Results* r; musaMallocManaged(&r, sizeof *r);
      k<<<1, kThreads>>>(r); SYNC();
      auto v = [](int i) { return item(i / 2); };
      auto left = [=](int i) { return i ? v(i) - v(i - 1) : v(i); };
      auto right = [=](int i) { return i + 1 < kAll ? v(i) - v(i + 1) : v(i); };
      auto head = [=](int i) { return i % 2 == 0; };
      auto tail = [=](int i) { return i % 2 == 1; };
      const bool ok = holds(r->at[0], left) && holds(r->at[1], [=](int i) { return i ? left(i) : v(0) - 100; }) &&
        holds(r->at[2], [=](int i) { return i < 10 ? left(i) : v(i); }) && holds(r->at[3], [=](int i) { return i == 0 ? v(0) - 100 : i < 10 ? left(i) : v(i); }) &&
        holds(r->at[4], right) && holds(r->at[5], [=](int i) { return i + 1 < kAll ? right(i) : v(i) - 100; }) &&
        holds(r->at[6], [=](int i) { return i < 9 ? right(i) : v(i); }) && holds(r->at[7], [=](int i) { return i > 0 && head(i); }) &&
        holds(r->at[8], [=](int i) { return i + 1 == kAll || (i + 1) % 4 == 0; }) && holds(r->at[9], head) && holds(r->at[10], tail) &&
        holds(r->at[11], [=](int i) { return i > 0 && head(i); }) && holds(r->at[12], [=](int i) { return i + 1 < kAll && tail(i); }) && holds(r->at[13], left);
      printf("%s\\n", ok ? "right" : "wrong");
    }
    """
    assert output(tmp_path, source) == "right\n"


def test_loads_stores_and_exchanges(tmp_path):
    source = PRELUDE + """
    using Exchange = cub::BlockExchange<int, kThreads, kItems>;
    __global__ void k(int* in, Results* results) {
      __shared__ typename Exchange::TempStorage storage;
      int v[kItems], ranks[kItems]; bool valid[kItems];
      const int rank = threadIdx.x;
      cub::LoadDirectBlockedVectorized(rank, in, v); cub::StoreDirectBlockedVectorized(rank, results->at[0], v);
      cub::LoadDirectWarpStriped(rank, in, v); cub::StoreDirectWarpStriped(rank, results->at[1], v);
      Exchange(storage).WarpStripedToBlocked(v); cub::StoreDirectBlocked(rank, results->at[2], v); __syncthreads();
      cub::LoadDirectWarpStriped(rank, in, v, 50, -1); cub::StoreDirectWarpStriped(rank, results->at[3], v, 100);
      cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_STRIPED>().Load(in, v, 50, -2);
      cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_STRIPED>().Store(results->at[4], v, 100);
      for (int i = 0; i < kItems; ++i) { v[i] = item(rank * kItems + i); ranks[i] = rank * kItems + i; ranks[i] = ranks[i] == 7 ? -1 : kAll - 1 - ranks[i]; valid[i] = ranks[i] >= 0; }
      Exchange(storage).ScatterToStripedGuarded(v, ranks); cub::StoreDirectStriped<kThreads>(rank, results->at[5], v); __syncthreads();
      for (int i = 0; i < kItems; ++i) v[i] = item(rank * kItems + i);
      Exchange(storage).ScatterToStripedFlagged(v, ranks, valid); cub::StoreDirectStriped<kThreads>(rank, results->at[6], v);
    }
    int main() {
      Results* r; int* in; musaMallocManaged(&r, sizeof *r); musaMallocManaged(&in, kAll * sizeof(int));
      for (int i = 0; i < kAll; ++i) in[i] = item(i);
      k<<<1, kThreads>>>(in, r); SYNC();
      bool ok = holds(r->at[0], item) && holds(r->at[1], item) && holds(r->at[2], item);
      for (int i = 0; i < 100; ++i) ok = ok && r->at[3][i] == (i < 50 ? item(i) : -1) && r->at[4][i] == (i < 50 ? item(i) : -2);
      for (int i = 0; i < kAll; ++i) ok = ok && (i == kAll - 8 || (r->at[5][i] == item(kAll - 1 - i) && r->at[6][i] == item(kAll - 1 - i)));
      printf("%s\\n", ok ? "right" : "wrong");
    }
    """
    assert output(tmp_path, source) == "right\n"


@pytest.mark.parametrize("header", ["block_load", "block_store"])
def test_loads_and_stores_bring_the_exchange(tmp_path, header):
    """Those of NVIDIA's cub include it, and mamba-ssm names it without a header of its own."""
    (tmp_path / "a.mu").write_text(
        f"#include <cub/block/{header}.cuh>\nusing Exchange = cub::BlockExchange<float, 32, 4>;\n"
        "__global__ void k() { __shared__ typename Exchange::TempStorage storage; (void)storage; }\n"
    )
    compiled(tmp_path, "-fsyntax-only", "a.mu")
