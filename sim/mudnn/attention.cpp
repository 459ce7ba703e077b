// Attention, computed with the whole matrix of weights of a head at a time.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/product.h"
#include "mudnn/random.h"

namespace musasim::dnn {

struct Heads {
  Int batch, heads, key_heads, length, keys, width, value_width;
  double scale, p;
  bool causal;
  std::uint64_t seed, offset;

  // The head of keys that a head of queries looks at.
  Int key_head(Int head) const { return head / (heads / key_heads); }
};

}  // namespace musasim::dnn

namespace musa::dnn {

struct AttentionAccess {
  const ScaledDotProductAttention& a;
  // Whether the sizes that were set are those of the tensors; a program need set none.
  bool fits(const musasim::dnn::Heads& h) const {
    const auto is = [](int set, int64_t size) { return set == 0 || set == size; };
    return is(a.heads_, h.heads) && is(a.batch_, h.batch) && is(a.length_q_, h.length) &&
           is(a.length_k_, h.keys) &&
           (is(a.embed_, h.heads * h.value_width) || is(a.embed_, h.heads * h.width));
  }
  double scale() const { return a.scale_; }
  bool causal() const { return a.causal_; }
  bool mask_of_keys() const { return a.mask_of_keys_; }
  bool transposed() const { return a.transposed_; }
  double p() const { return a.training_ ? a.p_ : 0; }
  uint64_t seed() const { return a.seed_; }
  uint64_t offset() const { return a.offset_; }
};

}  // namespace musa::dnn

