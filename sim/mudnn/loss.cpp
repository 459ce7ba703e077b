// Losses and their derivatives.
#include <cmath>
#include <limits>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// Reductions have the same numbers in every loss.
enum class Reduced { kNone = 0, kMean = 1, kSum = 2 };

struct Classes {
  Reduced reduced;
  Int ignored;
  double smoothing;
  bool of_logits;  // the log softmax is part of the loss
  Int rows, count;

  Classes(int mode, Int its_ignored, double its_smoothing, bool logits, const View& in)
      : reduced(static_cast<Reduced>(mode)),
        ignored(its_ignored),
        smoothing(its_smoothing),
        of_logits(logits),
        rows(in.rank() == 1 ? 1 : in.size(0)),
        count(in.size(in.rank() - 1)) {}
};

using Numbers64 = std::vector<double>;

// Logarithms of probabilities, by row.
Numbers64 log_probabilities(const Classes& c, const View& in) {
  Numbers64 all = gather_all<double>(in);
  for (Int row = 0; c.of_logits && row < c.rows; ++row) {
    double* x = all.data() + row * c.count;
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (Int i = 0; i < c.count; ++i) most = larger(x[i], most);
    for (Int i = 0; i < c.count; ++i) sum += std::exp(x[i] - most);
    for (Int i = 0; i < c.count; ++i) x[i] -= most + std::log(sum);
  }
  return all;
}

// f(row, class, its weight) for each row that counts.
template <class F>
void counted(const Classes& c, const std::vector<Int>& target, const Numbers64& weight, F f) {
  for (Int row = 0; row < c.rows; ++row) {
    const Int wanted = target[static_cast<std::size_t>(row)];
    if (wanted == c.ignored) continue;
    if (wanted < 0 || wanted >= c.count) throw DeviceFault{musaErrorAssert};
    f(row, wanted, weight[static_cast<std::size_t>(wanted)]);
  }
}

Numbers64 weights_of(const Classes& c, const View& weight) {
  return weight.empty() ? Numbers64(static_cast<std::size_t>(c.count), 1.0)
                        : gather_all<double>(weight);
}

double total_of(const Classes& c, const std::vector<Int>& target, const Numbers64& weight) {
  double total = 0;
  counted(c, target, weight, [&](Int, Int, double w) { total += w; });
  return total;
}

void class_loss(const Classes& c, const View& out, const View& total, const View& in,
                const View& target, const View& weights) {
  const Numbers64 logs = log_probabilities(c, in), weight = weights_of(c, weights);
  const std::vector<Int> wanted = gather_all<Int>(target);
  Numbers64 losses(static_cast<std::size_t>(c.rows));
  counted(c, wanted, weight, [&](Int row, Int target_class, double w) {
    const double* log = logs.data() + row * c.count;
    double loss = -(1 - c.smoothing) * w * log[target_class];
    for (Int i = 0; c.smoothing != 0 && i < c.count; ++i) {
      loss -=
          c.smoothing / static_cast<double>(c.count) * weight[static_cast<std::size_t>(i)] * log[i];
    }
    losses[static_cast<std::size_t>(row)] = loss;
  });
  const double all = total_of(c, wanted, weight);
  if (c.reduced != Reduced::kNone) {
    double sum = 0;
    for (const double loss : losses) sum += loss;
    losses.assign(1, c.reduced == Reduced::kMean ? sum / all : sum);
  }
  spread_all(losses.data(), out);
  if (!total.empty()) spread_all(&all, total);
}

void class_loss_backward(const Classes& c, const View& grad_in, const View& grad_out,
                         const View& in, const View& target, const View& weights) {
  const Numbers64 weight = weights_of(c, weights), grads = gather_all<double>(grad_out);
  const std::vector<Int> wanted = gather_all<Int>(target);
  const Numbers64 logs = c.of_logits ? log_probabilities(c, in) : Numbers64();
  const double divisor = c.reduced == Reduced::kMean ? total_of(c, wanted, weight) : 1;
  Numbers64 result(static_cast<std::size_t>(c.rows * c.count));
  counted(c, wanted, weight, [&](Int row, Int target_class, double w) {
    const double grad =
        grads[c.reduced == Reduced::kNone ? static_cast<std::size_t>(row) : 0] / divisor;
    double* to = result.data() + row * c.count;
    double sum = 0;
    for (Int i = 0; i < c.count; ++i) {
      const double smooth =
          c.smoothing / static_cast<double>(c.count) * weight[static_cast<std::size_t>(i)];
      to[i] = -grad * (smooth + (i == target_class ? (1 - c.smoothing) * w : 0));
      sum += to[i];
    }
    for (Int i = 0; c.of_logits && i < c.count; ++i) {
      to[i] -= std::exp(logs[static_cast<std::size_t>(row * c.count + i)]) * sum;
    }
  });
  spread_all(result.data(), grad_in);
}

Status check_classes(const View& in, const View& target, const View& weight) {
  const bool ranks = in.rank() >= 1 && in.rank() <= 2;
  return first({usable({&in, &target}), usable_if_given({&weight}),
                supported(ranks && is_real(in.type) && !is_real(target.type)),
                valid(!ranks || (target.count() == (in.rank() == 1 ? 1 : in.size(0)) &&
                                 (weight.empty() || weight.count() == in.size(in.rank() - 1))))});
}

