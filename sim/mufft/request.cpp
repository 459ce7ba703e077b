// From a MakePlan function's arguments to a plan's data.
#include <limits>

#include "mufft/plan.h"

namespace musasim::fft {
namespace {

bool power_of_two(long long n) { return (n & (n - 1)) == 0; }

// `half_row`: the complex side of a transform of real data, half a row and one more.
Layout dense_side(const std::array<std::size_t, 3>& lengths, bool half_row) {
  std::array<std::size_t, 3> side = lengths;
  if (half_row) side[2] = side[2] / 2 + 1;
  return dense_layout(side);
}

// Real rows leave room for the complex ones that take their place.
Layout padded_side(const std::array<std::size_t, 3>& lengths) {
  std::array<std::size_t, 3> side = lengths;
  side[2] = 2 * (side[2] / 2 + 1);
  return dense_layout(side);
}

Layout given_layout(const Request& request, const long long* embed, long long stride,
                    long long distance) {
  Layout layout{{1, 1, 1}, static_cast<std::size_t>(stride), static_cast<std::size_t>(distance)};
  const int missing = 3 - request.rank;
  for (int axis = 0; axis < request.rank; ++axis) {
    layout.embed[static_cast<std::size_t>(missing + axis)] = static_cast<std::size_t>(embed[axis]);
  }
  return layout;
}

mufftResult check_sizes(const Request& request) {
  if (request.rank < 1 || request.rank > 3 || request.n == nullptr) return MUFFT_INVALID_VALUE;
  if (request.batch < 1) return MUFFT_INVALID_SIZE;
  long long elements = request.batch;
  for (int axis = 0; axis < request.rank; ++axis) {
    const long long n = request.n[axis];
    // Leaves room for what bytes and padding multiply by.
    if (n < 1 || n > std::numeric_limits<long long>::max() / 64 / elements) {
      return MUFFT_INVALID_SIZE;
    }
    elements *= n;
    const bool narrow = size_of(request.in) + size_of(request.out) <= 8 &&
                        request.in.precision != Precision::kFloat;
    if (narrow && !power_of_two(n)) return MUFFT_NOT_SUPPORTED;
  }
  return MUFFT_SUCCESS;
}

bool layout_given(const Request& request) {
  return request.in_embed != nullptr && request.out_embed != nullptr;
}

mufftResult check_layout(const Request& request) {
  if (!layout_given(request)) return MUFFT_SUCCESS;
  if (request.in_stride < 1 || request.out_stride < 1) return MUFFT_INVALID_VALUE;
  if (request.in_distance < 0 || request.out_distance < 0) return MUFFT_INVALID_VALUE;
  for (int axis = 1; axis < request.rank; ++axis) {
    if (request.in_embed[axis] < 1 || request.out_embed[axis] < 1) return MUFFT_INVALID_VALUE;
  }
  return MUFFT_SUCCESS;
}

mufftResult check(const Request& request) {
  if (!request.in.complex && !request.out.complex) return MUFFT_INVALID_TYPE;
  if (request.in.precision != request.out.precision) return MUFFT_INVALID_TYPE;
  const mufftResult sizes = check_sizes(request);
  return sizes != MUFFT_SUCCESS ? sizes : check_layout(request);
}

}  // namespace

bool elements_of(mufftType type, Element* in, Element* out) noexcept {
  const bool twice = type == MUFFT_D2Z || type == MUFFT_Z2D || type == MUFFT_Z2Z;
  const Precision precision = twice ? Precision::kDouble : Precision::kFloat;
  *in = {precision, type != MUFFT_R2C && type != MUFFT_D2Z};
  *out = {precision, type != MUFFT_C2R && type != MUFFT_Z2D};
  return twice || type == MUFFT_R2C || type == MUFFT_C2R || type == MUFFT_C2C;
}

mufftResult work_size_of(const Request& request, std::size_t* bytes) {
  if (const mufftResult wrong = check(request); wrong != MUFFT_SUCCESS) return wrong;
  // The simulator works in host memory of its own; this is what a device would want.
  std::size_t elements = static_cast<std::size_t>(request.batch);
  for (int axis = 0; axis < request.rank; ++axis) {
    elements *= static_cast<std::size_t>(request.n[axis]);
  }
  *bytes = elements * size_of(Element{request.in.precision, true});
  return MUFFT_SUCCESS;
}

mufftResult work_sizes_of(const Request& request, std::size_t parts, std::size_t* bytes) {
  std::size_t all = 0;
  if (const mufftResult wrong = work_size_of(request, &all); wrong != MUFFT_SUCCESS) return wrong;
  const long long slices = request.batch > 1 ? request.batch : request.n[0];
  const std::size_t slice = all / static_cast<std::size_t>(slices);
  for (std::size_t part = 0; part < parts; ++part) {
    bytes[part] = slice * share(static_cast<std::size_t>(slices), parts, part);
  }
  return MUFFT_SUCCESS;
}

mufftResult make_kernel(const Request& request, std::shared_ptr<const Kernel>* kernel) {
  if (const mufftResult wrong = check(request); wrong != MUFFT_SUCCESS) return wrong;
  auto made = std::make_shared<Kernel>();
  made->kind = !request.in.complex    ? Kind::kRealToComplex
               : !request.out.complex ? Kind::kComplexToReal
                                      : Kind::kComplex;
  made->lengths = {1, 1, 1};
  for (int axis = 0; axis < request.rank; ++axis) {
    made->lengths[static_cast<std::size_t>(3 - request.rank + axis)] =
        static_cast<std::size_t>(request.n[axis]);
  }
  made->batch = static_cast<std::size_t>(request.batch);
  made->in.element = request.in;
  made->out.element = request.out;
  const bool halved = made->kind != Kind::kComplex;
  for (Side* side : {&made->in, &made->out}) {
    side->layout = dense_side(made->lengths, halved && side->element.complex);
    side->in_place = side->element.complex ? side->layout : padded_side(made->lengths);
  }
  if (layout_given(request)) {
    made->in.layout = made->in.in_place =
        given_layout(request, request.in_embed, request.in_stride, request.in_distance);
    made->out.layout = made->out.in_place =
        given_layout(request, request.out_embed, request.out_stride, request.out_distance);
  }
  made->make_transforms();
  *kernel = std::move(made);
  return MUFFT_SUCCESS;
}

}  // namespace musasim::fft
