// Constructs c10::Device from a string, as an extension does: 256 * type + index, or -1 on error.
#include <exception>
#include <string>

namespace c10 {

class Device {
 public:
  explicit Device(const std::string& text);
  signed char type = -1;
  signed char index = -1;
};

}  // namespace c10

extern "C" int device_code(const char* text) {
  try {
    const c10::Device device{std::string(text)};
    return 256 * device.type + device.index;
  } catch (const std::exception&) {
    return -1;
  }
}
