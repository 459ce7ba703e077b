// Stands for libtorch_python: the default device and its dispatch key, which it asks itself.
namespace c10 {

struct Device {
  signed char type;
  signed char index;
};

enum class DispatchKey : unsigned short {};

}  // namespace c10

namespace torch::tensors {

c10::Device get_default_device() { return {0, -1}; }
c10::DispatchKey get_default_dispatch_key() { return static_cast<c10::DispatchKey>(7); }

}  // namespace torch::tensors

extern "C" int default_device_code() {
  const c10::Device device = torch::tensors::get_default_device();
  return 256 * device.type + device.index;
}

extern "C" int default_key() {
  return static_cast<int>(torch::tensors::get_default_dispatch_key());
}
