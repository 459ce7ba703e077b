// Work that the calling thread does in a stream's place.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "check.h"
#include "machine/library.h"
#include "machine/memory/allocate.h"
#include "machine/stream/inline_work.h"
#include "musa_runtime_api.h"
#include "musasim/faults.h"

using namespace musasim;

namespace {

struct OwnStream {
  musaStream_t handle = nullptr;
  OwnStream() { EQUAL(musaStreamCreateWithFlags(&handle, musaStreamNonBlocking), musaSuccess); }
  ~OwnStream() { musaStreamDestroy(handle); }
};

musaError_t nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  return musaSuccess;
}

}  // namespace

TEST(it_comes_after_what_the_stream_holds) {
  const OwnStream stream;
  std::atomic<bool> done{false};
  launch_work(stream.handle, "earlier", [&] {
    nap();
    done = true;
    return musaSuccess;
  });
  const InlineWork work(*stream_behind(stream.handle), "operator");
  EQUAL(work.status(), musaSuccess);
  CHECK(done);
}

TEST(later_work_comes_after_it) {
  const OwnStream stream;
  std::atomic<bool> done{false};
  std::atomic<bool> was_done{false};
  {
    const InlineWork work(*stream_behind(stream.handle), "operator");
    launch_work(stream.handle, "later", [&] {
      was_done = done.load();
      return musaSuccess;
    });
    nap();
    EQUAL(musaStreamQuery(stream.handle), musaErrorNotReady);
    done = true;
  }
  EQUAL(musaStreamSynchronize(stream.handle), musaSuccess);
  CHECK(was_done);
}

TEST(an_inner_one_is_part_of_the_outer_one) {
  const OwnStream stream;
  const auto object = stream_behind(stream.handle);
  const InlineWork outer(*object, "outer");
  {
    const InlineWork inner(*object, "inner");
    EQUAL(inner.status(), musaSuccess);
  }
  EQUAL(musaStreamQuery(stream.handle), musaErrorNotReady);
}

TEST(it_does_not_wait_for_itself) {
  const OwnStream stream;
  void* memory = nullptr;
  char byte = 0;
  EQUAL(musaMalloc(&memory, 16), musaSuccess);
  EQUAL(musaMemset(memory, 7, 16), musaSuccess);
  const InlineWork work(*stream_behind(stream.handle), "operator");
  EQUAL(musaMemcpyAsync(&byte, memory, 1, musaMemcpyDeviceToHost, stream.handle), musaSuccess);
  EQUAL(byte, 7);
  EQUAL(musaStreamSynchronize(stream.handle), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  musaEvent_t event = nullptr;
  EQUAL(musaEventCreate(&event), musaSuccess);
  EQUAL(musaEventRecord(event, stream.handle), musaSuccess);
  EQUAL(musaEventSynchronize(event), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaFree(memory), musaSuccess);  // which waits for the device
}

TEST(memory_that_is_freed_later_outlives_the_work) {
  const OwnStream stream;
  void* memory = nullptr;
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t total = 0;
  EQUAL(musaMalloc(&memory, 1 << 21), musaSuccess);
  EQUAL(musaMemGetInfo(&before, &total), musaSuccess);
  launch_work(stream.handle, "later", [memory] {
    nap();
    *static_cast<volatile char*>(memory) = 1;
    return musaSuccess;
  });
  EQUAL(free_device_later(memory), musaSuccess);
  EQUAL(musaStreamQuery(stream.handle), musaErrorNotReady);
  EQUAL(musaMemGetInfo(&after, &total), musaSuccess);
  EQUAL(after, before + (1 << 21));
  EQUAL(free_device_later(memory), musaErrorInvalidValue);
  void* other = nullptr;
  EQUAL(musaMalloc(&other, 1 << 21), musaSuccess);
  CHECK(other != memory);
  EQUAL(musaStreamSynchronize(stream.handle), musaSuccess);
  EQUAL(musaFree(other), musaSuccess);
}

TEST(threads_take_turns) {
  const OwnStream stream;
  const auto object = stream_behind(stream.handle);
  int counter = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 500; ++turn) {
        const InlineWork work(*object, "add");
        ++counter;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EQUAL(counter, 2000);
}

TEST(the_legacy_stream_waits_for_blocking_ones) {
  musaStream_t blocking = nullptr;
  EQUAL(musaStreamCreate(&blocking), musaSuccess);
  std::atomic<bool> done{false};
  launch_work(blocking, "earlier", [&] {
    nap();
    done = true;
    return musaSuccess;
  });
  const InlineWork work(*stream_behind(nullptr), "operator");
  CHECK(done);
  EQUAL(musaStreamDestroy(blocking), musaSuccess);
}

TEST(a_fault_breaks_the_device) {
  const OwnStream stream;
  EQUAL(musasimSetFaults("kernel:name=operator", nullptr, 0), 0);
  {
    const InlineWork work(*stream_behind(stream.handle), "operator");
    CHECK(work.status() != musaSuccess);
  }
  musasimSetFaults("", nullptr, 0);
  CHECK(musaStreamSynchronize(stream.handle) != musaSuccess);
}

TEST(it_counts_as_a_call) {
  const auto stream = stream_behind(nullptr);
  EQUAL(musasimSetFaults("device_lost:after=1,times=1", nullptr, 0), 0);
  const unsigned long long before = musasimFaultCount();
  {
    const InlineWork work(*stream, "first");
  }
  EQUAL(musasimFaultCount(), before);
  {
    const InlineWork work(*stream, "second");
  }
  EQUAL(musasimFaultCount(), before + 1);
  musasimSetFaults("", nullptr, 0);
}

TEST_MAIN()
