// The loss of sequences whose targets have no known places (connectionist temporal classification).
#include <cmath>
#include <limits>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// Logarithms R are float or double, as those of the inputs: sums are rounded as ATen's are, which in float
// changes the derivative of a long sequence by thousandths.
template <class R>
constexpr R kNever = -std::numeric_limits<R>::infinity();

// The logarithm of the sum of what these are logarithms of.
template <class R>
R log_add(std::initializer_list<R> logs) {
  const R most = std::max(logs);
  if (std::isinf(most)) return most;
  R sum = 0;
  for (const R one : logs) sum += std::exp(one - most);
  return most + std::log(sum);
}

struct Alignment {
  Int blank;
  bool zero_infinity;
  Int times, batch, classes, states;  // states: of the longest target
};

// One sequence of the batch: its logarithms by time, and its states, which are the targets with blanks
// before, between and after.
template <class R>
struct Sequence {
  Int times, classes;
  const R* logs;
  std::vector<Int> states;

  R log(Int time, Int class_of) const { return logs[time * classes + class_of]; }
  Int count() const { return static_cast<Int>(states.size()); }
  Int state(Int s) const { return states[static_cast<std::size_t>(s)]; }
  // Whether a blank between may be left out, from s - 2 to s.
  bool skips(Int s) const { return s >= 2 && s % 2 == 1 && state(s) != state(s - 2); }
};

// By time and state: how likely all that comes up to there is, the elements there included.
template <class R>
std::vector<R> forward_of(const Sequence<R>& q) {
  const Int n = q.count();
  std::vector<R> all(static_cast<std::size_t>(q.times * n), kNever<R>);
  for (Int s = 0; q.times > 0 && s < std::min<Int>(n, 2); ++s) {
    all[static_cast<std::size_t>(s)] = q.log(0, q.state(s));
  }
  for (Int t = 1; t < q.times; ++t) {
    const R* before = all.data() + (t - 1) * n;
    for (Int s = 0; s < n; ++s) {
      const R sum = log_add<R>(
          {before[s], s > 0 ? before[s - 1] : kNever<R>, q.skips(s) ? before[s - 2] : kNever<R>});
      all[static_cast<std::size_t>(t * n + s)] = sum + q.log(t, q.state(s));
    }
  }
  return all;
}

// The same of all that comes from there on.
template <class R>
std::vector<R> backward_of(const Sequence<R>& q) {
  const Int n = q.count(), last = q.times - 1;
  std::vector<R> all(static_cast<std::size_t>(q.times * n), kNever<R>);
  for (Int s = std::max<Int>(n - 2, 0); q.times > 0 && s < n; ++s) {
    all[static_cast<std::size_t>(last * n + s)] = q.log(last, q.state(s));
  }
  for (Int t = last - 1; t >= 0; --t) {
    const R* after = all.data() + (t + 1) * n;
    for (Int s = 0; s < n; ++s) {
      const R sum = log_add<R>({after[s], s + 1 < n ? after[s + 1] : kNever<R>,
                                s + 2 < n && q.skips(s + 2) ? after[s + 2] : kNever<R>});
      all[static_cast<std::size_t>(t * n + s)] = sum + q.log(t, q.state(s));
    }
  }
  return all;
}

template <class R>
R loss_of(const Sequence<R>& q, const std::vector<R>& forward) {
  const Int n = q.count();
  if (q.times == 0) return n == 1 ? 0 : -kNever<R>;
  const R* last = forward.data() + (q.times - 1) * n;
  return -log_add<R>({last[n - 1], n > 1 ? last[n - 2] : kNever<R>});
}

// The sequences of a batch, from tensors where work finds them.
template <class R>
class Batch {
 public:
  Batch(const Alignment& a, const View& log_probs, const View& targets, const View& times,
        const View& lengths)
      : a_(a),
        logs_(gather_all<R>(log_probs.permuted({1, 0, 2}))),
        targets_(gather_all<Int>(targets)),
        times_(gather_all<Int>(times)),
        lengths_(gather_all<Int>(lengths)),
        row_(targets.rank() == 2 ? targets.size(1) : -1) {}

  Sequence<R> operator[](Int n) const {
    const auto place = static_cast<std::size_t>(n);
    const Int length = lengths_[place];
    Int first = row_ < 0 ? 0 : n * row_;
    for (std::size_t i = 0; row_ < 0 && i < place; ++i) first += lengths_[i];
    const bool fits = length >= 0 && 2 * length + 1 <= a_.states && times_[place] >= 0 &&
                      times_[place] <= a_.times && (row_ < 0 || length <= row_) &&
                      first + length <= static_cast<Int>(targets_.size());
    if (!fits) throw DeviceFault{musaErrorAssert};
    Sequence<R> q{times_[place], a_.classes, logs_.data() + n * a_.times * a_.classes, {a_.blank}};
    for (Int i = first; i < first + length; ++i) {
      const Int target = targets_[static_cast<std::size_t>(i)];
      if (target < 0 || target >= a_.classes) throw DeviceFault{musaErrorAssert};
      q.states.insert(q.states.end(), {target, a_.blank});
    }
    return q;
  }

 private:
  const Alignment& a_;
  std::vector<R> logs_;
  std::vector<Int> targets_, times_, lengths_;
  Int row_;
};

