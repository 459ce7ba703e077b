// Tensors, handles, and the shapes of calls that programs make.
#include "mudnn/tests/support.h"

using namespace dnn_test;

TEST(tensors_keep_their_sizes_and_strides) {
  Tensor tensor;
  std::vector<int64_t> sizes, strides;
  DNN_OK(tensor.SetNdInfo({2, 3, 4}));
  DNN_OK(tensor.GetNdInfo(sizes, strides));
  CHECK((sizes == std::vector<int64_t>{2, 3, 4}));
  CHECK((strides == std::vector<int64_t>{12, 4, 1}));
  const int narrow[] = {5, 6}, steps[] = {1, 5};
  DNN_OK(tensor.SetNdInfo(2, narrow));
  DNN_OK(tensor.GetNdInfo(sizes));
  CHECK((sizes == std::vector<int64_t>{5, 6}));
  DNN_OK(tensor.SetNdInfo(2, narrow, steps));
  DNN_OK(tensor.GetNdInfo(sizes, strides));
  CHECK((strides == std::vector<int64_t>{1, 5}));
  const int m = 7;
  DNN_OK(tensor.SetNdInfo({1, m, 2}, {m * 2, 2, 1}));
  DNN_GIVES(tensor.SetNdInfo({1, 2}, {1}), INVALID_PARAMETER);
  DNN_GIVES(tensor.SetNdInfo({-1}), INVALID_PARAMETER);
  DNN_GIVES(tensor.SetNdInfo(1, static_cast<const int64_t*>(nullptr)), INVALID_PARAMETER);
}

TEST(what_a_tensor_refuses_changes_nothing) {
  Tensor tensor;
  std::vector<int64_t> sizes, strides;
  DNN_OK(tensor.SetNdInfo({1, 7, 2}, {14, 2, 1}));
  DNN_GIVES(tensor.SetNdInfo({-1}), INVALID_PARAMETER);
  DNN_GIVES(tensor.SetNdInfo({3, -4}, {4, 1}), INVALID_PARAMETER);
  DNN_OK(tensor.GetNdInfo(sizes, strides));
  CHECK((sizes == std::vector<int64_t>{1, 7, 2}));
  CHECK((strides == std::vector<int64_t>{14, 2, 1}));
}

TEST(tensors_take_types_formats_and_scales) {
  Tensor tensor;
  DNN_OK(tensor.SetType(Tensor::Type::BFLOAT16));
  DNN_OK(tensor.SetFormat(Tensor::Format::NDHWC));
  DNN_OK(tensor.SetQuantizationInfo(0.5F));
  DNN_OK(tensor.SetQuantizationInfo({0.5F}, {0}));
  DNN_GIVES(tensor.SetQuantizationInfo(0.5F, 3), NOT_SUPPORTED);
  DNN_OK(tensor.SetAddr(nullptr));
}

TEST(handles_have_a_device_and_a_stream) {
  Handle handle(0);
  const Stream stream;
  EQUAL(handle.GetDeviceId(), 0);
  CHECK(handle.GetStream() == nullptr);
  DNN_OK(handle.SetStream(stream));
  CHECK(handle.GetStream() == stream.stream);
  DNN_OK(handle.SetAllowTF32(true));
  CHECK(handle.GetAllowTF32());
  EQUAL(GetVersion(), size_t{MUDNN_VERSION});
}

namespace {

// Programs give their allocator as a function, a lambda or nothing.
MemoryHandler allocate(size_t size) {
  void* data = nullptr;
  if (size != 0) MUSA_OK(musaMalloc(&data, size));
  return MemoryHandler(data, [](void* memory) { musaFree(memory); });
}

}  // namespace

