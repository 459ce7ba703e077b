// Elements that masks and numbers other than zero pick out, and elements without repetitions.
#include <memory>
#include <numeric>

#include "mudnn/call.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

// f(place in the order of the elements) for each that is not zero.
template <class F>
void each_true(const View& view, F f) {
  with_kind(kind_of({view.type}), [&](auto c) {
    using C = decltype(c);
    C buffer[kBlock];
    Int first = 0;
    Walk<1>(view.sizes, {&view.strides}).blocks([&](const auto& at, Int count, const auto& steps) {
      const C* x = fetch<C>(view, at[0], steps[0], count, buffer);
      for (Int i = 0; i < count; ++i) {
        if (x[i] != 0) f(first + i);
      }
      first += count;
    });
  });
}

// The results of work that the caller waits for.
struct Found {
  Int count = 0;
};

// Writes as many rows as there is room for, and counts all.
void find_places(const View& out, const View& in, Found* found) {
  const Dims steps = dense(in.sizes);
  Dims place(in.sizes.size());
  found->count = 0;
  each_true(in, [&](Int element) {
    const Int row = found->count++;
    if (row >= out.size(0)) return;
    for (std::size_t dim = 0; dim < place.size(); ++dim) {
      place[dim] = element / steps[dim];
      element -= place[dim] * steps[dim];
    }
    write_run<Int>(out.type, out.at(row * out.stride(0)), out.stride(1), in.rank(), place.data());
  });
}

// f(element of the view) for each element where the mask, of the same sizes, holds.
template <class S, class F>
void where_true(const View& view, const View& mask, F f) {
  const Walk<2> walk(mask.sizes, {&mask.strides, &view.strides});
  Int holds[kBlock];
  walk.blocks([&](const auto& offsets, Int count, const auto& steps) {
    read_run<Int>(mask.type, mask.at(offsets[0]), steps[0], count, holds);
    S* elements = view.as<S>() + offsets[1];
    for (Int i = 0; i < count; ++i) {
      if (holds[i] != 0) f(elements[i * steps[1]]);
    }
  });
}

void pick(const View& out, const View& in, const View& mask, Found* found) {
  found->count = 0;
  with_storage(out.type, [&](auto s) {
    using S = decltype(s);
    where_true<S>(in, mask, [&](const S& element) {
      const Int place = found->count++;
      if (place < out.size(0)) out.as<S>()[place * out.stride(0)] = element;
    });
  });
}

void put(const View& out, const View& mask, const View& source) {
  with_storage(out.type, [&](auto s) {
    using S = decltype(s);
    std::vector<S> elements;
    Walk<1>(source.sizes, {&source.strides}).runs([&](const auto& at, Int count, const auto& step) {
      for (Int i = 0; i < count; ++i) elements.push_back(source.as<S>()[at[0] + i * step[0]]);
    });
    std::size_t next = 0;
    where_true<S>(out, mask, [&](S& element) {
      if (next == elements.size()) throw DeviceFault{musaErrorAssert};
      element = elements[next++];
    });
  });
}

// Groups of equal elements, each the places of its elements in order. NaN is never equal.
template <class C>
std::vector<std::vector<Int>> groups_of(const std::vector<C>& all, bool by_size) {
  std::vector<Int> places(all.size());
  std::iota(places.begin(), places.end(), Int{0});
  const auto at = [&](Int place) { return all[static_cast<std::size_t>(place)]; };
  std::stable_sort(places.begin(), places.end(), [&](Int a, Int b) {
    return at(a) < at(b) || (at(a) == at(a) && at(b) != at(b));
  });
  std::vector<std::vector<Int>> groups;
  for (const Int place : places) {
    if (groups.empty() || at(groups.back().front()) != at(place)) groups.emplace_back();
    groups.back().push_back(place);
  }
  if (!by_size) std::sort(groups.begin(), groups.end());
  return groups;
}

