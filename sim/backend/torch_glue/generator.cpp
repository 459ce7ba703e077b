// Generators: everything is delegated to a CPU generator.
#include "torch_glue/generator.h"

#include <ATen/CPUGeneratorImpl.h>

#include <vector>

#include "torch_glue/device_type.h"

namespace musasim {

MusaGeneratorImpl::MusaGeneratorImpl(int device)
    : MusaGeneratorImpl(device, at::detail::createCPUGenerator()) {}

MusaGeneratorImpl::MusaGeneratorImpl(int device, at::Generator inner)
    : c10::GeneratorImpl(musa_device(device), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
      inner_(std::move(inner)) {}

void MusaGeneratorImpl::set_current_seed(uint64_t seed) { inner_.set_current_seed(seed); }

// The CPU's generator has no offset into its sequence; the number is kept for those who set it.
void MusaGeneratorImpl::set_offset(uint64_t offset) { offset_ = offset; }

uint64_t MusaGeneratorImpl::get_offset() const { return offset_; }

uint64_t MusaGeneratorImpl::current_seed() const { return inner_.current_seed(); }

uint64_t MusaGeneratorImpl::seed() { return inner_.seed(); }

void MusaGeneratorImpl::set_state(const c10::TensorImpl& state) {
  inner_.unsafeGetGeneratorImpl()->set_state(state);
}

c10::intrusive_ptr<c10::TensorImpl> MusaGeneratorImpl::get_state() const {
  return inner_.unsafeGetGeneratorImpl()->get_state();
}

MusaGeneratorImpl* MusaGeneratorImpl::clone_impl() const {
  auto* clone = new MusaGeneratorImpl(device().index(), inner_.clone());
  clone->offset_ = offset_;
  return clone;
}

const at::Generator& default_generator(int device) {
  // Seeded at random until somebody seeds them, like CUDA's. Never destroyed: Python keeps them.
  static const auto* const generators = [] {
    auto* made = new std::vector<at::Generator>;
    for (int index = 0; index < device_count(); ++index) {
      made->push_back(at::make_generator<MusaGeneratorImpl>(index));
      made->back().seed();
    }
    return made;
  }();
  return (*generators)[static_cast<size_t>(checked_device_index(device))];
}

at::Generator new_generator(int device) {
  return at::make_generator<MusaGeneratorImpl>(checked_device_index(device));
}

const at::Generator& inner_generator(const at::Generator& generator) {
  TORCH_CHECK(generator.device().type() == kMusa,
              "Expected a 'musa' device type for generator but found '", generator.device(), "'");
  return static_cast<const MusaGeneratorImpl*>(generator.unsafeGetGeneratorImpl())->inner();
}

}  // namespace musasim
