// Elements at places that a tensor of indices gives.
#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

enum class Update { kReplace, kAdd, kSubtract, kMultiply };

// A walk over `sizes`: over `plain` as it is, and over `looked`, whose place is moved along some of
// its dimensions by what `index` says. `step` is how far apart the indices of one place lie.
struct Lookup {
  View plain, looked, index;  // strides over `sizes`
  Dims sizes;
  Dims axis_sizes, axis_strides;  // of the dimensions of `looked` that are moved along
  Int step = 1;

  Lookup backed() const {
    Lookup other = *this;
    other.plain = plain.backed();
    other.looked = looked.backed();
    other.index = index.backed();
    return other;
  }
};
Lookup backed(const Lookup& lookup) { return lookup.backed(); }

Int moved_by(const Lookup& l, Int at) {
  Int offset = 0;
  for (std::size_t axis = 0; axis < l.axis_sizes.size(); ++axis) {
    Int index = 0;
    read_run<Int>(l.index.type, l.index.at(at + static_cast<Int>(axis) * l.step), 1, 1, &index);
    if (index < 0 || index >= l.axis_sizes[axis]) throw DeviceFault{musaErrorAssert};
    offset += index * l.axis_strides[axis];
  }
  return offset;
}

// f(plain, looked) for each place; one look-up for a run of places that share it.
template <class S, class F>
void visit(const Lookup& l, F f) {
  Walk<3>(l.sizes, {&l.plain.strides, &l.looked.strides, &l.index.strides})
      .runs([&](const auto& offsets, Int count, const auto& steps) {
        S* plain = l.plain.as<S>() + offsets[0];
        S* looked = l.looked.as<S>() + offsets[1];
        Int move = steps[2] == 0 ? moved_by(l, offsets[2]) : 0;
        for (Int i = 0; i < count; ++i) {
          if (steps[2] != 0) move = moved_by(l, offsets[2] + i * steps[2]);
          f(plain[i * steps[0]], looked[i * steps[1] + move]);
        }
      });
}

void gather(const Lookup& lookup) {
  with_storage(lookup.plain.type, [&](auto s) {
    using S = decltype(s);
    visit<S>(lookup, [](S& to, const S& from) { to = from; });
  });
}

void scatter(const Lookup& lookup, Update update) {
  const Kind kind = kind_of({lookup.plain.type});
  with_storage(lookup.plain.type, [&](auto s) {
    using S = decltype(s);
    if (update == Update::kReplace) {
      return visit<S>(lookup, [](const S& from, S& to) { to = from; });
    }
    with_kind(kind, [&](auto c) {
      using C = decltype(c);
      visit<S>(lookup, [update](const S& from, S& to) {
        const C x = widened<C>(to), y = widened<C>(from);
        to = narrowed<S>(update == Update::kAdd        ? sum(x, y)
                         : update == Update::kSubtract ? difference(x, y)
                                                       : times(x, y));
      });
    });
  });
}

Status check(const Lookup& l) {
  return first({usable({&l.plain, &l.looked, &l.index}),
                valid(l.plain.type == l.looked.type && !is_real(l.index.type))});
}

// One index for each element: `plain` and `looked` have the dimensions of `index`.
Lookup by_element(const View& plain, const View& looked, const View& index, Int axis) {
  Lookup l{plain, looked, index, index.sizes, {looked.size(axis)}, {looked.stride(axis)}, 1};
  l.looked.strides[static_cast<std::size_t>(axis)] = 0;
  return l;
}

bool fits_in(const View& index, const View& other, Int but_for = -1) {
  if (index.rank() != other.rank()) return false;
  for (Int dim = 0; dim < index.rank(); ++dim) {
    if (dim != but_for && index.size(dim) > other.size(dim)) return false;
  }
  return true;
}

// Slices along an axis: the result has the dimensions before it, those of the indices, those after.
Lookup by_slice(const View& out, const View& in, const View& index, Int axis, Int batch) {
  Lookup l{out, in, index, out.sizes, {in.size(axis)}, {in.stride(axis)}, 1};
  const auto a = static_cast<std::size_t>(axis);
  const std::size_t looked_dims = index.sizes.size() - static_cast<std::size_t>(batch);
  l.looked.strides.erase(l.looked.strides.begin() + axis);
  l.looked.strides.insert(l.looked.strides.begin() + axis, looked_dims, 0);
  l.index.strides.insert(l.index.strides.begin() + batch, a - static_cast<std::size_t>(batch), 0);
  l.index.strides.resize(out.sizes.size(), 0);
  return l;
}

