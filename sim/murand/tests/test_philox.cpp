// Philox4x32-10: its published answers, and that the device functions, the device generator and the
// host generator are one sequence.
#include <vector>

#include "murand_kernel.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;

namespace {

uint4 block(unsigned x, unsigned y, unsigned z, unsigned w) {
  uint4 value;
  value.x = x, value.y = y, value.z = z, value.w = w;
  return value;
}

bool same(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

murandGenerator_t philox(unsigned long long seed, unsigned long long offset, bool on_host) {
  murandGenerator_t generator = nullptr;
  EQUAL((on_host ? murandCreateGeneratorHost : murandCreateGenerator)(
            &generator, MURAND_RNG_PSEUDO_PHILOX4_32_10),
        MURAND_STATUS_SUCCESS);
  EQUAL(murandSetPseudoRandomGeneratorSeed(generator, seed), MURAND_STATUS_SUCCESS);
  EQUAL(murandSetGeneratorOffset(generator, offset), MURAND_STATUS_SUCCESS);
  return generator;
}

}  // namespace

TEST(block_function_gives_the_published_answers) {
  using musasim::random::philox4x32_10;
  uint2 key;
  key.x = 0, key.y = 0;
  CHECK(same(philox4x32_10(block(0, 0, 0, 0), key),
             block(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8)));
  key.x = key.y = 0xffffffff;
  CHECK(same(philox4x32_10(block(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff), key),
             block(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd)));
  key.x = 0xa4093822, key.y = 0x299f31d0;
  CHECK(same(philox4x32_10(block(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344), key),
             block(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1)));
}

TEST(seed_is_the_key_and_the_offset_counts_numbers) {
  DeviceArray<unsigned> out(8);
  murandGenerator_t generator = philox(0, 0, false);
  EQUAL(murandGenerate(generator, out.data(), 8), MURAND_STATUS_SUCCESS);
  const std::vector<unsigned> numbers = out.get();
  EQUAL(numbers[0], 0x6627e8d5u);
  EQUAL(numbers[3], 0x9b00dbd8u);
  EQUAL(murandSetGeneratorOffset(generator, 2), MURAND_STATUS_SUCCESS);
  EQUAL(murandGenerate(generator, out.data(), 2), MURAND_STATUS_SUCCESS);
  EQUAL(out.get()[0], 0xbc57ac4cu);
  EQUAL(out.get()[1], 0x9b00dbd8u);
  EQUAL(murandDestroyGenerator(generator), MURAND_STATUS_SUCCESS);
}

TEST(device_functions_give_what_the_generators_give) {
  for (const unsigned long long offset : {0ULL, 1ULL, 7ULL, 4000000000123ULL}) {
    const unsigned long long seed = 0x123456789abcdefULL;
    murandGenerator_t device = philox(seed, offset, false);
    murandGenerator_t host = philox(seed, offset, true);
    DeviceArray<float> uniform(37);
    DeviceArray<float> normal(38);
    EQUAL(murandGenerateUniform(device, uniform.data(), 37), MURAND_STATUS_SUCCESS);
    EQUAL(murandGenerateNormal(device, normal.data(), 38, 0.0f, 1.0f), MURAND_STATUS_SUCCESS);
    std::vector<float> host_uniform(37);
    std::vector<float> host_normal(38);
    murandGenerateUniform(host, host_uniform.data(), 37);
    murandGenerateNormal(host, host_normal.data(), 38, 0.0f, 1.0f);
    CHECK(uniform.get() == host_uniform);
    CHECK(normal.get() == host_normal);
    murandStatePhilox4_32_10_t state;
    murand_init(seed, 0, offset, &state);
    for (int i = 0; i < 37; ++i) EQUAL(murand_uniform(&state), host_uniform[i]);
    for (int i = 0; i < 38; ++i) EQUAL(murand_normal(&state), host_normal[i]);
    murandDestroyGenerator(device);
    murandDestroyGenerator(host);
  }
}

TEST(skipping_is_drawing) {
  for (const unsigned long long n : {0ULL, 1ULL, 3ULL, 4ULL, 5ULL, 103ULL}) {
    murandStatePhilox4_32_10_t drawn;
    murandStatePhilox4_32_10_t skipped;
    murand_init(9, 5, 2, &drawn);
    skipped = drawn;
    for (unsigned long long i = 0; i < n; ++i) murand(&drawn);
    skipahead(n, &skipped);
    for (int i = 0; i < 6; ++i) EQUAL(murand(&skipped), murand(&drawn));
  }
}

TEST(sequences_differ_and_the_next_begins_where_one_ends) {
  murandStatePhilox4_32_10_t first;
  murandStatePhilox4_32_10_t second;
  murand_init(9, 0, 0, &first);
  murand_init(9, 1, 0, &second);
  CHECK(murand(&first) != murand(&second));
  // 2^64 blocks of four: the last number of one is followed by the first of the next.
  murand_init(9, 0, 0, &first);
  for (int i = 0; i < 4; ++i) skipahead(1ULL << 63, &first);
  for (int i = 0; i < 4; ++i) skipahead(1ULL << 63, &first);
  murand_init(9, 1, 0, &second);
  EQUAL(murand(&first), murand(&second));
  murand_init(9, 3, 0, &first);
  skipahead_sequence(4, &first);
  murand_init(9, 7, 0, &second);
  EQUAL(murand(&first), murand(&second));
}

TEST(fours_are_four_singles) {
  murandStatePhilox4_32_10_t fours;
  murandStatePhilox4_32_10_t singles;
  murand_init(3, 1, 0, &fours);
  singles = fours;
  const uint4 bits = murand4(&fours);
  for (const unsigned value : {bits.x, bits.y, bits.z, bits.w}) EQUAL(value, murand(&singles));
  const float4 uniform = murand_uniform4(&fours);
  for (const float value : {uniform.x, uniform.y, uniform.z, uniform.w}) {
    EQUAL(value, murand_uniform(&singles));
  }
  const float4 normal = murand_normal4(&fours);
  for (const float value : {normal.x, normal.y, normal.z, normal.w}) {
    EQUAL(value, murand_normal(&singles));
  }
  const double2 wide = murand_normal2_double(&fours);
  EQUAL(wide.x, murand_normal_double(&singles));
  EQUAL(wide.y, murand_normal_double(&singles));
  const double2 uniform_wide = murand_uniform2_double(&fours);
  // Two words each; a single double of Philox takes one.
  const uint4 words = murand4(&singles);
  EQUAL(uniform_wide.x, musasim::random::uniform_double(words.x, words.y));
  EQUAL(uniform_wide.y, musasim::random::uniform_double(words.z, words.w));
  const uint4 poisson = murand_poisson4(&fours, 12.5);
  EQUAL(poisson.x, murand_poisson(&singles, 12.5));
  EQUAL(poisson.y, murand_poisson(&singles, 12.5));
}

TEST_MAIN()
