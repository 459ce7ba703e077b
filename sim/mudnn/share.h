// Work that several threads share.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>

#include "mudnn/view.h"

namespace musasim::dnn {

// Numbers from zero on, each of which one of the threads takes.
class Jobs {
 public:
  Jobs(Int count, Int step) : count_(count), step_(step) {}
  // f(number) for each one that the calling thread takes.
  template <class F>
  void each(F f) {
    for (Int begin; (begin = next_.fetch_add(step_, std::memory_order_relaxed)) < count_;) {
      const Int end = std::min(begin + step_, count_);
      for (Int job = begin; job < end; ++job) f(job);
    }
  }

 private:
  const Int count_, step_;
  std::atomic<Int> next_{0};
};

// The number of threads that share work: as many as OpenBLAS has for a product.
Int threads();

// Calls work(jobs) on the calling thread and on others, for `count` jobs that take as long as `cost`
// multiplications in all. It returns, or throws what one of them threw, when all have ended. Meanwhile each product is
// computed by the thread that needs it. Too little work, or too few jobs for all threads, is done by the
// calling thread alone; products are then OpenBLAS's to share.
void share(Int count, Int cost, const std::function<void(Jobs&)>& work);

}  // namespace musasim::dnn
