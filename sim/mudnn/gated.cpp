// Halves that gate each other, and pairs that are turned by angles.
#include <cmath>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

View half_of(const View& view, Int dim, Int which) {
  const Int half = view.size(dim) / 2;
  View part = view.moved(which * half * view.stride(dim));
  part.sizes[static_cast<std::size_t>(dim)] = half;
  return part;
}

// Whether the dimension of `whole` has two halves of the sizes of `half`.
bool has_halves(const View& whole, const View& half, Int dim) {
  return dim >= 0 && whole.size(dim) % 2 == 0 && same_sizes(half_of(whole, dim, 0), half);
}

// out = f(first half) * g(second half), with f and g of real numbers.
template <class F, class G>
void gate(const View& out, const View& in, Int dim, F f, G g) {
  with_kind(kind_of({out.type, in.type}), [&](auto c) {
    using C = decltype(c);
    using R = RealOf<C>;
    elementwise<C>(
        out, [&](C x, C y) { return C(f(R(x)) * g(R(y))); }, half_of(in, dim, 0),
        half_of(in, dim, 1));
  });
}

void swiglu_backward(const View& grad_in, const View& in, const View& grad_out, Int dim) {
  const View x = half_of(in, dim, 0), y = half_of(in, dim, 1);
  with_kind(kind_of({grad_in.type, in.type, grad_out.type}), [&](auto c) {
    using C = decltype(c);
    using R = RealOf<C>;
    elementwise<C>(
        half_of(grad_in, dim, 0), [](C g, C a, C b) { return C(R(g) * R(b) * silu_slope(R(a))); },
        grad_out, x, y);
    elementwise<C>(
        half_of(grad_in, dim, 1), [](C g, C a) { return C(R(g) * R(a) * sigmoid(R(a))); }, grad_out,
        x);
  });
}

struct Turn {
  bool neighbours, batch_first, latent;
  Int width = 0;  // what the angles reach

  // The sources of the j-th number of the result, and of the one it is paired with.
  Int source(Int j) const {
    const Int half = width / 2;
    return !latent ? j : j < half ? 2 * j : 2 * (j - half) + 1;
  }
  Int partner(Int j) const {
    if (neighbours) return j ^ 1;
    return j < width / 2 ? j + width / 2 : j - width / 2;
  }
  bool leads(Int j) const { return neighbours ? j % 2 == 0 : j < width / 2; }
};

struct Angles {
  std::vector<float> cosines, sines;
};

// to[] from from[]: forward turns by the angle, backward gives the derivative.
void turn_line(const Turn& t, bool forward, const float* cosines, const float* sines,
               const std::vector<float>& from, std::vector<float>* to) {
  std::fill(to->begin(), to->begin() + t.width, 0.0F);
  for (Int j = 0; j < t.width; ++j) {
    const auto own = static_cast<std::size_t>(t.source(j)), place = static_cast<std::size_t>(j);
    const auto other = static_cast<std::size_t>(t.source(t.partner(j)));
    const float sine = t.leads(j) ? -sines[j] : sines[j];
    if (forward) {
      (*to)[place] = from[own] * cosines[j] + from[other] * sine;
    } else {
      (*to)[own] += from[place] * cosines[j];
      (*to)[other] += from[place] * sine;
    }
  }
  std::copy(from.begin() + t.width, from.end(), to->begin() + t.width);
}

void turn(const Turn& t, bool forward, const View& out, const View& in, const View& angles) {
  const auto all = gather_all<float>(angles);
  Angles a{std::vector<float>(all.size()), std::vector<float>(all.size())};
  for (std::size_t i = 0; i < all.size(); ++i) {
    a.cosines[i] = std::cos(all[i]);
    a.sines[i] = std::sin(all[i]);
  }
  const Int length = in.size(3), sequence = t.batch_first ? 1 : 0;
  std::vector<float> from(static_cast<std::size_t>(length)), to(from.size());
  for (Int place = 0; place < in.size(sequence); ++place) {
    const View o = out.moved(place * out.stride(sequence)),
               i = in.moved(place * in.stride(sequence));
    const Int first = place * t.width;
    const auto lines = [&](const View& view) { return view.without(3).without(sequence); };
    each<2>({lines(i), lines(o)}, [&](const auto& at) {
      read_run<float>(i.type, i.at(at[0]), i.stride(3), length, from.data());
      turn_line(t, forward, a.cosines.data() + first, a.sines.data() + first, from, &to);
      write_run<float>(o.type, o.at(at[1]), o.stride(3), length, to.data());
    });
  }
}

Status launch_turn(const Call& call, Turn t, bool forward, View out, View in, const View& angles) {
  one_order({&out, &in});
  const Status bad =
      first({usable({&out, &in, &angles}), valid(same_sizes(out, in) && angles.rank() >= 1),
             supported(in.rank() == 4 && is_real(in.type) && is_real(angles.type))});
  if (bad != Status::SUCCESS) return bad;
  t.width = angles.size(angles.rank() - 1);
  const Int places = in.size(t.batch_first ? 1 : 0);
  if (t.width % 2 != 0 || t.width > in.size(3) || angles.count() != places * t.width) {
    return Status::INVALID_PARAMETER;
  }
  return call.launch(
      [=](const View& o, const View& i, const View& a) { turn(t, forward, o, i, a); }, out, in,
      angles);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Glu::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("Glu::Run", handle);
  View to(out), from(in);
  one_order({&to, &from});
  const Int dim = wrapped(axis_, from.rank());
  const Status bad = first({usable({&to, &from}), valid(has_halves(from, to, dim)),
                            supported(is_real(to.type) && is_real(from.type))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [dim](const View& o, const View& i) {
        gate(o, i, dim, [](auto x) { return x; }, [](auto y) { return sigmoid(y); });
      },
      to, from);
}

Status SwiGlu::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("SwiGlu::Run", handle);
  View to(out), from(in);
  one_order({&to, &from});
  const Int dim = from.rank() - 1;
  const Status bad = first({usable({&to, &from}), valid(has_halves(from, to, dim)),
                            supported(is_real(to.type) && is_real(from.type))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [dim](const View& o, const View& i) {
        gate(o, i, dim, [](auto x) { return x * sigmoid(x); }, [](auto y) { return y; });
      },
      to, from);
}

Status SwiGlu::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& in,
                      const Tensor& grad_out) const {
  const Call call("SwiGlu::RunBwd", handle);
  View to(grad_in), from(in), grad(grad_out);
  one_order({&to, &from, &grad});
  const Int dim = from.rank() - 1;
  const Status bad = first({usable({&to, &from, &grad}),
                            valid(same_sizes(to, from) && has_halves(from, grad, dim)),
                            supported(is_real(to.type) && is_real(from.type))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [dim](const View& t, const View& i, const View& g) { swiglu_backward(t, i, g, dim); }, to,
      from, grad);
}

Status Rope::Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& frequencies) const {
  const Call call("Rope::Run", handle);
  return launch_turn(call, {interleaved_, batch_first_, latent_}, true, out, in, frequencies);
}

Status Rope::RunBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                    const Tensor& frequencies) const {
  const Call call("Rope::RunBwd", handle);
  return launch_turn(call, {interleaved_, batch_first_, latent_}, false, grad_in, grad_out,
                     frequencies);
}

}  // namespace musa::dnn
