// Names that make a function wait, and names of what other threads may change.
#include "mcc/rewrite/speed/fiber_words.h"

namespace musasim::mcc {

namespace {

bool begins(std::string_view word, std::string_view with) {
  return word.substr(0, with.size()) == with;
}

constexpr std::string_view kWaiting[] = {
    "threadIdx",
    "__any",
    "__all",
    "__any_sync",
    "__all_sync",
    "__ballot",
    "__ballot_sync",
    "__uni_sync",
    "__activemask",
    "block_barrier",
    "block_vote",
    "named_barrier",
    "grid_barrier",
    "warp_meet",
    "warp_meet_active",
    "thread_rank",
    "lane_id",
    "warp_id",
    "__nanosleep",
    "yield",
    "own_lanes",
    "meet",
    "meet_and_scan",
    "meet_and_pull",
    "meet_and_match",
    "__get_laneid",
    "__musa_exit",
    "__musa_syncwarp",
    "__musa_barrier0",
    "__musa_nanosleep",
    "async_barrier",
    "mma_sync",
    "load_matrix_sync",
    "store_matrix_sync",
};

// A name that begins with one of these waits, or asks which thread it is.
constexpr std::string_view kWaitingFamilies[] = {
    "__syncthreads",
    "__syncwarp",
    "__shfl",
    "__match_a",
    "__barrier_sync",
    "__musa_async_",
    "__musa_shfl",
    "__musa_fmma_",
    "__musa_bfmma_",
    "__musa_tfmma_",
    "__musa_imma_",
    "__musa_wmma_",
    "__musa_sqmma_",
    "__musa_tme_",
    "__musa_read_ptx_sreg_tid",
    "__musa_read_ptx_sreg_laneid",
    "__get_lanemask_",
    "__mt_vote_",
    "__mt_match_",
    "__mt_reduce_",
};

}  // namespace

bool waits(std::string_view word) {
  for (const std::string_view each : kWaiting) {
    if (word == each) return true;
  }
  const bool reduces =
      begins(word, "__reduce_") && word.size() > 5 && word.substr(word.size() - 5) == "_sync";
  if (reduces) return true;
  for (const std::string_view each : kWaitingFamilies) {
    if (begins(word, each)) return true;
  }
  return false;
}

bool sees_other_threads(std::string_view word) {
  return word == "volatile" || begins(word, "atomic") || begins(word, "__atomic_") ||
         begins(word, "__sync_") || begins(word, "__threadfence") || begins(word, "__ldc") ||
         begins(word, "__musa_atom_") || begins(word, "__mt_atomic") ||
         begins(word, "__musa_membar_") || begins(word, "__musa_fence_") ||
         word == "__musa_barrier_slc" || word == "volatile_load" || word == "__lsu_ld_cache_hint" ||
         word == "__builtin_nontemporal_load" || word == "gpuAtomicAdd";
}

}  // namespace musasim::mcc
