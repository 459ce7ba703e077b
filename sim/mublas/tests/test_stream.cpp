// When the work runs: on the handle's stream, in order, in captures; where scalars are read.
#include "mublas/tests/support.h"
#include "testing/held_stream.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

using namespace blas_test;
using musasim::testing::Gate;
using musasim::testing::Stream;

TEST(work_waits_for_the_stream_and_keeps_its_order) {
  const Handle handle;
  const Stream stream;
  Gate gate;
  Device<float> x(std::vector<float>{1});
  MUBLAS_OK(mublasSetStream(handle, stream));
  gate.close(stream);
  const float two = 2, three = 3;
  MUBLAS_OK(mublasSscal(handle, 1, &two, x, 1));
  MUBLAS_OK(mublasSaxpy(handle, 1, &three, x, 1, x, 1));
  EQUAL(static_cast<int>(musaStreamQuery(stream)), static_cast<int>(musaErrorNotReady));
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  NEAR(x.read(), {8.0});
}

TEST(host_scalars_are_read_when_the_call_is_made) {
  const Handle handle;
  const Stream stream;
  Gate gate;
  Device<float> x(std::vector<float>{1});
  MUBLAS_OK(mublasSetStream(handle, stream));
  gate.close(stream);
  float factor = 5;
  MUBLAS_OK(mublasSscal(handle, 1, &factor, x, 1));
  factor = 100;
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  NEAR(x.read(), {5.0});
}

TEST(device_scalars_are_read_when_the_work_runs) {
  const Handle handle;
  const Stream stream;
  Gate gate;
  Device<float> x(std::vector<float>{1, 2, 2}), factor(std::vector<float>{5}), norm(1);
  Device<int> index(1);
  MUBLAS_OK(mublasSetStream(handle, stream));
  MUBLAS_OK(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
  gate.close(stream);
  // A result on the device is the next call's scalar.
  MUBLAS_OK(mublasSnrm2(handle, 3, x, 1, factor));
  MUBLAS_OK(mublasSscal(handle, 3, factor, x, 1));
  MUBLAS_OK(mublasSnrm2(handle, 3, x, 1, norm));
  MUBLAS_OK(mublasIsamax(handle, 3, x, 1, index));
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  NEAR(factor.read(), {3.0});
  NEAR(norm.read(), {9.0});
  EQUAL(index.read()[0], 2);
}

TEST(results_on_the_host_are_there_after_the_call) {
  const Handle handle;
  const Stream stream;
  Device<double> x(std::vector<double>{3, 4});
  MUBLAS_OK(mublasSetStream(handle, stream));
  const double factor = 2;
  double norm = 0;
  MUBLAS_OK(mublasDscal(handle, 2, &factor, x, 1));
  MUBLAS_OK(mublasDnrm2(handle, 2, x, 1, &norm));
  EQUAL(norm, 10.0);
}

TEST(captured_work_runs_with_each_replay) {
  const Handle handle;
  const Stream stream;
  Device<float> a(std::vector<float>{2}), b(std::vector<float>{3}), c(std::vector<float>{1});
  Device<float*> where(std::vector<float*>{c.get()});
  MUBLAS_OK(mublasSetStream(handle, stream));
  const float one = 1;
  MUSA_OK(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  MUBLAS_OK(mublasSgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, a, 1, b, 1, &one, c, 1));
  musaGraph_t graph = nullptr;
  MUSA_OK(musaStreamEndCapture(stream, &graph));
  NEAR(c.read(), {1.0});
  musaGraphExec_t exec = nullptr;
  MUSA_OK(musaGraphInstantiate(&exec, graph, 0));
  for (const double wanted : {7.0, 13.0, 19.0}) {
    MUSA_OK(musaGraphLaunch(exec, stream));
    MUSA_OK(musaStreamSynchronize(stream));
    NEAR(c.read(), {wanted});
  }
  MUSA_OK(musaGraphExecDestroy(exec));
  MUSA_OK(musaGraphDestroy(graph));
}

TEST(a_handle_may_die_before_its_work_has_run) {
  const Stream stream;
  Gate gate;
  Device<float> x(std::vector<float>{1});
  gate.close(stream);
  {
    const Handle handle;
    MUBLAS_OK(mublasSetStream(handle, stream));
    const float factor = 4;
    MUBLAS_OK(mublasSscal(handle, 1, &factor, x, 1));
  }
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  NEAR(x.read(), {4.0});
}

TEST(pointer_arrays_are_read_when_the_work_runs) {
  const Handle handle;
  const Stream stream;
  Gate gate;
  Device<float> a(std::vector<float>{2}), b(std::vector<float>{3}), c(2);
  Device<const float*> as(std::vector<const float*>{nullptr}),
      bs(std::vector<const float*>{b.get()});
  Device<float*> cs(std::vector<float*>{c.get() + 1});
  const float* const late = a.get();
  MUBLAS_OK(mublasSetStream(handle, stream));
  gate.close(stream);
  MUSA_OK(musaMemcpyAsync(as.get(), &late, sizeof late, musaMemcpyHostToDevice, stream));
  const float one = 1, zero = 0;
  MUBLAS_OK(mublasSgemmBatched(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, as, 1, bs, 1, &zero,
                               cs, 1, 1));
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  NEAR(c.read(), {0.0, 6.0});
}

// The process ends while OpenBLAS works for a stream: the test runs itself a second time for that.
TEST(a_process_may_end_with_work_pending) {
  if (std::getenv("MUBLAS_TEST_CHILD") != nullptr) {
    const int n = 300;
    const float one = 1;
    auto* const handle = new Handle;
    auto* const a = new Device<float>(n * n);
    for (int i = 0; i < 200; ++i) {
      MUBLAS_OK(mublasSgemm(*handle, MUBLAS_OP_N, MUBLAS_OP_N, n, n, n, &one, a->get(), n, a->get(),
                            n, &one, a->get(), n));
    }
    std::exit(::testing::failures == 0 ? 7 : 1);
  }
  char self[1000] = {};
  CHECK(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  const std::string command =
      "MUBLAS_TEST_CHILD=1 " + std::string(self) + " a_process_may_end_with_work_pending";
  const int status = std::system(command.c_str());
  CHECK(WIFEXITED(status));
  EQUAL(WEXITSTATUS(status), 7);
}

TEST_MAIN()
