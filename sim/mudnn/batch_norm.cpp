// Normalisation by channel.
#include <cmath>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// Elements as (image, channel, place).
struct Channels {
  Int images, channels, places;

  explicit Channels(const View& view)
      : images(view.size(0)),
        channels(view.size(1)),
        places(view.count() / std::max<Int>(images * channels, 1)) {}
  double each() const { return static_cast<double>(images * places); }

  // f(first element, count) for each image of the channel.
  template <class F>
  void runs(Int channel, F f) const {
    for (Int image = 0; image < images; ++image) f((image * channels + channel) * places, places);
  }
};

// One number a channel; those that are left out are `otherwise`.
std::vector<double> by_channel(const View& view, Int channels, double otherwise) {
  if (view.empty()) return std::vector<double>(static_cast<std::size_t>(channels), otherwise);
  return gather_all<double>(view);
}
void put_by_channel(const std::vector<double>& numbers, const View& view) {
  if (!view.empty()) spread_all(numbers.data(), view);
}

// out = in * scale + shift.
template <class C>
void scale_and_shift(const Channels& shape, const std::vector<C>& in,
                     const std::vector<double>& scale, const std::vector<double>& shift,
                     const View& out) {
  std::vector<C> result(in.size());
  for (Int channel = 0; channel < shape.channels; ++channel) {
    const C by = static_cast<C>(scale[static_cast<std::size_t>(channel)]);
    const C add = static_cast<C>(shift[static_cast<std::size_t>(channel)]);
    shape.runs(channel, [&](Int first, Int count) {
      for (Int i = first; i < first + count; ++i) {
        result[static_cast<std::size_t>(i)] = in[static_cast<std::size_t>(i)] * by + add;
      }
    });
  }
  spread_all(result.data(), out);
}

// The mean and the sum of squares of differences from it.
template <class C>
void moments(const Channels& shape, const std::vector<C>& in, std::vector<double>* means,
             std::vector<double>* squares) {
  for (Int channel = 0; channel < shape.channels; ++channel) {
    double sum = 0, square = 0;
    shape.runs(channel, [&](Int first, Int count) {
      for (Int i = first; i < first + count; ++i) {
        sum += static_cast<double>(in[static_cast<std::size_t>(i)]);
      }
    });
    const double mean = sum / shape.each();
    shape.runs(channel, [&](Int first, Int count) {
      for (Int i = first; i < first + count; ++i) {
        const double off = static_cast<double>(in[static_cast<std::size_t>(i)]) - mean;
        square += off * off;
      }
    });
    means->push_back(mean);
    squares->push_back(square);
  }
}

void scale_shift_of(const std::vector<double>& mean, const std::vector<double>& inverse,
                    const std::vector<double>& gamma, const std::vector<double>& beta,
                    std::vector<double>* scale, std::vector<double>* shift) {
  for (std::size_t c = 0; c < mean.size(); ++c) {
    scale->push_back(inverse[c] * gamma[c]);
    shift->push_back(beta[c] - mean[c] * scale->back());
  }
}

template <class C>
void normalize_with(double epsilon, const View& out, const View& in, const View& mean,
                    const View& variance, const View& gamma, const View& beta) {
  const Channels shape(in);
  std::vector<double> inverse, scale, shift;
  for (const double v : by_channel(variance, shape.channels, 1)) {
    inverse.push_back(1 / std::sqrt(v + epsilon));
  }
  scale_shift_of(by_channel(mean, shape.channels, 0), inverse, by_channel(gamma, shape.channels, 1),
                 by_channel(beta, shape.channels, 0), &scale, &shift);
  scale_and_shift(shape, gather_all<C>(in), scale, shift, out);
}

// The results that a batch leaves.
struct Kept {
  View running_mean, running_variance, mean, inverse;
};
Kept backed(const Kept& k) {
  return {k.running_mean.backed(), k.running_variance.backed(), k.mean.backed(),
          k.inverse.backed()};
}

void move_towards(const View& running, const std::vector<double>& fresh, double momentum) {
  if (running.empty()) return;
  std::vector<double> old = gather_all<double>(running);
  for (std::size_t c = 0; c < old.size(); ++c) {
    old[c] = (1 - momentum) * old[c] + momentum * fresh[c];
  }
  spread_all(old.data(), running);
}

template <class C>
void normalize_batch(double epsilon, double momentum, const View& out, const View& in,
                     const Kept& kept, const View& gamma, const View& beta) {
  const Channels shape(in);
  const std::vector<C> elements = gather_all<C>(in);
  std::vector<double> mean, squares, inverse, unbiased, scale, shift;
  moments(shape, elements, &mean, &squares);
  for (const double square : squares) {
    inverse.push_back(1 / std::sqrt(square / shape.each() + epsilon));
    unbiased.push_back(square / (shape.each() - 1));
  }
  scale_shift_of(mean, inverse, by_channel(gamma, shape.channels, 1),
                 by_channel(beta, shape.channels, 0), &scale, &shift);
  scale_and_shift(shape, elements, scale, shift, out);
  move_towards(kept.running_mean, mean, momentum);
  move_towards(kept.running_variance, unbiased, momentum);
  put_by_channel(mean, kept.mean);
  put_by_channel(inverse, kept.inverse);
}

struct Gradients {
  View in, mean, variance, gamma, beta;
};
Gradients backed(const Gradients& g) {
  return {g.in.backed(), g.mean.backed(), g.variance.backed(), g.gamma.backed(), g.beta.backed()};
}

