// Parsing of the settings, and those in force.
#include "memory/settings.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "memory/failure.h"

namespace musasim::caching {

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

bool is_power_of_two(std::size_t number) { return number != 0 && (number & (number - 1)) == 0; }

// The text in tokens: keys, values, and the signs : , [ ].
class Reader {
 public:
  explicit Reader(const std::string& text) {
    std::string token;
    const auto end_token = [&] {
      if (!token.empty()) {
        tokens_.push_back(std::exchange(token, {}));
      }
    };
    for (const char c : text) {
      if (c == ',' || c == ':' || c == '[' || c == ']') {
        end_token();
        tokens_.emplace_back(1, c);
      } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
        token += c;
      }
    }
    end_token();
  }

  bool at_end() const { return next_ >= tokens_.size(); }
  bool next_is(const char* token) const { return !at_end() && tokens_[next_] == token; }
  std::string take() {
    if (at_end()) {
      throw UsageError("Error parsing CachingAllocator settings, unexpected end");
    }
    return tokens_[next_++];
  }
  void expect(const char* token) {
    const std::string found = at_end() ? "the end" : tokens_[next_];
    if (found != token) {
      throw UsageError(std::string("Error parsing CachingAllocator settings, expected ") + token +
                       ", found " + found);
    }
    ++next_;
  }

  std::size_t number(const char* key) {
    const std::string token = take();
    std::size_t used = 0;
    try {
      const unsigned long long value = std::stoull(token, &used);
      if (used == token.size() && token[0] != '-') {
        return value;
      }
    } catch (const std::logic_error&) {  // said below
    }
    throw UsageError(std::string("Error parsing value of CachingAllocator option ") + key +
                     ": expected a number, got " + token);
  }
  double fraction(const char* key) {
    const std::string token = take();
    std::size_t used = 0;
    try {
      const double value = std::stod(token, &used);
      if (used == token.size()) {
        return value;
      }
    } catch (const std::logic_error&) {  // said below
    }
    throw UsageError(std::string("Error parsing value of CachingAllocator option ") + key +
                     ": expected a number, got " + token);
  }
  bool boolean(const char* key) {
    const std::string token = take();
    if (token != "True" && token != "False") {
      throw UsageError(std::string("Expected a single True/False argument for ") + key);
    }
    return token == "True";
  }

 private:
  std::vector<std::string> tokens_;
  std::size_t next_ = 0;
};

void read_max_split(Reader& reader, AllocatorSettings& settings) {
  const std::size_t megabytes = reader.number("max_split_size_mb");
  if (megabytes <= 20) {
    throw UsageError("CachingAllocator option max_split_size_mb too small, must be > 20");
  }
  settings.max_split_size = megabytes > kUnlimited / kMiB ? kUnlimited : megabytes * kMiB;
}

void read_non_split_rounding(Reader& reader, AllocatorSettings& settings) {
  const std::size_t megabytes = reader.number("max_non_split_rounding_mb");
  if (megabytes <= 20) {
    throw UsageError("CachingAllocator option max_non_split_rounding_mb too small, must be > 20");
  }
  settings.max_non_split_rounding = megabytes > kUnlimited / kMiB ? kUnlimited : megabytes * kMiB;
}

void read_threshold(Reader& reader, AllocatorSettings& settings) {
  const double threshold = reader.fraction("garbage_collection_threshold");
  if (!(threshold > 0)) {
    throw UsageError("garbage_collect_threshold too small, set it 0.0~1.0");
  }
  if (!(threshold < 1)) {
    throw UsageError("garbage_collect_threshold too big, set it 0.0~1.0");
  }
  settings.garbage_collection_threshold = threshold;
}

void read_memory_fraction(Reader& reader, AllocatorSettings& settings) {
  const double fraction = reader.fraction("per_process_memory_fraction");
  if (!(fraction >= 0 && fraction <= 1)) {
    throw UsageError("per_process_memory_fraction is invalid, set it in [0.0, 1.0]");
  }
  settings.memory_fraction = fraction;
}

void check_divisions(std::size_t divisions) {
  if (divisions != 0 && !is_power_of_two(divisions)) {
    throw UsageError("For roundups, the divisons has to be power of 2 ");
  }
}

std::size_t log_of(std::size_t power) {
  std::size_t log = 0;
  while (power > 1) {
    power /= 2;
    ++log;
  }
  return log;
}

// [256:1,512:2,>:4]
void read_division_list(Reader& reader, AllocatorSettings& settings) {
  auto& divisions = settings.roundup_divisions;
  std::size_t next = 0;  // the interval that follows those named so far
  reader.expect("[");
  while (!reader.next_is("]")) {
    const bool is_rest = reader.next_is(">");
    std::size_t interval = next;
    if (is_rest) {
      reader.expect(">");
    } else {
      const std::size_t megabytes = reader.number("roundup_power2_divisions");
      if (!is_power_of_two(megabytes)) {
        throw UsageError("For roundups, the intervals have to be power of 2 ");
      }
      interval = std::min(log_of(megabytes), divisions.size() - 1);
    }
    reader.expect(":");
    const std::size_t steps = reader.number("roundup_power2_divisions");
    check_divisions(steps);
    // The first entry also serves smaller sizes, ">" all larger ones.
    const std::size_t from = next == 0 ? 0 : interval;
    const std::size_t to = is_rest ? divisions.size() : interval + 1;
    for (std::size_t i = from; i < to; ++i) {
      divisions[i] = steps;
    }
    next = interval + 1;
    if (!reader.next_is("]")) {
      reader.expect(",");
    }
  }
  reader.expect("]");
}

