// The caching allocator: sizes, splitting, merging, limits, statistics, streams, threads, forks.
#include "memory/caching.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <thread>
#include <vector>

#include "check.h"
#include "memory_fixture.h"

using namespace musasim;
using namespace musasim::caching;
using namespace musasim::testing;

namespace {

DeviceAllocator& memory() { return of_device(0); }
std::int64_t current(const StatArray& array) { return array[kAll].current; }

// Starts and ends every test: nothing is allocated and nothing cached.
void expect_empty() {
  release_cached();
  const Stats stats = memory().stats();
  EQUAL(current(stats.allocation), 0);
  EQUAL(current(stats.active), 0);
  EQUAL(current(stats.reserved_bytes), 0);
  EQUAL(current(stats.inactive_split_bytes), 0);
  EQUAL(current(stats.requested_bytes), 0);
  EQUAL(current(stats.segment), 0);
}

template <class Call>
bool runs_out(Call call, OutOfMemoryReport* report = nullptr) {
  try {
    call();
  } catch (const OutOfMemory& error) {
    if (report != nullptr) {
      *report = error.report();
    }
    return true;
  }
  return false;
}

}  // namespace

TEST(sizes_are_rounded_like_cuda) {
  const AllocatorSettings plain;
  EQUAL(DeviceAllocator::round_size(1, plain), 512u);
  EQUAL(DeviceAllocator::round_size(513, plain), 1024u);
  EQUAL(DeviceAllocator::segment_size(512), 2 * kMiB);
  EQUAL(DeviceAllocator::segment_size(2 * kMiB), 20 * kMiB);
  EQUAL(DeviceAllocator::segment_size(10 * kMiB), 10 * kMiB);
  EQUAL(DeviceAllocator::segment_size(10 * kMiB + 512), 12 * kMiB);
  const AllocatorSettings quarters = parse_settings("roundup_power2_divisions:4");
  EQUAL(DeviceAllocator::round_size(1200 * 1024, quarters), 1280u * 1024);
  EQUAL(DeviceAllocator::round_size(1024 * 1024, quarters), 1024u * 1024);
  EQUAL(DeviceAllocator::round_size(1000, quarters), 1024u);
}

TEST(small_blocks_share_a_segment_and_merge) {
  void* a = allocate(0, 100, nullptr);
  void* b = allocate(0, 1000, nullptr);
  CHECK(static_cast<char*>(b) == static_cast<char*>(a) + 512);
  const Stats stats = memory().stats();
  EQUAL(current(stats.reserved_bytes), static_cast<std::int64_t>(2 * kMiB));
  EQUAL(current(stats.allocated_bytes), 1536);
  EQUAL(current(stats.requested_bytes), 1100);
  EQUAL(stats.requested_bytes[kSmallPool].current, 1100);
  EQUAL(current(stats.inactive_split_bytes), static_cast<std::int64_t>(2 * kMiB - 1536));
  CHECK(caching::free(a) && caching::free(b));
  EQUAL(memory().snapshot().size(), 1u);
  EQUAL(memory().snapshot()[0].blocks.size(), 1u);
  expect_empty();
}

TEST(freed_memory_is_reused_before_new) {
  void* a = allocate(0, 30 * kMiB, nullptr);
  caching::free(a);
  const std::int64_t before = memory().stats().num_device_alloc;
  void* b = allocate(0, 29 * kMiB + 1, nullptr);
  CHECK(a == b);
  EQUAL(memory().stats().num_device_alloc, before);
  caching::free(b);
  expect_empty();
}

TEST(the_limit_holds_and_the_cache_is_given_up_first) {
  const std::int64_t ooms = memory().stats().num_ooms;
  void* a = allocate(0, 40 * kMiB, nullptr);
  OutOfMemoryReport report{};
  CHECK(runs_out([] { allocate(0, 30 * kMiB, nullptr); }, &report));
  EQUAL(report.requested, 30 * kMiB);
  EQUAL(report.capacity, 64 * kMiB);
  EQUAL(report.free, 24 * kMiB);
  EQUAL(report.allocated, 40 * kMiB);
  EQUAL(report.cached, 0u);
  CHECK(runs_out([] { allocate(0, ~std::size_t{0}, nullptr); }));
  EQUAL(memory().stats().num_ooms, ooms + 2);
  caching::free(a);
  const std::int64_t retries = memory().stats().num_alloc_retries;
  void* b = allocate(0, 50 * kMiB, nullptr);
  EQUAL(memory().stats().num_alloc_retries, retries + 1);
  EQUAL(current(memory().stats().reserved_bytes), static_cast<std::int64_t>(50 * kMiB));
  caching::free(b);
  expect_empty();
}

TEST(a_fraction_lowers_the_limit) {
  memory().set_fraction(0.25);
  OutOfMemoryReport report{};
  CHECK(runs_out([] { allocate(0, 20 * kMiB, nullptr); }, &report));
  EQUAL(report.allowed, 16 * kMiB);
  memory().set_fraction(1.0);
  CHECK(caching::free(allocate(0, 20 * kMiB, nullptr)));
  expect_empty();
}

