// Names that make a function wait, and names of what other threads may change.
#include "mcc/rewrite/fiber_words.h"

namespace musasim::mcc {

namespace {

bool begins(std::string_view word, std::string_view with) {
  return word.substr(0, with.size()) == with;
}

constexpr std::string_view kWaiting[] = {
    "threadIdx",   "__any",         "__all",         "__any_sync",    "__all_sync",
    "__ballot",    "__ballot_sync", "__uni_sync",    "__activemask",  "block_barrier",
    "block_vote",  "named_barrier", "grid_barrier",  "warp_meet",     "warp_meet_active",
    "thread_rank", "lane_id",       "warp_id",       "__nanosleep",   "yield",
    "own_lanes",   "meet",          "meet_and_scan", "meet_and_pull", "meet_and_match",
};

}  // namespace

bool waits(std::string_view word) {
  for (const std::string_view each : kWaiting) {
    if (word == each) return true;
  }
  const bool reduces =
      begins(word, "__reduce_") && word.size() > 5 && word.substr(word.size() - 5) == "_sync";
  return reduces || begins(word, "__syncthreads") || begins(word, "__syncwarp") ||
         begins(word, "__shfl") || begins(word, "__match_a") || begins(word, "__barrier_sync");
}

bool sees_other_threads(std::string_view word) {
  return word == "volatile" || begins(word, "atomic") || begins(word, "__atomic_") ||
         begins(word, "__sync_") || begins(word, "__threadfence") || begins(word, "__ldc") ||
         word == "gpuAtomicAdd";
}

}  // namespace musasim::mcc
