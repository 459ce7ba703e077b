// Generators, and what random kernels get.
#include <torch_musa/csrc/aten/musa/MUSAGeneratorImpl.h>
#include <torch_musa/csrc/aten/musa/MUSAGraphsUtils.muh>

#include <mutex>
#include <optional>

#include "parts.h"

namespace {

using Numbers = std::pair<std::uint64_t, std::uint64_t>;

at::MUSAGeneratorImpl* generator_or_default(const std::optional<at::Generator>& given) {
  return at::get_generator_or_default<at::MUSAGeneratorImpl>(
      given, at::musa::detail::getDefaultMUSAGenerator());
}

at::PhiloxMusaState next_state(const std::optional<at::Generator>& given, std::uint64_t increment) {
  auto* const generator = generator_or_default(given);
  const std::lock_guard<std::mutex> lock(generator->mutex_);
  return generator->philox_musa_state(increment);
}

Numbers draw(const std::optional<at::Generator>& given, std::uint64_t increment) {
  const auto [seed, offset] = at::musa::philox::unpack(next_state(given, increment));
  return {seed, offset};
}

Numbers engine_inputs(std::uint64_t increment) {
  return generator_or_default(std::nullopt)->philox_engine_inputs(increment);
}

// A kernel that writes seed and offset to a tensor of two int64.
void write_state(const at::Tensor& tensor, std::uint64_t increment) {
  struct Kernel {
    at::PhiloxMusaState state;
    std::int64_t* data;
  };
  const auto run = [](void* argument) {
    const auto* const kernel = static_cast<Kernel*>(argument);
    const auto [seed, offset] = at::musa::philox::unpack(kernel->state);
    kernel->data[0] = static_cast<std::int64_t>(seed);
    kernel->data[1] = static_cast<std::int64_t>(offset);
  };
  // A graph may run it as often as it likes.
  auto* const kernel =
      new Kernel{next_state(std::nullopt, increment), tensor.data_ptr<std::int64_t>()};
  C10_MUSA_CHECK(musaLaunchHostFunc(c10::musa::getCurrentMUSAStream(), run, kernel));
}

bool is_capturing() {
  return at::musa::currentStreamCaptureStatus() != at::musa::CaptureStatus::None;
}

}  // namespace

void define_random(pybind11::module_& m) {
  m.def("draw", &draw);
  m.def("engine_inputs", &engine_inputs);
  m.def("write_state", &write_state);
  m.def("is_capturing", &is_capturing);
  m.def("assert_not_capturing", [] { at::musa::assertNotCapturing("This"); });
}