template <class R>
void align_all(const Alignment& a, const View& losses, const View& log_alpha,
               const Batch<R>& batch) {
  std::vector<R> all_losses,
      alphas(static_cast<std::size_t>(a.batch * a.times * a.states), kNever<R>);
  for (Int n = 0; n < a.batch; ++n) {
    const Sequence<R> q = batch[n];
    const std::vector<R> forward = forward_of(q);
    for (Int t = 0; t < q.times; ++t) {
      std::copy_n(forward.begin() + t * q.count(), q.count(),
                  alphas.begin() + (n * a.times + t) * a.states);
    }
    const R loss = loss_of(q, forward);
    all_losses.push_back(a.zero_infinity && std::isinf(loss) ? 0 : loss);
  }
  spread_all(all_losses.data(), losses);
  spread_all(alphas.data(), log_alpha);
}

// Whether the state counts at that time. At the last one the blank behind a target that is the blank
// does not, as in ATen.
template <class R>
bool counts(const Sequence<R>& q, Int time, Int s) {
  const bool last = time + 1 == q.times && s > 0 && s + 1 == q.count();
  return !last || q.state(s - 1) != q.state(s);
}

// The derivative of one sequence's loss, times `by`, by each logarithm, by time and class.
template <class R>
void sequence_backward(const Sequence<R>& q, R by, R* to) {
  const std::vector<R> forward = forward_of(q), backward = backward_of(q);
  const R loss = loss_of(q, forward);
  std::vector<R> through(static_cast<std::size_t>(q.classes));
  for (Int t = 0; t < q.times; ++t) {
    std::fill(through.begin(), through.end(), kNever<R>);
    for (Int s = q.count(); s-- > 0;) {  // the order in which ATen adds them
      if (!counts(q, t, s)) continue;
      const auto place = static_cast<std::size_t>(t * q.count() + s);
      R& sum = through[static_cast<std::size_t>(q.state(s))];
      sum = log_add<R>({sum, forward[place] + backward[place]});
    }
    for (Int c = 0; c < q.classes; ++c) {
      const R log = q.log(t, c);
      const R share = std::exp(through[static_cast<std::size_t>(c)] + loss - log);
      to[t * q.classes + c] = (std::exp(log) - share) * by;
    }
  }
}

template <class R>
void align_backward(const Alignment& a, const View& grad_in, const View& grad_out,
                    const Batch<R>& batch) {
  const std::vector<R> by = gather_all<R>(grad_out);
  std::vector<R> all(static_cast<std::size_t>(a.batch * a.times * a.classes));
  for (Int n = 0; n < a.batch; ++n) {
    const Sequence<R> q = batch[n];
    if (a.zero_infinity && std::isinf(loss_of(q, forward_of(q)))) continue;
    sequence_backward(q, by[static_cast<std::size_t>(n)], all.data() + n * a.times * a.classes);
  }
  spread_all(all.data(), grad_in.permuted({1, 0, 2}));
}

// f(R()) with the type of logarithms.
template <class F>
void with_real(const View& logs, F f) {
  if (logs.type == Type::DOUBLE) {
    f(double());
  } else {
    f(float());
  }
}

Status check(const View& log_probs, const View& targets, const View& times, const View& lengths,
             const View& losses, Alignment* a) {
  const Status bad =
      first({usable({&log_probs, &targets, &times, &lengths, &losses}),
             valid(log_probs.rank() == 3 && targets.rank() >= 1 && targets.rank() <= 2),
             supported(is_real(log_probs.type) && !is_real(targets.type))});
  if (bad != Status::SUCCESS) return bad;
  a->times = log_probs.size(0);
  a->batch = log_probs.size(1);
  a->classes = log_probs.size(2);
  return valid(times.count() == a->batch && lengths.count() == a->batch &&
               losses.count() == a->batch && a->blank >= 0 && a->blank < a->classes);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status CTCLoss::Run(Handle& handle, Tensor& loss, Tensor& log_alpha, const Tensor& log_probs,
                    const Tensor& targets, const Tensor& input_lengths,
                    const Tensor& target_lengths) const {
  const Call call("CTCLoss::Run", handle);
  const View losses(loss), alphas(log_alpha), logs(log_probs), places(targets),
      times(input_lengths), lengths(target_lengths);
  Alignment a{blank_, zero_, 0, 0, 0, 2 * length_ + 1};
  const Status bad = first({check(logs, places, times, lengths, losses, &a), usable({&alphas})});
  if (bad != Status::SUCCESS) return bad;
  if (alphas.sizes != Dims{a.batch, a.times, a.states}) return Status::INVALID_PARAMETER;
  return call.launch(
      [a](const View& o, const View& alpha, const View& l, const View& p, const View& t,
          const View& n) {
        with_real(l, [&](auto r) { align_all(a, o, alpha, Batch<decltype(r)>(a, l, p, t, n)); });
      },
      losses, alphas, logs, places, times, lengths);
}

Status CTCLoss::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                       const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                       const Tensor& target_lengths, const Tensor&, const Tensor&,
                       const MemoryMaintainer&) const {
  const Call call("CTCLoss::RunBwd", handle);
  const View to(grad_in), grad(grad_out), logs(log_probs), places(targets), times(input_lengths),
      lengths(target_lengths);
  Alignment a{blank_, zero_, 0, 0, 0, 2 * length_ + 1};
  const Status bad = first(
      {check(logs, places, times, lengths, grad, &a), usable({&to}), valid(same_sizes(to, logs))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [a](const View& o, const View& g, const View& l, const View& p, const View& t,
          const View& n) {
        with_real(l, [&](auto r) { align_backward(a, o, g, Batch<decltype(r)>(a, l, p, t, n)); });
      },
      to, grad, logs, places, times, lengths);
}

}  // namespace musa::dnn