template <class C>
void unite(bool by_size, const View& values, const View& inverse, const View& counts,
           const View& in, Found* found) {
  const std::vector<C> all = gather_all<C>(in);
  std::vector<Int> group_of(all.size());
  found->count = 0;
  for (const std::vector<Int>& group : groups_of(all, by_size)) {
    const Int number = found->count++;
    for (const Int place : group) group_of[static_cast<std::size_t>(place)] = number;
    const Int size = static_cast<Int>(group.size());
    const C& value = all[static_cast<std::size_t>(group.front())];
    if (number < values.count()) {
      write_run<C>(values.type, values.at(number * values.stride(0)), 1, 1, &value);
    }
    if (counts.given && number < counts.count()) {
      write_run<Int>(counts.type, counts.at(number * counts.stride(0)), 1, 1, &size);
    }
  }
  if (inverse.given) spread_all(group_of.data(), inverse);
}

// Once the work is done, results of one dimension have the sizes of what was found, if there was room
// for it.
Status shrink(Status done, const Found& found, std::initializer_list<Public*> tensors) {
  for (Public* tensor : tensors) {
    View view(*tensor);
    if (done != Status::SUCCESS || !musa::dnn::TensorAccess::has_sizes(*tensor)) continue;
    if (found.count > view.size(0)) return Status::INVALID_PARAMETER;
    view.sizes[0] = found.count;
    done = tensor->SetNdInfo(static_cast<int>(view.rank()), view.sizes.data(), view.strides.data());
  }
  return done;
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Nonzero::Run(Handle& handle, Tensor& out, const Tensor& in, const MemoryMaintainer&) const {
  const Call call("Nonzero::Run", handle);
  const View to(out), from = View(in).channels_second();
  const Status bad =
      first({usable({&from, &to}), valid(to.rank() == 2 && to.size(1) == from.rank()),
             supported(!is_real(to.type))});
  if (bad != Status::SUCCESS) return bad;
  const auto found = std::make_shared<Found>();
  const Status done = call.finish(
      [found](const View& o, const View& i) { find_places(o, i, found.get()); }, to, from);
  return shrink(done, *found, {&out});
}

Status MaskedSelect::Run(Handle& handle, Tensor& out, const Tensor& in, const Tensor& mask,
                         const MemoryMaintainer&) const {
  const Call call("MaskedSelect::Run", handle);
  View from(in), where(mask);
  const View to(out);
  one_order({&from, &where});
  Dims sizes;
  const Status bad =
      first({usable({&to, &from, &where}), valid(broadcast({&from, &where}, &sizes)),
             valid(to.rank() == 1 && to.type == from.type), supported(!is_real(where.type))});
  if (bad != Status::SUCCESS) return bad;
  const auto found = std::make_shared<Found>();
  const Status done = call.finish(
      [found](const View& o, const View& i, const View& m) { pick(o, i, m, found.get()); }, to,
      from.expanded(sizes), where.expanded(sizes));
  return shrink(done, *found, {&out});
}

Status MaskedScatter::Run(Handle& handle, Tensor& out, const Tensor& mask, const Tensor& source,
                          const MemoryMaintainer&) const {
  const Call call("MaskedScatter::Run", handle);
  View to(out), where(mask);
  const View from = View(source).channels_second();
  one_order({&to, &where});
  to = to.channels_second();
  where = where.channels_second();
  Dims sizes;
  const Status bad =
      first({usable({&to, &where, &from}), valid(broadcast({&to, &where}, &sizes)),
             valid(sizes == to.sizes && to.type == from.type), supported(!is_real(where.type))});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([](const View& o, const View& m, const View& s) { put(o, m, s); }, to,
                     where.expanded(sizes), from);
}

Status Unique::Run(Handle& handle, Tensor& values, Tensor& indices, Tensor& counts,
                   const Tensor& in, const MemoryMaintainer&) const {
  const Call call("Unique::Run", handle);
  const View to = as_line(values), places(indices), sizes = as_line(counts);
  const View from = View(in).channels_second();
  const Status bad = first({usable({&to, &from}), usable_if_given({&places, &sizes}),
                            valid(to.rank() == 1 && to.type == from.type && sizes.rank() == 1),
                            valid(!places.given || places.count() == from.count())});
  if (bad != Status::SUCCESS) return bad;
  const auto found = std::make_shared<Found>();
  const bool by_size = mode_ == Mode::SORTED;
  const Status done = call.finish(
      [=](const View& v, const View& p, const View& n, const View& i) {
        with_kind(kind_of({i.type}),
                  [&](auto c) { unite<decltype(c)>(by_size, v, p, n, i, found.get()); });
      },
      to, places, sizes, from);
  return shrink(done, *found, {&values, &counts});
}

}  // namespace musa::dnn
