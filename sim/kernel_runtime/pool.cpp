// The pool: threads that wait for jobs. They are made when they are first needed, and stay.
#include "kernel_runtime/pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "kernel_runtime/block.h"
#include "kernel_runtime/carrier.h"
#include "kernel_runtime/interrupt.h"
#include "kernel_runtime/time_limit.h"

namespace musasim::device {

namespace {

void pause_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  asm volatile("yield");
#endif
}

struct CarrierThread {
  pthread_t thread;
  const Block* block;
};

// A job that is being run.
struct Call {
  Job* job;
  unsigned wanted;                  // helpers
  std::atomic<unsigned> inside{0};  // changes while the lock is held
  std::uint64_t begun = 0;          // blocks, when the watch last looked
  unsigned looks = 0;               // that found no more of them
  bool spreads = false;             // its blocks were seen to wait for others
  std::vector<CarrierThread> carriers{};
  std::condition_variable left{};
  std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
};

// Kernels often follow each other closely: waking a thread takes longer than many of them.
template <class Done>
void spin_until(Done done) {
  constexpr std::chrono::microseconds kSpin{30};
  const auto end = std::chrono::steady_clock::now() + kSpin;
  while (!done() && std::chrono::steady_clock::now() < end) {
    for (int i = 0; i < 16; ++i) {
      pause_processor();
    }
  }
}

class Pool {
 public:
  void run(Job& job, unsigned helpers, bool all) {
    Call call{&job, helpers};
    std::unique_lock<std::mutex> lock(mutex_);
    make_threads(all ? helpers + busy_ + wanted() : helpers);
    calls_.push_back(&call);
    posted_.fetch_add(1, std::memory_order_relaxed);
    start_watch();
    if (helpers != 0) {
      wake_.notify_all();
    }
    carry_for(call, lock);
    call.wanted = 0;
    lock.unlock();
    spin_until([&] { return call.inside.load(std::memory_order_relaxed) == 0; });
    lock.lock();
    call.left.wait(lock, [&] { return call.inside == 0; });
    calls_.remove(&call);  // the watch looks after the helpers until then
  }

 private:
  static constexpr std::chrono::milliseconds kWatch{100};
  static constexpr std::chrono::milliseconds kCloseWatch{1};
  // A thread that counts while it waits looks as one that computes: one helper comes after that long.
  static constexpr std::chrono::milliseconds kDoubt{2000};
  static constexpr unsigned kMostThreads = 2048;

  void make_threads(unsigned count) {
    for (; threads_ < count; ++threads_) {
      std::thread([this] { help(); }).detach();
    }
  }

  unsigned wanted() const {
    unsigned sum = 0;
    for (const Call* const call : calls_) {
      sum += call->wanted;
    }
    return sum;
  }

  // Holds the lock before and afterwards.
  static void carry_for(Call& call, std::unique_lock<std::mutex>& lock) {
    const CarrierThread self{pthread_self(), &own_block()};
    call.carriers.push_back(self);
    lock.unlock();
    carry(*call.job);
    lock.lock();
    call.carriers.erase(std::find_if(
        call.carriers.begin(), call.carriers.end(),
        [&self](const CarrierThread& carrier) { return carrier.block == self.block; }));
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
      carry_for(*call, lock);
      --busy_;
      if (--call->inside == 0) {
        call->left.notify_one();
      }
      if (next_call() == nullptr) {
        const unsigned seen = posted_.load(std::memory_order_relaxed);
        lock.unlock();
        spin_until([&] { return posted_.load(std::memory_order_relaxed) != seen; });
        lock.lock();
      }
    }
  }

  void start_watch() {
    if (!watch_started_) {
      watch_started_ = true;
      std::thread([this] { watch(); }).detach();
    } else if (watch_sleeps_) {
      watch_.notify_one();
    }
  }

  // Blocks that run may wait for blocks that have not begun, as on a device that holds all of them at once;
  // then as many more threads begin them. And threads may wait for others of their block.
  void watch() {
    pthread_setname_np(pthread_self(), "musasim-watch");
    bool closely = false;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      watch_sleeps_ = calls_.empty();
      watch_.wait(lock, [this] { return !calls_.empty(); });
      watch_sleeps_ = false;
      lock.unlock();
      std::this_thread::sleep_for(closely ? kCloseWatch : kWatch);
      lock.lock();
      closely = false;
      for (Call* const call : calls_) {
        closely = look_at(*call) || closely;
      }
    }
  }

  // Whether it is stuck, as far as one can tell.
  bool look_at(Call& call) {
    if (is_late(call)) {
      call.job->set_late();
      interrupt_all(call);
      return true;
    }
    const std::uint64_t begun = call.job->begun();
    if (begun != call.begun || call.job->grid().is_loop()) {
      call.begun = begun;
      call.looks = 0;
      return call.spreads;
    }
    ++call.looks;
    if (call.job->all_stalled()) {
      call.spreads = true;
      call_helpers(call, call.carriers.size());
    } else if (call.looks % (kDoubt / kCloseWatch) == 0) {
      call_helpers(call, 1);
    }
    interrupt_all(call);
    return true;
  }

  static bool is_late(const Call& call) {
    const std::chrono::milliseconds limit = time_limit();
    return limit.count() != 0 && std::chrono::steady_clock::now() - call.since >= limit;
  }

  // Unless those that were called have still to come.
  void call_helpers(Call& call, std::uint64_t count) {
    if (call.wanted == 0 && threads_ < kMostThreads) {
      call.wanted = static_cast<unsigned>(std::min(count, call.job->blocks() - call.begun));
      make_threads(std::min(busy_ + wanted(), kMostThreads));
      wake_.notify_all();
    }
  }

  static void interrupt_all(const Call& call) {
    if (!call.job->has_code()) {
      call.job->set_code(code_around(reinterpret_cast<const void*>(call.job->grid().thread)));
    }
    for (const CarrierThread& carrier : call.carriers) {
      if (!carrier.block->rests()) {
        interrupt(carrier.thread);
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<Call*> calls_;
  std::atomic<unsigned> posted_{0};  // calls so far
  unsigned threads_ = 0;
  unsigned busy_ = 0;
  std::condition_variable watch_;
  bool watch_started_ = false;
  bool watch_sleeps_ = false;
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
  if (job.blocks() == 1 && job.grid().is_loop() && time_limit().count() == 0) {
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
