// The arenas of this process, and which one holds an address.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "machine/device/simulated_gpus.h"
#include "machine/memory/arena.h"
#include "machine/memory/check/check.h"
#include "machine/memory/check/tools.h"

namespace musasim {

namespace detail {
std::atomic<Arena*> arenas[kMaxArenas];
std::atomic<int> arena_count{0};
}  // namespace detail

namespace {

constexpr std::size_t kTebibyte = std::size_t{1} << 40;
// Less has to do where addresses are short.
constexpr std::size_t kLeast = std::size_t{256} << 20;

Arena* add(Arena* arena) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const int index = detail::arena_count.load(std::memory_order_relaxed);
  detail::arenas[index].store(arena, std::memory_order_relaxed);
  detail::arena_count.store(index + 1, std::memory_order_release);
  check::on_new_arena();
  return arena;
}

bool is_on(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

}  // namespace

bool check_kernels() noexcept { return check::tools() != 0; }

bool check_mode() noexcept {
  static const bool on = is_on("MUSASIM_CHECK") || check_kernels();
  return on;
}

Arena& device_arena(int device) {
  static std::array<std::once_flag, kMaxDevices> once;
  static std::array<Arena*, kMaxDevices> made{};
  const auto index = static_cast<std::size_t>(device);
  std::call_once(once.at(index), [&] {
    // Several times the memory: a device runs out of memory, never of addresses in one piece.
    const std::size_t memory = settings().memory;
    made[index] = add(new Arena(Backing::kShared, 4 * memory, std::min(memory, kLeast), false));
  });
  return *made[index];
}

Arena& managed_arena() {
  static Arena* const arena = add(new Arena(Backing::kShared, kTebibyte, kLeast, true));
  return *arena;
}

Arena& host_arena() {
  static Arena* const arena = add(new Arena(Backing::kAnonymous, kTebibyte, kLeast, true));
  return *arena;
}

Arena& mapping_arena() {
  static Arena* const arena = add(new Arena(Backing::kNone, kTebibyte, kLeast, false));
  return *arena;
}

Arena* arena_of(const void* pointer) noexcept {
  Arena* found = nullptr;
  for_each_arena([&](Arena& arena) { found = arena.contains(pointer) ? &arena : found; });
  return found;
}

}  // namespace musasim
