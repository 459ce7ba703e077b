// A long random run of the caching allocator on several streams, beside a naive model: contents stay,
// blocks never overlap, memory that a stream uses is not handed out, and the statistics agree.
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "check.h"
#include "memory/caching.h"
#include "memory_fixture.h"

using namespace musasim::caching;
using namespace musasim::testing;

namespace {

constexpr int kStreams = 3;
constexpr int kSteps = 6000;

// The state that has to be true, kept in the simplest way.
class Model {
 public:
  struct Live {
    std::size_t requested;
    std::size_t rounded;
    unsigned char mark;
    std::vector<musaStream_t> users;
  };

  void allocated(char* pointer, std::size_t bytes, unsigned char mark) {
    const std::size_t rounded = (bytes + 511) / 512 * 512;
    for (const auto& [start, block] : live_) {
      CHECK(pointer + rounded <= start || start + block.rounded <= pointer);
    }
    live_[pointer] = {bytes, rounded, mark, {}};
    ++allocations_;
    requested_total_ += bytes;
    peak_requested_ = std::max(peak_requested_, requested());
  }
  Live freed(char* pointer) {
    const Live block = live_.at(pointer);
    live_.erase(pointer);
    ++frees_;
    return block;
  }
  std::map<char*, Live>& live() { return live_; }

  std::int64_t requested() const {
    std::int64_t sum = 0;
    for (const auto& [start, block] : live_) {
      sum += static_cast<std::int64_t>(block.requested);
    }
    return sum;
  }
  void compare(const Stats& stats, bool streams_idle) const {
    EQUAL(stats.allocation[kAll].current, static_cast<std::int64_t>(live_.size()));
    EQUAL(stats.allocation[kAll].allocated, allocations_);
    EQUAL(stats.allocation[kAll].freed, frees_);
    CHECK(stats.requested_bytes[kAll].current >= requested());
    CHECK(stats.allocated_bytes[kAll].current >= requested());
    CHECK(stats.active_bytes[kAll].current >= stats.allocated_bytes[kAll].current);
    CHECK(stats.reserved_bytes[kAll].current >= stats.active_bytes[kAll].current);
    EQUAL(stats.requested_bytes[kAll].allocated, static_cast<std::int64_t>(requested_total_));
    if (streams_idle) {
      EQUAL(stats.active[kAll].current, stats.allocation[kAll].current);
      EQUAL(stats.requested_bytes[kAll].current, requested());
    }
    for (const StatArray* array :
         {&stats.allocation, &stats.segment, &stats.active, &stats.inactive_split,
          &stats.allocated_bytes, &stats.reserved_bytes, &stats.active_bytes,
          &stats.inactive_split_bytes, &stats.requested_bytes}) {
      const Stat& all = (*array)[kAll];
      EQUAL((*array)[kSmallPool].current + (*array)[kLargePool].current, all.current);
      EQUAL(all.allocated - all.freed, all.current);
      CHECK(all.peak >= all.current);
    }
  }

 private:
  std::map<char*, Live> live_;
  std::int64_t allocations_ = 0;
  std::int64_t frees_ = 0;
  std::size_t requested_total_ = 0;
  std::int64_t peak_requested_ = 0;
};

class Run {
 public:
  explicit Run(unsigned seed) : random_(seed) {
    release_cached();
    memory_.reset_accumulated_stats();
    memory_.reset_peak_stats();
    handles_.push_back(nullptr);
    for (TestStream& stream : streams_) {
      handles_.push_back(stream.get());
    }
  }

  void step() {
    switch (random_() % 8) {
      case 0:
      case 1:
      case 2:
      case 3: return allocate_one();
      case 4:
      case 5: return free_one();
      case 6: return use_on_another_stream();
      default: return toggle_stream();
    }
  }

  void finish() {
    while (!model_.live().empty()) {
      free_one();
    }
    finish_streams();
    model_.compare(memory_.stats(), true);
    release_cached();
    const Stats stats = memory_.stats();
    EQUAL(stats.reserved_bytes[kAll].current, 0);
    EQUAL(stats.segment[kAll].current, 0);
    EQUAL(stats.inactive_split_bytes[kAll].current, 0);
    EQUAL(memory_.snapshot().size(), 0u);
  }