TEST(operations_take_allocators_lists_and_numbers_as_programs_give_them) {
  Handle handle;
  Floats x({4, 1, 3, 2}, {2, 2}), sum({0, 0});
  Reduce reduce;
  DNN_OK(reduce.SetMode(Reduce::Mode::ADD));
  DNN_OK(reduce.SetDim({1}));
  DNN_OK(reduce.Run(handle, sum, x, allocate));
  EQUAL(sum.read()[1], 5.0F);
  const std::vector<int> dims{0};
  DNN_OK(reduce.SetDim(dims.size(), dims.data()));
  DNN_OK(reduce.Run(handle, sum, x, [](size_t) { return MemoryHandler(); }));
  EQUAL(sum.read()[0], 7.0F);
  size_t size = 1;
  DNN_OK(reduce.GetWorkspaceSize(handle, size, sum, x));
  EQUAL(size, size_t{0});
  MatMul product;
  DNN_OK(product.SetComputeMode(Convolution::ComputeMode::TENSOR));
  DNN_OK(product.SetSplitK(1));
  DNN_OK(product.GetWorkspaceSize(handle, size, x, x, x));
  Floats out({0, 0, 0, 0}, {2, 2});
  DNN_OK(product.RunWithBiasAdd(handle, out, x, x, out, Tensor(), allocate));
  EQUAL(out.read()[0], 19.0F);
  Fill fill;
  DNN_OK(fill.SetValue(static_cast<float>(3)));
  DNN_OK(fill.Run(handle, out));
  EQUAL(out.read()[3], 3.0F);
}

TEST(convolutions_and_pooling_take_lists_or_arrays) {
  Handle handle;
  Floats x({1, 2, 3, 4}, {1, 1, 2, 2}), w({2}, {1, 1, 1, 1}), y({0, 0, 0, 0}, {1, 1, 2, 2});
  Convolution op;
  Convolution::Algorithm forward = Convolution::Algorithm::GEMM;
  Convolution::AlgorithmBwdData data = Convolution::AlgorithmBwdData::DIRECT;
  Convolution::AlgorithmBwdFilter filter = Convolution::AlgorithmBwdFilter::DIRECT;
  size_t size = 1;
  DNN_OK(op.SetNdInfo({0, 0}, {1, 1}, {1, 1}));
  DNN_OK(op.SetGroups(1));
  DNN_OK(op.GetRecommendForwardAlgorithm(handle, forward, y, x, w));
  DNN_OK(op.GetRecommendBackwardDataAlgorithm(handle, data, x, y, w));
  DNN_OK(op.GetRecommendBackwardFilterAlgorithm(handle, filter, w, x, y));
  DNN_OK(op.GetForwardWorkspaceSize(handle, size, y, x, w, forward));
  DNN_OK(op.GetBackwardDataWorkspaceSize(handle, size, x, y, w, data));
  DNN_OK(op.GetBackwardFilterWorkspaceSize(handle, size, w, x, y, filter));
  EQUAL(size, size_t{0});
  DNN_OK(op.Run(handle, y, x, w, forward, nullptr));
  EQUAL(y.read()[3], 8.0F);
  Pooling pool;
  DNN_OK(pool.SetMode(Pooling::Mode::MAXPOOL));
  DNN_OK(pool.SetNdInfo({2, 2}, {0, 0}, {2, 2}, {1, 1}));
  Floats most({0}, {1, 1, 1, 1});
  Tensor none;
  DNN_GIVES(pool.SetNdInfo({1, 1}, {0}, {1, 1}, {1, 1}), INVALID_PARAMETER);
  DNN_OK(pool.Run(handle, most, x, none));
  EQUAL(most.read()[0], 4.0F);
  DNN_GIVES(op.SetNdInfo({1}, {1, 1}, {1}), INVALID_PARAMETER);
  DNN_OK(op.Run(handle, y, x, w, forward, nullptr));
}

TEST(slices_and_orders_are_kept_in_the_tensor) {
  Handle handle;
  Floats x({1, 2, 3, 4, 5, 6}, {2, 3}), turned(std::vector<float>(6), {3, 2}), part({0, 0}, {2, 1});
  Permute op;
  Tensor in = x.tensor;
  const std::vector<int64_t> order{1, 0};
  DNN_OK(op.ConfigDimStride(turned, in, 2, order.data()));
  DNN_OK(op.Run(handle, turned, in));
  EQUAL(turned.read()[1], 4.0F);
  in = x.tensor;
  const int64_t starts[] = {0, 2};
  DNN_OK(op.ConfigDimStrideForSlice(part, in, starts));
  DNN_OK(op.Run(handle, part, in));
  EQUAL(part.read()[1], 6.0F);
  const int twice[] = {0, 0};
  DNN_GIVES(op.ConfigDimStride(turned, in, 2, twice), INVALID_PARAMETER);
}

