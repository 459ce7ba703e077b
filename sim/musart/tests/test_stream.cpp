// Streams: handles, flags, order, waiting, host functions, callbacks, errors.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "check.h"
#include "gate.h"
#include "machine/device/simulated_gpus.h"
#include "machine/library.h"

namespace {

musaStream_t make_stream(unsigned flags = musaStreamNonBlocking) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, flags), musaSuccess);
  return stream;
}

void append(void* data) {
  auto* list = static_cast<std::vector<int>*>(data);
  list->push_back(static_cast<int>(list->size()));
}

}  // namespace

TEST(create_gives_distinct_live_streams) {
  musaStream_t first = nullptr;
  musaStream_t second = nullptr;
  EQUAL(musaStreamCreate(&first), musaSuccess);
  EQUAL(musaStreamCreate(&second), musaSuccess);
  CHECK(first != nullptr && second != nullptr && first != second);
  EQUAL(musaStreamQuery(first), musaSuccess);
  EQUAL(musaStreamDestroy(first), musaSuccess);
  EQUAL(musaStreamDestroy(second), musaSuccess);
}

TEST(bad_arguments_are_diagnosed) {
  EQUAL(musaStreamCreate(nullptr), musaErrorInvalidValue);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, 0x80), musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(nullptr), musaErrorInvalidResourceHandle);
  stream = make_stream();
  EQUAL(musaLaunchHostFunc(stream, nullptr, nullptr), musaErrorInvalidValue);
  EQUAL(musaStreamAddCallback(stream, nullptr, nullptr, 0), musaErrorInvalidValue);
  EQUAL(musaStreamGetFlags(stream, nullptr), musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(destroyed_streams_are_recognised) {
  musaStream_t stream = make_stream();
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  unsigned flags = 0;
  EQUAL(musaStreamDestroy(stream), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamQuery(stream), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamSynchronize(stream), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamGetFlags(stream, &flags), musaErrorInvalidResourceHandle);
  EQUAL(musaLaunchHostFunc(stream, append, nullptr), musaErrorInvalidResourceHandle);
  EQUAL(musaGetLastError(), musaErrorInvalidResourceHandle);
}

TEST(flags_priority_id_and_device_are_kept) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithPriority(&stream, musaStreamNonBlocking, -1), musaSuccess);
  unsigned flags = 0;
  int priority = 7;
  int device = -1;
  unsigned long long id = 0;
  EQUAL(musaStreamGetFlags(stream, &flags), musaSuccess);
  EQUAL(flags, unsigned{musaStreamNonBlocking});
  EQUAL(musaStreamGetPriority(stream, &priority), musaSuccess);
  EQUAL(priority, -1);
  EQUAL(musaStreamGetDevice(stream, &device), musaSuccess);
  EQUAL(device, 0);
  EQUAL(musaStreamGetId(stream, &id), musaSuccess);
  musaStream_t other = make_stream(musaStreamDefault);
  unsigned long long other_id = 0;
  EQUAL(musaStreamGetId(other, &other_id), musaSuccess);
  CHECK(id != other_id);
  EQUAL(musaStreamGetFlags(other, &flags), musaSuccess);
  EQUAL(flags, unsigned{musaStreamDefault});
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaStreamDestroy(other), musaSuccess);
}

