// When the work runs: on the handle's stream, in order, in captures; what breaks the device.
#include "mudnn/tests/support.h"

#include <thread>

using namespace dnn_test;

namespace {

Status add(Handle& handle, Tensor& out, double alpha) {
  Unary op;
  op.SetMode(Unary::Mode::ADD);
  op.SetAlpha(alpha);
  return op.Run(handle, out, out);
}

}  // namespace

TEST(work_waits_for_the_stream_and_keeps_its_order) {
  Handle handle;
  const Stream stream;
  Gate gate;
  Floats x({1, 2}), y({0, 0});
  DNN_OK(handle.SetStream(stream));
  CHECK(handle.GetStream() == stream.stream);
  gate.close(stream);
  DNN_OK(add(handle, x, 2));
  Binary multiply;
  DNN_OK(multiply.SetMode(Binary::Mode::MUL));
  DNN_OK(multiply.Run(handle, y, x, x));
  EQUAL(static_cast<int>(musaStreamQuery(stream)), static_cast<int>(musaErrorNotReady));
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  EQUAL(y.read()[0], 9.0F);
  EQUAL(y.read()[1], 16.0F);
}

TEST(parameters_and_descriptions_are_read_when_the_call_is_made) {
  Handle handle;
  const Stream stream;
  Gate gate;
  Floats x({5}), y({7});
  DNN_OK(handle.SetStream(stream));
  gate.close(stream);
  {
    Unary op;
    op.SetMode(Unary::Mode::MUL);
    op.SetAlpha(2.0);
    Tensor described = x.tensor;
    DNN_OK(op.Run(handle, described, described));
    op.SetAlpha(100.0);
    described.SetAddr(nullptr);
  }
  gate.open = true;
  MUSA_OK(musaStreamSynchronize(stream));
  EQUAL(x.read()[0], 10.0F);
}

TEST(captured_work_runs_with_each_replay) {
  Handle handle;
  const Stream stream;
  Floats x({1}), a({2}, {1, 1}), b({3}, {1, 1}), c({1}, {1, 1});
  DNN_OK(handle.SetStream(stream));
  MatMul product;
  product.SetBeta(1);
  MUSA_OK(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  DNN_OK(add(handle, x, 1));
  DNN_OK(product.Run(handle, c, a, b));
  musaGraph_t graph = nullptr;
  MUSA_OK(musaStreamEndCapture(stream, &graph));
  EQUAL(x.read()[0], 1.0F);
  musaGraphExec_t exec = nullptr;
  MUSA_OK(musaGraphInstantiate(&exec, graph, 0));
  for (const float wanted : {2.0F, 3.0F, 4.0F}) {
    MUSA_OK(musaGraphLaunch(exec, stream));
    MUSA_OK(musaStreamSynchronize(stream));
    EQUAL(x.read()[0], wanted);
    EQUAL(c.read()[0], 1 + 6 * (wanted - 1));
  }
  MUSA_OK(musaGraphExecDestroy(exec));
  MUSA_OK(musaGraphDestroy(graph));
}

TEST(what_decides_the_sizes_of_its_result_cannot_be_captured) {
  Handle handle;
  const Stream stream;
  Floats x({0, 2, 3}), room({0, 0, 0, 0, 0, 0});
  Tensor out = room.tensor;
  DNN_OK(out.SetType(Tensor::Type::INT64));
  DNN_OK(out.SetNdInfo({3, 1}));
  DNN_OK(handle.SetStream(stream));
  MUSA_OK(musaStreamBeginCapture(stream, musaStreamCaptureModeRelaxed));
  DNN_GIVES(Nonzero().Run(handle, out, x), EXECUTION_FAILED);
  musaGraph_t graph = nullptr;
  CHECK(musaStreamEndCapture(stream, &graph) != musaSuccess);
  EQUAL(static_cast<int>(musaGetLastError()), static_cast<int>(musaErrorStreamCaptureInvalidated));
}

namespace {

// Trains one convolution and one product on a stream of its own.
void train(float first, const Handle* shared) {
  Handle handle;
  const Stream stream;
  DNN_OK(handle.SetStream(stream));
  CHECK(shared->GetStream() == nullptr);
  Floats x(std::vector<float>(2 * 16, first), {1, 2, 4, 4}), w({1, 2}, {1, 2, 1, 1});
  Floats y(std::vector<float>(16), {1, 1, 4, 4}), dw({0, 0}, {1, 2, 1, 1}),
      dx(x.host, {1, 2, 4, 4});
  Floats rows({0, 0, 0, 0}, {1, 4}), a({1, 1, 1, 1}, {1, 4}), b(std::vector<float>(16, 2), {4, 4});
  Convolution op;
  MatMul product;
  DNN_OK(op.SetNdInfo({0, 0}, {1, 1}, {1, 1}));
  for (int round = 0; round < 10; ++round) {
    DNN_OK(op.Run(handle, y, x, w, Convolution::Algorithm::GEMM));
    DNN_OK(op.RunBwdData(handle, dx, y, w, Convolution::AlgorithmBwdData::GEMM));
    DNN_OK(op.RunBwdFilter(handle, dw, x, y, Convolution::AlgorithmBwdFilter::GEMM));
    DNN_OK(product.Run(handle, rows, a, b));
  }
  MUSA_OK(musaStreamSynchronize(stream));
  EQUAL(y.read()[0], 3 * first);
  EQUAL(dx.read()[16], 6 * first);
  EQUAL(dw.read()[1], 48 * first * first);
  EQUAL(rows.read()[3], 8.0F);
}

}  // namespace

TEST(handles_of_several_threads_do_not_disturb_each_other) {
  const Handle shared;
  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; ++i) threads.emplace_back(train, static_cast<float>(i), &shared);
  for (std::thread& thread : threads) thread.join();
}

TEST(one_handle_serves_several_threads) {
  Handle handle;
  const Stream stream;
  DNN_OK(handle.SetStream(stream));
  Floats sum({0});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round) DNN_OK(add(handle, sum, 1));
    });
  }
  for (std::thread& thread : threads) thread.join();
  MUSA_OK(musaStreamSynchronize(stream));
  EQUAL(sum.read()[0], 100.0F);
}

TEST(a_replay_drops_by_the_seed_that_memory_holds_then) {
  Handle handle;
  const Stream stream;
  Floats x(std::vector<float>(64, 1)), y(std::vector<float>(64)), mask(std::vector<float>(64));
  uint64_t* numbers = nullptr;
  MUSA_OK(musaMalloc(reinterpret_cast<void**>(&numbers), 2 * sizeof(uint64_t)));
  Dropout op;
  op.SetP(0.5);
  op.SetSeed(numbers);
  op.SetOffset(numbers + 1, 4);
  const auto run = [&](uint64_t seed, uint64_t offset) {
    const uint64_t values[] = {seed, offset};
    MUSA_OK(musaMemcpy(numbers, values, sizeof(values), musaMemcpyHostToDevice));
    DNN_OK(op.RunDropout(handle, y, x, mask));
    return mask.read();
  };
  const std::vector<float> first = run(1, 0);
  CHECK(first == run(1, 0));
  CHECK(first != run(2, 0));
  CHECK(first != run(1, 8));
  MUSA_OK(musaFree(numbers));
}

TEST_MAIN()