TEST(results_have_the_sizes_of_what_is_found_when_the_call_returns) {
  Handle handle;
  const Stream stream;
  DNN_OK(handle.SetStream(stream));
  Floats x({0, 2, 3, 0}), mask({0, 1, 1, 1}), number({5}, {1}), out({0, 0, 0, 0});
  Tensor truth = mask.tensor, places;
  std::vector<int64_t> sizes, strides;
  DNN_OK(truth.SetType(Tensor::Type::INT32));
  DNN_OK(MaskedSelect().Run(handle, out, x, truth, allocate));
  DNN_OK(out.tensor.GetNdInfo(sizes, strides));
  CHECK((sizes == std::vector<int64_t>{3}));
  CHECK((strides == std::vector<int64_t>{1}));
  EQUAL(out.read()[0], 2.0F);
  DNN_OK(number.tensor.SetNdInfo({}));
  DNN_OK(places.SetType(Tensor::Type::INT64));
  DNN_OK(places.SetNdInfo({1, 0}));
  DNN_OK(Nonzero().Run(handle, places, number, allocate));
  DNN_OK(places.GetNdInfo(sizes));
  CHECK((sizes == std::vector<int64_t>{1, 0}));
  DNN_OK(number.tensor.SetNdInfo({9, 0}));
  DNN_OK(places.SetNdInfo({0, 2}));
  DNN_OK(Nonzero().Run(handle, places, number, allocate));
  DNN_OK(places.GetNdInfo(sizes));
  CHECK((sizes == std::vector<int64_t>{0, 2}));
}

TEST(what_is_only_declared_says_so) {
  Handle handle;
  Tensor t;
  ScaledDotProductAttention a;
  DNN_GIVES(RNN().RunUnpacked(handle, t, t, t), NOT_SUPPORTED);
  DNN_GIVES(a.RunFlashVarlen(handle, t, t, t, t, t, t, t, t, t), NOT_SUPPORTED);
  DNN_GIVES(a.RunFlashVarlenBwd(handle, t, t, t, t, t, t, t, t, t, t, t, t, t), NOT_SUPPORTED);
}

TEST(quantized_matrices_are_multiplied_and_join_in_one_scale) {
  Handle handle;
  int8_t host[] = {3, -100, 2, 5, 0, 0, 0, 0};
  int8_t* data = nullptr;
  MUSA_OK(musaMalloc(reinterpret_cast<void**>(&data), sizeof(host)));
  MUSA_OK(musaMemcpy(data, host, sizeof(host), musaMemcpyHostToDevice));
  const auto at = [data](int place, int rows, int columns, float scale) {
    Tensor tensor;
    DNN_OK(tensor.SetType(Tensor::Type::QINT8));
    DNN_OK(tensor.SetAddr(data + place));
    DNN_OK(tensor.SetNdInfo({rows, columns}));
    DNN_OK(tensor.SetQuantizationInfo(scale));
    return tensor;
  };
  const Tensor row = at(0, 1, 2, 0.5F), column = at(2, 2, 1, 0.25F);
  Tensor product = at(4, 1, 1, 1);
  Floats bias({1.5F});
  DNN_OK(MatMul().RunWithBiasAdd(handle, product, row, column, bias));
  Tensor joined = at(5, 1, 3, 0.25F);
  const Tensor both[] = {row, at(2, 1, 1, 0.25F)};
  Concat concat;
  DNN_OK(concat.SetAxis(1));
  DNN_OK(concat.Run(handle, joined, 2, both));
  MUSA_OK(musaDeviceSynchronize());
  MUSA_OK(musaMemcpy(host, data, sizeof(host), musaMemcpyDeviceToHost));
  EQUAL(int{host[4]}, -60);  // (3 * 2 - 100 * 5) / 8 + 1.5 = -60.25
  EQUAL(int{host[5]}, 6);
  EQUAL(int{host[6]}, -128);
  EQUAL(int{host[7]}, 2);
  DNN_GIVES(Softmax().Run(handle, product, product), NOT_SUPPORTED);
  MUSA_OK(musaFree(data));
}

TEST_MAIN()
