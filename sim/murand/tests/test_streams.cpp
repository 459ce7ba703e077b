// The numbers of kernels are cuRAND's, bit for bit: what its header, compiled for the host, gives after
// curand_init(seed, subsequence, offset): six words, then a normal double, a normal float,
// a uniform double and a uniform float.
#include <cmath>

#include "check.h"
#include "murand_kernel.h"

namespace {

struct Expected {
  unsigned long long seed;
  unsigned long long subsequence;
  unsigned long long offset;
  unsigned words[6];
  float uniform;
  double uniform_double;
  float normal;
  double normal_double;
};

const Expected kXorwow[] = {
    {0ULL,
     3,
     5,
     {4193974717u, 583391598u, 2529613805u, 2107186881u, 1410658760u, 3914561477u},
     0.0403969921f,
     0.19272013986139586,
     0.696375012f,
     -0.19142395861785497},
    {1234ULL,
     0,
     0,
     {624778773u, 1867875844u, 3739671282u, 1954919316u, 3681184389u, 2501467243u},
     0.788312137f,
     0.72452668187328606,
     -0.971556664f,
     0.51435458749465202},
    {81985529216486895ULL,
     70000,
     1000000007,
     {884098313u, 1587953763u, 2615034393u, 33892875u, 1803923472u, 3374453224u},
     0.446063578f,
     0.28730323266649721,
     -1.39252698f,
     -0.78415254955238411},
};
const Expected kMrg32k3a[] = {
    {0ULL,
     3,
     5,
     {1000060378u, 552262069u, 1369418006u, 3285823885u, 3939649037u, 3362464357u},
     0.21883145f,
     0.20306909467127193,
     0.748485208f,
     -0.20626726280396632},
    {1234ULL,
     0,
     0,
     {3379073520u, 2521876100u, 213678209u, 1604391373u, 2253011095u, 4200718073u},
     0.56723243f,
     0.45014261921863247,
     -0.216550007f,
     -1.2848719444817689},
    {81985529216486895ULL,
     70000,
     1000000007,
     {1771821013u, 784280218u, 3451020238u, 3451899012u, 736019418u, 1670118818u},
     0.685044944f,
     0.27397625806299925,
     1.43842936f,
     0.69515111545962305},
};
const Expected kPhilox[] = {
    {0ULL,
     3,
     5,
     {3942112148u, 4139676267u, 3316708585u, 3477595751u, 134159859u, 3318818688u},
     0.494644165f,
     0.52498870273120701,
     0.218882307f,
     0.3062972849997278},
    {1234ULL,
     0,
     0,
     {546353992u, 3665621163u, 1140953199u, 3419031310u, 2666454581u, 482218876u},
     0.139514774f,
     0.71152652776800096,
     -0.149344906f,
     -0.21876747791166526},
    {81985529216486895ULL,
     70000,
     1000000007,
     {662510326u, 596078035u, 1811148967u, 419912485u, 2253601341u, 3131711233u},
     0.875846744f,
     0.36508517246693373,
     0.870427549f,
     0.34606352933468226},
};

// Sine and logarithm of another C library may differ in the last place.
template <class Real>
void check_close(Real seen, Real expected, Real tolerance) {
  CHECK(std::fabs(seen - expected) <= tolerance * (1 + std::fabs(expected)));
}

template <class State>
void check_streams(const Expected (&table)[3]) {
  for (const Expected& expected : table) {
    State state;
    murand_init(expected.seed, expected.subsequence, expected.offset, &state);
    for (const unsigned word : expected.words) EQUAL(murand(&state), word);
    check_close(murand_normal_double(&state), expected.normal_double, 1e-14);
    check_close(murand_normal(&state), expected.normal, 1e-6f);
    EQUAL(murand_uniform_double(&state), expected.uniform_double);
    EQUAL(murand_uniform(&state), expected.uniform);
  }
}

}  // namespace

TEST(xorwow_numbers_are_curands) { check_streams<murandStateXORWOW_t>(kXorwow); }
TEST(mrg32k3a_numbers_are_curands) { check_streams<murandStateMRG32k3a_t>(kMrg32k3a); }
TEST(philox_numbers_are_curands) { check_streams<murandStatePhilox4_32_10_t>(kPhilox); }

TEST_MAIN()
