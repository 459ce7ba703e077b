// The other generators against their definitions, jumps against steps, and what all share: calls
// continue each other, host and device agree, seeds and offsets mean what they say.
#include <random>
#include <set>
#include <vector>

#include "murand_kernel.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;

namespace {

const std::vector<murandRngType_t> kPseudo = {MURAND_RNG_PSEUDO_XORWOW, MURAND_RNG_PSEUDO_MRG32K3A,
                                              MURAND_RNG_PSEUDO_PHILOX4_32_10,
                                              MURAND_RNG_PSEUDO_MT19937};

murandGenerator_t make(murandRngType_t type, bool on_host = true) {
  murandGenerator_t generator = nullptr;
  EQUAL((on_host ? murandCreateGeneratorHost : murandCreateGenerator)(&generator, type),
        MURAND_STATUS_SUCCESS);
  return generator;
}

std::vector<unsigned> numbers(murandGenerator_t generator, std::size_t count) {
  std::vector<unsigned> out(count);
  EQUAL(murandGenerate(generator, out.data(), count), MURAND_STATUS_SUCCESS);
  return out;
}

// Steps one by one what a jump does at once.
template <class State>
void check_jumps() {
  for (const unsigned long long n : {1ULL, 2ULL, 3ULL, 1000ULL, 4097ULL}) {
    State stepped;
    State jumped;
    murand_init(77, 0, 0, &stepped);
    murand_init(77, 0, n, &jumped);
    for (unsigned long long i = 0; i < n; ++i) murand(&stepped);
    for (int i = 0; i < 5; ++i) EQUAL(murand(&jumped), murand(&stepped));
  }
  // Many small jumps and one large one.
  State small;
  State large;
  murand_init(5, 0, 0, &small);
  murand_init(5, 0, 64ULL * 1000000007ULL, &large);
  for (int i = 0; i < 64; ++i) skipahead(1000000007ULL, &small);
  for (int i = 0; i < 5; ++i) EQUAL(murand(&small), murand(&large));
}

}  // namespace

TEST(xorwow_is_marsaglias_generator) {
  murandStateXORWOW_t state = {};
  state.v[0] = 123456789, state.v[1] = 362436069, state.v[2] = 521288629;
  state.v[3] = 88675123, state.v[4] = 5783321, state.d = 6615241;
  // His program, with its own names.
  unsigned long x = 123456789, y = 362436069, z = 521288629, w = 88675123, v = 5783321, d = 6615241;
  for (int i = 0; i < 1000; ++i) {
    const unsigned long t = (x ^ (x >> 2)) & 0xffffffff;
    x = y, y = z, z = w, w = v;
    v = ((v ^ (v << 4)) ^ (t ^ (t << 1))) & 0xffffffff;
    d = (d + 362437) & 0xffffffff;
    EQUAL(murand(&state), static_cast<unsigned>((d + v) & 0xffffffff));
  }
  check_jumps<murandStateXORWOW_t>();
}

TEST(xorwow_sequences_are_two_to_the_67_apart) {
  murandStateXORWOW_t far;
  murandStateXORWOW_t sequence;
  murand_init(5, 0, 0, &far);
  for (int i = 0; i < 16; ++i) skipahead(1ULL << 63, &far);
  murand_init(5, 1, 0, &sequence);
  for (int i = 0; i < 5; ++i) EQUAL(murand(&sequence), murand(&far));
}

TEST(mrg32k3a_gives_lecuyers_first_numbers) {
  murandStateMRG32k3a_t state = {};
  for (int i = 0; i < 3; ++i) state.s1[i] = state.s2[i] = 12345;
  const double expected[] = {0.12701112204657714, 0.3185275653967945, 0.3091860155832701};
  // His program divides by m1 + 1; as in cuRAND the largest number is 1 here.
  for (const double value : expected) {
    const double scaled = value * (4294967088.0 / 4294967087.0);
    CHECK(std::abs(murand_uniform_double(&state) - scaled) < 1e-15);
  }
  check_jumps<murandStateMRG32k3a_t>();
  murandStateMRG32k3a_t far;
  murandStateMRG32k3a_t sub;
  murand_init(5, 0, 0, &far);
  for (int i = 0; i < 8192; ++i) skipahead(1ULL << 63, &far);
  murand_init(5, 1, 0, &sub);
  EQUAL(murand(&sub), murand(&far));
}

TEST(mt19937_is_the_mersenne_twister) {
  murandGenerator_t generator = make(MURAND_RNG_PSEUDO_MT19937);
  EQUAL(murandSetPseudoRandomGeneratorSeed(generator, 5489), MURAND_STATUS_SUCCESS);
  EQUAL(numbers(generator, 10000).back(), 4123659995u);
  std::mt19937 same(5489);
  same.discard(10000);
  EQUAL(numbers(generator, 1)[0], static_cast<unsigned>(same()));
  EQUAL(murandSetGeneratorOffset(generator, 10), MURAND_STATUS_TYPE_ERROR);
  murandDestroyGenerator(generator);
}

