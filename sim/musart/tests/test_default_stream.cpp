// The default streams: what the legacy one waits for and holds back, and the one of each thread.
#include <atomic>
#include <thread>

#include "check.h"
#include "gate.h"
#include "machine/stream/stream.h"

namespace {

// Not musaStreamLegacy and musaStreamPerThread: their casts are C's.
musaStream_t legacy() { return musasim::legacy_handle(); }
musaStream_t per_thread() { return musasim::per_thread_handle(); }

musaStream_t make_stream(unsigned flags) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, flags), musaSuccess);
  return stream;
}

void set(void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; }

musaError_t mark(musaStream_t stream, std::atomic<bool>* flag) {
  return musaLaunchHostFunc(stream, set, flag);
}

}  // namespace

TEST(legacy_work_waits_for_blocking_streams) {
  std::atomic<bool> done{false};
  musaStream_t stream = make_stream(musaStreamDefault);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(mark(nullptr, &done), musaSuccess);
  EQUAL(musaStreamQuery(nullptr), musaErrorNotReady);
  gate.await_arrival();
  CHECK(!done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  CHECK(done.load());
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(blocking_streams_wait_for_legacy_work) {
  std::atomic<bool> done{false};
  musaStream_t stream = make_stream(musaStreamDefault);
  Gate gate;
  EQUAL(gate.hold(legacy()), musaSuccess);
  EQUAL(mark(stream, &done), musaSuccess);
  gate.await_arrival();
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  CHECK(!done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(done.load());
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(two_blocking_streams_are_ordered_by_legacy_work_between_them) {
  std::atomic<bool> done{false};
  musaStream_t first = make_stream(musaStreamDefault);
  musaStream_t second = make_stream(musaStreamDefault);
  Gate gate;
  EQUAL(gate.hold(first), musaSuccess);
  EQUAL(musaLaunchHostFunc(nullptr, [](void*) {}, nullptr), musaSuccess);
  EQUAL(mark(second, &done), musaSuccess);
  gate.await_arrival();
  EQUAL(musaStreamQuery(second), musaErrorNotReady);
  CHECK(!done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(second), musaSuccess);
  CHECK(done.load());
  EQUAL(musaStreamDestroy(first), musaSuccess);
  EQUAL(musaStreamDestroy(second), musaSuccess);
}

TEST(non_blocking_streams_and_the_legacy_one_do_not_wait_for_each_other) {
  std::atomic<bool> legacy_done{false};
  std::atomic<bool> other_done{false};
  musaStream_t stream = make_stream(musaStreamNonBlocking);
  {
    Gate gate;
    EQUAL(gate.hold(stream), musaSuccess);
    EQUAL(mark(nullptr, &legacy_done), musaSuccess);
    EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
    CHECK(legacy_done.load());
    gate.open();
    EQUAL(musaStreamSynchronize(stream), musaSuccess);
  }
  Gate gate;
  EQUAL(gate.hold(nullptr), musaSuccess);
  EQUAL(mark(stream, &other_done), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(other_done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(a_destroyed_blocking_stream_still_holds_legacy_work_back) {
  std::atomic<bool> done{false};
  musaStream_t stream = make_stream(musaStreamDefault);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(mark(nullptr, &done), musaSuccess);
  EQUAL(musaStreamQuery(nullptr), musaErrorNotReady);
  CHECK(!done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  CHECK(done.load());
}

TEST(legacy_streams_of_two_devices_are_two_streams) {
  std::atomic<bool> done{false};
  Gate gate;
  EQUAL(gate.hold(nullptr), musaSuccess);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(mark(nullptr, &done), musaSuccess);
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  CHECK(done.load());
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaStreamQuery(nullptr), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
}

TEST(per_thread_streams_of_two_threads_overlap) {
  std::atomic<bool> done{false};
  Gate gate;
  EQUAL(gate.hold(per_thread()), musaSuccess);
  std::thread other([&] {
    EQUAL(mark(per_thread(), &done), musaSuccess);
    EQUAL(musaStreamSynchronize(per_thread()), musaSuccess);
  });
  other.join();
  CHECK(done.load());
  EQUAL(musaStreamQuery(per_thread()), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(per_thread()), musaSuccess);
}

TEST(per_thread_streams_and_the_legacy_one_wait_for_each_other) {
  std::atomic<bool> done{false};
  Gate gate;
  EQUAL(gate.hold(per_thread()), musaSuccess);
  EQUAL(mark(nullptr, &done), musaSuccess);
  gate.await_arrival();
  EQUAL(musaStreamQuery(nullptr), musaErrorNotReady);
  CHECK(!done.load());
  gate.open();
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  CHECK(done.load());
}

TEST(work_of_an_ended_threads_stream_finishes) {
  std::atomic<bool> done{false};
  Gate gate;
  std::thread thread([&] {
    EQUAL(gate.hold(per_thread()), musaSuccess);
    EQUAL(mark(per_thread(), &done), musaSuccess);
  });
  thread.join();
  CHECK(!done.load());
  gate.open();
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  CHECK(done.load());
}

TEST(default_streams_have_flags_and_cannot_be_destroyed) {
  unsigned flags = 9;
  int priority = 9;
  EQUAL(musaStreamGetFlags(nullptr, &flags), musaSuccess);
  EQUAL(flags, unsigned{musaStreamDefault});
  EQUAL(musaStreamGetPriority(per_thread(), &priority), musaSuccess);
  EQUAL(priority, 0);
  EQUAL(musaStreamDestroy(legacy()), musaErrorInvalidResourceHandle);
  EQUAL(musaStreamDestroy(per_thread()), musaErrorInvalidResourceHandle);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
