// The random generators of MUSA devices.
#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/GeneratorImpl.h>

#include <atomic>
#include <utility>

#include "torch_musa/csrc/aten/musa/PhiloxMusaStateRaw.muh"
#include "torch_musa/csrc/aten/utils/Utils.h"
#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace at {

// Hold `mutex_` for these.
struct C10_MUSA_API MUSAGeneratorImpl : public c10::GeneratorImpl {
  static c10::DeviceType device_type() { return kMUSA; }

  // Seed and offset for a kernel of which each thread draws at most so many numbers; the offset moves on.
  virtual PhiloxMusaState philox_musa_state(std::uint64_t increment) = 0;
  // The same as plain numbers: not in a capture.
  virtual std::pair<std::uint64_t, std::uint64_t> philox_engine_inputs(std::uint64_t increment) = 0;

  void set_philox_offset_per_thread(std::uint64_t offset) { set_offset(offset); }
  std::uint64_t philox_offset_per_thread() const { return get_offset(); }
  // True the first time.
  bool reset_rnn_state() { return !no_reset_rnn_state_.test_and_set(); }

 protected:
  using c10::GeneratorImpl::GeneratorImpl;

 private:
  std::atomic_flag no_reset_rnn_state_ = ATOMIC_FLAG_INIT;
};

namespace musa::detail {

// -1 is the current device.
C10_MUSA_API const Generator& getDefaultMUSAGenerator(DeviceIndex device_index = -1);
C10_MUSA_API Generator createMUSAGenerator(DeviceIndex device_index = -1);

}  // namespace musa::detail

}  // namespace at
