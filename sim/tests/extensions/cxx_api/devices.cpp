// Guards, devices and streams of torch_musa's C++ headers, as an extension uses them.
#include <torch_musa/csrc/aten/musa/MUSAContext.h>
#include <torch_musa/csrc/core/MUSAGuard.h>

#include <chrono>
#include <memory>
#include <sstream>
#include <thread>
#include <unordered_set>

#include "parts.h"

namespace {

using c10::musa::MUSAStream;

std::vector<int> devices_under_guards() {
  std::vector<int> seen{c10::musa::current_device()};
  {
    const c10::musa::MUSAGuard guard(1);
    seen.push_back(at::musa::current_device());
    c10::musa::OptionalMUSAGuard inner;
    seen.push_back(c10::musa::current_device());
    inner.set_device(c10::Device(at::kMUSA, 0));
    seen.push_back(c10::musa::current_device());
  }
  seen.push_back(c10::musa::current_device());
  return seen;
}

// (number, handle) of the current stream in C++.
std::pair<std::int64_t, std::uintptr_t> current_stream(int device) {
  const MUSAStream stream = at::musa::getCurrentMUSAStream(static_cast<c10::DeviceIndex>(device));
  return {stream.id(), reinterpret_cast<std::uintptr_t>(stream.stream())};
}

std::vector<bool> streams_under_guards() {
  const MUSAStream first = c10::musa::getStreamFromPool();
  const MUSAStream other = c10::musa::getStreamFromPool(true, 1);
  const MUSAStream before = c10::musa::getCurrentMUSAStream();
  std::vector<bool> seen;
  {
    c10::musa::MUSAStreamGuard guard(first);
    seen.push_back(c10::musa::getCurrentMUSAStream() == first);
    seen.push_back(guard.original_stream() == before);
    guard.reset_stream(other);
    seen.push_back(c10::musa::current_device() == 1);
    seen.push_back(c10::musa::getCurrentMUSAStream() == other);
  }
  seen.push_back(c10::musa::getCurrentMUSAStream() == before);
  {
    const c10::musa::MUSAMultiStreamGuard guard({first, other});
    seen.push_back(c10::musa::current_device() == 0);
    seen.push_back(c10::musa::getCurrentMUSAStream(0) == first);
    seen.push_back(c10::musa::getCurrentMUSAStream(1) == other);
  }
  const c10::musa::OptionalMUSAStreamGuard none;
  seen.push_back(!none.current_stream().has_value());
  seen.push_back(std::unordered_set<MUSAStream>{first, first, other}.size() == 2);
  return seen;
}

std::vector<int> priorities() {
  const auto [least, greatest] = MUSAStream::priority_range();
  return {least,
          greatest,
          c10::musa::getStreamFromPool(false).priority(),
          c10::musa::getStreamFromPool(true).priority(),
          c10::musa::getStreamFromPool(-1, 0).priority(),
          c10::musa::getDefaultMUSAStream().priority()};
}

// Whether the stream that C++ makes current, and one made by the runtime, are torch's too.
bool takes_external_streams() {
  musaStream_t made = nullptr;
  AT_MUSA_CHECK(musaStreamCreate(&made));
  const MUSAStream stream = c10::musa::getStreamFromExternal(made, 0);
  const MUSAStream before = c10::musa::getCurrentMUSAStream();
  c10::musa::setCurrentMUSAStream(stream);
  const bool same = c10::musa::getCurrentMUSAStream().stream() == made;
  c10::musa::setCurrentMUSAStream(before);
  stream.synchronize();
  const bool idle = stream.query();
  AT_MUSA_CHECK(musaStreamDestroy(made));
  return same && idle;
}

// Work on the current stream that fills a float tensor after a while.
void fill_later(const at::Tensor& tensor, float value) {
  struct Fill {
    float* data;
    std::int64_t count;
    float value;
  };
  auto* const fill = new Fill{tensor.data_ptr<float>(), tensor.numel(), value};
  const auto run = [](void* argument) {
    const std::unique_ptr<Fill> given(static_cast<Fill*>(argument));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::fill_n(given->data, given->count, given->value);
  };
  C10_MUSA_CHECK(musaLaunchHostFunc(c10::musa::getCurrentMUSAStream(), run, fill));
  C10_MUSA_KERNEL_LAUNCH_CHECK();
}

std::string printed_stream() {
  std::ostringstream out;
  out << c10::musa::getDefaultMUSAStream(1);
  return out.str();
}

std::vector<std::int64_t> properties() {
  const musaDeviceProp* const current = at::musa::getCurrentDeviceProperties();
  return {at::musa::getNumGPUs(),
          at::musa::is_available() ? 1 : 0,
          at::musa::warp_size(),
          current->multiProcessorCount,
          current == at::musa::getDeviceProperties(0) ? 1 : 0,
          at::musa::getMUSAArch(),
          c10::musa::device_count()};
}

void fail_check() { C10_MUSA_CHECK(musaSetDevice(1000)); }
void fail_blas() { TORCH_MUSABLAS_CHECK(mublasSetStream(nullptr, nullptr)); }
void fail_driver() { AT_MUSA_DRIVER_CHECK(muInit(1)); }

std::vector<float> blas_product(const at::Tensor& a, const at::Tensor& b, at::Tensor& out) {
  const float one = 1;
  const float zero = 0;
  const int n = static_cast<int>(a.size(0));
  TORCH_MUSABLAS_CHECK(mublasSgemm(at::musa::getCurrentMUSABlasHandle(), MUBLAS_OP_N, MUBLAS_OP_N,
                                   n, n, n, &one, b.data_ptr<float>(), n, a.data_ptr<float>(), n,
                                   &zero, out.data_ptr<float>(), n));
  return {};
}

}  // namespace

void define_devices(pybind11::module_& m) {
  m.def("devices_under_guards", &devices_under_guards);
  m.def("current_stream", &current_stream);
  m.def("streams_under_guards", &streams_under_guards);
  m.def("priorities", &priorities);
  m.def("takes_external_streams", &takes_external_streams);
  m.def("fill_later", &fill_later);
  m.def("printed_stream", &printed_stream);
  m.def("properties", &properties);
  m.def("fail_check", &fail_check);
  m.def("fail_blas", &fail_blas);
  m.def("fail_driver", &fail_driver);
  m.def("blas_product", &blas_product);
}
