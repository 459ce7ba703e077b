// The threads that help with a call's work. They are made when they are first needed, and stay.
#include "mudnn/share.h"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "blas/cblas.h"

namespace musasim::dnn {
namespace {

using Work = std::function<void(Jobs&)>;

// The calling thread has done less than this before another one has woken up.
constexpr Int kWorthSharing = Int{1} << 20;
// The number of times that each thread takes jobs: several times, so that all end at about the same time.
constexpr Int kTurns = 8;

class Team {
 public:
  // The caller holds `entered`.
  void run(const Work& work, Jobs* jobs, Int helpers) {
    std::unique_lock<std::mutex> lock(mutex_);
    make_threads(helpers);
    work_ = &work;
    jobs_ = jobs;
    wanted_ = std::min(helpers, threads_);
    wake_.notify_all();
    carry(&lock);
    wanted_ = 0;
    left_.wait(lock, [this] { return inside_ == 0; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

  std::mutex entered;

 private:
  void make_threads(Int count) {
    try {
      for (; threads_ < count; ++threads_) std::thread([this] { help(); }).detach();
    } catch (const std::system_error&) {
      // The threads that could be made do the work.
    }
  }

  void help() {
    pthread_setname_np(pthread_self(), "musasim-dnn");
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return wanted_ != 0; });
      --wanted_;
      ++inside_;
      carry(&lock);
      if (--inside_ == 0) left_.notify_one();
    }
  }

  // Holds the lock before and afterwards.
  void carry(std::unique_lock<std::mutex>* lock) {
    std::exception_ptr error;
    lock->unlock();
    try {
      (*work_)(*jobs_);
    } catch (...) {
      error = std::current_exception();
    }
    lock->lock();
    if (error && !error_) error_ = error;
  }

  std::mutex mutex_;  // of all members below
  std::condition_variable wake_, left_;
  const Work* work_ = nullptr;
  Jobs* jobs_ = nullptr;
  Int threads_ = 0, wanted_ = 0, inside_ = 0;
  std::exception_ptr error_;
};

// Never destroyed: its threads run until the process ends.
Team& team() {
  static Team* const only = new Team;
  return *only;
}

// OpenBLAS computes on the calling thread while this lives.
class OneThreadEach {
 public:
  OneThreadEach() : before_(scipy_openblas_get_num_threads()) { scipy_openblas_set_num_threads(1); }
  ~OneThreadEach() { scipy_openblas_set_num_threads(before_); }
  OneThreadEach(const OneThreadEach&) = delete;
  OneThreadEach& operator=(const OneThreadEach&) = delete;

 private:
  int before_;
};

}  // namespace

Int threads() { return scipy_openblas_get_num_threads(); }

void share(Int count, Int cost, const Work& work) {
  std::unique_lock<std::mutex> entered(team().entered, std::defer_lock);
  const Int all = threads();
  if (all <= 1 || count < all || cost < kWorthSharing || !entered.try_lock()) {
    Jobs jobs(count, count);
    return work(jobs);
  }
  const OneThreadEach products;
  Jobs jobs(count, std::max<Int>(count / (all * kTurns), 1));
  team().run(work, &jobs, all - 1);
}

}  // namespace musasim::dnn
