// Work on streams: captured and replayed; functions that wait; coordinates outside of a matrix. The
// last test breaks the device, so it stays last.
#include "support.h"

using namespace sparse_test;

namespace {

constexpr auto kInt = MUSPARSE_INDEX_32I;
constexpr auto kZero = MUSPARSE_INDEX_BASE_ZERO;
constexpr auto kNone = MUSPARSE_OPERATION_NON_TRANSPOSE;

// A diagonal matrix of threes, but for the column of its last entry.
struct Threes {
  Device<int> offsets{std::vector<int>{0, 1, 2}};
  Device<int> columns;
  Device<float> values{std::vector<float>{3, 3}};
  Device<float> x{std::vector<float>{1, 2}};
  musparseSpMatDescr_t a = nullptr;
  musparseDnVecDescr_t vector = nullptr;

  explicit Threes(int last) : columns(std::vector<int>{0, last}) {
    OK(musparseCreateCsr(&a, 2, 2, 2, offsets, columns, values, kInt, kInt, kZero, MUSA_R_32F));
    OK(musparseCreateDnVec(&vector, 2, x, MUSA_R_32F));
  }
  ~Threes() {
    OK(musparseDestroySpMat(a));
    OK(musparseDestroyDnVec(vector));
  }
  musparseStatus_t multiply(musparseHandle_t handle) const {
    const float one = 1;
    const float zero = 0;
    return musparseSpMV(handle, kNone, &one, a, vector, &zero, vector, MUSA_R_32F,
                        MUSPARSE_SPMV_ALG_DEFAULT, nullptr);
  }
};

}  // namespace

TEST(captured_work_runs_at_each_replay) {
  const Handle handle;
  musaStream_t stream = nullptr;
  OK(musaStreamCreate(&stream));
  OK(musparseSetStream(handle, stream));
  const Threes threes(1);
  OK(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  OK(threes.multiply(handle));
  musaGraph_t graph = nullptr;
  OK(musaStreamEndCapture(stream, &graph));
  CHECK(threes.x.read() == std::vector<float>({1, 2}));
  musaGraphExec_t exec = nullptr;
  OK(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(musaGraphLaunch(exec, stream));
  OK(musaGraphLaunch(exec, stream));
  OK(musaStreamSynchronize(stream));
  CHECK(threes.x.read() == std::vector<float>({9, 18}));
  OK(musaGraphExecDestroy(exec));
  OK(musaGraphDestroy(graph));
  OK(musparseSetStream(handle, nullptr));
  OK(musaStreamDestroy(stream));
}

TEST(functions_that_wait_are_refused_while_capturing) {
  const Handle handle;
  musaStream_t stream = nullptr;
  OK(musaStreamCreate(&stream));
  OK(musparseSetStream(handle, stream));
  const Device<float> dense(std::vector<float>{1, 0, 0, 1});
  const Device<int> counts(size_t{2});
  const musparseMatDescr_t descr = matrix_type();
  int total = 0;
  OK(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  EQUAL(musparseSnnz(handle, MUSPARSE_DIRECTION_ROW, 2, 2, descr, dense, 2, counts, &total),
        MUSPARSE_STATUS_EXECUTION_FAILED);
  musaGraph_t graph = nullptr;
  OK(musaStreamEndCapture(stream, &graph));
  OK(musaGraphDestroy(graph));
  OK(musparseDestroyMatDescr(descr));
  OK(musparseSetStream(handle, nullptr));
  OK(musaStreamDestroy(stream));
}

TEST(a_coordinate_outside_of_the_matrix_is_an_illegal_access) {
  musparseHandle_t handle = nullptr;
  OK(musparseCreate(&handle));
  // Never freed: nothing can be on a broken device.
  static const Threes* const kept = new Threes(1000000000);
  OK(kept->multiply(handle));
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  CHECK(kept->multiply(handle) != MUSPARSE_STATUS_SUCCESS);
}

TEST_MAIN()
