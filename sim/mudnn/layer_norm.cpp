// Normalisation of rows, with their mean (LayerNorm) or without (RMSNorm).
#include <cmath>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// The dimensions that make a row come last; false when an axis is none.
bool rows_last(const std::vector<int>& axes, const View& in, Dims* order, Int* width) {
  std::vector<bool> chosen(static_cast<std::size_t>(in.rank()));
  for (const int axis : axes) {
    const Int dim = wrapped(axis, in.rank());
    if (dim < 0) return false;
    chosen[static_cast<std::size_t>(dim)] = true;
  }
  *width = 1;
  for (const bool last : {false, true}) {
    for (Int dim = 0; dim < in.rank(); ++dim) {
      if (chosen[static_cast<std::size_t>(dim)] != last) continue;
      order->push_back(dim);
      if (last) *width *= in.size(dim);
    }
  }
  return !axes.empty();
}

struct Rows {
  double epsilon;
  bool centred;
  Int width;
};

template <class C>
std::vector<C> or_else(const View& view, Int count, C otherwise) {
  return view.empty() ? std::vector<C>(static_cast<std::size_t>(count), otherwise)
                      : gather_all<C>(view);
}

// Sums of a row: of the elements, and of squares of differences from their mean or from zero.
template <class C>
void row_moments(const Rows& r, const C* row, double* mean, double* inverse) {
  double sum = 0, squares = 0;
  for (Int i = 0; r.centred && i < r.width; ++i) sum += static_cast<double>(row[i]);
  *mean = sum / static_cast<double>(r.width);
  for (Int i = 0; i < r.width; ++i) {
    const double off = static_cast<double>(row[i]) - *mean;
    squares += off * off;
  }
  *inverse = 1 / std::sqrt(squares / static_cast<double>(r.width) + r.epsilon);
}

template <class C>
void normalize_rows(const Rows& r, const View& out, const View& means, const View& inverses,
                    const View& in, const View& gamma, const View& beta) {
  std::vector<C> x = gather_all<C>(in);
  const std::vector<C> g = or_else<C>(gamma, r.width, 1), b = or_else<C>(beta, r.width, 0);
  std::vector<double> all_means, all_inverses;
  for (C* row = x.data(); row < x.data() + x.size(); row += r.width) {
    double mean = 0, inverse = 0;
    row_moments(r, row, &mean, &inverse);
    all_means.push_back(mean);
    all_inverses.push_back(inverse);
    const C m = static_cast<C>(mean), by = static_cast<C>(inverse);
    for (Int i = 0; i < r.width; ++i) {
      const auto place = static_cast<std::size_t>(i);
      row[i] = (row[i] - m) * by * g[place] + b[place];
    }
  }
  spread_all(x.data(), out);
  if (!means.empty()) spread_all(all_means.data(), means);
  if (!inverses.empty()) spread_all(all_inverses.data(), inverses);
}

template <class C>
void rows_backward(const Rows& r, const View& grad_in, const View& grad_gamma,
                   const View& grad_beta, const View& grad_out, const View& in, const View& means,
                   const View& inverses, const View& gamma) {
  std::vector<C> x = gather_all<C>(in);
  const std::vector<C> dy = gather_all<C>(grad_out), g = or_else<C>(gamma, r.width, 1);
  const Int count = static_cast<Int>(x.size()) / std::max<Int>(r.width, 1);
  const auto mean = or_else<double>(means, count, 0), inverse = gather_all<double>(inverses);
  std::vector<double> dg(g.size()), db(g.size());
  const double width = static_cast<double>(r.width);
  for (Int n = 0; n < count; ++n) {
    C* row = x.data() + n * r.width;
    const C* grad = dy.data() + n * r.width;
    const double m = mean[static_cast<std::size_t>(n)], by = inverse[static_cast<std::size_t>(n)];
    double sum = 0, product = 0;
    for (Int i = 0; i < r.width; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const double d = static_cast<double>(grad[i]), unit = (static_cast<double>(row[i]) - m) * by;
      dg[place] += d * unit;
      db[place] += d;
      sum += d * static_cast<double>(g[place]);
      product += d * static_cast<double>(g[place]) * unit;
    }
    const double centre = r.centred ? sum / width : 0;
    for (Int i = 0; i < r.width; ++i) {
      const double unit = (static_cast<double>(row[i]) - m) * by;
      const double d = static_cast<double>(grad[i]) * static_cast<double>(g[std::size_t(i)]);
      row[i] = static_cast<C>((d - centre - unit * product / width) * by);
    }
  }
  if (!grad_in.empty()) spread_all(x.data(), grad_in);
  if (!grad_gamma.empty()) spread_all(dg.data(), grad_gamma);
  if (!grad_beta.empty()) spread_all(db.data(), grad_beta);
}