TEST(priorities_out_of_range_are_moved_into_it) {
  int least = 0;
  int greatest = 0;
  EQUAL(musaDeviceGetStreamPriorityRange(&least, &greatest), musaSuccess);
  musaStream_t stream = nullptr;
  int priority = 0;
  EQUAL(musaStreamCreateWithPriority(&stream, musaStreamDefault, -1000), musaSuccess);
  EQUAL(musaStreamGetPriority(stream, &priority), musaSuccess);
  EQUAL(priority, greatest);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaStreamCreateWithPriority(&stream, musaStreamDefault, 1000), musaSuccess);
  EQUAL(musaStreamGetPriority(stream, &priority), musaSuccess);
  EQUAL(priority, least);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(work_runs_in_order_and_synchronize_waits) {
  musaStream_t stream = make_stream();
  std::vector<int> order;
  for (int i = 0; i < 1000; ++i) {
    EQUAL(musaLaunchHostFunc(stream, append, &order), musaSuccess);
  }
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(order.size(), std::size_t{1000});
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(submission_returns_before_the_work_is_done_and_query_says_so) {
  musaStream_t stream = make_stream();
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  EQUAL(musaGetLastError(), musaErrorNotReady);
  gate.await_arrival();
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);  // the last work has begun, but not ended
  EQUAL(musaGetLastError(), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(destroying_a_stream_lets_its_work_finish) {
  static std::atomic<int> done{0};
  done = 0;
  musaStream_t stream = make_stream();
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaLaunchHostFunc(stream, [](void*) { done = 1; }, nullptr), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(done.load(), 0);
  gate.open();
  EQUAL(musaDeviceSynchronize(), musaSuccess);  // waits for destroyed streams, too
  EQUAL(done.load(), 1);
}

TEST(device_synchronize_waits_for_all_streams) {
  constexpr int kStreams = 5;
  static std::atomic<int> done{0};
  done = 0;
  musaStream_t streams[kStreams];
  for (musaStream_t& stream : streams) {
    stream = make_stream();
    for (int i = 0; i < 20; ++i) {
      EQUAL(musaLaunchHostFunc(stream, [](void*) { ++done; }, nullptr), musaSuccess);
    }
  }
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(done.load(), kStreams * 20);
  for (musaStream_t stream : streams) {
    EQUAL(musaStreamDestroy(stream), musaSuccess);
  }
}

TEST(calls_in_a_host_function_are_not_permitted) {
  struct Seen {
    musaError_t allocate = musaSuccess;
    musaError_t wait = musaSuccess;
  };
  Seen seen;
  musaStream_t stream = make_stream();
  const musaHostFn_t function = [](void* data) {
    auto* out = static_cast<Seen*>(data);
    void* memory = nullptr;
    out->allocate = musaMalloc(&memory, 16);
    out->wait = musaDeviceSynchronize();
  };
  EQUAL(musaLaunchHostFunc(stream, function, &seen), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(seen.allocate, musaErrorNotPermitted);
  EQUAL(seen.wait, musaErrorNotPermitted);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(callbacks_get_stream_status_and_data_in_order) {
  struct Seen {
    musaStream_t stream = nullptr;
    musaError_t status = musaErrorUnknown;
    int calls = 0;
  };
  Seen seen;
  musaStream_t stream = make_stream();
  const musaStreamCallback_t callback = [](musaStream_t from, musaError_t status, void* data) {
    auto* out = static_cast<Seen*>(data);
    out->stream = from;
    out->status = status;
    ++out->calls;
  };
  EQUAL(musaStreamAddCallback(stream, callback, &seen, 0), musaSuccess);
  EQUAL(musaStreamAddCallback(stream, callback, &seen, 0), musaSuccess);
  EQUAL(musaStreamAddCallback(stream, callback, &seen, 1), musaErrorInvalidValue);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(seen.stream == stream);
  EQUAL(seen.status, musaSuccess);
  EQUAL(seen.calls, 2);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(a_worker_uses_its_streams_device) {
  EQUAL(musaSetDevice(1), musaSuccess);
  musaStream_t stream = make_stream();
  EQUAL(musaSetDevice(0), musaSuccess);
  int device = -1;
  EQUAL(musaStreamGetDevice(stream, &device), musaSuccess);
  EQUAL(device, 1);
  static std::atomic<int> seen{-1};
  seen = -1;
  const auto work = [] {
    seen = musasim::current_device();
    return musaSuccess;
  };
  EQUAL(musasim::launch_work(stream, "look", work), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(seen.load(), 1);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(attributes_are_kept_and_copied) {
  musaStream_t stream = make_stream();
  musaStream_t other = make_stream();
  musaStreamAttrValue value{};
  EQUAL(musaStreamGetAttribute(stream, musaStreamAttributeSynchronizationPolicy, &value),
        musaSuccess);
  EQUAL(int{value.syncPolicy}, int{musaSyncPolicyAuto});
  value.syncPolicy = musaSyncPolicyBlockingSync;
  EQUAL(musaStreamSetAttribute(stream, musaStreamAttributeSynchronizationPolicy, &value),
        musaSuccess);
  EQUAL(musaStreamCopyAttributes(other, stream), musaSuccess);
  musaStreamAttrValue copied{};
  EQUAL(musaStreamGetAttribute(other, musaStreamAttributeSynchronizationPolicy, &copied),
        musaSuccess);
  EQUAL(int{copied.syncPolicy}, int{musaSyncPolicyBlockingSync});
  EQUAL(musaStreamSetAttribute(stream, musaLaunchAttributeIgnore, &value), musaErrorInvalidValue);
  EQUAL(musaStreamSetAttribute(stream, musaStreamAttributeSynchronizationPolicy, nullptr),
        musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaStreamCopyAttributes(other, stream), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamDestroy(other), musaSuccess);
}

TEST(many_threads_use_one_stream) {
  constexpr int kThreads = 4;
  constexpr int kCalls = 200;
  static std::atomic<int> done{0};
  done = 0;
  musaStream_t stream = make_stream();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([stream] {
      for (int call = 0; call < kCalls; ++call) {
        EQUAL(musaLaunchHostFunc(stream, [](void*) { ++done; }, nullptr), musaSuccess);
        if (call % 50 == 0) {
          EQUAL(musaStreamSynchronize(stream), musaSuccess);
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(done.load(), kThreads * kCalls);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(many_short_streams_do_not_exhaust_anything) {
  static std::atomic<int> done{0};
  done = 0;
  for (int i = 0; i < 2000; ++i) {
    musaStream_t stream = make_stream();
    EQUAL(musaLaunchHostFunc(stream, [](void*) { ++done; }, nullptr), musaSuccess);
    EQUAL(musaStreamDestroy(stream), musaSuccess);
  }
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(done.load(), 2000);
}

TEST(a_forked_child_gets_errors_and_does_not_hang) {
  musaStream_t stream = make_stream();
  EQUAL(musaLaunchHostFunc(stream, [](void*) {}, nullptr), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  const pid_t child = fork();
  if (child == 0) {
    const bool right = musaStreamSynchronize(stream) == musaErrorInitializationError &&
                       musaLaunchHostFunc(
                           stream, [](void*) {}, nullptr) == musaErrorInitializationError &&
                       musasim::launch_work(stream, "work", [] { return musaSuccess; }) ==
                           musaErrorInitializationError &&
                       musasim::wait_for(stream) == musaErrorInitializationError;
    _exit(right ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(a_process_may_end_with_work_pending) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "test_stream", "--end-busy", nullptr);
    _exit(127);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(reset_destroys_streams_and_events) {
  EQUAL(musaSetDevice(2), musaSuccess);
  musaStream_t stream = make_stream();
  musaEvent_t event = nullptr;
  EQUAL(musaEventCreate(&event), musaSuccess);
  static std::atomic<int> done{0};
  EQUAL(musaLaunchHostFunc(stream, [](void*) { ++done; }, nullptr), musaSuccess);
  EQUAL(musaDeviceReset(), musaSuccess);
  EQUAL(done.load(), 1);
  EQUAL(musaStreamQuery(stream), musaErrorInvalidResourceHandle);
  EQUAL(musaEventQuery(event), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamQuery(nullptr), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
}

// Device 3 is broken here and by nobody else.
TEST(failing_work_breaks_its_device_and_drops_what_follows) {
  EQUAL(musaSetDevice(3), musaSuccess);
  musaStream_t stream = make_stream();
  static std::atomic<bool> ran{false};
  static std::atomic<int> status{-1};
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musasim::launch_work(stream, "bad", [] { return musaErrorIllegalAddress; }), musaSuccess);
  EQUAL(musaLaunchHostFunc(stream, [](void*) { ran = true; }, nullptr), musaSuccess);
  const musaStreamCallback_t callback = [](musaStream_t, musaError_t seen, void*) {
    status = seen;
  };
  EQUAL(musaStreamAddCallback(stream, callback, nullptr, 0), musaSuccess);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaErrorIllegalAddress);
  CHECK(!ran.load());
  EQUAL(status.load(), int{musaErrorIllegalAddress});  // callbacks are told
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  EQUAL(musaStreamQuery(stream), musaErrorIllegalAddress);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);  // other devices go on
  EQUAL(musaLaunchHostFunc(stream, [](void*) { ran = true; }, nullptr), musaErrorIllegalAddress);
  CHECK(!ran.load());
}

// Leaves work behind that goes on, and work that never will.
int end_busy() {
  Gate& gate = *new Gate;  // never destroyed: somebody waits in it
  musaStream_t held = make_stream();
  musaStream_t busy = make_stream();
  gate.hold(held);
  for (int i = 0; i < 10000; ++i) {
    musaLaunchHostFunc(busy, [](void*) {}, nullptr);
    musaLaunchHostFunc(nullptr, [](void*) {}, nullptr);
  }
  gate.await_arrival();
  return ::testing::failures;
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "4", 1);
  if (argc == 2 && std::strcmp(argv[1], "--end-busy") == 0) {
    return end_busy();
  }
  return ::testing::run_all(argc, argv);
}
