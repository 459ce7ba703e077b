// Life of descriptors, and what they hold.
#include "mufft/descriptor.h"

#include <algorithm>
#include <utility>

#include "machine/device/simulated_gpus.h"
#include "machine/library_handles.h"
#include "machine/memory/allocate.h"
#include "machine/stream/stream.h"
#include "musart_version.h"

namespace musasim::fft {
namespace {

constexpr int kDescriptorVersion = 0x01000000;  // added to the runtime's

bool is_in_place(int format) {
  return format != MUFFT_XT_FORMAT_INPUT && format != MUFFT_XT_FORMAT_OUTPUT;
}

Order order_of(int format) {
  switch (format) {
    case MUFFT_XT_FORMAT_INPUT:
    case MUFFT_XT_FORMAT_INPLACE: return Order::kNatural;
    case MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED: return Order::kShuffledInput;
    default: return Order::kShuffled;
  }
}

// Single transforms between real and complex data have the complex side shuffled; batches are never
// shuffled, and hold what the plan reads at first.
bool is_complex_at_first(const Kernel& kernel, int format) {
  if (format == MUFFT_XT_FORMAT_OUTPUT) return kernel.out.element.complex;
  if (format == MUFFT_XT_FORMAT_INPUT || is_batched(kernel)) return kernel.in.element.complex;
  return kernel.kind == Kind::kComplex || order_of(format) != Order::kNatural;
}

const Side& side_of(const Kernel& kernel, bool complex) {
  return kernel.in.element.complex == complex ? kernel.in : kernel.out;
}

// One of the things that a descriptor can hold in its life.
struct Use {
  int format;
  bool complex;
};

// MUFFT_INVALID_* when the plan has no such descriptors.
mufftResult uses_of(const Kernel& kernel, int format, std::vector<Use>* uses) {
  const bool from = kernel.in.element.complex;
  const bool to = kernel.out.element.complex;
  const bool outside = format == MUFFT_XT_FORMAT_INPUT || format == MUFFT_XT_FORMAT_OUTPUT;
  const bool line_input = format == MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED;
  if (format < MUFFT_XT_FORMAT_INPUT || format > MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED) {
    return MUFFT_INVALID_VALUE;
  }
  if (line_input && !is_line(kernel)) return MUFFT_INVALID_PLAN;
  if (is_batched(kernel)) {
    if (format == MUFFT_XT_FORMAT_INPLACE_SHUFFLED) return MUFFT_INVALID_VALUE;
    *uses = outside ? std::vector<Use>{{format, is_complex_at_first(kernel, format)}}
                    : std::vector<Use>{{format, from}, {format, to}};
    return MUFFT_SUCCESS;
  }
  if (outside) {
    *uses = {{format, is_complex_at_first(kernel, format)}};
    if (kernel.kind == Kind::kComplex) {
      *uses = {{MUFFT_XT_FORMAT_INPUT, true}, {MUFFT_XT_FORMAT_OUTPUT, true}};
    }
    return MUFFT_SUCCESS;
  }
  // A complex-to-real plan takes only shuffled data, as with cuFFT.
  if (kernel.kind == Kind::kComplexToReal && format == MUFFT_XT_FORMAT_INPLACE) {
    return MUFFT_SUCCESS;
  }
  *uses = {{MUFFT_XT_FORMAT_INPLACE, kernel.kind == Kind::kComplex},
           {MUFFT_XT_FORMAT_INPLACE_SHUFFLED, true}};
  if (line_input) uses->push_back({format, true});
  return MUFFT_SUCCESS;
}

Contents described(const Kernel& kernel, Use use, std::size_t parts) {
  const Side& side = side_of(kernel, use.complex);
  const Layout& layout = is_in_place(use.format) ? side.in_place : side.layout;
  const Order order = order_of(use.format);
  return {side.element,
          order,
          {side.element, layout, place(kernel, layout, order, parts), {}, nullptr}};
}

std::vector<std::size_t> sizes_of(const Kernel& kernel, const std::vector<Use>& uses,
                                  std::size_t parts) {
  std::vector<std::size_t> sizes(parts, 0);
  for (const Use& use : uses) {
    const Contents contents = described(kernel, use, parts);
    for (std::size_t part = 0; part < parts; ++part) {
      sizes[part] = std::max(sizes[part],
                             contents.buffer.placement.elements(part) * size_of(contents.element));
    }
  }
  return sizes;
}

mufftResult free_parts(const Descriptor& descriptor) {
  mufftResult result = MUFFT_SUCCESS;
  for (void* data : descriptor.data) {
    if (free_device(data) != musaSuccess) result = MUFFT_INTERNAL_ERROR;
  }
  return result;
}

mufftResult allocate_parts(Descriptor& descriptor) {
  for (std::size_t part = 0; part < descriptor.devices.size(); ++part) {
    const int device = descriptor.devices[part];
    mark_used(device);
    const bool broken = device_state(device).sticky.load(std::memory_order_acquire) != 0;
    void* data = nullptr;
    if (broken || allocate_device(device, descriptor.sizes[part], &data) != musaSuccess) {
      free_parts(descriptor);
      return broken ? MUFFT_SETUP_FAILED : MUFFT_ALLOC_FAILED;
    }
    descriptor.data.push_back(data);
    descriptor.parts.GPUs[part] = device;
    descriptor.parts.data[part] = data;
    descriptor.parts.size[part] = descriptor.sizes[part];
  }
  descriptor.parts.nGPUs = static_cast<int>(descriptor.devices.size());
  return MUFFT_SUCCESS;
}

mufftResult make_descriptor(const mufftHandle_t& plan, musaLibXtDesc** handle, int format) {
  const Kernel& kernel = *plan.kernel;
  if (!is_dense(kernel)) return MUFFT_NOT_SUPPORTED;
  std::vector<Use> uses;
  if (const mufftResult wrong = uses_of(kernel, format, &uses); wrong != MUFFT_SUCCESS) {
    return wrong;
  }
  if (check_not_capturing() != musaSuccess) return MUFFT_INTERNAL_ERROR;
  auto made = std::make_shared<Descriptor>();
  for (std::size_t part = 0; part < plan.part_count(); ++part) {
    made->devices.push_back(plan.part_device(part));
  }
  made->sizes = sizes_of(kernel, uses, plan.part_count());
  made->data.reserve(plan.part_count());
  if (const mufftResult wrong = allocate_parts(*made); wrong != MUFFT_SUCCESS) return wrong;
  made->parts.version = made->head.version = kDescriptorVersion + MUSART_VERSION;
  made->head.descriptor = &made->parts;
  made->head.library = LIB_FORMAT_MUFFT;
  made->head.libDescriptor = made.get();
  made->hold(format, is_complex_at_first(kernel, format));
  musaLibXtDesc* const address = &made->head;
  add_library_handle(kDescriptorKind, std::move(made));
  *handle = address;
  return MUFFT_SUCCESS;
}

}  // namespace

std::shared_ptr<Descriptor> find_descriptor(const void* handle) noexcept {
  return std::static_pointer_cast<Descriptor>(find_library_handle(kDescriptorKind, handle));
}

bool contents_as(const mufftHandle_t& plan, const Descriptor& descriptor, int format, bool complex,
                 Contents* contents) {
  const Kernel& kernel = *plan.kernel;
  std::vector<Use> uses;
  if (uses_of(kernel, format, &uses) != MUFFT_SUCCESS) return false;
  if (!is_dense(kernel) || descriptor.devices.size() != plan.part_count()) return false;
  if (side_of(kernel, complex).element.complex != complex) return false;
  *contents = described(kernel, {format, complex}, plan.part_count());
  contents->buffer.parts = descriptor.data;
  for (std::size_t part = 0; part < plan.part_count(); ++part) {
    const std::size_t needed =
        contents->buffer.placement.elements(part) * size_of(contents->element);
    if (descriptor.devices[part] != plan.part_device(part) || descriptor.sizes[part] < needed) {
      return false;
    }
  }
  return true;
}

bool contents_of(const mufftHandle_t& plan, const Descriptor& descriptor, Contents* contents) {
  const int format = descriptor.head.subFormat;
  const bool complex = format == descriptor.known_format
                           ? descriptor.complex
                           : is_complex_at_first(*plan.kernel, format);
  return contents_as(plan, descriptor, format, complex, contents);
}

}  // namespace musasim::fft

using namespace musasim;
using namespace musasim::fft;

mufftResult mufftXtMalloc(mufftHandle plan, musaLibXtDesc** descriptor, mufftXtSubFormat format) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall& call) {
    if (live.kernel == nullptr) return MUFFT_INVALID_PLAN;
    if (descriptor == nullptr) return MUFFT_INVALID_VALUE;
    *descriptor = nullptr;
    if (call.usable() != musaSuccess) return MUFFT_SETUP_FAILED;
    return make_descriptor(live, descriptor, format);
  });
}

// The memory waits for the work of its devices.
mufftResult mufftXtFree(musaLibXtDesc* descriptor) {
  return public_call(__func__, [=] {
    if (find_descriptor(descriptor) == nullptr) return MUFFT_INVALID_VALUE;
    if (check_not_capturing() != musaSuccess) return MUFFT_INTERNAL_ERROR;
    const auto removed =
        std::static_pointer_cast<Descriptor>(remove_library_handle(kDescriptorKind, descriptor));
    return removed == nullptr ? MUFFT_INVALID_VALUE : free_parts(*removed);
  });
}
