// What the tests of libmudnn call from Python: every operation behind one C function.
#include "mudnn_driver.h"

#include <musa_runtime.h>

#include <algorithm>

namespace {

template <class Op, class Mode>
void set_numbers(Op& op, const Arguments& a, int mode) {
  op.SetMode(static_cast<Mode>(mode));
  if (a.b(1)) {
    op.SetAlpha(static_cast<int64_t>(a.x(0)));
  } else {
    op.SetAlpha(a.x(0));
  }
}

template <class Op>
void set_product(Op& op, const Arguments& a) {
  op.SetTranspose(a.b(0), a.b(1));
  op.SetAlpha(a.x(0));
  op.SetBeta(a.x(1));
  op.SetGamma(a.x(2));
}

// integers: groups, then pad, stride and dilation.
Convolution convolution(const Arguments& a, int first) {
  Convolution op;
  const int n = a.count(first, 3);
  op.SetGroups(a.i(0));
  op.SetNdInfo(n, a.list(first), a.list(first + n), a.list(first + 2 * n));
  return op;
}

// integers: mode, divisor, then window, pad, stride and dilation.
Pooling pooling(const Arguments& a) {
  Pooling op;
  const int n = a.count(2, 4);
  op.SetMode(static_cast<Pooling::Mode>(a.i(0)));
  op.SetDivisor(a.i(1));
  op.SetNdInfo(n, a.list(2), a.list(2 + n), a.list(2 + 2 * n), a.list(2 + 3 * n));
  return op;
}

// integers: causal, mask of keys, keys transposed, then sizes; numbers: scale, p.
ScaledDotProductAttention attention(const Arguments& a, bool training) {
  ScaledDotProductAttention op;
  op.SetCausal(a.b(0));
  op.SetMaskMode(a.b(1));
  op.SetKeyFormat(a.b(2));
  op.SetScale(a.x(0));
  op.SetDropoutP(a.x(1));
  op.SetTraining(training);
  op.SetEmbedDim(a.i(3));
  op.SetHeadsNum(a.i(4));
  op.SetBatchSize(a.i(5));
  op.SetMaxSeqlenQ(a.i(6));
  op.SetMaxSeqlenK(a.i(7));
  op.SetSeed(7, 0);
  return op;
}

template <class Op>
Op loss(const Arguments& a) {
  Op op;
  op.SetIgnoreIndex(a.i(1));
  return op;
}

const Operations& operations() {
  static const Operations all = {
      {"Fill",
       [](Handle& h, Arguments& a) {
         Fill op;
         if (a.b(0)) {
           op.SetValue(static_cast<int64_t>(a.x(0)));
         } else {
           op.SetValue(a.x(0));
         }
         return a.tensors.size() > 1 ? op.Run(h, a[0], a[1]) : op.Run(h, a[0]);
       }},
      {"Unary",
       [](Handle& h, Arguments& a) {
         Unary op;
         set_numbers<Unary, Unary::Mode>(op, a, a.i(0));
         if (a.b(1)) {
           op.SetBeta(static_cast<int64_t>(a.x(1)));
         } else {
           op.SetBeta(a.x(1));
         }
         return op.Run(h, a[0], a[1]);
       }},
      {"Binary",
       [](Handle& h, Arguments& a) {
         Binary op;
         set_numbers<Binary, Binary::Mode>(op, a, a.i(0));
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"Ternary",
       [](Handle& h, Arguments& a) {
         Ternary op;
         set_numbers<Ternary, Ternary::Mode>(op, a, a.i(0));
         return op.Run(h, a[0], a[1], a[2], a[3]);
       }},
      {"Permute",
       [](Handle& h, Arguments& a) {
         Permute op;
         const Status status = op.ConfigDimStride(a[0], a[1], a.count(0), a.list(0));
         return status == Status::SUCCESS ? op.Run(h, a[0], a[1]) : status;
       }},
      {"Slice",
       [](Handle& h, Arguments& a) {
         Permute op;
         const int n = a.count(0, 2);
         const Status status = op.ConfigDimStrideForSlice(a[0], a[1], a.list(0), a.list(n));
         return status == Status::SUCCESS ? op.Run(h, a[0], a[1]) : status;
       }},
      {"Concat",
       [](Handle& h, Arguments& a) {
         Concat op;
         op.SetAxis(a.i(0));
         return op.Run(h, a[0], static_cast<int>(a.tensors.size()) - 1, &a[1]);
       }},
      {"Dropout",
       [](Handle& h, Arguments& a) {
         Dropout op;
         op.SetP(a.x(0));
         op.SetSeed(static_cast<uint64_t>(a.i(0)));
         op.SetOffset(static_cast<uint64_t>(a.i(1)));
         return op.RunDropout(h, a[0], a[1], a[2]);
       }},
      {"DropoutBwd",
       [](Handle& h, Arguments& a) {
         Dropout op;
         op.SetScale(a.x(0));
         return op.RunDropoutBwd(h, a[0], a[1], a[2]);
       }},
      {"Reduce",
       [](Handle& h, Arguments& a) {
         Reduce op;
         op.SetMode(static_cast<Reduce::Mode>(a.i(0)));
         op.SetCorrection(a.i(1));
         op.SetNormOrd(static_cast<float>(a.x(0)));
         op.SetDim(a.count(2), a.list(2));
         return op.Run(h, a[0], a[1]);
       }},
      {"ReduceWithIndices",
       [](Handle& h, Arguments& a) {
         Reduce op;
         op.SetMode(static_cast<Reduce::Mode>(a.i(0)));
         op.SetDim({a.i(1)});
         return op.RunWithIndices(h, a[0], a[1], a[2]);
       }},
      {"ReduceIndices",
       [](Handle& h, Arguments& a) {
         Reduce op;
         op.SetMode(static_cast<Reduce::Mode>(a.i(0)));
         op.SetDim(a.count(1), a.list(1));
         return op.RunIndices(h, a[0], a[1]);
       }},
      {"Softmax",
       [](Handle& h, Arguments& a) {
         Softmax op;
         op.SetMode(static_cast<Softmax::Mode>(a.i(0)));
         op.SetAlgorithm(Softmax::Algorithm::ACCURATE);
         op.SetDim(a.i(1));
         return a.tensors.size() > 2 ? op.RunBwd(h, a[0], a[1], a[2]) : op.Run(h, a[0], a[1]);
       }},
      {"Cum",
       [](Handle& h, Arguments& a) {
         Cum op;
         op.SetMode(static_cast<Cum::Mode>(a.i(0)));
         op.SetDim(a.i(1));
         return op.Run(h, a[0], a[1]);
       }},
      {"Sort",
       [](Handle& h, Arguments& a) {
         Sort op;
         op.SetDim(a.i(0));
         op.SetDescending(a.b(1));
         op.SetStable(true);
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"SortByKey",
       [](Handle& h, Arguments& a) {
         SortByKey op;
         op.SetDim(a.i(0));
         op.SetDescending(a.b(1));
         op.SetStable(true);
         return op.Run(h, a[0], a[1], a[2], a[3]);
       }},
      {"TopK",
       [](Handle& h, Arguments& a) {
         TopK op;
         op.SetK(a.i(0));
         op.SetDim(a.i(1));
         op.SetLargest(a.b(2));
         op.SetSorted(true);
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"Scatter",
       [](Handle& h, Arguments& a) {
         Scatter op;
         op.SetMode(static_cast<Scatter::Mode>(a.i(0)));
         return op.Run(h, a[0], a[1], a[2], a.i(1));
       }},
      {"ScatterND",
       [](Handle& h, Arguments& a) {
         ScatterND op;
         op.SetMode(static_cast<ScatterND::Mode>(a.i(0)));
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"GatherX",
       [](Handle& h, Arguments& a) {
         GatherX op;
         op.SetMode(static_cast<GatherX::Mode>(a.i(0)));
         op.SetAxis(a.i(1));
         op.SetBatchDims(a.i(2));
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"Dot",
       [](Handle& h, Arguments& a) {
         Dot op;
         op.SetComputeMode(Convolution::ComputeMode::TENSOR);
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"MatMul",
       [](Handle& h, Arguments& a) {
         MatMul op;
         set_product(op, a);
         return a.tensors.size() > 3 ? op.RunWithBiasAdd(h, a[0], a[1], a[2], a[3], a[4])
                                     : op.Run(h, a[0], a[1], a[2]);
       }},
      {"BatchMatMul",
       [](Handle& h, Arguments& a) {
         BatchMatMul op;
         set_product(op, a);
         return a.tensors.size() > 3 ? op.RunWithBiasAdd(h, a[0], a[1], a[2], a[3])
                                     : op.Run(h, a[0], a[1], a[2]);
       }},
      // tensors: d, a, b, bias, scales of a, b and d, the largest, c and its scale.
      {"RunLt",
       [](Handle& h, Arguments& a) {
         BatchMatMul op;
         set_product(op, a);
         MatMulLtParam param;
         param.SetScale(a[4], a[5], a[9], a[6]);
         param.SetAmaxD(a[7]);
         param.SetEpilogue(static_cast<MatMulLtParam::MatMulLtEpilogueMode>(a.i(2)));
         return op.RunLt(h, a[0], a[1], a[2], a[8], a[3], param);
       }},
      {"Convolution",
       [](Handle& h, Arguments& a) {
         const Convolution op = convolution(a, 2);
         Convolution::FusedActivationDesc act;
         act.SetMode(static_cast<Convolution::FusedActivationDesc::Mode>(a.i(1)));
         Convolution::Algorithm algorithm;
         op.GetRecommendForwardAlgorithm(h, algorithm, a[0], a[1], a[2]);
         return op.RunFusion(h, a[0], a[1], a[2], a[3], a[4], act, algorithm);
       }},
      {"ConvolutionBwdData",
       [](Handle& h, Arguments& a) {
         const Convolution op = convolution(a, 2);
         Convolution::AlgorithmBwdData algorithm;
         op.GetRecommendBackwardDataAlgorithm(h, algorithm, a[0], a[1], a[2]);
         return op.RunBwdData(h, a[0], a[1], a[2], algorithm);
       }},
      {"ConvolutionBwdFilter",
       [](Handle& h, Arguments& a) {
         const Convolution op = convolution(a, 2);
         Convolution::AlgorithmBwdFilter algorithm;
         op.GetRecommendBackwardFilterAlgorithm(h, algorithm, a[0], a[1], a[2]);
         return op.RunBwdFilter(h, a[0], a[1], a[2], algorithm);
       }},
      {"Pooling", [](Handle& h, Arguments& a) { return pooling(a).Run(h, a[0], a[1], a[2]); }},
      {"PoolingBwd",
       [](Handle& h, Arguments& a) { return pooling(a).RunBwd(h, a[0], a[1], a[2]); }},
      {"BatchNormPure",
       [](Handle& h, Arguments& a) {
         BatchNorm op;
         op.SetEpsilon(a.x(0));
         return op.RunPure(h, a[0], a[1], a[2], a[3], a[4], a[5]);
       }},
      {"BatchNormComposite",
       [](Handle& h, Arguments& a) {
         BatchNorm op;
         op.SetEpsilon(a.x(0));
         op.SetTraining(true);
         return op.RunComposite(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a.x(1));
       }},
      {"BatchNormBwd",
       [](Handle& h, Arguments& a) {
         BatchNorm op;
         op.SetTraining(a.b(0));
         return op.RunBwd(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]);
       }},
      {"LayerNorm",
       [](Handle& h, Arguments& a) {
         LayerNorm op;
         op.SetEpsilon(a.x(0));
         op.SetAxis(a.count(0), a.list(0));
         return op.Run(h, a[0], a[1], a[2], a[3], a[4], a[5]);
       }},
      {"LayerNormBwd",
       [](Handle& h, Arguments& a) {
         LayerNorm op;
         op.SetAxis(a.count(0), a.list(0));
         return op.RunBwd(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
       }},
      {"RMSNorm",
       [](Handle& h, Arguments& a) {
         RMSNorm op;
         op.SetEpsilon(a.x(0));
         op.SetAxis(a.count(0), a.list(0));
         return op.Run(h, a[0], a[1], a[2], a[3]);
       }},
      {"RMSNormBwd",
       [](Handle& h, Arguments& a) {
         RMSNorm op;
         op.SetAxis(a.count(0), a.list(0));
         return op.RunBwd(h, a[0], a[1], a[2], a[3], a[4], a[5]);
       }},
      {"NLLLoss",
       [](Handle& h, Arguments& a) {
         auto op = loss<NLLLoss>(a);
         op.SetReductionMode(static_cast<NLLLoss::Mode>(a.i(0)));
         return op.Run(h, a[0], a[1], a[2], a[3], a[4]);
       }},
      {"NLLLossBwd",
       [](Handle& h, Arguments& a) {
         auto op = loss<NLLLoss>(a);
         op.SetReductionMode(static_cast<NLLLoss::Mode>(a.i(0)));
         return op.RunBwd(h, a[0], a[1], a[2], a[3], a[4]);
       }},
      {"KLDivLoss",
       [](Handle& h, Arguments& a) {
         KLDivLoss op;
         op.SetReductionMode(static_cast<KLDivLoss::Mode>(a.i(0)));
         op.SetLogTarget(a.b(1));
         return op.Run(h, a[0], a[1], a[2]);
       }},
      {"KLDivLossBwd",
       [](Handle& h, Arguments& a) {
         KLDivLoss op;
         op.SetReductionMode(static_cast<KLDivLoss::Mode>(a.i(0)));
         op.SetLogTarget(a.b(1));
         return op.RunBwd(h, a[0], a[1], a[2], a[3]);
       }},
      {"CrossEntropyLoss",
       [](Handle& h, Arguments& a) {
         auto op = loss<CrossEntropyLoss>(a);
         op.SetReductionMode(static_cast<CrossEntropyLoss::ReductionMode>(a.i(0)));
         op.SetLabelSmoothing(a.x(0));
         return op.Run(h, a[0], a[1], a[2], a[3]);
       }},
      {"CrossEntropyLossBwd",
       [](Handle& h, Arguments& a) {
         auto op = loss<CrossEntropyLoss>(a);
         op.SetReductionMode(static_cast<CrossEntropyLoss::ReductionMode>(a.i(0)));
         op.SetLabelSmoothing(a.x(0));
         return op.RunBwd(h, a[0], a[1], a[2], a[3], a[4]);
       }},
      {"AttentionMath",
       [](Handle& h, Arguments& a) {
         return attention(a, a.x(1) > 0).RunMath(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
       }},
      {"AttentionMathBwd",
       [](Handle& h, Arguments& a) {
         return attention(a, true).RunMathBwd(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                                              a[8], a[9]);
       }},
      {"AttentionFlash",
       [](Handle& h, Arguments& a) {
         return attention(a, a.x(1) > 0).RunFlash(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
       }},
      {"AttentionFlashBwd",
       [](Handle& h, Arguments& a) {
         return attention(a, true).RunFlashBwd(h, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                                               a[8], a[9], a[10]);
       }},
  };
  return all;
}

}  // namespace

// The status of the call, -1 for a name that is not known, -2 when the work failed. The work is done
// then, unless the call names a stream. Tensors are described as the call leaves them.
extern "C" int mudnn_call(const char* name, Given* tensors, int tensor_count, const double* numbers,
                          const int* integers, int integer_count, musaStream_t stream) {
  const Operations& all = other_operations().count(name) != 0 ? other_operations() : operations();
  const auto found = all.find(name);
  if (found == all.end()) return -1;
  Arguments arguments{{}, numbers, integers, integer_count};
  for (const Given* t = tensors; t < tensors + tensor_count; ++t) {
    Tensor tensor;
    if (t->data != nullptr) {
      tensor.SetType(static_cast<Tensor::Type>(t->type));
      tensor.SetFormat(static_cast<Tensor::Format>(t->format));
      tensor.SetAddr(t->data);
      tensor.SetNdInfo(t->rank, t->sizes, t->strides);
      if (t->scale != 0) tensor.SetQuantizationInfo(t->scale);
    }
    arguments.tensors.push_back(tensor);
  }
  Handle handle;
  handle.SetStream(stream);
  const Status status = found->second(handle, arguments);
  for (int n = 0; n < tensor_count; ++n) {
    std::vector<int64_t> sizes;
    arguments[n].GetNdInfo(sizes);
    tensors[n].rank = static_cast<int>(sizes.size());
    std::copy(sizes.begin(), sizes.end(), tensors[n].sizes);
  }
  if (stream != nullptr) return static_cast<int>(status);
  return musaDeviceSynchronize() != musaSuccess ? -2 : static_cast<int>(status);
}
