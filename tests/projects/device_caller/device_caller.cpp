// What a user's C++ extension does: makes a c10::Device from a string that says "cuda".
#include <c10/core/Device.h>

#include <cstdio>
#include <exception>
#include <string>

// Writes "type index" or the error's first line; `text` comes from Python through ctypes.
extern "C" void describe_device(const char* text, char* answer, unsigned long size) {
  try {
    const c10::Device device{std::string(text)};
    std::snprintf(answer, size, "%d %d", static_cast<int>(device.type()),
                  static_cast<int>(device.index()));
  } catch (const std::exception& error) {
    std::string line = error.what();
    line.resize(line.find('\n') == std::string::npos ? line.size() : line.find('\n'));
    std::snprintf(answer, size, "error: %s", line.c_str());
  }
}