void read_divisions(Reader& reader, AllocatorSettings& settings) {
  settings.roundup_divisions.fill(0);
  if (reader.next_is("[")) {
    read_division_list(reader, settings);
    return;
  }
  const std::size_t steps = reader.number("roundup_power2_divisions");
  check_divisions(steps);
  settings.roundup_divisions.fill(steps);
}

void read_backend(Reader& reader, AllocatorSettings& settings) {
  settings.backend = reader.take();
  if (settings.backend != "native" && settings.backend != "musaMallocAsync" &&
      settings.backend != "unified") {
    throw UsageError("Unknown allocator backend, options are native, musaMallocAsync and unified");
  }
}

void read_register_threads(Reader& reader, AllocatorSettings& settings) {
  settings.pinned_register_threads = reader.number("pinned_num_register_threads");
  if (!is_power_of_two(settings.pinned_register_threads)) {
    throw UsageError("Number of register threads has to be power of 2 ");
  }
  if (settings.pinned_register_threads > 128) {
    throw UsageError("Number of register threads should be less than or equal to 128");
  }
}

void read_option(const std::string& key, Reader& reader, AllocatorSettings& settings) {
  reader.expect(":");
  if (key == "max_split_size_mb") {
    read_max_split(reader, settings);
  } else if (key == "max_non_split_rounding_mb") {
    read_non_split_rounding(reader, settings);
  } else if (key == "garbage_collection_threshold") {
    read_threshold(reader, settings);
  } else if (key == "per_process_memory_fraction") {
    read_memory_fraction(reader, settings);
  } else if (key == "throw_on_musamalloc_oom" || key == "throw_on_cudamalloc_oom") {
    settings.throw_on_oom = reader.boolean(key.c_str());
  } else if (key == "roundup_power2_divisions") {
    read_divisions(reader, settings);
  } else if (key == "backend") {
    read_backend(reader, settings);
  } else if (key == "expandable_segments") {
    settings.expandable_segments = reader.boolean("expandable_segments");
  } else if (key == "release_lock_on_musamalloc" || key == "release_lock_on_cudamalloc") {
    settings.release_lock_on_musamalloc = reader.boolean(key.c_str());
  } else if (key == "pinned_use_musa_host_register" || key == "pinned_use_cuda_host_register") {
    settings.pinned_use_host_register = reader.boolean(key.c_str());
  } else if (key == "graph_capture_record_stream_reuse") {
    settings.graph_capture_record_stream_reuse = reader.boolean(key.c_str());
  } else if (key == "pinned_reserve_segment_size_mb") {
    settings.pinned_reserve_megabytes = reader.number(key.c_str());
  } else if (key == "pinned_num_register_threads") {
    read_register_threads(reader, settings);
  } else if (key == "pinned_use_background_threads") {
    settings.pinned_use_background_threads = reader.boolean(key.c_str());
  } else if (key == "cpu" && reader.next_is("unified")) {
    reader.take();  // the Python side reads it
  } else {
    throw UsageError("Unrecognized CachingAllocator option: " + key);
  }
}

struct InForce {
  std::mutex mutex;
  AllocatorSettings settings;
  std::string first_backend;

  InForce() {
    const char* text = std::getenv("PYTORCH_MUSA_ALLOC_CONF");
    settings = parse_settings(text == nullptr ? "" : text);
    first_backend = settings.backend;
  }
};

InForce& in_force() {
  static auto* const instance = new InForce;
  return *instance;
}

std::atomic<unsigned> g_version{1};

}  // namespace

std::size_t AllocatorSettings::divisions_of(std::size_t bytes) const {
  const std::size_t interval = bytes < kMiB ? 0 : log_of(bytes / kMiB);
  return roundup_divisions[std::min(interval, roundup_divisions.size() - 1)];
}

AllocatorSettings parse_settings(const std::string& text) {
  AllocatorSettings settings;
  settings.text = text;
  Reader reader(text);
  while (!reader.at_end()) {
    const std::string key = reader.take();
    read_option(key, reader, settings);
    if (!reader.at_end()) {
      reader.expect(",");
    }
  }
  return settings;
}

AllocatorSettings settings_in_force() {
  InForce& now = in_force();
  const std::lock_guard<std::mutex> lock(now.mutex);
  return now.settings;
}

void change_settings(const std::string& text) {
  AllocatorSettings settings = parse_settings(text);
  InForce& now = in_force();
  const std::lock_guard<std::mutex> lock(now.mutex);
  const bool names_backend = text.find("backend") != std::string::npos;
  if (names_backend && settings.backend != now.first_backend) {
    throw UsageError(
        "Allocator backend parsed at runtime != allocator backend parsed at load time");
  }
  settings.backend = now.first_backend;
  now.settings = std::move(settings);
  g_version.fetch_add(1);
}

unsigned settings_version() noexcept { return g_version.load(std::memory_order_acquire); }

bool caching_is_off() {
  static const bool off = std::getenv("PYTORCH_NO_MUSA_MEMORY_CACHING") != nullptr;
  return off;
}

}  // namespace musasim::caching
