// The pool: threads that wait for jobs. They are made when they are first needed, and stay.
#include "device/pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>

#include "device/carrier.h"

namespace musasim::device {

namespace {

// A job that wants helpers.
struct Call {
  Job* job;
  unsigned wanted;
  unsigned inside = 0;
  std::condition_variable left{};
};

class Pool {
 public:
  void run(Job& job, unsigned helpers, bool all) {
    Call call{&job, helpers};
    std::unique_lock<std::mutex> lock(mutex_);
    make_threads(all ? helpers + busy_ : helpers);
    calls_.push_back(&call);
    lock.unlock();
    wake_.notify_all();
    carry(job);
    lock.lock();
    calls_.remove(&call);
    call.left.wait(lock, [&] { return call.inside == 0; });
  }

 private:
  void make_threads(unsigned count) {
    for (; threads_ < count; ++threads_) {
      std::thread([this] { help(); }).detach();
    }
  }

  Call* next_call() const {
    const auto found = std::find_if(calls_.begin(), calls_.end(),
                                    [](const Call* call) { return call->wanted != 0; });
    return found == calls_.end() ? nullptr : *found;
  }

  void help() {
    pthread_setname_np(pthread_self(), "musasim-kernel");
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      Call* call = nullptr;
      wake_.wait(lock, [&] { return (call = next_call()) != nullptr; });
      --call->wanted;
      ++call->inside;
      ++busy_;
      lock.unlock();
      carry(*call->job);
      lock.lock();
      --busy_;
      if (--call->inside == 0) {
        call->left.notify_one();
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<Call*> calls_;
  unsigned threads_ = 0;
  unsigned busy_ = 0;
};

// Never destroyed: its threads run until the process ends. A forked child has none of them, and starts
// with a pool of its own.
Pool* g_pool = nullptr;

Pool& pool() {
  // Not std::call_once: by this library's TLS model it would need libstdc++'s variables in static TLS,
  // where there is no room when libstdc++ was loaded by dlopen.
  static const bool made = [] {
    g_pool = new Pool;
    pthread_atfork(nullptr, nullptr, [] { g_pool = new Pool; });
    return true;
  }();
  static_cast<void>(made);
  return *g_pool;
}

}  // namespace

void run_on_pool(Job& job, unsigned helpers, bool all) {
  if (helpers == 0) {
    carry(job);
  } else {
    pool().run(job, helpers, all);
  }
}

unsigned processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    return std::max(1U, std::thread::hardware_concurrency());
  }
  return static_cast<unsigned>(CPU_COUNT(&set));
}

}  // namespace musasim::device
