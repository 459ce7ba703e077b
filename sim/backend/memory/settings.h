// The allocator's settings: PYTORCH_MUSA_ALLOC_CONF, or what was set since.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace musasim::caching {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

struct AllocatorSettings {
  std::string text;                         // as it was given
  std::size_t max_split_size = kUnlimited;  // bytes; larger blocks are not split
  std::size_t max_non_split_rounding = std::size_t{20} << 20;
  double garbage_collection_threshold = 0;  // 0: none
  std::optional<double> memory_fraction;    // of the device, that this process may allocate
  bool throw_on_oom = false;                // counts what the fraction refuses
  bool expandable_segments = false;
  bool release_lock_on_musamalloc = false;         // kept for the snapshot; no effect
  bool pinned_use_host_register = false;           // likewise
  std::size_t pinned_register_threads = 1;         // likewise
  std::size_t pinned_reserve_megabytes = 0;        // likewise
  bool graph_capture_record_stream_reuse = false;  // likewise
  bool pinned_use_background_threads = false;      // likewise
  std::string backend = "native";
  // For sizes from 1, 2, 4 ... 32768 MiB on: into how many steps the way to the next power of two is
  // divided. The first also serves what is smaller, the last what is larger.
  std::array<std::size_t, 16> roundup_divisions{};

  // The number of steps for a request of that size; 0: multiples of 512.
  std::size_t divisions_of(std::size_t bytes) const;
};

// `text` as settings: "key:value,key:value". Throws UsageError with PyTorch's messages.
AllocatorSettings parse_settings(const std::string& text);

// The settings of the process: those of the environment, read at the first call. Throws UsageError.
AllocatorSettings settings_in_force();
// Settings that `text` does not name get their default. A backend other than the one at the start is refused.
void change_settings(const std::string& text);
// Raised by each change, so that allocators need not ask for all of them each time.
unsigned settings_version() noexcept;

// PYTORCH_NO_MUSA_MEMORY_CACHING is set: every block is a segment of its own, given back when freed.
bool caching_is_off();

}  // namespace musasim::caching