TEST(a_second_call_goes_on_where_the_first_ended) {
  for (const murandRngType_t type : kPseudo) {
    murandGenerator_t once = make(type);
    murandGenerator_t twice = make(type);
    std::vector<double> whole(50);
    std::vector<double> parts(50);
    murandGenerateUniformDouble(once, whole.data(), 20);
    murandGenerateNormalDouble(once, whole.data() + 20, 30, 1.0, 2.0);
    murandGenerateUniformDouble(twice, parts.data(), 7);
    murandGenerateUniformDouble(twice, parts.data() + 7, 13);
    murandGenerateNormalDouble(twice, parts.data() + 20, 10, 1.0, 2.0);
    murandGenerateNormalDouble(twice, parts.data() + 30, 20, 1.0, 2.0);
    CHECK(whole == parts);
    murandDestroyGenerator(once);
    murandDestroyGenerator(twice);
  }
}

TEST(seed_and_offset_name_the_numbers) {
  for (const murandRngType_t type : kPseudo) {
    murandGenerator_t generator = make(type);
    murandSetPseudoRandomGeneratorSeed(generator, 42);
    const std::vector<unsigned> first = numbers(generator, 100);
    murandSetPseudoRandomGeneratorSeed(generator, 42);
    CHECK(numbers(generator, 100) == first);
    murandSetPseudoRandomGeneratorSeed(generator, 43);
    CHECK(numbers(generator, 100) != first);
    CHECK(std::set<unsigned>(first.begin(), first.end()).size() > 98);
    if (type != MURAND_RNG_PSEUDO_MT19937) {
      murandSetPseudoRandomGeneratorSeed(generator, 42);
      EQUAL(murandSetGeneratorOffset(generator, 60), MURAND_STATUS_SUCCESS);
      CHECK(numbers(generator, 40) == std::vector<unsigned>(first.begin() + 60, first.end()));
    }
    murandDestroyGenerator(generator);
  }
}

// Here a sequence has one order; on the platform the orders may differ.
TEST(orderings_and_prepared_seeds_leave_the_sequence_as_it_is) {
  for (const murandRngType_t type : kPseudo) {
    murandGenerator_t generator = make(type);
    const std::vector<unsigned> expected = numbers(generator, 20);
    for (const murandOrdering_t order : {MURAND_ORDERING_PSEUDO_BEST, MURAND_ORDERING_PSEUDO_LEGACY,
                                         MURAND_ORDERING_PSEUDO_DYNAMIC}) {
      murandSetPseudoRandomGeneratorSeed(generator, 0);
      EQUAL(murandSetGeneratorOrdering(generator, order), MURAND_STATUS_SUCCESS);
      EQUAL(murandGenerateSeeds(generator), MURAND_STATUS_SUCCESS);
      CHECK(numbers(generator, 20) == expected);
    }
    murandDestroyGenerator(generator);
  }
}

TEST(host_and_device_generators_agree) {
  std::vector<murandRngType_t> types = kPseudo;
  types.insert(types.end(), {MURAND_RNG_PSEUDO_DEFAULT, MURAND_RNG_QUASI_DEFAULT,
                             MURAND_RNG_QUASI_SCRAMBLED_SOBOL32});
  for (const murandRngType_t type : types) {
    murandGenerator_t host = make(type);
    murandGenerator_t device = make(type, false);
    DeviceArray<float> out(64);
    std::vector<float> expected(64);
    EQUAL(murandGenerateUniform(device, out.data(), 64), MURAND_STATUS_SUCCESS);
    EQUAL(murandGenerateUniform(host, expected.data(), 64), MURAND_STATUS_SUCCESS);
    CHECK(out.get() == expected);
    EQUAL(murandGenerateLogNormal(device, out.data(), 64, 0.5f, 0.25f), MURAND_STATUS_SUCCESS);
    EQUAL(murandGenerateLogNormal(host, expected.data(), 64, 0.5f, 0.25f), MURAND_STATUS_SUCCESS);
    CHECK(out.get() == expected);
    DeviceArray<unsigned> counts(64);
    std::vector<unsigned> expected_counts(64);
    EQUAL(murandGeneratePoisson(device, counts.data(), 64, 20.0), MURAND_STATUS_SUCCESS);
    EQUAL(murandGeneratePoisson(host, expected_counts.data(), 64, 20.0), MURAND_STATUS_SUCCESS);
    CHECK(counts.get() == expected_counts);
    murandDestroyGenerator(host);
    murandDestroyGenerator(device);
  }
}

TEST(device_states_give_what_the_host_generators_give) {
  murandGenerator_t xorwow = make(MURAND_RNG_PSEUDO_XORWOW);
  murandGenerator_t mrg = make(MURAND_RNG_PSEUDO_MRG32K3A);
  murandState_t xorwow_state;
  murandStateMRG32k3a_t mrg_state;
  murand_init(8, 0, 3, &xorwow_state);
  murand_init(8, 0, 3, &mrg_state);
  for (murandGenerator_t generator : {xorwow, mrg}) {
    murandSetPseudoRandomGeneratorSeed(generator, 8);
    murandSetGeneratorOffset(generator, 3);
  }
  std::vector<double> normal(10);
  murandGenerateNormalDouble(xorwow, normal.data(), 10, 0.0, 1.0);
  for (const double value : normal) EQUAL(murand_normal_double(&xorwow_state), value);
  murandGenerateNormalDouble(mrg, normal.data(), 10, 0.0, 1.0);
  for (const double value : normal) EQUAL(murand_normal_double(&mrg_state), value);
  std::vector<unsigned> counts(10);
  murandGeneratePoisson(xorwow, counts.data(), 10, 7.5);
  for (const unsigned value : counts) EQUAL(murand_poisson(&xorwow_state, 7.5), value);
  murandDestroyGenerator(xorwow);
  murandDestroyGenerator(mrg);
}

TEST_MAIN()
