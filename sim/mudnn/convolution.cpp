// Convolutions and their derivatives: what they are of, where they are put.
#include "mudnn/call.h"
#include "mudnn/convolve.h"
#include "mudnn/number.h"
#include "mudnn/product.h"

namespace musasim::dnn {
namespace {

using Activation = musa::dnn::Convolution::FusedActivationDesc::Mode;

struct Numbers {
  const std::vector<int>&pad, &stride, &dilation;
  int groups;
};

// The shape of a convolution of `in` with `weight` to `out`, all with channels second.
Status shape_of(const View& out, const View& in, const View& weight, const Numbers& n,
                Convolved* s) {
  const Int spatial = in.rank() - 2;
  const auto dims = static_cast<std::size_t>(std::max<Int>(spatial, 0));
  const bool ranks = spatial >= 1 && out.rank() == in.rank() && weight.rank() == in.rank();
  if (!ranks || n.groups < 1 || n.pad.size() < dims || n.stride.size() < dims) {
    return Status::INVALID_PARAMETER;
  }
  if (spatial > 3) return Status::NOT_SUPPORTED;
  *s = {in.size(0), n.groups, in.size(1) / n.groups, out.size(1) / n.groups, {}};
  bool fit = out.size(0) == in.size(0) && weight.size(0) == out.size(1) &&
             weight.size(1) * n.groups == in.size(1) && out.size(1) % n.groups == 0;
  Window& w = s->window;
  for (int dim = 0; dim < 3; ++dim) {
    const Int given = dim - (3 - spatial);
    const auto g = static_cast<std::size_t>(given);
    w.in[dim] = given < 0 ? 1 : in.size(given + 2);
    w.out[dim] = given < 0 ? 1 : out.size(given + 2);
    w.kernel[dim] = given < 0 ? 1 : weight.size(given + 2);
    w.pad[dim] = given < 0 ? 0 : n.pad[g];
    w.stride[dim] = given < 0 ? 1 : n.stride[g];
    w.dilation[dim] = given < 0 || n.dilation.size() <= g ? 1 : n.dilation[g];
    const Int covered = w.dilation[dim] * (w.kernel[dim] - 1) + 1;
    const Int padded = w.in[dim] + 2 * w.pad[dim];
    fit = fit && w.kernel[dim] > 0 && w.stride[dim] > 0 && w.dilation[dim] > 0 && w.pad[dim] >= 0 &&
          padded >= covered && (padded - covered) / w.stride[dim] + 1 == w.out[dim];
  }
  return valid(fit);
}

// Elements without gaps: where they lie, or in a copy.
template <class C>
class Dense {
 public:
  explicit Dense(const View& view) {
    const bool as_is = view.type == type_of<C>() && view.contiguous();
    if (!as_is) kept_ = gather_all<C>(view);
    data = as_is ? view.as<C>() : kept_.data();
  }
  const C* data;

 private:
  std::vector<C> kept_;
};

// Results without gaps, put in their place at the end.
template <class C>
class DenseResult {
 public:
  // `apart`: in any case in a copy until the end.
  explicit DenseResult(const View& view, bool apart = false)
      : view_(view), in_place_(!apart && view.type == type_of<C>() && view.contiguous()) {
    if (!in_place_) kept_.resize(static_cast<std::size_t>(view.count()));
    data = in_place_ ? view.as<C>() : kept_.data();
  }
  void finish() const {
    if (!in_place_) spread_all<C>(kept_.data(), view_);
  }
  C* data;

