// The state of a Mersenne twister is filled by a hash of its places, which costs a tenth of the usual
// seeding and first step of the recurrence, and makes the first 623 numbers independent of it.
#include "torch_glue/random_engine.h"

#include <ATen/CPUGeneratorImpl.h>

#include <type_traits>
#include <vector>

namespace musasim {

namespace {

struct Keys {
  std::uint32_t first;
  std::uint32_t second;
};

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

Keys keys_of(RandomPlace place) {
  constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15;
  const std::uint64_t mixed = mix(mix(place.seed + kGamma) + place.offset * kGamma);
  return {static_cast<std::uint32_t>(mixed), static_cast<std::uint32_t>(mixed >> 32)};
}

// Two multiply-and-shift rounds, a key before each. In 32 bits, which compilers vectorise.
__attribute__((always_inline)) inline void fill_words(std::uint32_t* words, Keys keys) {
  for (std::uint32_t i = 0; i < at::MERSENNE_STATE_N; ++i) {
    std::uint32_t x = keys.first + i * 0x9e3779b9;
    x = (x ^ (x >> 16)) * 0x7feb352d;
    x = ((x ^ (x >> 15)) + keys.second) * 0x846ca68b;
    words[i] = x ^ (x >> 16);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void fill_with_avx2(std::uint32_t* words, Keys keys) {
  fill_words(words, keys);
}
bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#else
void fill_with_avx2(std::uint32_t* words, Keys keys) { fill_words(words, keys); }
bool has_avx2() { return false; }
#endif

void fill(at::mt19937_data_pod& data, RandomPlace place) {
  const Keys keys = keys_of(place);
  data.seed_ = place.seed;
  data.seeded_ = true;
  if (has_avx2()) {
    fill_with_avx2(data.state_.data(), keys);
  } else {
    fill_words(data.state_.data(), keys);
  }
  // As if the twister had just made these words and given out the first.
  data.left_ = at::MERSENNE_STATE_N;
  data.next_ = 1;
}

void start_at(const at::Generator& generator, RandomPlace place) {
  // Filled in place: the state is all that an engine is, and copying it costs as much as filling.
  static_assert(std::is_standard_layout_v<at::mt19937> &&
                sizeof(at::mt19937) == sizeof(at::mt19937_data_pod));
  thread_local at::mt19937 engine;
  fill(reinterpret_cast<at::mt19937_data_pod&>(engine), place);
  auto* const cpu = generator.get<at::CPUGeneratorImpl>();
  cpu->set_engine(engine);
  cpu->set_next_float_normal_sample(std::nullopt);
  cpu->set_next_double_normal_sample(std::nullopt);
}

// The thread's generators that nobody uses now.
std::vector<at::Generator>& idle_generators() {
  thread_local std::vector<at::Generator> idle;
  return idle;
}

}  // namespace

RandomEngine::RandomEngine(RandomPlace place) {
  std::vector<at::Generator>& idle = idle_generators();
  if (idle.empty()) {
    generator_ = at::detail::createCPUGenerator();
  } else {
    generator_ = std::move(idle.back());
    idle.pop_back();
  }
  start_at(generator_, place);
}

RandomEngine::~RandomEngine() { idle_generators().push_back(std::move(generator_)); }

}  // namespace musasim
