// Borders around the last dimensions.
#include "mudnn/call.h"
#include "mudnn/number.h"
#include "mudnn/walk.h"

namespace musasim::dnn {
namespace {

using PadMode = musa::dnn::Pad::Mode;

// The source of the element that lies `place` from the first of `size`; -1 where it has none.
Int source_of(PadMode mode, Int place, Int size) {
  if (place >= 0 && place < size) return place;
  switch (mode) {
    case PadMode::CONSTANT: return -1;
    case PadMode::REPLICATE: return place < 0 ? 0 : size - 1;
    case PadMode::REFLECT: return place < 0 ? -place : 2 * (size - 1) - place;
    case PadMode::CIRCULAR: return place < 0 ? place + size : place - size;
  }
  return -1;
}

// By dimension: the source of each element of the result.
using Sources = std::vector<Dims>;

Status sources_of(PadMode mode, const std::vector<int>& padding, const View& out, const View& in,
                  Sources* sources) {
  const auto pairs = static_cast<Int>(padding.size() / 2);
  if (padding.size() % 2 != 0 || pairs > in.rank() || out.rank() != in.rank()) {
    return Status::INVALID_PARAMETER;
  }
  for (Int dim = 0; dim < in.rank(); ++dim) {
    const Int pair = in.rank() - 1 - dim, size = in.size(dim);
    const auto at = static_cast<std::size_t>(2 * pair);
    const Int before = pair < pairs ? padding[at] : 0, after = pair < pairs ? padding[at + 1] : 0;
    const Int most = mode == PadMode::REFLECT ? size - 1 : size;
    const bool bordered = mode == PadMode::REFLECT || mode == PadMode::CIRCULAR;
    if (out.size(dim) != size + before + after || (bordered && (before > most || after > most)) ||
        (mode == PadMode::REPLICATE && size == 0 && out.size(dim) != 0)) {
      return Status::INVALID_PARAMETER;
    }
    Dims places;
    for (Int place = 0; place < out.size(dim); ++place) {
      places.push_back(source_of(mode, place - before, size));
    }
    sources->push_back(places);
  }
  return Status::SUCCESS;
}

// One line along the last dimension; `from` is nothing where all of it is border.
template <class S>
void pad_line(const View& out, S* to, const S* from, Int step, const Dims& places, S border) {
  const Int last = out.rank() - 1;
  for (Int i = 0; i < out.size(last); ++i) {
    const Int place = from == nullptr ? -1 : places[static_cast<std::size_t>(i)];
    to[i * out.stride(last)] = place < 0 ? border : from[place * step];
  }
}

template <class S>
void pad_from(const Sources& sources, const View& out, const View& in, S border, Int dim, S* to,
              const S* from) {
  const Dims& places = sources[static_cast<std::size_t>(dim)];
  if (dim == out.rank() - 1) return pad_line(out, to, from, in.stride(dim), places, border);
  for (Int i = 0; i < out.size(dim); ++i) {
    const Int place = places[static_cast<std::size_t>(i)];
    const bool inside = from != nullptr && place >= 0;
    pad_from(sources, out, in, border, dim + 1, to + i * out.stride(dim),
             inside ? from + place * in.stride(dim) : nullptr);
  }
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Pad::Run(Handle& handle, Tensor& out, const Tensor& in) const {
  const Call call("Pad::Run", handle);
  const View to = View(out).channels_second(), from = View(in).channels_second();
  Sources sources;
  const Status bad = first({usable({&to, &from}), valid(to.type == from.type && from.rank() > 0),
                            supported(mode_ >= Mode::CONSTANT && mode_ <= Mode::CIRCULAR),
                            sources_of(mode_, padding_, to, from, &sources)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch(
      [sources, value = value_](const View& o, const View& i) {
        with_kind(kind_of({o.type}), [&](auto c) {
          with_storage(o.type, [&](auto s) {
            using S = decltype(s);
            const S border = narrowed<S>(value_of<decltype(c)>(value));
            pad_from<S>(sources, o, i, border, 0, o.as<S>(), i.as<S>());
          });
        });
      },
      to, from);
}

}  // namespace musa::dnn
