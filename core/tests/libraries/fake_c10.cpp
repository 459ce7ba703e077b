// Stands for libc10: the constructor that the interposer forwards to, with a visible behaviour.
#include <stdexcept>
#include <string>

namespace c10 {

class Device {
 public:
  explicit Device(const std::string& text);
  signed char type = -1;
  signed char index = -1;
};

Device::Device(const std::string& text) {
  if (text.empty()) throw std::runtime_error("Device string must not be empty");
  type = text.rfind("cuda", 0) == 0 ? 1 : 0;
  index = static_cast<signed char>(text.size());
}

}  // namespace c10