bool slices_fit(const View& out, const View& in, const View& index, Int axis, Int batch) {
  if (batch < 0 || batch > axis || batch > index.rank()) return false;
  Dims wanted(in.sizes.begin(), in.sizes.begin() + axis);
  wanted.insert(wanted.end(), index.sizes.begin() + batch, index.sizes.end());
  wanted.insert(wanted.end(), in.sizes.begin() + axis + 1, in.sizes.end());
  return wanted == out.sizes &&
         std::equal(index.sizes.begin(), index.sizes.begin() + batch, in.sizes.begin());
}

// Each row of `index` names the first dimensions of `out`.
bool by_row(const View& out, const View& index, const View& source, Lookup* lookup) {
  if (index.rank() == 0) return false;
  const auto named = static_cast<std::size_t>(index.size(index.rank() - 1));
  if (named > out.sizes.size()) return false;
  Dims sizes(index.sizes.begin(), index.sizes.end() - 1);
  const std::size_t rows = sizes.size();
  sizes.insert(sizes.end(), out.sizes.begin() + static_cast<Int>(named), out.sizes.end());
  if (sizes != source.sizes) return false;
  const auto cut = static_cast<Int>(named);
  *lookup = {source,
             out,
             index,
             sizes,
             Dims(out.sizes.begin(), out.sizes.begin() + cut),
             Dims(out.strides.begin(), out.strides.begin() + cut),
             index.strides.back()};
  Dims& strides = lookup->looked.strides;
  strides.erase(strides.begin(), strides.begin() + cut);
  strides.insert(strides.begin(), rows, 0);
  lookup->index.strides.pop_back();
  lookup->index.strides.resize(sizes.size(), 0);
  return true;
}

template <class M>
Update update_of(M mode) {
  return static_cast<Update>(mode);
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Scatter::Run(Handle& handle, Tensor& out, const Tensor& index, const Tensor& source, int dim,
                    const MemoryMaintainer&) const {
  const Call call("Scatter::Run", handle);
  View to(out), places(index), from(source);
  one_order({&to, &places, &from});
  const Int axis = wrapped(dim, to.rank());
  if (axis < 0 || !fits_in(places, from) || !fits_in(places, to, axis)) {
    return Status::INVALID_PARAMETER;
  }
  const Lookup lookup = by_element(from, to, places, axis);
  if (const Status bad = check(lookup); bad != Status::SUCCESS) return bad;
  return call.launch([update = update_of(mode_)](const Lookup& l) { scatter(l, update); }, lookup);
}

Status ScatterND::Run(Handle& handle, Tensor& out, const Tensor& index, const Tensor& source,
                      const MemoryMaintainer&) const {
  const Call call("ScatterND::Run", handle);
  Lookup lookup;
  if (!by_row(out, index, source, &lookup)) return Status::INVALID_PARAMETER;
  if (const Status bad = check(lookup); bad != Status::SUCCESS) return bad;
  return call.launch([update = update_of(mode_)](const Lookup& l) { scatter(l, update); }, lookup);
}

Status GatherX::Run(Handle& handle, Tensor& out, const Tensor& index, const Tensor& in) const {
  const Call call("GatherX::Run", handle);
  View to(out), places(index), from(in);
  one_order({&to, &places, &from});
  const Int axis = wrapped(axis_, from.rank());
  const bool elements = mode_ == Mode::GATHER_ELEMENTS;
  const bool fit = axis >= 0 && (elements ? same_sizes(to, places) && fits_in(places, from, axis)
                                          : slices_fit(to, from, places, axis, batch_dims_));
  if (!fit) return Status::INVALID_PARAMETER;
  const Lookup lookup =
      elements ? by_element(to, from, places, axis) : by_slice(to, from, places, axis, batch_dims_);
  if (const Status bad = check(lookup); bad != Status::SUCCESS) return bad;
  return call.launch([](const Lookup& l) { gather(l); }, lookup);
}

}  // namespace musa::dnn