 private:
  View view_;
  bool in_place_;
  std::vector<C> kept_;
};

template <class C>
C activated(Activation mode, C x) {
  switch (mode) {
    case Activation::RELU: return larger(x, C(0));
    case Activation::SIGMOID: return sigmoid(x);
    case Activation::SILU: return x * sigmoid(x);
    case Activation::GELU: return gelu(x);
    default: return x;
  }
}

// The bias of each channel as a tensor that broadcasts to the result.
View of_channels(const View& bias, Int rank) {
  View wide = bias;
  wide.sizes.assign(static_cast<std::size_t>(rank), 1);
  wide.strides.assign(static_cast<std::size_t>(rank), 0);
  wide.sizes[1] = bias.count();
  wide.strides[1] = bias.rank() == 1 ? bias.stride(0) : 1;
  return wide;
}

template <class C>
void forward_fused(const Convolved& s, Activation mode, const View& out, const View& in,
                   const View& weight, const View& bias, const View& add) {
  DenseResult<C> result(out, add.given);  // what is added may lie where the result goes
  convolve<C>(s, Dense<C>(in).data, Dense<C>(weight).data, result.data);
  const View sum = view_of(result.data, out.sizes);
  if (bias.given) elementwise<C>(sum, [](C x, C b) { return x + b; }, sum, bias);
  if (add.given) elementwise<C>(sum, [](C x, C a) { return x + a; }, sum, add);
  if (mode != Activation::IDENTITY) {
    elementwise<C>(sum, [mode](C x) { return activated(mode, x); }, sum);
  }
  result.finish();
}

// Checks one of the three computations and launches f(C{}, shape, views...).
template <class F>
Status launch_convolution(const Call& call, const Numbers& n, const View& out, const View& in,
                          const View& weight, const View& bias, const View& add, F f) {
  const View o = out.channels_second(), i = in.channels_second(), w = weight.channels_second();
  const View a = add.given ? add.channels_second() : add;
  Convolved shape{};
  const Status bad = first({usable({&o, &i, &w}), usable_if_given({&bias, &a}),
                            supported(is_real(o.type) && is_real(i.type) && is_real(w.type)),
                            shape_of(o, i, w, n, &shape)});
  if (bad != Status::SUCCESS) return bad;
  if (bias.given && bias.count() != o.size(1)) return Status::INVALID_PARAMETER;
  if (a.given && !same_sizes(a, o)) return Status::INVALID_PARAMETER;
  const View b = bias.given ? of_channels(bias, o.rank()) : bias;
  const Kind kind = kind_of({o.type, i.type, w.type});
  return call.launch(
      [=](const View& result, const View& image, const View& kernel, const View& b1,
          const View& a1) {
        with_product_kind(kind, [&](auto c) { f(c, shape, result, image, kernel, b1, a1); });
      },
      o, i, w, b, a);
}

template <class A>
Status only_choice(A* algorithm) {
  *algorithm = A::IMPLICIT_GEMM;
  return Status::SUCCESS;
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Convolution::SetNdInfo(int count, const int* pad, const int* stride, const int* dilation) {
  detail::set(pad_, count, pad);
  detail::set(stride_, count, stride);
  return detail::set(dilation_, count, dilation);
}
Status Convolution::SetNdInfo(std::initializer_list<int> pad, std::initializer_list<int> stride,
                              std::initializer_list<int> dilation) {
  if (pad.size() != stride.size() || pad.size() != dilation.size()) {
    return Status::INVALID_PARAMETER;
  }
  pad_ = pad;
  stride_ = stride;
  dilation_ = dilation;
  return Status::SUCCESS;
}

Status Convolution::GetRecommendForwardAlgorithm(Handle&, Algorithm& algorithm, const Tensor&,
                                                 const Tensor&, const Tensor&) const {
  return only_choice(&algorithm);
}
Status Convolution::GetRecommendBackwardDataAlgorithm(Handle&, AlgorithmBwdData& algorithm,
                                                      const Tensor&, const Tensor&,
                                                      const Tensor&) const {
  return only_choice(&algorithm);
}
Status Convolution::GetRecommendBackwardFilterAlgorithm(Handle&, AlgorithmBwdFilter& algorithm,
                                                        const Tensor&, const Tensor&,
                                                        const Tensor&) const {
  return only_choice(&algorithm);
}
Status Convolution::GetForwardWorkspaceSize(Handle&, size_t& size, const Tensor&, const Tensor&,
                                            const Tensor&, Algorithm) const {
  return detail::set(size, 0);
}
Status Convolution::GetBackwardDataWorkspaceSize(Handle&, size_t& size, const Tensor&,
                                                 const Tensor&, const Tensor&,
                                                 AlgorithmBwdData) const {
  return detail::set(size, 0);
}
Status Convolution::GetBackwardFilterWorkspaceSize(Handle&, size_t& size, const Tensor&,
                                                   const Tensor&, const Tensor&,
                                                   AlgorithmBwdFilter) const {
  return detail::set(size, 0);
}

Status Convolution::Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& weight,
                        Algorithm algorithm, const MemoryMaintainer& maintainer) const {
  return RunFusion(handle, out, in, weight, Tensor(), Tensor(), FusedActivationDesc(), algorithm,
                   maintainer);
}

Status Convolution::RunFusion(Handle& handle, Tensor& out, const Tensor& in, const Tensor& weight,
                              const Tensor& bias, const Tensor& add,
                              const FusedActivationDesc& activation, Algorithm,
                              const MemoryMaintainer&) const {
  const Call call("Convolution::Run", handle);
  const auto work = [mode = activation.mode_](auto c, const Convolved& s, const View& o,
                                              const View& i, const View& w, const View& b,
                                              const View& a) {
    forward_fused<decltype(c)>(s, mode, o, i, w, b, a);
  };
  return launch_convolution(call, {pad_, stride_, dilation_, groups_}, out, in, weight, bias, add,
                            work);
}

Status Convolution::RunBwdData(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                               const Tensor& weight, AlgorithmBwdData,
                               const MemoryMaintainer&) const {
  const Call call("Convolution::RunBwdData", handle);
  const auto work = [](auto c, const Convolved& s, const View& o, const View& i, const View& w,
                       const View&, const View&) {
    using C = decltype(c);
    DenseResult<C> result(i);
    convolve_back_data<C>(s, Dense<C>(o).data, Dense<C>(w).data, result.data);
    result.finish();
  };
  return launch_convolution(call, {pad_, stride_, dilation_, groups_}, grad_out, grad_in, weight,
                            View(), View(), work);
}

Status Convolution::RunBwdFilter(Handle& handle, Tensor& grad_weight, const Tensor& in,
                                 const Tensor& grad_out, AlgorithmBwdFilter,
                                 const MemoryMaintainer&) const {
  const Call call("Convolution::RunBwdFilter", handle);
  const auto work = [](auto c, const Convolved& s, const View& o, const View& i, const View& w,
                       const View&, const View&) {
    using C = decltype(c);
    DenseResult<C> result(w);
    convolve_back_filter<C>(s, Dense<C>(i).data, Dense<C>(o).data, result.data);
    result.finish();
  };
  return launch_convolution(call, {pad_, stride_, dilation_, groups_}, grad_out, in, grad_weight,
                            View(), View(), work);
}

}  // namespace musa::dnn
