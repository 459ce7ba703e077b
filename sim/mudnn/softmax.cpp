// Softmax, its logarithm and its derivative, and running sums and products: line by line.
#include <cmath>
#include <limits>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using SoftmaxMode = musa::dnn::Softmax::Mode;

// Returns the logarithm of the sum of the exponentials, which softmax divides by.
template <class C>
double log_sum(const std::vector<C>& line) {
  double most = -std::numeric_limits<double>::infinity();
  for (const C x : line) most = larger(static_cast<double>(x), most);
  if (std::isinf(most)) return most;
  double sum = 0;
  for (const C x : line) sum += std::exp(static_cast<double>(x) - most);
  return most + std::log(sum);
}

template <class C>
void softmax(SoftmaxMode mode, const View& out, const View& in, Int dim) {
  const Int length = in.size(dim);
  std::vector<C> line(static_cast<std::size_t>(length));
  const View results = out.rank() == in.rank() ? out.without(dim) : out;
  each<2>({in.without(dim), results}, [&](const auto& offsets) {
    read_run<C>(in.type, in.at(offsets[0]), in.stride(dim), length, line.data());
    const double divisor = log_sum(line);
    if (mode == SoftmaxMode::LOGSUMEXP) {
      const C result = static_cast<C>(divisor);
      return write_run<C>(out.type, out.at(offsets[1]), 1, 1, &result);
    }
    // Beside plus infinity, as beside NaN, nothing is a number.
    const bool none = std::isinf(divisor) && divisor > 0;
    const double by = none ? std::numeric_limits<double>::quiet_NaN() : divisor;
    for (C& x : line) {
      const double off = static_cast<double>(x) - by;
      x = static_cast<C>(mode == SoftmaxMode::SOFTMAX ? std::exp(off) : off);
    }
    write_run<C>(out.type, out.at(offsets[1]), out.stride(dim), length, line.data());
  });
}

template <class C>
void softmax_backward(SoftmaxMode mode, const View& grad_in, const View& out, const View& grad_out,
                      Int dim) {
  const Int length = out.size(dim);
  std::vector<C> y(static_cast<std::size_t>(length)), g(y.size());
  each<3>(
      {out.without(dim), grad_out.without(dim), grad_in.without(dim)}, [&](const auto& offsets) {
        read_run<C>(out.type, out.at(offsets[0]), out.stride(dim), length, y.data());
        read_run<C>(grad_out.type, grad_out.at(offsets[1]), grad_out.stride(dim), length, g.data());
        const bool plain = mode == SoftmaxMode::SOFTMAX;
        double sum = 0;
        for (std::size_t i = 0; i < y.size(); ++i) {
          sum += static_cast<double>(g[i]) * (plain ? static_cast<double>(y[i]) : 1);
        }
        const C total = static_cast<C>(sum);
        for (std::size_t i = 0; i < y.size(); ++i) {
          g[i] = plain ? y[i] * (g[i] - total) : g[i] - std::exp(y[i]) * total;
        }
        write_run<C>(grad_in.type, grad_in.at(offsets[2]), grad_in.stride(dim), length, g.data());
      });
}

template <class C>
void accumulate(bool add, const View& out, const View& in, Int dim) {
  using Sum = std::conditional_t<kReal<C>, double, C>;
  const Int length = in.size(dim);
  std::vector<C> line(static_cast<std::size_t>(length));
  each<2>({in.without(dim), out.without(dim)}, [&](const auto& offsets) {
    read_run<C>(in.type, in.at(offsets[0]), in.stride(dim), length, line.data());
    Sum total = add ? 0 : 1;
    for (C& x : line) {
      total = add ? sum<Sum>(total, x) : times<Sum>(total, x);
      x = static_cast<C>(total);
    }
    write_run<C>(out.type, out.at(offsets[1]), out.stride(dim), length, line.data());
  });
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Softmax::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("Softmax::Run", handle);
  View to = as_line(out), from = as_line(in);
  one_order({&to, &from});
  const Int dim = wrapped(dim_, from.rank());
  if (dim < 0) return Status::INVALID_PARAMETER;
  View wanted = from;
  if (mode_ == Mode::LOGSUMEXP) wanted.sizes[static_cast<std::size_t>(dim)] = 1;
  if (mode_ == Mode::LOGSUMEXP && to.rank() + 1 == from.rank()) wanted = from.without(dim);
  const Status bad = first({usable({&to, &from}), valid(same_sizes(to, wanted)),
                            supported(is_real(from.type) && is_real(to.type))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [mode = mode_, dim](const View& o, const View& i) {
        with_kind(kind_of({o.type, i.type}),
                  [&](auto c) { softmax<decltype(c)>(mode, o, i, dim); });
      },
      to, from);
}

Status Softmax::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& out,
                       const Tensor& grad_out) const {
  const Call call("Softmax::RunBwd", handle);
  View to = as_line(grad_in), y = as_line(out), g = as_line(grad_out);
  one_order({&to, &y, &g});
  const Int dim = wrapped(dim_, y.rank());
  const Status bad =
      first({usable({&to, &y, &g}), valid(dim >= 0 && same_sizes(to, y) && same_sizes(y, g)),
             supported(is_real(y.type) && is_real(g.type) && mode_ != Mode::LOGSUMEXP)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [mode = mode_, dim](const View& o, const View& result, const View& grad) {
        with_kind(kind_of({o.type, result.type, grad.type}),
                  [&](auto c) { softmax_backward<decltype(c)>(mode, o, result, grad, dim); });
      },
      to, y, g);
}

Status Cum::Run(Handle& handle, Tensor& out, const Tensor& in, const MemoryMaintainer&) const {
  const Call call("Cum::Run", handle);
  View to = as_line(out), from = as_line(in);
  one_order({&to, &from});
  const Int dim = wrapped(dim_, from.rank());
  const Status bad = first({usable({&to, &from}), valid(dim >= 0 && same_sizes(to, from))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [add = mode_ == Mode::ADD, dim](const View& o, const View& i) {
        with_kind(kind_of({o.type, i.type}),
                  [&](auto c) { accumulate<decltype(c)>(add, o, i, dim); });
      },
      to, from);
}

}  // namespace musa::dnn