  void compare() {
    const bool idle = random_() % 2 == 0;
    if (idle) {
      finish_streams();
    }
    model_.compare(memory_.stats(), idle);
    check_snapshot();
  }

 private:
  std::size_t some_size() {
    switch (random_() % 10) {
      case 0: return 1 + random_() % (3 * kMiB);
      case 1: return 1 + random_() % (12 * kMiB);
      default: return 1 + random_() % 4096;
    }
  }

  void allocate_one() {
    const std::size_t bytes = some_size();
    char* pointer = nullptr;
    try {
      pointer = static_cast<char*>(allocate(0, bytes, handles_[random_() % handles_.size()]));
    } catch (const OutOfMemory&) {
      return;
    }
    for (int i = 0; i < kStreams; ++i) {
      CHECK(waiting_[i].count(pointer) == 0 || !streams_[i].is_busy());
      waiting_[i].erase(pointer);
    }
    const auto mark = static_cast<unsigned char>(random_());
    pointer[0] = pointer[bytes - 1] = static_cast<char>(mark);
    model_.allocated(pointer, bytes, mark);
  }

  char* some_block() {
    auto it = model_.live().begin();
    std::advance(it, static_cast<long>(random_() % model_.live().size()));
    return it->first;
  }

  void free_one() {
    if (model_.live().empty()) {
      return;
    }
    char* pointer = some_block();
    const Model::Live block = model_.freed(pointer);
    CHECK(pointer[0] == static_cast<char>(block.mark));
    CHECK(pointer[block.requested - 1] == static_cast<char>(block.mark));
    for (int i = 0; i < kStreams; ++i) {
      for (musaStream_t user : block.users) {
        if (user == handles_[static_cast<std::size_t>(i) + 1]) {
          waiting_[i].insert(pointer);
        }
      }
    }
    CHECK(musasim::caching::free(pointer));
  }

  void use_on_another_stream() {
    if (!model_.live().empty()) {
      char* pointer = some_block();
      musaStream_t stream = handles_[random_() % handles_.size()];
      record_stream(pointer, stream);
      if (owner_of(pointer) != stream) {
        model_.live().at(pointer).users.push_back(stream);
      }
    }
  }

  musaStream_t owner_of(const char* pointer) {
    for (const SegmentInfo& segment : memory_.snapshot()) {
      const auto offset = reinterpret_cast<std::uintptr_t>(pointer) - segment.address;
      if (offset < segment.size) {
        return segment.stream;
      }
    }
    return nullptr;
  }

  void toggle_stream() {
    const std::size_t i = random_() % kStreams;
    if (streams_[i].is_busy()) {
      streams_[i].finish();
      waiting_[i].clear();
    } else {
      waiting_[i].clear();
      streams_[i].block(std::chrono::milliseconds(2));
    }
  }

  void finish_streams() {
    for (int i = 0; i < kStreams; ++i) {
      streams_[i].finish();
      waiting_[i].clear();
    }
  }

  void check_snapshot() {
    std::size_t allocated = 0;
    for (const SegmentInfo& segment : memory_.snapshot()) {
      std::uintptr_t next = segment.address;
      bool last_is_free = false;
      for (const BlockInfo& block : segment.blocks) {
        EQUAL(block.address, next);
        next += block.size;
        allocated += block.allocated ? 1 : 0;
        CHECK(!(last_is_free && !block.active));  // neighbours are merged
        last_is_free = !block.active;
      }
      EQUAL(next, segment.address + segment.size);
    }
    EQUAL(allocated, model_.live().size());
  }

  std::mt19937 random_;
  DeviceAllocator& memory_ = of_device(0);
  TestStream streams_[kStreams];
  std::set<char*> waiting_[kStreams];
  std::vector<musaStream_t> handles_;
  Model model_;
};

void run(unsigned seed) {
  Run random_run(seed);
  for (int step = 0; step < kSteps; ++step) {
    random_run.step();
    if (step % 100 == 0) {
      random_run.compare();
    }
  }
  random_run.finish();
}

}  // namespace

TEST(random_operations_agree_with_the_model) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    run(seed);
  }
}

TEST(random_operations_with_large_blocks_kept_whole) {
  change_settings("max_split_size_mb:21,garbage_collection_threshold:0.5");
  run(4);
  change_settings("");
}

int main(int count, char** names) {
  two_small_devices();
  return ::testing::run_all(count, names);
}