template <class C>
void backward(bool training, const Gradients& to, const View& in, const View& grad_out,
              const View& means, const View& inverses, const View& gammas) {
  const Channels shape(in);
  const std::vector<C> x = gather_all<C>(in), dy = gather_all<C>(grad_out);
  const auto mean = by_channel(means, shape.channels, 0);
  const auto inverse = by_channel(inverses, shape.channels, 1);
  const auto gamma = by_channel(gammas, shape.channels, 1);
  std::vector<C> dx(x.size());
  std::vector<double> sums, products, by_mean, by_variance;
  for (std::size_t c = 0; c < mean.size(); ++c) {
    double sum = 0, product = 0;
    const auto visit = [&](auto f) {
      shape.runs(static_cast<Int>(c), [&](Int first, Int count) {
        for (Int i = first; i < first + count; ++i) f(static_cast<std::size_t>(i));
      });
    };
    visit([&](std::size_t i) {
      sum += static_cast<double>(dy[i]);
      product += static_cast<double>(dy[i]) * (static_cast<double>(x[i]) - mean[c]);
    });
    const double centre = training ? sum / shape.each() : 0;
    const double slope = training ? product * inverse[c] * inverse[c] / shape.each() : 0;
    visit([&](std::size_t i) {
      const double off = static_cast<double>(x[i]) - mean[c];
      dx[i] = static_cast<C>((static_cast<double>(dy[i]) - centre - off * slope) * inverse[c] *
                             gamma[c]);
    });
    sums.push_back(sum);
    products.push_back(product * inverse[c]);
    by_mean.push_back(-sum * inverse[c] * gamma[c]);
    by_variance.push_back(-0.5 * product * inverse[c] * inverse[c] * inverse[c] * gamma[c]);
  }
  if (to.in.given) spread_all(dx.data(), to.in);
  put_by_channel(by_mean, to.mean);
  put_by_channel(by_variance, to.variance);
  put_by_channel(products, to.gamma);
  put_by_channel(sums, to.beta);
}

Status check(const View& in, const View& other, std::initializer_list<const View*> channels) {
  const Status bad = first({usable({&in, &other}), usable_if_given(channels),
                            valid(in.rank() >= 2 && same_sizes(in, other)),
                            supported(is_real(in.type) && is_real(other.type))});
  if (bad != Status::SUCCESS) return bad;
  const auto fits = [&](const View* one) { return one->empty() || one->count() == in.size(1); };
  return valid(std::all_of(channels.begin(), channels.end(), fits));
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status BatchNorm::RunPure(Handle& handle, Tensor& out, const Tensor& in, const Tensor& mean,
                          const Tensor& variance, const Tensor& gamma, const Tensor& beta) const {
  const Call call("BatchNorm::RunPure", handle);
  const View to = View(out).channels_second(), from = View(in).channels_second();
  const View m(mean), v(variance), g(gamma), b(beta);
  if (const Status bad = check(from, to, {&m, &v, &g, &b}); bad != Status::SUCCESS) return bad;
  return call.launch(
      [epsilon = epsilon_](const View& o, const View& i, const View& m1, const View& v1,
                           const View& g1, const View& b1) {
        with_kind(kind_of({i.type, o.type}),
                  [&](auto c) { normalize_with<decltype(c)>(epsilon, o, i, m1, v1, g1, b1); });
      },
      to, from, m, v, g, b);
}

Status BatchNorm::RunComposite(Handle& handle, Tensor& out, const Tensor& in, Tensor& running_mean,
                               Tensor& running_variance, Tensor& mean, Tensor& inverse,
                               const Tensor& gamma, const Tensor& beta, double momentum,
                               const MemoryMaintainer&) const {
  const Call call("BatchNorm::RunComposite", handle);
  const View to = View(out).channels_second(), from = View(in).channels_second();
  const Kept kept{running_mean, running_variance, mean, inverse};
  const View g(gamma), b(beta);
  const Status bad = check(
      from, to, {&kept.running_mean, &kept.running_variance, &kept.mean, &kept.inverse, &g, &b});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [epsilon = epsilon_, momentum](const View& o, const View& i, const Kept& k, const View& g1,
                                     const View& b1) {
        with_kind(kind_of({i.type, o.type}), [&](auto c) {
          normalize_batch<decltype(c)>(epsilon, momentum, o, i, k, g1, b1);
        });
      },
      to, from, kept, g, b);
}

Status BatchNorm::RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_mean, Tensor& grad_variance,
                         Tensor& grad_gamma, Tensor& grad_beta, const Tensor& in,
                         const Tensor& grad_out, const Tensor& mean, const Tensor& inverse,
                         const Tensor& gamma, const MemoryMaintainer&) const {
  const Call call("BatchNorm::RunBwd", handle);
  const View from = View(in).channels_second(), grad = View(grad_out).channels_second();
  const Gradients to{View(grad_in).channels_second(), grad_mean, grad_variance, grad_gamma,
                     grad_beta};
  const View m(mean), v(inverse), g(gamma);
  const Status bad =
      first({check(from, grad, {&to.mean, &to.variance, &to.gamma, &to.beta, &m, &v, &g}),
             usable_if_given({&to.in}), valid(!to.in.given || same_sizes(to.in, from))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [training = training_](const Gradients& t, const View& x, const View& dy, const View& m1,
                             const View& v1, const View& g1) {
        with_kind(kind_of({x.type, dy.type}),
                  [&](auto c) { backward<decltype(c)>(training, t, x, dy, m1, v1, g1); });
      },
      to, from, grad, m, v, g);
}

}  // namespace musa::dnn
