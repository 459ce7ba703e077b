// MUSA_LAUNCH_BLOCKING=1: a launch returns when the kernel is done; copies stay asynchronous.
#include "check.h"
#include "environment.h"
#include "gate.h"
#include "machine/library.h"

namespace {

const Environment environment({{"MUSA_LAUNCH_BLOCKING", "1"}});

musaStream_t make_stream() {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  return stream;
}

}  // namespace

TEST(a_launch_waits_for_its_kernel) {
  musaStream_t stream = make_stream();
  bool done = false;
  EQUAL(musasim::launch_work(stream, "kernel",
                             [&] {
                               done = true;
                               return musaSuccess;
                             }),
        musaSuccess);
  CHECK(done);
  EQUAL(musaStreamQuery(stream), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(other_work_does_not_wait) {
  musaStream_t stream = make_stream();
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  void* device = nullptr;
  EQUAL(musaMalloc(&device, 64), musaSuccess);
  EQUAL(musaMemsetAsync(device, 0, 64, stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(musaFree(device), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(a_captured_launch_is_recorded) {
  musaStream_t stream = make_stream();
  bool done = false;
  EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeRelaxed), musaSuccess);
  EQUAL(musasim::launch_work(stream, "kernel",
                             [&] {
                               done = true;
                               return musaSuccess;
                             }),
        musaSuccess);
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
  CHECK(!done);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

int main(int argc, char** argv) { return ::testing::run_all(argc, argv); }
