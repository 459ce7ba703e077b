// Normalisation of groups of channels.
#include <cmath>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// Elements as (image, group, channel of the group, place).
struct Groups {
  Int images, groups, channels, places;

  Int count() const { return images * groups; }
  Int size() const { return channels * places; }
  // The first of the group's channels among all.
  std::size_t first_channel(Int group) const {
    return static_cast<std::size_t>(group % groups * channels);
  }
};

std::vector<double> by_channel_or(const View& view, const Groups& g, double otherwise) {
  if (!view.empty()) return gather_all<double>(view);
  return std::vector<double>(static_cast<std::size_t>(g.groups * g.channels), otherwise);
}

template <class C>
void normalize_groups(const Groups& g, double epsilon, const View& out, const View& means,
                      const View& inverses, const View& in, const View& gammas, const View& betas) {
  std::vector<C> x = gather_all<C>(in);
  const auto gamma = by_channel_or(gammas, g, 1), beta = by_channel_or(betas, g, 0);
  const double size = static_cast<double>(g.size());
  std::vector<double> all_means, all_inverses;
  for (Int group = 0; group < g.count(); ++group) {
    C* own = x.data() + group * g.size();
    double sum = 0, squares = 0;
    for (Int i = 0; i < g.size(); ++i) sum += static_cast<double>(own[i]);
    const double mean = sum / size;
    for (Int i = 0; i < g.size(); ++i) {
      const double off = static_cast<double>(own[i]) - mean;
      squares += off * off;
    }
    const double inverse = 1 / std::sqrt(squares / size + epsilon);
    for (Int i = 0; i < g.size(); ++i) {
      const std::size_t channel = g.first_channel(group) + static_cast<std::size_t>(i / g.places);
      own[i] = static_cast<C>((static_cast<double>(own[i]) - mean) * inverse * gamma[channel] +
                              beta[channel]);
    }
    all_means.push_back(mean);
    all_inverses.push_back(inverse);
  }
  spread_all(x.data(), out);
  if (!means.empty()) spread_all(all_means.data(), means);
  if (!inverses.empty()) spread_all(all_inverses.data(), inverses);
}

struct GroupGradients {
  View in, gamma, beta;
};
GroupGradients backed(const GroupGradients& g) {
  return {g.in.backed(), g.gamma.backed(), g.beta.backed()};
}

// One group: its elements become their derivatives; those of gamma and beta are added up.
template <class C>
void group_backward(const Groups& g, C* x, const C* dy, double mean, double inverse,
                    const double* gamma, double* dgamma, double* dbeta) {
  double sum = 0, product = 0;
  for (Int i = 0; i < g.size(); ++i) {
    const Int channel = i / g.places;
    const double d = static_cast<double>(dy[i]);
    const double unit = (static_cast<double>(x[i]) - mean) * inverse;
    dgamma[channel] += d * unit;
    dbeta[channel] += d;
    sum += d * gamma[channel];
    product += d * gamma[channel] * unit;
  }
  const double size = static_cast<double>(g.size());
  for (Int i = 0; i < g.size(); ++i) {
    const double unit = (static_cast<double>(x[i]) - mean) * inverse;
    const double d = static_cast<double>(dy[i]) * gamma[i / g.places];
    x[i] = static_cast<C>((d - sum / size - unit * product / size) * inverse);
  }
}

template <class C>
void groups_backward(const Groups& g, const GroupGradients& to, const View& grad_out,
                     const View& in, const View& means, const View& inverses, const View& gammas) {
  std::vector<C> x = gather_all<C>(in);
  const std::vector<C> dy = gather_all<C>(grad_out);
  const auto mean = gather_all<double>(means), inverse = gather_all<double>(inverses);
  const auto gamma = by_channel_or(gammas, g, 1);
  std::vector<double> dgamma(gamma.size()), dbeta(gamma.size());
  for (Int group = 0; group < g.count(); ++group) {
    const std::size_t n = static_cast<std::size_t>(group), channel = g.first_channel(group);
    const Int first = group * g.size();
    group_backward(g, x.data() + first, dy.data() + first, mean[n], inverse[n],
                   gamma.data() + channel, dgamma.data() + channel, dbeta.data() + channel);
  }
  if (!to.in.empty()) spread_all(x.data(), to.in);
  if (!to.gamma.empty()) spread_all(dgamma.data(), to.gamma);
  if (!to.beta.empty()) spread_all(dbeta.data(), to.beta);
}

