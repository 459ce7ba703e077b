// When the work runs: on the handle's stream, in order, in captures; what breaks the device.
#include "mudnn/tests/support.h"

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
