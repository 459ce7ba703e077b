// Host functions that end their thread: nobody waits for ever, and the process ends in peace.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "check.h"
#include "gate.h"
#include "musa_runtime_api.h"

namespace {

musaStream_t make_stream() {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  return stream;
}

}  // namespace

// Python ends callbacks so when it ends itself. Device 1 is broken by this.
TEST(a_host_function_that_ends_its_thread_is_a_failure_and_nobody_hangs) {
  EQUAL(musaSetDevice(1), musaSuccess);
  musaStream_t stream = make_stream();
  static std::atomic<int> done{0};
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  for (int i = 0; i < 3; ++i) {
    EQUAL(musaLaunchHostFunc(stream, [](void*) { pthread_exit(nullptr); }, nullptr), musaSuccess);
    EQUAL(musaLaunchHostFunc(stream, [](void*) { ++done; }, nullptr), musaSuccess);
  }
  const musaStreamCallback_t callback = [](musaStream_t, musaError_t, void*) {
    pthread_exit(nullptr);
  };
  EQUAL(musaStreamAddCallback(stream, callback, nullptr, 0), musaSuccess);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaErrorUnknown);
  EQUAL(done.load(), 0);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

// Device 2 is broken by this.
TEST(a_graph_whose_host_function_ends_its_thread_fails) {
  EQUAL(musaSetDevice(2), musaSuccess);
  musaStream_t stream = make_stream();
  musaGraph_t graph = nullptr;
  EQUAL(musaGraphCreate(&graph, 0), musaSuccess);
  const musaHostNodeParams params{[](void*) { pthread_exit(nullptr); }, nullptr};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddHostNode(&node, graph, nullptr, 0, &params), musaSuccess);
  musaGraphExec_t exec = nullptr;
  EQUAL(musaGraphInstantiateWithFlags(&exec, graph, 0), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaErrorUnknown);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
}

TEST(a_process_may_end_while_host_functions_end_their_threads) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "test_host_function", "--end-threads", nullptr);
    _exit(127);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// Leaves host functions behind that end threads.
int end_threads() {
  for (int i = 0; i < 200; ++i) {
    musaLaunchHostFunc(nullptr, [](void*) { pthread_exit(nullptr); }, nullptr);
  }
  return ::testing::failures;
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "3", 1);
  if (argc == 2 && std::strcmp(argv[1], "--end-threads") == 0) {
    return end_threads();
  }
  return ::testing::run_all(argc, argv);
}
