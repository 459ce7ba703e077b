// Barriers, and values that go from lane to lane of a warp.
#include <vector>

#include "musasim/device/built_in.h"
#include "musasim/device/warp.h"
#include "triton_runtime/api.h"

using namespace musasim::device;

namespace {

// The 32 lanes that are a warp for the compiler.
Lanes warp_of_32() {
  Lanes lanes{};
  lanes.segment[lane_id() / 32] = ~0U;
  return lanes;
}

std::uint32_t from_lane(std::uint32_t value, unsigned source) {
  Shuffle<std::uint32_t> record{value, (lane_id() & ~31U) | (source & 31U), 0};
  warp_meet(warp_of_32(), shuffle<std::uint32_t>, &record);
  return record.result;
}

// One for each thread of the block, which runs on one thread of the operating system.
std::vector<std::uint64_t>& numbers() {
  static thread_local std::vector<std::uint64_t> kept(kMostThreads);
  return kept;
}

}  // namespace

void musasim_triton_put(std::uint32_t thread, std::uint64_t number) { numbers()[thread] = number; }

std::uint64_t musasim_triton_get(std::uint32_t thread) { return numbers()[thread]; }

void musasim_triton_barrier() { block_barrier(); }

void musasim_triton_warp_barrier() { warp_meet(warp_of_32(), nullptr, nullptr); }

std::uint32_t musasim_triton_bpermute(std::uint32_t address, std::uint32_t value) {
  return from_lane(value, address / 4);
}

std::uint32_t musasim_triton_swizzle(std::uint32_t value, std::uint32_t pattern) {
  return from_lane(value, ((lane_id() & pattern) | pattern >> 5) ^ pattern >> 10);
}

std::uint32_t musasim_triton_permlane(std::uint32_t value, std::uint32_t low, std::uint32_t high,
                                      std::uint32_t other) {
  const unsigned lane = lane_id();
  const unsigned number = ((lane & 8) != 0 ? high : low) >> lane % 8 * 4 & 15;
  return from_lane(value, ((lane & 16U) ^ (other != 0 ? 16U : 0U)) | number);
}

std::uint32_t musasim_triton_read_lane(std::uint32_t value, std::uint32_t lane) {
  return from_lane(value, lane);
}

std::uint32_t musasim_triton_ballot(bool yes) {
  Vote record{yes, {}, {}};
  warp_meet(warp_of_32(), vote, &record);
  return record.who.segment[lane_id() / 32];
}