namespace musasim::dnn {
namespace {

using musa::dnn::AttentionAccess;

// Everything of one call; what is not used is left out.
struct Attention {
  View q, k, v, mask, dropout, out, weights, log_sums;
  View grad_q, grad_k, grad_v, grad_weights, grad_out;
};
Attention backed(const Attention& a) {
  return {a.q.backed(),       a.k.backed(),      a.v.backed(),       a.mask.backed(),
          a.dropout.backed(), a.out.backed(),    a.weights.backed(), a.log_sums.backed(),
          a.grad_q.backed(),  a.grad_k.backed(), a.grad_v.backed(),  a.grad_weights.backed(),
          a.grad_out.backed()};
}

// The matrix of one head.
View head_of(const View& all, Int batch, Int head) {
  View one = all.moved(batch * all.stride(0) + head * all.stride(1));
  one.sizes.erase(one.sizes.begin(), one.sizes.begin() + 2);
  one.strides.erase(one.strides.begin(), one.strides.begin() + 2);
  return one;
}
View transposed(const View& m) { return m.permuted({1, 0}); }

template <class C>
using Matrix = std::vector<C>;

// scale q k' with what the mask adds; minus infinity where a key takes no part.
template <class C>
Matrix<C> scores(const Heads& h, const Attention& a, Int batch, Int head) {
  Matrix<C> s(static_cast<std::size_t>(h.length * h.keys));
  multiply<C>(head_of(a.q, batch, head), transposed(head_of(a.k, batch, h.key_head(head))), h.scale,
              0, s.data(), h.keys);
  constexpr C kNever = -std::numeric_limits<C>::infinity();
  if (!a.mask.empty()) {
    const View to = view_of(s.data(), {h.length, h.keys}), mask = head_of(a.mask, batch, head);
    if (mask.type == Type::BOOL) {
      elementwise<C>(to, [](C x, C takes) { return takes != 0 ? x : kNever; }, to, mask);
    } else {
      elementwise<C>(to, [](C x, C m) { return x + m; }, to, mask);
    }
  }
  for (Int row = 0; h.causal && row < h.length; ++row) {
    for (Int key = row + 1; key < h.keys; ++key) s[std::size_t(row * h.keys + key)] = kNever;
  }
  return s;
}

// Turns rows of scores into those of the softmax; `sums` gets the logarithms it divides by. A row
// without any key becomes zeros.
template <class C>
void softmax_rows(const Heads& h, Matrix<C>* s, C* sums) {
  for (Int row = 0; row < h.length; ++row) {
    C* x = s->data() + row * h.keys;
    C most = -std::numeric_limits<C>::infinity();
    double sum = 0;
    for (Int i = 0; i < h.keys; ++i) most = larger(x[i], most);
    const bool none = std::isinf(most) && most < 0;
    for (Int i = 0; i < h.keys; ++i) {
      x[i] = none ? C(0) : std::exp(x[i] - most);
      sum += static_cast<double>(x[i]);
    }
    const C by = none ? C(0) : static_cast<C>(1 / sum);
    for (Int i = 0; i < h.keys; ++i) x[i] *= by;
    sums[row] = none ? most : most + static_cast<C>(std::log(sum));
  }
}

// f(batch, head) for each head of queries.
template <class F>
void each_head(const Heads& h, F f) {
  for (Int batch = 0; batch < h.batch; ++batch) {
    for (Int head = 0; head < h.heads; ++head) f(batch, head);
  }
}

// Draws what is kept when there is dropout, and says so in its mask.
void draw(const Heads& h, const Attention& a) {
  if (h.p <= 0 || a.dropout.empty()) return;
  const auto kept = kept_elements(a.dropout.count(), h.p, h.seed, h.offset);
  View fresh = a.dropout;
  fresh.type = Type::UINT8;
  fresh.data = const_cast<char*>(reinterpret_cast<const char*>(kept.data()));
  fresh.strides = dense(fresh.sizes);
  elementwise<float>(a.dropout, [](float keep) { return keep; }, fresh);
}

// Multiplies the matrix with what dropout keeps of it.
template <class C>
void drop(const View& m, const View& dropout, C by) {
  elementwise<C>(m, [by](C x, C keep) { return keep != 0 ? x * by : C(0); }, m, dropout);
}

template <class C>
void attend(const Heads& h, const Attention& a) {
  draw(h, a);
  const bool drops = h.p > 0 && !a.dropout.empty();
  const C by = static_cast<C>(drops ? 1 / (1 - h.p) : 1);
  Matrix<C> sums(static_cast<std::size_t>(h.length));
  Matrix<C> result(static_cast<std::size_t>(h.length * h.value_width));
  each_head(h, [&](Int batch, Int head) {
    Matrix<C> s = scores<C>(h, a, batch, head);
    softmax_rows<C>(h, &s, sums.data());
    const View weights = view_of(s.data(), {h.length, h.keys});
    if (!a.weights.empty()) {
      elementwise<C>(head_of(a.weights, batch, head), [by](C x) { return x * by; }, weights);
    }
    if (!a.log_sums.empty()) {
      View row = a.log_sums.moved(batch * a.log_sums.stride(0) + head * a.log_sums.stride(1));
      row.sizes = {h.length};
      row.strides = {a.log_sums.stride(2)};
      spread_all(sums.data(), row);
    }
    if (drops) drop<C>(weights, head_of(a.dropout, batch, head), by);
    multiply<C>(weights, head_of(a.v, batch, h.key_head(head)), 1, 0, result.data(), h.value_width);
    spread_all(result.data(), head_of(a.out, batch, head));
  });
}

// The factor that dropout gave kept weights, when the call does not say it: the ratio of the result
// and what it would be without.
template <class C>
C factor_of(const Heads& h, const Attention& a, const Matrix<C>& weights, Int batch, Int head) {
  Matrix<C> kept = weights, plain(static_cast<std::size_t>(h.length * h.value_width));
  const View m = view_of(kept.data(), {h.length, h.keys});
  drop<C>(m, head_of(a.dropout, batch, head), C(1));
  multiply<C>(m, head_of(a.v, batch, h.key_head(head)), 1, 0, plain.data(), h.value_width);
  const Matrix<C> out = gather_all<C>(head_of(a.out, batch, head));
  double product = 0, square = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    product += static_cast<double>(out[i]) * static_cast<double>(plain[i]);
    square += static_cast<double>(plain[i]) * static_cast<double>(plain[i]);
  }
  return static_cast<C>(square > 0 ? product / square : 1);
}

// The weights before dropout, and what those that are kept were multiplied with: from the forward
// pass's own, whose rows sum to it, or computed again.
template <class C>
Matrix<C> weights_again(const Heads& h, const Attention& a, Int batch, Int head, C* by) {
  if (a.weights.empty()) {
    Matrix<C> sums(static_cast<std::size_t>(h.length)), s = scores<C>(h, a, batch, head);
    softmax_rows<C>(h, &s, sums.data());
    *by = static_cast<C>(1 / (1 - h.p));
    if (!a.dropout.empty() && h.p == 0) *by = factor_of<C>(h, a, s, batch, head);
    return s;
  }
  Matrix<C> s = gather_all<C>(head_of(a.weights, batch, head));
  *by = 1;
  if (a.dropout.empty()) return s;
  double most = 0;
  for (Int row = 0; row < h.length; ++row) {
    double sum = 0;
    for (Int i = 0; i < h.keys; ++i) sum += static_cast<double>(s[std::size_t(row * h.keys + i)]);
    most = std::fmax(most, sum);
  }
  *by = static_cast<C>(most);
  for (C& x : s) x = most > 0 ? x / static_cast<C>(most) : C(0);
  return s;
}

// The gradients of one kind of tensor, summed over the heads that share it.
template <class C>
struct Sums {
  Int batch_heads, size;
  Matrix<C> all;
  Sums(Int batches, Int heads, Int its_size)
      : batch_heads(heads), size(its_size), all(std::size_t(batches * heads * its_size)) {}
  C* at(Int batch, Int head) { return all.data() + (batch * batch_heads + head) * size; }
};

template <class C>
void attend_backward(const Heads& h, const Attention& a) {
  Sums<C> dq(h.batch, h.heads, h.length * h.width);
  Sums<C> dk(h.batch, h.key_heads, h.keys * h.width);
  Sums<C> dv(h.batch, h.key_heads, h.keys * h.value_width);
  each_head(h, [&](Int batch, Int head) {
    const Int shared = h.key_head(head);
    const View go = head_of(a.grad_out, batch, head), v = head_of(a.v, batch, shared);
    C by = 1;
    Matrix<C> p = weights_again<C>(h, a, batch, head, &by), dropped = p, dp(p.size());
    const Dims sizes{h.length, h.keys};
    const View grads = view_of(dp.data(), sizes), kept = view_of(dropped.data(), sizes);
    multiply<C>(go, transposed(v), 1, 0, dp.data(), h.keys);
    if (!a.dropout.empty()) {
      drop<C>(kept, head_of(a.dropout, batch, head), by);
      drop<C>(grads, head_of(a.dropout, batch, head), by);
    }
    multiply<C>(transposed(kept), go, 1, 1, dv.at(batch, shared), h.value_width);
    for (Int row = 0; row < h.length; ++row) {
      const std::size_t first_of_row = static_cast<std::size_t>(row * h.keys);
      double sum = 0;
      for (std::size_t i = first_of_row; i < first_of_row + std::size_t(h.keys); ++i) {
        sum += static_cast<double>(dp[i]) * static_cast<double>(p[i]);
      }
      for (std::size_t i = first_of_row; i < first_of_row + std::size_t(h.keys); ++i) {
        dp[i] = p[i] * (dp[i] - static_cast<C>(sum));
      }
    }
    if (!a.grad_weights.empty()) spread_all(dp.data(), head_of(a.grad_weights, batch, head));
    multiply<C>(grads, head_of(a.k, batch, shared), h.scale, 0, dq.at(batch, head), h.width);
    multiply<C>(transposed(grads), head_of(a.q, batch, head), h.scale, 1, dk.at(batch, shared),
                h.width);
  });
  spread_all(dq.all.data(), a.grad_q);
  spread_all(dk.all.data(), a.grad_k);
  spread_all(dv.all.data(), a.grad_v);
}

// The mask as (batch, heads, queries, keys); false when it does not broadcast to it.
bool widen_mask(const Heads& h, bool of_keys, View* mask) {
  if (mask->empty()) return true;
  if (of_keys) {
    if (mask->rank() != 2) return false;
    mask->sizes = {mask->size(0), 1, 1, mask->size(1)};
    mask->strides = {mask->stride(0), 0, 0, mask->stride(1)};
  }
  const Dims wanted{h.batch, h.heads, h.length, h.keys};
  View full;
  full.sizes = wanted;
  Dims sizes;
  if (!broadcast({&full, mask}, &sizes) || sizes != wanted) return false;
  *mask = mask->expanded(wanted);
  return true;
}

// The tensors that a call cannot do without, besides q, k and v.
using Member = View Attention::*;
using Members = std::vector<Member>;

// Whether every tensor has the size that belongs to it, or is left out where it may be.
Status check_sizes(const Heads& h, const Attention& a, const Members& needed) {
  const Dims queries{h.batch, h.heads, h.length, h.width};
  const Dims keys{h.batch, h.key_heads, h.keys, h.width};
  const Dims values{h.batch, h.key_heads, h.keys, h.value_width};
  const Dims results{h.batch, h.heads, h.length, h.value_width};
  const Dims square{h.batch, h.heads, h.length, h.keys};
  const std::pair<Member, Dims> wanted[] = {
      {&Attention::q, queries},        {&Attention::k, keys},
      {&Attention::v, values},         {&Attention::out, results},
      {&Attention::grad_out, results}, {&Attention::weights, square},
      {&Attention::dropout, square},   {&Attention::grad_weights, square},
      {&Attention::grad_q, queries},   {&Attention::grad_k, keys},
      {&Attention::grad_v, values},    {&Attention::log_sums, {h.batch, h.heads, h.length}}};
  for (const auto& [member, sizes] : wanted) {
    const View& view = a.*member;
    const bool left_out =
        view.empty() && std::find(needed.begin(), needed.end(), member) == needed.end();
    const Status bad =
        left_out ? usable_if_given({&view}) : first({usable({&view}), valid(view.sizes == sizes)});
    if (bad != Status::SUCCESS) return bad;
  }
  return Status::SUCCESS;
}

Status prepare(const AttentionAccess& from, Attention* a, Heads* h, Members needed) {
  const Status there = first(
      {usable({&a->q, &a->k, &a->v}), usable_if_given({&a->mask}),
       valid(a->q.rank() == 4 && a->k.rank() == 4 && a->v.rank() == 4),
       supported(is_real(a->q.type) && !from.transposed()), valid(from.p() >= 0 && from.p() <= 1),
       // Dropped weights are known by their mask only.
       supported(from.p() == 0 || usable({&a->dropout}) == Status::SUCCESS)});
  if (there != Status::SUCCESS) return there;
  *h = {a->q.size(0), a->q.size(1), a->k.size(1), a->q.size(2),  a->k.size(2), a->q.size(3),
        a->v.size(3), from.scale(), from.p(),     from.causal(), from.seed(),  from.offset()};
  if (h->scale == 0) h->scale = 1 / std::sqrt(static_cast<double>(h->width));
  if (h->seed == 0) h->seed = next_seed();
  const bool shared = h->key_heads > 0 && h->heads % h->key_heads == 0;
  needed.insert(needed.end(), {&Attention::q, &Attention::k, &Attention::v});
  if (h->p > 0) needed.push_back(&Attention::dropout);
  return first({valid(shared && from.fits(*h)), check_sizes(*h, *a, needed),
                valid(widen_mask(*h, from.mask_of_keys(), &a->mask))});
}

template <class F>
Status launch_attention(const Call& call, const AttentionAccess& from, Attention a,
                        const Members& needed, F f) {
  Heads heads{};
  if (const Status bad = prepare(from, &a, &heads, needed); bad != Status::SUCCESS) return bad;
  const Kind kind = kind_of({a.q.type, a.k.type, a.v.type});
  return call.launch(
      [=](const Attention& all) { with_product_kind(kind, [&](auto c) { f(c, heads, all); }); }, a);
}

const auto kForward = [](auto c, const Heads& h, const Attention& a) { attend<decltype(c)>(h, a); };
const auto kBackward = [](auto c, const Heads& h, const Attention& a) {
  attend_backward<decltype(c)>(h, a);
};

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status ScaledDotProductAttention::RunMath(Handle& handle, Tensor& out, Tensor& weights,
                                          const Tensor& q, const Tensor& k, const Tensor& v,
                                          const Tensor& mask, Tensor& dropout_mask,
                                          const MemoryMaintainer&) const {
  const Call call("ScaledDotProductAttention::RunMath", handle);
  Attention a;
  a.q = q, a.k = k, a.v = v, a.mask = mask, a.dropout = dropout_mask;
  a.out = out, a.weights = weights;
  return launch_attention(call, {*this}, a, {&Attention::out}, kForward);
}

Status ScaledDotProductAttention::RunMathBwd(Handle& handle, Tensor& grad_q, Tensor& grad_k,
                                             Tensor& grad_v, Tensor& grad_weights,
                                             const Tensor& grad_out, const Tensor& q,
                                             const Tensor& k, const Tensor& v,
                                             const Tensor& weights, const Tensor& dropout_mask,
                                             const MemoryMaintainer&) const {
  const Call call("ScaledDotProductAttention::RunMathBwd", handle);
  Attention a;
  a.q = q, a.k = k, a.v = v, a.dropout = dropout_mask, a.weights = weights;
  a.grad_q = grad_q, a.grad_k = grad_k, a.grad_v = grad_v, a.grad_weights = grad_weights;
  a.grad_out = grad_out;
  return launch_attention(call, {*this}, a,
                          {&Attention::weights, &Attention::grad_out, &Attention::grad_q,
                           &Attention::grad_k, &Attention::grad_v},
                          kBackward);
}

Status ScaledDotProductAttention::RunFlash(Handle& handle, Tensor& out, Tensor& log_sums,
                                           const Tensor& q, const Tensor& k, const Tensor& v,
                                           const Tensor& mask, Tensor& dropout_mask,
                                           const MemoryMaintainer&) const {
  const Call call("ScaledDotProductAttention::RunFlash", handle);
  Attention a;
  a.q = q, a.k = k, a.v = v, a.mask = mask, a.dropout = dropout_mask;
  a.out = out, a.log_sums = log_sums;
  return launch_attention(call, {*this}, a, {&Attention::out}, kForward);
}

Status ScaledDotProductAttention::RunFlashBwd(Handle& handle, Tensor& grad_q, Tensor& grad_k,
                                              Tensor& grad_v, const Tensor& grad_out,
                                              const Tensor& q, const Tensor& k, const Tensor& v,
                                              const Tensor& mask, const Tensor& out, const Tensor&,
                                              const Tensor& dropout_mask,
                                              const MemoryMaintainer&) const {
  const Call call("ScaledDotProductAttention::RunFlashBwd", handle);
  Attention a;
  a.q = q, a.k = k, a.v = v, a.mask = mask, a.dropout = dropout_mask, a.out = out;
  a.grad_q = grad_q, a.grad_k = grad_k, a.grad_v = grad_v, a.grad_out = grad_out;
  return launch_attention(call, {*this}, a,
                          {&Attention::out, &Attention::grad_out, &Attention::grad_q,
                           &Attention::grad_k, &Attention::grad_v},
                          kBackward);
}

}  // namespace musa::dnn
