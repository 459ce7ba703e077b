// The fast path of device strings: "cuda", "cuda:0" ... "cuda:99" and "cpu", without libc10.
#pragma once

#include <cstddef>
#include <cstdint>

namespace torchada {

// The two bytes of c10::Device (c10/core/Device.h: DeviceType is int8_t, DeviceIndex is int8_t).
struct DeviceBits {
  std::int8_t type;
  std::int8_t index;
};

// c10/core/DeviceType.h; the numbers are part of serialized models and never change.
inline constexpr std::int8_t kCpuType = 0;
inline constexpr std::int8_t kCudaType = 1;
inline constexpr std::int8_t kPrivateUse1Type = 20;

// Reads `text` when it is one of the spellings that every program uses, and writes its device:
// PrivateUse1 for CUDA. "cpu" is among them because forwarding it would take longer. False leaves the
// text to PyTorch: odd indices, errors.
inline bool parse_common_device_string(const char* text, std::size_t size, DeviceBits* device) {
  if (size == 3 && text[0] == 'c' && text[1] == 'p' && text[2] == 'u') {
    *device = {kCpuType, -1};
    return true;
  }
  const bool is_cuda =
      size >= 4 && text[0] == 'c' && text[1] == 'u' && text[2] == 'd' && text[3] == 'a';
  if (!is_cuda) return false;
  const auto digit = [text](std::size_t at) { return static_cast<int>(text[at]) - '0'; };
  int index = -1;
  if (size == 4) {
    index = -1;
  } else if (size == 6 && text[4] == ':' && digit(5) >= 0 && digit(5) <= 9) {
    index = digit(5);
  } else if (size == 7 && text[4] == ':' && digit(5) >= 1 && digit(5) <= 9 && digit(6) >= 0 &&
             digit(6) <= 9) {
    index = 10 * digit(5) + digit(6);
  } else {
    return false;
  }
  device->type = kPrivateUse1Type;
  device->index = static_cast<std::int8_t>(index);
  return true;
}

}  // namespace torchada
