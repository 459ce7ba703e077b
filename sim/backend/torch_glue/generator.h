// Random generators of the devices: each wraps the CPU generator that does the work.
#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/GeneratorImpl.h>

namespace musasim {

class MusaGeneratorImpl final : public c10::GeneratorImpl {
 public:
  explicit MusaGeneratorImpl(int device);
  MusaGeneratorImpl(int device, at::Generator inner);

  void set_current_seed(uint64_t seed) override;
  void set_offset(uint64_t offset) override;
  uint64_t get_offset() const override;
  uint64_t current_seed() const override;
  uint64_t seed() override;
  void set_state(const c10::TensorImpl& state) override;
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override;

  // What CPU kernels take in our place.
  const at::Generator& inner() const { return inner_; }

 private:
  MusaGeneratorImpl* clone_impl() const override;

  at::Generator inner_;
  uint64_t offset_ = 0;
};

// The device's default generator; -1 means the current device.
const at::Generator& default_generator(int device);
at::Generator new_generator(int device);

// The CPU generator behind a device generator; raises when it is of another device type.
const at::Generator& inner_generator(const at::Generator& generator);

}  // namespace musasim