// Counts that fit: one number a row, one an element of a row.
Status check_rows(const View& in, Int width, std::initializer_list<const View*> by_row,
                  std::initializer_list<const View*> by_element) {
  Status status = first({usable({&in}), usable_if_given(by_row), usable_if_given(by_element),
                         supported(is_real(in.type) && width > 0)});
  for (const View* one : by_row) {
    status = first({status, valid(one->empty() || one->count() * width == in.count())});
  }
  for (const View* one : by_element) {
    status = first({status, valid(one->empty() || one->count() == width)});
  }
  return status;
}

Status launch_rows(const Call& call, Rows rows, const std::vector<int>& axes, const View& out,
                   const View& mean, const View& inverse, const View& in, const View& gamma,
                   const View& beta) {
  Dims order;
  if (!rows_last(axes, in, &order, &rows.width) || !same_sizes(out, in)) {
    return Status::INVALID_PARAMETER;
  }
  const Status bad =
      first({check_rows(in, rows.width, {&mean, &inverse}, {&gamma, &beta}), usable({&out})});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [rows](const View& o, const View& m, const View& v, const View& i, const View& g,
             const View& b) {
        with_kind(kind_of({i.type, o.type}),
                  [&](auto c) { normalize_rows<decltype(c)>(rows, o, m, v, i, g, b); });
      },
      out.permuted(order), mean, inverse, in.permuted(order), gamma, beta);
}

Status launch_rows_backward(const Call& call, Rows rows, const std::vector<int>& axes,
                            const View& grad_in, const View& grad_gamma, const View& grad_beta,
                            const View& grad_out, const View& in, const View& mean,
                            const View& inverse, const View& gamma) {
  Dims order;
  if (!rows_last(axes, in, &order, &rows.width) || !same_sizes(grad_out, in) ||
      (!grad_in.empty() && !same_sizes(grad_in, in))) {
    return Status::INVALID_PARAMETER;
  }
  const Status bad =
      first({check_rows(in, rows.width, {&mean, &inverse}, {&gamma, &grad_gamma, &grad_beta}),
             usable({&grad_out, &inverse}), usable_if_given({&grad_in}), valid(!inverse.empty())});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [rows](const View& dx, const View& dg, const View& db, const View& dy, const View& x,
             const View& m, const View& v, const View& g) {
        with_kind(kind_of({x.type, dy.type}),
                  [&](auto c) { rows_backward<decltype(c)>(rows, dx, dg, db, dy, x, m, v, g); });
      },
      grad_in.empty() ? View() : grad_in.permuted(order), grad_gamma, grad_beta,
      grad_out.permuted(order), in.permuted(order), mean, inverse, gamma);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status LayerNorm::Run(Handle& handle, Tensor& out, Tensor& mean, Tensor& inverse, const Tensor& in,
                      const Tensor& gamma, const Tensor& beta, const MemoryMaintainer&) const {
  const Call call("LayerNorm::Run", handle);
  return launch_rows(call, {epsilon_, true, 0}, axes_, out, mean, inverse, in, gamma, beta);
}

Status LayerNorm::RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_gamma, Tensor& grad_beta,
                         const Tensor& grad_out, const Tensor& in, const Tensor& mean,
                         const Tensor& inverse, const Tensor& gamma,
                         const MemoryMaintainer&) const {
  const Call call("LayerNorm::RunBwd", handle);
  return launch_rows_backward(call, {epsilon_, true, 0}, axes_, grad_in, grad_gamma, grad_beta,
                              grad_out, in, mean, inverse, gamma);
}

Status RMSNorm::Run(Handle& handle, Tensor& out, Tensor& inverse, const Tensor& in,
                    const Tensor& gamma) const {
  const Call call("RMSNorm::Run", handle);
  return launch_rows(call, {epsilon_, false, 0}, axes_, out, View(), inverse, in, gamma, View());
}

Status RMSNorm::RunBwd(Handle& handle, Tensor& grad_in, Tensor& grad_gamma, const Tensor& grad_out,
                       const Tensor& in, const Tensor& inverse, const Tensor& gamma,
                       const MemoryMaintainer&) const {
  const Call call("RMSNorm::RunBwd", handle);
  return launch_rows_backward(call, {epsilon_, false, 0}, axes_, grad_in, grad_gamma, View(),
                              grad_out, in, View(), inverse, gamma);
}

}  // namespace musa::dnn
