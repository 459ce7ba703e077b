// The fast path reads exactly the common spellings and leaves the rest to PyTorch.
#include "interposer/device_string.h"

#include <string>

#include "check.h"

namespace {

using torchada::DeviceBits;
using torchada::kPrivateUse1Type;

constexpr DeviceBits kUntouched = {-7, -7};

DeviceBits parsed(const std::string& text) {
  DeviceBits device = kUntouched;
  const bool read = torchada::parse_common_device_string(text.data(), text.size(), &device);
  CHECK(read == (device.type != kUntouched.type));
  return device;
}

TEST(cuda_without_index) {
  CHECK(parsed("cuda").type == kPrivateUse1Type);
  CHECK(parsed("cuda").index == -1);
}

TEST(every_index_up_to_99) {
  for (int index = 0; index < 100; ++index) {
    const DeviceBits device = parsed("cuda:" + std::to_string(index));
    CHECK(device.type == kPrivateUse1Type);
    CHECK(device.index == index);
  }
}

TEST(cpu_without_index) {
  CHECK(parsed("cpu").type == torchada::kCpuType);
  CHECK(parsed("cpu").index == -1);
}

TEST(everything_else_is_left_alone) {
  for (const char* text :
       {"",         "c",        "cud",      "cuda:",   "cuda:x",  "cuda:-1", "cudax",
        "cuda:0:1", "cuda:100", "cuda:128", "cuda:00", "cuda:01", "cuda: 1", "cuda:1 ",
        " cuda",    "CUDA",     "CPU",      "cp",      "cpu ",    "cpux",    "cpu:0",
        "musa:0",   "cuda;1",   "cuda:1x",  "cuda:/",  "cuda::"}) {
    const DeviceBits device = parsed(text);
    CHECK(device.type == kUntouched.type && device.index == kUntouched.index);
  }
}

TEST(no_byte_beyond_the_size_is_read) {
  DeviceBits device = kUntouched;
  CHECK(!torchada::parse_common_device_string("cuda:1", 5, &device));
  CHECK(!torchada::parse_common_device_string("cuda", 3, &device));
}

}  // namespace

TEST_MAIN()
