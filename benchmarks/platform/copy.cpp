// Bandwidth of musaMemcpy as a share of plain memcpy's, measured in turns on warm buffers.
#include <cstring>

#include "measure.h"

namespace {

constexpr int kRounds = 15;

// A copy and memcpy in turns, so that what disturbs one disturbs the other; the median of the ratios.
template <class Copy>
void compare(const char* name, char* to, const char* from, std::size_t bytes, Copy copy,
             const char* limit) {
  std::vector<double> shares;
  std::vector<double> gigabytes;
  for (int round = -2; round < kRounds; ++round) {
    const double plain = measure::time_ns([&] { std::memcpy(to, from, bytes); });
    const double ours = measure::time_ns(copy);
    if (round >= 0) {
      shares.push_back(plain / ours);
      gigabytes.push_back(static_cast<double>(bytes) / ours);
    }
  }
  measure::row((std::string(name) + ", share of memcpy").c_str(), measure::median(shares), "ratio",
               limit);
  measure::row(name, measure::median(gigabytes), "GB/s");
}

void compare_all(std::size_t bytes, const char* size, const char* limit) {
  std::vector<char> from(bytes, 1);
  std::vector<char> to(bytes, 2);
  std::vector<char> host(bytes, 3);
  void* first = nullptr;
  void* second = nullptr;
  CHECKED(musaMalloc(&first, bytes));
  CHECKED(musaMalloc(&second, bytes));
  const auto run = [&](const char* direction, void* target, const void* source,
                       musaMemcpyKind kind) {
    compare((std::string(size) + " " + direction).c_str(), to.data(), from.data(), bytes,
            [&] { CHECKED(musaMemcpy(target, source, bytes, kind)); }, limit);
  };
  run("host to device", first, host.data(), musaMemcpyHostToDevice);
  run("device to host", host.data(), first, musaMemcpyDeviceToHost);
  run("device to device", second, first, musaMemcpyDeviceToDevice);
  CHECKED(musaFree(first));
  CHECKED(musaFree(second));
}

}  // namespace

int main() {
  compare_all(std::size_t{64} << 20, "64 MiB", ">=0.9");
  compare_all(std::size_t{64} << 10, "64 KiB", "");
  return 0;
}
