// Work that several threads share: who does it, how it ends, what else goes on meanwhile.
#include "mudnn/share.h"

#include <chrono>
#include <new>
#include <thread>

#include "blas/cblas.h"
#include "check.h"

using namespace musasim::dnn;

namespace {

constexpr Int kMuch = Int{1} << 30;

// OpenBLAS has so many threads while this lives.
struct BlasThreads {
  explicit BlasThreads(int count) { scipy_openblas_set_num_threads(count); }
  ~BlasThreads() { scipy_openblas_set_num_threads(1); }
};

// Waits until the condition is true, for a minute at most.
template <class F>
bool comes(F condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return condition();
}

// The number of threads that do the work.
Int participants(Int count, Int cost) {
  std::atomic<Int> inside{0};
  share(count, cost, [&](Jobs& jobs) {
    ++inside;
    jobs.each([](Int) {});
  });
  return inside;
}

// Waits until all `wanted` threads take part.
void meet(std::atomic<Int>* inside, Int wanted) {
  ++*inside;
  CHECK(comes([&] { return *inside == wanted; }));
}

}  // namespace

TEST(each_job_is_done_once) {
  for (const int count : {1, 2, 3, 5}) {
    const BlasThreads blas(count);
    for (const Int jobs : {0, 1, 2, 7, 1000}) {
      std::vector<int> done(static_cast<std::size_t>(jobs));
      share(jobs, kMuch, [&](Jobs& taken) {
        taken.each([&](Int job) { ++done[static_cast<std::size_t>(job)]; });
      });
      CHECK(done == std::vector<int>(done.size(), 1));
    }
  }
}

TEST(as_many_threads_take_part_as_openblas_has) {
  for (const int count : {2, 4, 3}) {
    const BlasThreads blas(count);
    EQUAL(threads(), Int{count});
    std::atomic<Int> inside{0};
    share(count, kMuch, [&](Jobs&) { meet(&inside, count); });
    EQUAL(inside.load(), Int{count});
  }
}

TEST(little_work_and_few_jobs_are_done_alone) {
  const BlasThreads blas(3);
  EQUAL(participants(100, 1000), 1);
  EQUAL(participants(2, kMuch), 1);
  const BlasThreads one(1);
  EQUAL(participants(100, kMuch), 1);
}

TEST(products_are_computed_by_the_thread_that_needs_them) {
  const BlasThreads blas(3);
  std::atomic<Int> inside{0};
  share(3, kMuch, [&](Jobs&) {
    meet(&inside, 3);
    EQUAL(scipy_openblas_get_num_threads(), 1);
  });
  EQUAL(scipy_openblas_get_num_threads(), 3);
}

TEST(an_error_of_any_thread_comes_to_the_caller_when_all_have_ended) {
  const BlasThreads blas(3);
  const std::thread::id caller = std::this_thread::get_id();
  for (const bool own : {true, false}) {
    std::atomic<Int> inside{0}, ended{0};
    bool caught = false;
    try {
      share(3, kMuch, [&](Jobs&) {
        meet(&inside, 3);
        ++ended;
        if ((std::this_thread::get_id() == caller) == own) throw std::bad_alloc();
      });
    } catch (const std::bad_alloc&) {
      caught = true;
    }
    CHECK(caught);
    EQUAL(ended.load(), 3);
    EQUAL(scipy_openblas_get_num_threads(), 3);
  }
  std::atomic<Int> inside{0};
  share(3, kMuch, [&](Jobs&) { meet(&inside, 3); });
}

TEST(who_comes_while_others_share_works_alone) {
  const BlasThreads blas(2);
  std::atomic<Int> inside{0};
  std::atomic<bool> ended{false};
  std::thread other([&] {
    share(2, kMuch, [&](Jobs&) {
      ++inside;
      CHECK(comes([&] { return ended.load(); }));
    });
  });
  CHECK(comes([&] { return inside == 2; }));
  EQUAL(participants(100, kMuch), 1);
  ended = true;
  other.join();
  EQUAL(scipy_openblas_get_num_threads(), 2);
}

TEST(many_callers_share_at_once) {
  const BlasThreads blas(3);
  std::atomic<Int> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        share(20, kMuch, [&](Jobs& jobs) { jobs.each([&](Int job) { sum += job; }); });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EQUAL(sum.load(), Int{4 * 200 * 190});
  EQUAL(scipy_openblas_get_num_threads(), 3);
}

TEST_MAIN()
