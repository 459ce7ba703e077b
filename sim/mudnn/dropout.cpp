// Dropout.
#include <atomic>

#include "mudnn/call.h"
#include "mudnn/random.h"
#include "mudnn/walk.h"
#include "murand_philox4x32_10.h"

namespace musasim::dnn {

std::vector<unsigned char> kept_elements(std::int64_t count, double p, std::uint64_t seed,
                                         std::uint64_t offset) {
  std::vector<unsigned char> kept(static_cast<std::size_t>(count));
  const double limit = p * 4294967296.0;
  for (std::size_t i = 0; i < kept.size(); i += 4) {
    murandStatePhilox4_32_10_t state;
    murand_init(seed, i / 4, offset, &state);
    const uint4 four = murand4(&state);
    const unsigned numbers[] = {four.x, four.y, four.z, four.w};
    for (std::size_t n = 0; n < 4 && i + n < kept.size(); ++n) {
      kept[i + n] = static_cast<double>(numbers[n]) >= limit;
    }
  }
  return kept;
}

std::uint64_t next_seed() {
  static std::atomic<std::uint64_t> count{0};
  return ++count * 0x9e3779b97f4a7c15ULL;
}

namespace {

struct Source {
  std::uint64_t seed, offset;
  std::uint64_t *seed_at, *offset_at;

  std::uint64_t current_seed() const { return seed_at == nullptr ? seed : *backing(seed_at); }
  std::uint64_t current_offset() const {
    return offset + (offset_at == nullptr ? 0 : *backing(offset_at));
  }
};

void drop(const Source& source, double p, const View& out, const View& in, const View& mask) {
  const auto kept = kept_elements(out.count(), p, source.current_seed(), source.current_offset());
  View fresh = mask;
  fresh.type = Type::UINT8;
  fresh.data = const_cast<char*>(reinterpret_cast<const char*>(kept.data()));
  fresh.strides = dense(out.sizes);
  elementwise<float>(mask, [](float keep) { return keep; }, fresh);
  with_kind(kind_of({out.type, in.type}), [&](auto c) {
    using C = decltype(c);
    const C scale = static_cast<C>(1 / (1 - p));
    elementwise<C>(out, [scale](C x, C keep) { return keep != 0 ? x * scale : C(0); }, in, fresh);
  });
}

Status check_dropout(const View& out, const View& in, const View& mask) {
  return first({usable({&out, &in, &mask}), valid(same_sizes(out, in) && same_sizes(out, mask))});
}

}  // namespace
}  // namespace musasim::dnn

namespace musa::dnn {

using namespace musasim::dnn;

Status Dropout::RunDropout(Handle& handle, Tensor& out, const Tensor& in, Tensor& mask) const {
  const Call call("Dropout::RunDropout", handle);
  View to(out), from(in), kept(mask);
  one_order({&to, &from, &kept});
  const Status bad = first({check_dropout(to, from, kept), valid(p_ >= 0 && p_ <= 1)});
  if (bad != Status::SUCCESS) return bad;
  return call.launch([p = p_, source = Source{seed_, offset_, seed_at_, offset_at_}](
                         const View& o, const View& i, const View& m) { drop(source, p, o, i, m); },
                     to, from, kept);
}

Status Dropout::RunDropoutBwd(Handle& handle, Tensor& grad_in, const Tensor& grad_out,
                              const Tensor& mask) const {
  const Call call("Dropout::RunDropoutBwd", handle);
  View to(grad_in), from(grad_out), kept(mask);
  one_order({&to, &from, &kept});
  if (const Status bad = check_dropout(to, from, kept); bad != Status::SUCCESS) return bad;
  return call.launch(
      [scale = scale_](const View& o, const View& g, const View& m) {
        with_kind(kind_of({o.type, g.type}), [&](auto c) {
          using C = decltype(c);
          const C by = static_cast<C>(scale);
          elementwise<C>(o, [by](C x, C keep) { return keep != 0 ? x * by : C(0); }, g, m);
        });
      },
      to, from, kept);
}

}  // namespace musa::dnn
