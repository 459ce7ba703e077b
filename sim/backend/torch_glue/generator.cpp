// Generators and their states.
#include "torch_glue/generator.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <torch/version.h>

#include <cstring>
#include <vector>

#include "graph/recording.h"
#include "machine/stream/inline_work.h"
#include "torch_glue/device_type.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

constexpr std::size_t kSeedBytes = sizeof(std::uint64_t);
constexpr std::size_t kStateBytes = kSeedBytes + sizeof(std::uint64_t);

// During a capture PyTorch asks and sets how far the graph has drawn: activation checkpoints draw again.
// torch 2.11 does so, 2.7 refuses.
constexpr bool kStateInCapture = TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 11;

void check_offset(std::uint64_t offset) {
  TORCH_CHECK(offset % kOffsetsPerOperator == 0, "offset must be a multiple of 4");
}

// Offsets stay multiples of what one operator uses.
std::uint64_t whole_offsets(std::uint64_t increment) {
  return (increment + kOffsetsPerOperator - 1) / kOffsetsPerOperator * kOffsetsPerOperator;
}

}  // namespace

RandomPlace GeneratorState::place() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return place_;
}

void GeneratorState::set(RandomPlace place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  place_ = place;
}

RandomPlace GeneratorState::advance(std::uint64_t offsets) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const RandomPlace present = place_;
  place_.offset += offsets;
  return present;
}

void GeneratorState::begin_capture() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++captures_;
}

void GeneratorState::end_capture() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  --captures_;
}

void GeneratorState::check_not_captured(const char* call) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  TORCH_CHECK(captures_ == 0, "Cannot call ", call,
              " during MUSA graph capture, because the graph could not repeat it.");
}

MusaGeneratorImpl::MusaGeneratorImpl(int device)
    : MusaGeneratorImpl(
          device, c10::make_intrusive<GeneratorState>(RandomPlace{c10::default_rng_seed_val, 0})) {}