// Brings the axis of the channels second.
Status groups_of(int axis, int count, const View& in, Dims* order, Groups* g) {
  const Int dim = wrapped(axis, in.rank());
  if (dim < 1 || count < 1 || in.size(dim) % count != 0) return Status::INVALID_PARAMETER;
  *order = {0, dim};
  for (Int other = 1; other < in.rank(); ++other) {
    if (other != dim) order->push_back(other);
  }
  *g = {in.size(0), count, in.size(dim) / count, 1};
  for (std::size_t n = 2; n < order->size(); ++n) g->places *= in.size((*order)[n]);
  return Status::SUCCESS;
}

Status check(const Groups& g, const View& in, std::initializer_list<const View*> by_group,
             std::initializer_list<const View*> by_channel) {
  Status status = first({usable({&in}), usable_if_given(by_group), usable_if_given(by_channel),
                         supported(is_real(in.type))});
  for (const View* one : by_group) {
    status = first({status, valid(one->empty() || one->count() == g.count())});
  }
  for (const View* one : by_channel) {
    status = first({status, valid(one->empty() || one->count() == g.groups * g.channels)});
  }
  return status;
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status GroupNorm::Run(Handle& handle, Tensor& out, Tensor& mean, Tensor& inverse, const Tensor& in,
                      const Tensor& gamma, const Tensor& beta) const {
  const Call call("GroupNorm::Run", handle);
  View to(out), from(in);
  const View m(mean), v(inverse), g(gamma), b(beta);
  one_order({&to, &from});
  Dims order;
  Groups groups{};
  if (const Status bad = groups_of(axis_, groups_, from, &order, &groups); bad != Status::SUCCESS) {
    return bad;
  }
  const Status bad =
      first({check(groups, from, {&m, &v}, {&g, &b}), usable({&to}), valid(same_sizes(to, from))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [=, epsilon = epsilon_](const View& o, const View& m1, const View& v1, const View& i,
                              const View& g1, const View& b1) {
        with_kind(kind_of({i.type, o.type}), [&](auto c) {
          normalize_groups<decltype(c)>(groups, epsilon, o, m1, v1, i, g1, b1);
        });
      },
      to.permuted(order), m, v, from.permuted(order), g, b);
}

Status GroupNorm::RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_gamma, Tensor& grad_beta,
                         const Tensor& grad_out, const Tensor& in, const Tensor& mean,
                         const Tensor& inverse, const Tensor& gamma,
                         const MemoryMaintainer&) const {
  const Call call("GroupNorm::RunBwd", handle);
  View to(grad_in), from(in), grad(grad_out);
  const View m(mean), v(inverse), g(gamma), dg(grad_gamma), db(grad_beta);
  one_order({&to, &from, &grad});
  Dims order;
  Groups groups{};
  if (const Status bad = groups_of(axis_, groups_, from, &order, &groups); bad != Status::SUCCESS) {
    return bad;
  }
  const Status bad =
      first({check(groups, from, {&m, &v}, {&g, &dg, &db}), usable({&grad, &m, &v}),
             usable_if_given({&to}), valid(same_sizes(grad, from) && !m.empty() && !v.empty()),
             valid(to.empty() || same_sizes(to, from))});
  if (bad != Status::SUCCESS) return bad;
  const GroupGradients grads{to.empty() ? View() : to.permuted(order), dg, db};
  return call.launch(
      [=](const GroupGradients& t, const View& dy, const View& x, const View& m1, const View& v1,
          const View& g1) {
        with_kind(kind_of({x.type, dy.type}),
                  [&](auto c) { groups_backward<decltype(c)>(groups, t, dy, x, m1, v1, g1); });
      },
      grads, grad.permuted(order), from.permuted(order), m, v, g);
}

}  // namespace musa::dnn
