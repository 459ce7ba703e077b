// Random generators of the devices: a seed and an offset, from which each operator derives its
// numbers (random_engine.h), so that graphs can replay them.
#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/GeneratorImpl.h>
#include <c10/util/intrusive_ptr.h>

#include <memory>
#include <mutex>

#include "torch_glue/random_engine.h"
#include "torch_musa/csrc/aten/musa/MUSAGeneratorImpl.h"

namespace musasim {

namespace graph {
class RandomRuns;
}

// The step by which one operator moves the offset. Programs rely on its being a multiple of 4.
constexpr std::uint64_t kOffsetsPerOperator = 4;

// The state that several generators share after graphsafe_set_state(). Thread-safe.
class GeneratorState : public c10::intrusive_ptr_target {
 public:
  explicit GeneratorState(RandomPlace place) : place_(place) {}

  RandomPlace place() const;
  void set(RandomPlace place);
  // The present place; the offset then moves on by `offsets`.
  RandomPlace advance(std::uint64_t offsets);

  // A capture that draws from it begins, or ends: meanwhile it must not be asked or set.
  void begin_capture();
  void end_capture() noexcept;
  void check_not_captured(const char* call) const;

 private:
  mutable std::mutex mutex_;
  RandomPlace place_;
  int captures_ = 0;
};
using GeneratorStatePtr = c10::intrusive_ptr<GeneratorState>;

class MusaGeneratorImpl final : public at::MUSAGeneratorImpl {
 public:
  explicit MusaGeneratorImpl(int device);
  MusaGeneratorImpl(int device, GeneratorStatePtr state);

  void set_current_seed(uint64_t seed) override;
  // Errors: not a multiple of 4.
  void set_offset(uint64_t offset) override;
  uint64_t get_offset() const override;
  uint64_t current_seed() const override;
  uint64_t seed() override;
  // A CPU tensor of 16 bytes: the seed, then the offset, in a capture that from the start of the graph's
  // run. set_state takes the seed alone, too.
  void set_state(const c10::TensorImpl& state) override;
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override;
  // Share the state instead of copying it, so that graphs which know it see its changes.
  void graphsafe_set_state(const c10::intrusive_ptr<c10::GeneratorImpl>& state) override;
  c10::intrusive_ptr<c10::GeneratorImpl> graphsafe_get_state() const override;

  at::PhiloxMusaState philox_musa_state(uint64_t increment) override;
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t increment) override;

  const GeneratorStatePtr& state() const { return state_; }

 private:
  MusaGeneratorImpl* clone_impl() const override;
  // The runs of the capture that the current stream is part of, if its graph may draw from this generator.
  std::shared_ptr<graph::RandomRuns> captured_runs() const;

  GeneratorStatePtr state_;
};

// The device's default generator; -1 means the current device.
const at::Generator& default_generator(int device);
// -1 stays: the generator serves the device that is current, as on CUDA.
at::Generator new_generator(int device);

// The state behind a device generator; raises when it is of another device type.
const GeneratorStatePtr& generator_state(const at::Generator& generator);

}  // namespace musasim
