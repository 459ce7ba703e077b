// Memory for all lanes of a warp, by kernels whose threads are warps.
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "check.h"
#include "triton_runtime/api.h"

namespace {

constexpr std::uint32_t kLanes = 32;
constexpr std::uint32_t kAllLanes = ~0U;
// Some lanes, the first and the last among them.
constexpr std::uint32_t kSomeLanes = 0x80f00005;

bool is_set(std::uint32_t lanes, std::uint32_t lane) { return (lanes >> lane & 1) != 0; }

template <class T>
std::array<T, kLanes> counted(T first) {
  std::array<T, kLanes> values;
  std::iota(values.begin(), values.end(), first);
  return values;
}

// Every third element, from the last lane's to the first one's.
template <class T>
std::array<T*, kLanes> apart(T* memory) {
  std::array<T*, kLanes> addresses;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    addresses[lane] = memory + 3 * (kLanes - 1 - lane);
  }
  return addresses;
}

template <class T>
void check_gather(std::uint32_t lanes) {
  std::array<T, 3 * kLanes> memory;
  std::iota(memory.begin(), memory.end(), T{1});
  const auto addresses = apart(memory.data());
  std::array<T, kLanes> out{};
  musasim_triton_gather(out.data(), reinterpret_cast<const void* const*>(addresses.data()),
                        sizeof(T), lanes);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    EQUAL(out[lane], is_set(lanes, lane) ? *addresses[lane] : T{0});
  }
}

template <class T>
void check_scatter(std::uint32_t lanes) {
  std::array<T, 3 * kLanes> memory{};
  const auto addresses = apart(memory.data());
  const auto in = counted(T{1});
  musasim_triton_scatter(reinterpret_cast<void* const*>(addresses.data()), in.data(), sizeof(T),
                         lanes);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    EQUAL(*addresses[lane], is_set(lanes, lane) ? in[lane] : T{0});
    addresses[lane][0] = 0;
  }
  CHECK(memory == (std::array<T, 3 * kLanes>{}));
}

template <class T>
void check_type() {
  for (const std::uint32_t lanes : {0U, kSomeLanes, kAllLanes}) {
    check_gather<T>(lanes);
    check_scatter<T>(lanes);
  }
}

TEST(elements_that_lie_apart) {
  check_type<std::uint8_t>();
  check_type<std::uint16_t>();
  check_type<std::uint32_t>();
  check_type<std::uint64_t>();
}

TEST(a_lane_that_takes_no_part_has_no_address) {
  const std::uint32_t value = 7;
  std::array<const void*, kLanes> addresses{};
  addresses[3] = &value;
  std::array<std::uint32_t, kLanes> out{};
  musasim_triton_gather(out.data(), addresses.data(), sizeof value, 1U << 3);
  EQUAL(out[3], 7U);
}

using Copy = void (*)(void* to, const void* from, std::uint32_t size, std::uint32_t lanes);

TEST(elements_side_by_side) {
  for (const Copy copy : {Copy{musasim_triton_read}, Copy{musasim_triton_write}}) {
    for (const std::uint32_t lanes : {0U, kSomeLanes, kAllLanes}) {
      for (const std::uint32_t count : {1U, 2U}) {
        std::array<std::uint16_t, 2 * kLanes> from;
        std::array<std::uint16_t, 2 * kLanes> to{};
        std::iota(from.begin(), from.end(), std::uint16_t{1});
        copy(to.data(), from.data(), count * sizeof from[0], lanes);
        for (std::uint32_t i = 0; i < 2 * kLanes; ++i) {
          const bool taken = i < count * kLanes && is_set(lanes, i / count);
          EQUAL(to[i], taken ? from[i] : 0);
        }
      }
    }
  }
}

}  // namespace

TEST_MAIN()