TEST(only_starts_of_blocks_can_be_freed) {
  CHECK(allocate(0, 0, nullptr) == nullptr && caching::free(nullptr));
  char* a = static_cast<char*>(allocate(0, 1024, nullptr));
  int local = 0;
  CHECK(!caching::free(a + 512) && !caching::free(&local));
  CHECK(caching::free(a) && !caching::free(a));
  expect_empty();
}

TEST(pointers_tell_their_device) {
  void* first = allocate(0, 1000, nullptr);
  void* second = allocate(1, 1000, nullptr);
  int local = 0;
  EQUAL(caching::device_of_pointer(first), 0);
  EQUAL(caching::device_of_pointer(second), 1);
  EQUAL(caching::device_of_pointer(&local), -1);
  EQUAL(caching::device_of_pointer(nullptr), -1);
  EQUAL(current(of_device(1).stats().allocated_bytes), 1024);
  int device = -1;
  musaGetDevice(&device);
  EQUAL(device, 0);
  caching::free(first);
  caching::free(second);
  expect_empty();
}

TEST(peak_and_accumulated_are_reset_separately) {
  memory().reset_accumulated_stats();
  memory().reset_peak_stats();
  caching::free(allocate(0, 4 * kMiB, nullptr));
  Stat bytes = memory().stats().allocated_bytes[kAll];
  CHECK(bytes.current == 0 && bytes.peak == 4 << 20 && bytes.allocated == 4 << 20);
  memory().reset_peak_stats();
  bytes = memory().stats().allocated_bytes[kAll];
  CHECK(bytes.peak == 0 && bytes.allocated == 4 << 20);
  memory().reset_accumulated_stats();
  bytes = memory().stats().allocated_bytes[kAll];
  CHECK(bytes.allocated == 0 && bytes.freed == 0);
  expect_empty();
}

TEST(blocks_belong_to_their_stream) {
  TestStream other;
  void* a = allocate(0, 1000, nullptr);
  caching::free(a);
  void* b = allocate(0, 1000, other.get());
  CHECK(a != b);
  void* c = allocate(0, 1000, nullptr);
  CHECK(a == c);
  caching::free(b);
  caching::free(c);
  expect_empty();
}

TEST(memory_that_another_stream_uses_is_not_reused_before_it_is_done) {
  TestStream other;
  void* a = allocate(0, 1000, nullptr);
  record_stream(a, other.get());
  other.block();
  caching::free(a);
  EQUAL(current(memory().stats().allocation), 0);
  EQUAL(current(memory().stats().active), 1);
  CHECK(!memory().snapshot()[0].blocks[0].allocated && memory().snapshot()[0].blocks[0].active);
  void* b = allocate(0, 1000, nullptr);
  CHECK(a != b);
  other.finish();
  void* c = allocate(0, 1000, nullptr);
  CHECK(a == c);
  caching::free(b);
  caching::free(c);
  expect_empty();
}

TEST(running_out_of_memory_waits_for_streams_first) {
  TestStream other;
  void* a = allocate(0, 40 * kMiB, nullptr);
  record_stream(a, other.get());
  other.block();
  caching::free(a);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    other.release();
  });
  void* b = allocate(0, 50 * kMiB, nullptr);
  later.join();
  caching::free(b);
  expect_empty();
}

TEST(a_destroyed_stream_holds_nothing_back) {
  musaStream_t gone = nullptr;
  musaStreamCreate(&gone);
  void* a = allocate(0, 1000, nullptr);
  record_stream(a, gone);
  musaStreamDestroy(gone);
  CHECK(caching::free(a));
  EQUAL(current(memory().stats().active), 0);
  EQUAL(musaGetLastError(), musaSuccess);
  expect_empty();
}

TEST(observers_hear_of_what_failed) {
  static std::vector<std::size_t> heard;
  add_out_of_memory_observer(
      [](int device, std::size_t wanted, std::size_t allowed, std::size_t free) {
        heard = {static_cast<std::size_t>(device), wanted, allowed, free};
      });
  CHECK(runs_out([] { allocate(1, 65 * kMiB, nullptr); }));
  CHECK((heard == std::vector<std::size_t>{1, 65 * kMiB, 64 * kMiB, 64 * kMiB}));
}

TEST(threads_can_share_a_device) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      for (int step = 0; step < 2000; ++step) {
        void* pointer = allocate(1, 512 + static_cast<std::size_t>(step), nullptr);
        CHECK(pointer != nullptr && caching::free(pointer));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EQUAL(of_device(1).stats().allocation[kAll].current, 0);
}

TEST(a_reset_of_the_device_empties_the_cache) {
  void* held = allocate(1, 1000, nullptr);
  caching::free(allocate(1, 30 * kMiB, nullptr));
  musaSetDevice(1);
  musaDeviceReset();
  musaSetDevice(0);
  EQUAL(of_device(1).stats().reserved_bytes[kAll].current, 0);
  CHECK(!caching::free(held));
  void* fresh = allocate(1, 60 * kMiB, nullptr);
  CHECK(fresh != nullptr && caching::free(fresh));
}

TEST(a_forked_child_frees_nothing_and_lives) {
  void* a = allocate(0, 1000, nullptr);
  const pid_t child = fork();
  if (child == 0) {
    caching::free(a);
    _exit(in_forked_child() ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0 && !in_forked_child());
  CHECK(caching::free(a));
  expect_empty();
}

int main(int count, char** names) {
  two_small_devices();
  return ::testing::run_all(count, names);
}
