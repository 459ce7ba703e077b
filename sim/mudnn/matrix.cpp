// Products of vectors and of matrices, one or many, with what is added to them.
#include <climits>
#include <cmath>

#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/product.h"
#include "mudnn/share.h"

namespace musasim::dnn {
namespace {

using Epilogue = musa::dnn::MatMulLtParam::MatMulLtEpilogueMode;

struct Factors {
  double alpha, beta, gamma;
};

// d = alpha a b + beta c + gamma bias; c and bias may be left out.
struct ProductSum {
  View d, a, b, c, bias;
};
ProductSum backed(const ProductSum& s) {
  return {s.d.backed(), s.a.backed(), s.b.backed(), s.c.backed(), s.bias.backed()};
}

// The last two dimensions of a tensor; a vector has one row, or one column.
View as_matrix(const Public& tensor, bool transposed, bool column) {
  View m(tensor);
  if (m.rank() == 1) {
    m.sizes.insert(column ? m.sizes.end() : m.sizes.begin(), 1);
    m.strides.insert(column ? m.strides.end() : m.strides.begin(), 1);
  }
  if (transposed && m.rank() >= 2) {
    std::swap(m.sizes[m.sizes.size() - 1], m.sizes[m.sizes.size() - 2]);
    std::swap(m.strides[m.strides.size() - 1], m.strides[m.strides.size() - 2]);
  }
  return m;
}

// The stack's part: everything but the last two dimensions.
View stack_of(View m) {
  m.sizes.resize(m.sizes.size() - 2);
  m.strides.resize(m.strides.size() - 2);
  return m;
}
// The first matrix of a stack.
View first_matrix(const View& m) {
  View one = m;
  one.sizes.erase(one.sizes.begin(), one.sizes.end() - 2);
  one.strides.erase(one.strides.begin(), one.strides.end() - 2);
  return one;
}

Status check(const ProductSum& s) {
  const auto rank = [](const View& m) { return m.rank() >= 2; };
  Dims stack;
  const Status bad = first({usable({&s.d, &s.a, &s.b}), usable_if_given({&s.c, &s.bias}),
                            valid(rank(s.d) && rank(s.a) && rank(s.b))});
  if (bad != Status::SUCCESS) return bad;
  const View d = stack_of(s.d), a = stack_of(s.a), b = stack_of(s.b);
  const auto back = [](const View& m, std::size_t n) { return m.sizes[m.sizes.size() - n]; };
  const bool fit = back(s.a, 1) == back(s.b, 2) && back(s.d, 2) == back(s.a, 2) &&
                   back(s.d, 1) == back(s.b, 1) && broadcast({&d, &a, &b}, &stack) &&
                   stack == d.sizes;
  const bool narrow = back(s.a, 1) <= INT_MAX && back(s.d, 1) <= INT_MAX && back(s.d, 2) <= INT_MAX;
  Dims sizes;
  const bool added = (!s.c.given || (broadcast({&s.d, &s.c}, &sizes) && sizes == s.d.sizes)) &&
                     (!s.bias.given || (broadcast({&s.d, &s.bias}, &sizes) && sizes == s.d.sizes));
  return first({valid(fit && added), supported(narrow)});
}

// The matrix can be written by OpenBLAS itself.
template <class C>
bool direct(const View& d) {
  return d.type == type_of<C>() && (d.stride(1) == 1 || d.size(1) == 1) &&
         (d.size(0) == 1 || d.stride(0) >= d.size(1));
}

// One product without anything added: d = alpha a b + beta d.
template <class C>
void multiply_to(const View& d, const View& a, const View& b, double alpha, double beta) {
  if (direct<C>(d)) {
    return multiply<C>(a, b, alpha, beta, d.as<C>(), d.size(0) == 1 ? d.size(1) : d.stride(0));
  }
  std::vector<C> ab(static_cast<std::size_t>(d.count()));
  multiply<C>(a, b, alpha, 0, ab.data(), d.size(1));
  const C keep = static_cast<C>(beta);
  const View computed = view_of(ab.data(), d.sizes);
  if (beta == 0) {
    elementwise<C>(d, [](C x) { return x; }, computed);
  } else {
    elementwise<C>(d, [keep](C x, C old) { return x + keep * old; }, computed, d);
  }
}

// All products of the stack.
template <class C>
void products(const View& d, const View& a, const View& b, double alpha, double beta) {
  const View stack = stack_of(d);
  const View one_d = first_matrix(d), one_a = first_matrix(a), one_b = first_matrix(b);
  std::vector<std::array<Int, 3>> places;
  each<3>({stack, stack_of(a).expanded(stack.sizes), stack_of(b).expanded(stack.sizes)},
          [&](const auto& offsets) { places.push_back(offsets); });
  const Int count = static_cast<Int>(places.size());
  share(count, count * one_d.count() * one_a.size(1), [&](Jobs& jobs) {
    jobs.each([&](Int job) {
      const auto& at = places[static_cast<std::size_t>(job)];
      multiply_to<C>(one_d.moved(at[0]), one_a.moved(at[1]), one_b.moved(at[2]), alpha, beta);
    });
  });
}

// sum += factor * what * by.
template <class C>
void add_scaled(const View& sum, const View& what, double factor, const View& by) {
  if (!what.given || factor == 0) return;
  const C number = static_cast<C>(factor);
  if (by.empty()) {
    elementwise<C>(sum, [number](C x, C y) { return x + number * y; }, sum, what);
  } else {
    elementwise<C>(sum, [number](C x, C y, C s) { return x + number * y * s; }, sum, what, by);
  }
}

// Adds once, so that narrow types are rounded once.
template <class C>
void products_and_more(const ProductSum& s, const Factors& f) {
  std::vector<C> ab(static_cast<std::size_t>(s.d.count()));
  const View sum = view_of(ab.data(), s.d.sizes);
  products<C>(sum, s.a, s.b, f.alpha, 0);
  add_scaled<C>(sum, s.c, f.beta, View());
  add_scaled<C>(sum, s.bias, f.gamma, View());
  elementwise<C>(s.d, [](C x) { return x; }, sum);
}

bool same_place(const View& a, const View& b) {
  return a.data == b.data && a.sizes == b.sizes && a.strides == b.strides && a.type == b.type;
}

// Products of quantized matrices: exact sums of integers, scaled, and rounded once.
void quantized_products(const ProductSum& s, const Factors& f) {
  std::vector<double> ab(static_cast<std::size_t>(s.d.count()));
  const View sum = view_of(ab.data(), s.d.sizes);
  products<double>(sum, s.a, s.b, 1, 0);
  const double by = f.alpha * static_cast<double>(s.a.quantum) * static_cast<double>(s.b.quantum);
  elementwise<double>(sum, [by](double x) { return x * by; }, sum);
  add_scaled<double>(sum, s.bias, f.gamma, View());
  const auto rounded = [one = static_cast<double>(s.d.quantum)](double x) {
    return static_cast<double>(blas::integer<std::int8_t>(x / one));
  };
  elementwise<double>(s.d, rounded, sum);
}

template <class C>
void compute(const ProductSum& s, const Factors& f) {
  const bool adds_c = s.c.given && f.beta != 0, adds_bias = s.bias.given && f.gamma != 0;
  if (!adds_bias && (!adds_c || same_place(s.c, s.d))) {
    return products<C>(s.d, s.a, s.b, f.alpha, adds_c ? f.beta : 0);
  }
  products_and_more<C>(s, f);
}

// Takes matrices that are all quantized.
Status launch_quantized(const Call& call, ProductSum sum, const Factors& factors) {
  const bool known = sum.d.quantum > 0 && sum.a.quantum > 0 && sum.b.quantum > 0;
  if (!known || factors.beta != 0) return Status::NOT_SUPPORTED;
  sum.c = View();
  as_integers({&sum.d, &sum.a, &sum.b});
  if (const Status bad = check(sum); bad != Status::SUCCESS) return bad;
  return call.launch([factors](const ProductSum& s) { quantized_products(s, factors); }, sum);
}

Status launch_sum(const Call& call, const ProductSum& sum, const Factors& factors) {
  const auto quantized = [](const View& m) { return m.type == Type::QINT8; };
  if (quantized(sum.d) && quantized(sum.a) && quantized(sum.b)) {
    return launch_quantized(call, sum, factors);
  }
  if (const Status bad = check(sum); bad != Status::SUCCESS) return bad;
  const Kind kind = kind_of({sum.d.type, sum.a.type, sum.b.type});
  return call.launch(
      [=](const ProductSum& s) {
        with_product_kind(kind, [&](auto c) { compute<decltype(c)>(s, factors); });
      },
      sum);
}

// The work around the product of RunLt: scales, and what the result goes through.
struct Surroundings {
  View a, b, c, d, largest;
  Epilogue epilogue;
};
Surroundings backed(const Surroundings& s) {
  return {s.a.backed(), s.b.backed(), s.c.backed(), s.d.backed(), s.largest.backed(), s.epilogue};
}

Status check(const Surroundings& s, const View& result) {
  for (const View* scale : {&s.a, &s.b, &s.c, &s.d}) {
    Dims sizes;
    const bool fits = broadcast({&result, scale}, &sizes) && sizes == result.sizes;
    if (!scale->empty() && !fits) return Status::INVALID_PARAMETER;
  }
  return first({usable_if_given({&s.a, &s.b, &s.c, &s.d, &s.largest}),
                valid(s.largest.empty() || s.largest.count() == 1)});
}

template <class C>
void scale(const View& sum, const View& by) {
  if (!by.empty()) elementwise<C>(sum, [](C x, C factor) { return x * factor; }, sum, by);
}

template <class C>
void compute_scaled(const ProductSum& s, const Factors& f, const Surroundings& around) {
  std::vector<C> ab(static_cast<std::size_t>(s.d.count()));
  const View sum = view_of(ab.data(), s.d.sizes);
  products<C>(sum, s.a, s.b, f.alpha, 0);
  scale<C>(sum, around.a);
  scale<C>(sum, around.b);
  add_scaled<C>(sum, s.c, f.beta, around.c);
  add_scaled<C>(sum, s.bias, f.gamma, View());
  switch (around.epilogue) {
    case Epilogue::MATMULLT_EPILOGUE_RELU:
    case Epilogue::MATMULLT_EPILOGUE_RELU_BIAS:
      elementwise<C>(sum, [](C x) { return larger(x, C(0)); }, sum);
      break;
    case Epilogue::MATMULLT_EPILOGUE_GELU:
    case Epilogue::MATMULLT_EPILOGUE_GELU_BIAS:
      elementwise<C>(sum, [](C x) { return gelu_tanh(x); }, sum);
      break;
    default: break;
  }
  if (!around.largest.empty()) {
    C most = 0;
    for (const C x : ab) most = larger(static_cast<C>(std::fabs(x)), most);
    write_run<C>(around.largest.type, around.largest.data, 1, 1, &most);
  }
  scale<C>(sum, around.d);
  elementwise<C>(s.d, [](C x) { return x; }, sum);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Dot::Run(Handle& handle, Tensor& out, const Tensor& left, const Tensor& right,
                const MemoryMaintainer&) const {
  const Call call("Dot::Run", handle);
  View to(out);
  if (to.count() != 1) return Status::INVALID_PARAMETER;
  to.sizes = to.strides = {1, 1};
  return launch_sum(
      call, {to, as_matrix(left, false, false), as_matrix(right, false, true), {}, {}}, {1, 0, 0});
}

Status BatchMatMul::GetWorkspaceSize(Handle&, size_t& size, const Tensor&, const Tensor&,
                                     const Tensor&) const {
  return detail::set(size, 0);
}

Status BatchMatMul::Run(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
                        const MemoryMaintainer& maintainer) const {
  return RunWithBiasAdd(handle, d, a, b, d, Tensor(), maintainer);
}

Status BatchMatMul::RunWithBiasAdd(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
                                   const Tensor& bias, const MemoryMaintainer& maintainer) const {
  return RunWithBiasAdd(handle, d, a, b, d, bias, maintainer);
}

Status BatchMatMul::RunWithBiasAdd(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
                                   const Tensor& c, const Tensor& bias,
                                   const MemoryMaintainer&) const {
  const Call call("BatchMatMul::Run", handle);
  const View left = as_matrix(a, transpose_a_, false), right = as_matrix(b, transpose_b_, true);
  // Of a result that is a vector, all that is added is one with it; else a vector is one of its rows.
  const bool column = View(a).rank() != 1, vector = View(d).rank() == 1;
  const auto added = [&](const Tensor& t) {
    return vector ? as_matrix(t, false, column) : View(t);
  };
  return launch_sum(call, {as_matrix(d, false, column), left, right, added(c), added(bias)},
                    {alpha_, beta_, gamma_});
}

Status BatchMatMul::RunLt(Handle& handle, Tensor& d, const Tensor& a, const Tensor& b,
                          const Tensor& c, const Tensor& bias, const MatMulLtParam& param,
                          const MemoryMaintainer&) const {
  const Call call("BatchMatMul::RunLt", handle);
  const ProductSum sum{d, as_matrix(a, transpose_a_, false), as_matrix(b, transpose_b_, true), c,
                       bias};
  const Surroundings around{TensorAccess::scale(param, 'a'), TensorAccess::scale(param, 'b'),
                            TensorAccess::scale(param, 'c'), TensorAccess::scale(param, 'd'),
                            TensorAccess::largest(param),    TensorAccess::epilogue(param)};
  const Status bad = first({check(sum), check(around, sum.d)});
  if (bad != Status::SUCCESS) return bad;
  const Kind kind = kind_of({sum.d.type, sum.a.type, sum.b.type});
  return call.launch(
      [=, factors = Factors{alpha_, beta_, gamma_}](const ProductSum& s,
                                                    const Surroundings& other) {
        with_product_kind(kind, [&](auto x) { compute_scaled<decltype(x)>(s, factors, other); });
      },
      sum, around);
}

}  // namespace musa::dnn