Status launch_class_loss(const Call& call, const Classes& c, const View& out, const View& total,
                         const View& in, const View& target, const View& weight) {
  const Int wanted = c.reduced == Reduced::kNone ? c.rows : 1;
  const Status bad =
      first({usable({&out}), usable_if_given({&total}), valid(out.count() == wanted)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([c](const View& o, const View& sum, const View& i, const View& t,
                         const View& w) { class_loss(c, o, sum, i, t, w); },
                     out, total, in, target, weight);
}

Status launch_class_backward(const Call& call, const Classes& c, const View& grad_in,
                             const View& grad_out, const View& in, const View& target,
                             const View& weight) {
  const Int wanted = c.reduced == Reduced::kNone ? c.rows : 1;
  const Status bad = first({usable({&grad_in, &grad_out}), valid(grad_out.count() == wanted)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([c](const View& o, const View& g, const View& i, const View& t,
                         const View& w) { class_loss_backward(c, o, g, i, t, w); },
                     grad_in, grad_out, in, target, weight);
}

// The loss of one element, and its slope.
double divergence(double log_probability, double target, bool log_target) {
  if (log_target) return std::exp(target) * (target - log_probability);
  return target == 0 ? 0 : target * (std::log(target) - log_probability);
}

void divergence_loss(Reduced reduced, bool log_target, const View& out, const View& in,
                     const View& target) {
  if (reduced == Reduced::kNone) {
    return elementwise<double>(
        out, [=](double x, double t) { return divergence(x, t, log_target); }, in, target);
  }
  const Numbers64 x = gather_all<double>(in), t = gather_all<double>(target);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += divergence(x[i], t[i], log_target);
  if (reduced == Reduced::kMean) sum /= static_cast<double>(x.size());
  spread_all(&sum, out);
}

View scalar_or(const View& view, bool scalar) {
  View other = view;
  if (scalar) {
    other.sizes.clear();
    other.strides.clear();
  }
  return other;
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status NLLLoss::Run(Handle& handle, Tensor& out, Tensor& total_weight, const Tensor& in,
                    const Tensor& target, const Tensor& weight, const MemoryMaintainer&) const {
  const Call call("NLLLoss::Run", handle);
  const View from(in), wanted(target), weights(weight);
  const Status bad = check_classes(from, wanted, weights);
  if (bad != Status::SUCCESS) return bad;
  const Classes classes(static_cast<int>(mode_), ignored_, 0, false, from);
  return launch_class_loss(call, classes, out, total_weight, from, wanted, weights);
}

Status NLLLoss::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                       const Tensor& target, const Tensor& weight, const Tensor&,
                       const MemoryMaintainer&) const {
  const Call call("NLLLoss::RunBwd", handle);
  const View to(grad_in), wanted(target), weights(weight);
  const Status bad = check_classes(to, wanted, weights);
  if (bad != Status::SUCCESS) return bad;
  const Classes classes(static_cast<int>(mode_), ignored_, 0, false, to);
  return launch_class_backward(call, classes, to, grad_out, View(), wanted, weights);
}

Status CrossEntropyLoss::Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& target,
                             const Tensor& weight, const MemoryMaintainer&) const {
  const Call call("CrossEntropyLoss::Run", handle);
  const View from(in), wanted(target), weights(weight);
  const Status bad = check_classes(from, wanted, weights);
  if (bad != Status::SUCCESS) return bad;
  const Classes classes(static_cast<int>(mode_), ignored_, smoothing_, true, from);
  return launch_class_loss(call, classes, out, View(), from, wanted, weights);
}

Status CrossEntropyLoss::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& in,
                                const Tensor& grad_out, const Tensor& target, const Tensor& weight,
                                const MemoryMaintainer&) const {
  const Call call("CrossEntropyLoss::RunBwd", handle);
  const View to(grad_in), from(in), wanted(target), weights(weight);
  const Status bad = first({check_classes(from, wanted, weights), valid(same_sizes(to, from))});
  if (bad != Status::SUCCESS) return bad;
  const Classes classes(static_cast<int>(mode_), ignored_, smoothing_, true, from);
  return launch_class_backward(call, classes, to, grad_out, from, wanted, weights);
}

Status KLDivLoss::Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& target,
                      const MemoryMaintainer&) const {
  const Call call("KLDivLoss::Run", handle);
  const bool all = mode_ != Mode::NONE;
  View to(out);
  const View from(in), wanted(target);
  // The place of a sum may have been given without a size.
  to = scalar_or(to, all);
  to.given = to.data != nullptr;
  const Status bad = first({usable({&to, &from, &wanted}),
                            valid(same_sizes(from, wanted) && (all || same_sizes(to, from)))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [mode = mode_, log_target = log_target_](const View& o, const View& i, const View& t) {
        divergence_loss(static_cast<Reduced>(mode), log_target, o, i, t);
      },
      to, from, wanted);
}

Status KLDivLoss::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out, const Tensor& in,
                         const Tensor& target) const {
  const Call call("KLDivLoss::RunBwd", handle);
  const View to(grad_in), wanted(target), grad = scalar_or(grad_out, mode_ != Mode::NONE);
  const Status bad =
      first({usable({&to, &wanted, &grad}), valid(same_sizes(to, wanted)),
             valid(mode_ != Mode::NONE || same_sizes(grad, to)), valid(same_sizes(View(in), to))});
  if (bad != Status::SUCCESS) return bad;
  const double divisor = mode_ == Mode::MEAN ? static_cast<double>(to.count()) : 1;
  return call.launch(
      [divisor, log_target = log_target_](const View& o, const View& t, const View& g) {
        elementwise<double>(
            o, [=](double y, double up) { return -(log_target ? std::exp(y) : y) * up / divisor; },
            t, g);
      },
      to, wanted, grad);
}

}  // namespace musa::dnn
