// Barriers and operations of warps that threads miss, and those that all come to.
#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "kernel_runtime/check/barriers.h"
#include "musasim/check.h"

using namespace musasim::device;
using namespace musasim::device::check;

namespace {

// Places without a line of the source are told as they are.
const void* place(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

struct Fixture {
  Findings findings{"kernel"};
  Barriers barriers;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber*> lanes;
  unsigned long long before = musasimCheckReportCount();

  Fixture() {
    barriers.begin(&findings);
    for (unsigned i = 0; i < 32; ++i) {
      fibers.push_back(std::make_unique<Fiber>(4096, i));
      fibers.back()->index = {i, 0, 0};
      fibers.back()->rank = i;
      fibers.back()->place = place(0x1000);
      lanes.push_back(fibers.back().get());
    }
  }
  FiberList waiting;
  // The threads from `begin` on wait.
  const FiberList& from(unsigned begin, unsigned end = 32) {
    waiting.clear();
    for (unsigned i = begin; i < end; ++i) waiting.push(lanes[i]);
    return waiting;
  }
  unsigned long long reports() const { return musasimCheckReportCount() - before; }
};

Lanes mask(unsigned bits) { return Lanes{{bits, 0, 0, 0}}; }

bool told(const std::string& words) {
  char text[2048];
  musasimCheckLastReport(text, sizeof text);
  return std::string(text).find(words) != std::string::npos;
}

}  // namespace

TEST(a_barrier_that_all_come_to) {
  Fixture f;
  f.barriers.block_met(f.from(0));
  EQUAL(f.reports(), 0U);
}

TEST(a_barrier_does_not_wait_for_threads_that_returned) {
  Fixture f;
  for (unsigned i = 0; i < 4; ++i) {
    f.lanes[i]->place = i == 0 ? place(0x800) : nullptr;  // the barrier before, or none
    f.barriers.thread_ended(*f.lanes[i]);
  }
  f.barriers.block_met(f.from(4));
  f.barriers.lanes_met(0, f.lanes.data(), mask(0xf0), mask(0xff));
  EQUAL(f.reports(), 0U);
}

TEST(threads_that_come_fewer_times) {
  Fixture f;
  f.barriers.block_met(f.from(0));
  for (unsigned i = 0; i < 4; ++i) f.barriers.thread_ended(*f.lanes[i]);
  f.barriers.block_met(f.from(4));
  EQUAL(f.reports(), 1U);
  CHECK(told("4 threads of the block came to it fewer times and ended"));
}

TEST(lines_of_a_function_follow_each_other) {
  const SourcePlace barrier{"kernel", "a.mu:12"};
  CHECK(is_behind({"kernel", "a.mu:13"}, barrier) && !is_behind(barrier, barrier));
  CHECK(!is_behind({"kernel", "a.mu:9"}, barrier));
  CHECK(!is_behind({"helper", "a.mu:13"}, barrier) && !is_behind({"kernel", "b.mu:13"}, barrier));
}

TEST(two_barriers_at_once) {
  Fixture f;
  for (unsigned i = 0; i < 8; ++i) f.lanes[i]->place = place(0x2000);
  f.barriers.block_met(f.from(0));
  EQUAL(f.reports(), 2U);
  CHECK(told("24 threads of the block wait at") || told("8 threads of the block wait at"));
}

TEST(threads_that_wait_forever) {
  Fixture f;
  f.barriers.wait_forever(f.from(0, 0));
  EQUAL(f.reports(), 0U);
  f.barriers.wait_forever(f.from(3, 4));
  EQUAL(f.reports(), 1U);
  CHECK(told("by thread (3,0,0)") && told("1 thread waits here forever"));
}

TEST(lanes_that_do_not_come) {
  Fixture f;
  f.barriers.lanes_met(0, f.lanes.data(), mask(0xff), mask(0xff));
  EQUAL(f.reports(), 0U);
  f.barriers.lanes_met(0, f.lanes.data(), mask(0xf0), mask(0xff));
  EQUAL(f.reports(), 1U);
  CHECK(told("by thread (4,0,0)") && told("4 of the lanes that it names do not come"));
}

TEST(a_mask_without_its_caller_is_told_alone) {
  Fixture f;
  f.barriers.not_in_mask(*f.lanes[9]);
  f.barriers.lanes_met(0, f.lanes.data(), mask(0x200), mask(0xff));
  EQUAL(f.reports(), 1U);
  CHECK(told("lacks the calling lane") && told("by thread (9,0,0)"));
}

TEST(nothing_is_told_without_synccheck) {
  Fixture f;
  f.barriers.begin(nullptr);
  f.barriers.block_met(f.from(4));
  f.barriers.not_in_mask(*f.lanes[9]);
  EQUAL(f.reports(), 0U);
}

TEST_MAIN()