MusaGeneratorImpl::MusaGeneratorImpl(int device, GeneratorStatePtr state)
    : at::MUSAGeneratorImpl(musa_device(device),
                            c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
      state_(std::move(state)) {}

std::shared_ptr<graph::RandomRuns> MusaGeneratorImpl::captured_runs() const {
  const StreamTarget stream = current_stream_target(checked_device_index(device().index()));
  const graph::RecordingPtr recording =
      is_capturing(*stream.object) ? graph::Recording::find(stream.handle) : nullptr;
  return recording != nullptr && recording->random()->has(state_) ? recording->random() : nullptr;
}

void MusaGeneratorImpl::set_current_seed(uint64_t seed) {
  if (state_->place().seed != seed) {
    state_->check_not_captured("MUSAGeneratorImpl::set_current_seed with a new seed");
  } else if (captured_runs() != nullptr) {
    return;  // the capture goes on with the numbers that come next
  }
  state_->set({seed, 0});
}

void MusaGeneratorImpl::set_offset(uint64_t offset) {
  state_->check_not_captured("MUSAGeneratorImpl::set_offset");
  check_offset(offset);
  state_->set({state_->place().seed, offset});
}

uint64_t MusaGeneratorImpl::get_offset() const {
  state_->check_not_captured("MUSAGeneratorImpl::get_offset");
  return state_->place().offset;
}

uint64_t MusaGeneratorImpl::current_seed() const { return state_->place().seed; }

uint64_t MusaGeneratorImpl::seed() {
  state_->check_not_captured("MUSAGeneratorImpl::seed");
  const uint64_t random = c10::detail::getNonDeterministicRandom(true);
  state_->set({random, 0});
  return random;
}

void MusaGeneratorImpl::set_state(const c10::TensorImpl& state) {
  const std::shared_ptr<graph::RandomRuns> runs = kStateInCapture ? captured_runs() : nullptr;
  if (runs == nullptr) {
    state_->check_not_captured("MUSAGeneratorImpl::set_state");
  }
  at::detail::check_rng_state(state);
  const auto size = static_cast<std::size_t>(state.numel());
  TORCH_CHECK(size == kStateBytes || size == kSeedBytes, "RNG state is wrong size");
  RandomPlace place;
  const auto* const bytes = static_cast<const char*>(state.data());
  std::memcpy(&place.seed, bytes, kSeedBytes);
  if (size == kStateBytes) {
    std::memcpy(&place.offset, bytes + kSeedBytes, sizeof(place.offset));
  }
  check_offset(place.offset);
  if (runs != nullptr) {
    set_current_seed(place.seed);
    runs->set_drawn(state_, place.offset);
    return;
  }
  state_->set(place);
}

c10::intrusive_ptr<c10::TensorImpl> MusaGeneratorImpl::get_state() const {
  RandomPlace place = state_->place();
  if (const auto runs = kStateInCapture ? captured_runs() : nullptr) {
    place.offset = runs->drawn(state_);
  } else {
    state_->check_not_captured("MUSAGeneratorImpl::get_state");
  }
  const at::Tensor state =
      at::empty({static_cast<int64_t>(kStateBytes)}, at::TensorOptions(at::kByte).device(at::kCPU));
  auto* const bytes = static_cast<char*>(state.mutable_data_ptr());
  std::memcpy(bytes, &place.seed, kSeedBytes);
  std::memcpy(bytes + kSeedBytes, &place.offset, sizeof(place.offset));
  return state.getIntrusivePtr();
}

void MusaGeneratorImpl::graphsafe_set_state(const c10::intrusive_ptr<c10::GeneratorImpl>& state) {
  auto* const other = dynamic_cast<MusaGeneratorImpl*>(state.get());
  TORCH_CHECK(other != nullptr, "Expected a MUSA Generator");
  state_ = other->state_;
}

c10::intrusive_ptr<c10::GeneratorImpl> MusaGeneratorImpl::graphsafe_get_state() const {
  return c10::make_intrusive<MusaGeneratorImpl>(device().index(), state_);
}

at::PhiloxMusaState MusaGeneratorImpl::philox_musa_state(uint64_t increment) {
  const uint64_t offsets = whole_offsets(increment);
  const StreamTarget stream = current_stream_target(checked_device_index(device().index()));
  if (!is_capturing(*stream.object)) {
    const RandomPlace place = state_->advance(offsets);
    return {place.seed, place.offset};
  }
  const graph::RecordingPtr recording = graph::Recording::of(stream);
  const graph::RecordedDraw draw = recording->draw(state_, stream.handle, offsets);
  const graph::StartOfRun& start = recording->random()->start_of_run(draw);
  return {start.seed(), start.offset(), static_cast<std::uint32_t>(draw.offset)};
}

std::pair<uint64_t, uint64_t> MusaGeneratorImpl::philox_engine_inputs(uint64_t increment) {
  state_->check_not_captured("MUSAGeneratorImpl::philox_engine_inputs");
  const RandomPlace place = state_->advance(whole_offsets(increment));
  return {place.seed, place.offset};
}

MusaGeneratorImpl* MusaGeneratorImpl::clone_impl() const {
  return new MusaGeneratorImpl(device().index(),
                               c10::make_intrusive<GeneratorState>(state_->place()));
}

const at::Generator& default_generator(int device) {
  // Seeded at random until a program seeds them, like CUDA's. Never destroyed: Python keeps them.
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
  return at::make_generator<MusaGeneratorImpl>(device == -1 ? device
                                                            : checked_device_index(device));
}

const GeneratorStatePtr& generator_state(const at::Generator& generator) {
  TORCH_CHECK(generator.device().type() == kMusa,
              "Expected a 'musa' device type for generator but found '", generator.device(), "'");
  return static_cast<const MusaGeneratorImpl*>(generator.unsafeGetGeneratorImpl())->state();
}

}  // namespace musasim
