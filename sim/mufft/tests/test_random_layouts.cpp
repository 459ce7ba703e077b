// Random plans: rank, lengths, batch, strides, embeds and kind by chance, against the definition.
#include <random>
#include <vector>

#include "mufft.h"
#include "mufft/tests/plain.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;
using plain::Signal;

namespace {

struct Side {
  std::vector<int> embed;
  int stride;
  int distance;
  std::size_t memory;  // elements that the layout may reach

  std::size_t at(int batch, const std::vector<int>& index) const {
    std::size_t place = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      place = place * (axis == 0 ? 1 : embed[axis]) + index[axis];
    }
    return static_cast<std::size_t>(batch) * distance + place * stride;
  }
};

struct Case {
  std::vector<int> n;
  int batch;
  Side in;
  Side out;
};

int pick(std::mt19937& random, int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(random);
}

// Batches lie apart, or interleaved between the elements.
Side side(std::mt19937& random, const std::vector<int>& lengths, int batch) {
  Side made;
  int volume = 1;
  for (const int length : lengths) {
    made.embed.push_back(length + pick(random, 0, 2));
    volume *= made.embed.back();
  }
  const bool interleaved = pick(random, 0, 1) == 1;
  made.stride = interleaved ? batch + pick(random, 0, 1) : pick(random, 1, 3);
  made.distance = interleaved ? 1 : volume * made.stride + pick(random, 0, 3);
  made.memory = static_cast<std::size_t>(volume) * made.stride + made.distance * batch;
  return made;
}

std::vector<int> halved(std::vector<int> lengths) {
  lengths.back() = lengths.back() / 2 + 1;
  return lengths;
}

// Calls f(index, its place in a dense array of the lengths).
template <class F>
void each_index(const std::vector<int>& lengths, F f) {
  std::vector<int> index(lengths.size());
  for (std::size_t place = 0;; ++place) {
    f(index, place);
    std::size_t axis = lengths.size();
    while (axis > 0 && ++index[axis - 1] == lengths[axis - 1]) index[--axis] = 0;
    if (axis == 0) return;
  }
}

Signal gathered(const Signal& memory, const Side& side, const std::vector<int>& lengths,
                int batch) {
  Signal dense;
  each_index(lengths, [&](const std::vector<int>& index, std::size_t) {
    dense.push_back(memory[side.at(batch, index)]);
  });
  return dense;
}

Signal definition(const Signal& dense, const std::vector<int>& n, int direction) {
  return plain::dft(dense, std::vector<std::size_t>(n.begin(), n.end()), direction);
}

mufftHandle made(Case& made_case, mufftType type) {
  mufftHandle plan = nullptr;
  Case& c = made_case;
  EQUAL(
      mufftPlanMany(&plan, static_cast<int>(c.n.size()), c.n.data(), c.in.embed.data(), c.in.stride,
                    c.in.distance, c.out.embed.data(), c.out.stride, c.out.distance, type, c.batch),
      MUFFT_SUCCESS);
  return plan;
}

Case random_case(std::mt19937& random, bool half_in, bool half_out) {
  Case c;
  const int rank = pick(random, 1, 3);
  for (int axis = 0; axis < rank; ++axis) c.n.push_back(pick(random, 1, rank == 1 ? 60 : 9));
  c.batch = pick(random, 1, 4);
  c.in = side(random, half_in ? halved(c.n) : c.n, c.batch);
  c.out = side(random, half_out ? halved(c.n) : c.n, c.batch);
  return c;
}

}  // namespace

TEST(random_complex_plans_match_the_definition) {
  std::mt19937 random(1);
  for (int i = 0; i < 150; ++i) {
    Case c = random_case(random, false, false);
    const int direction = pick(random, 0, 1) == 0 ? MUFFT_FORWARD : MUFFT_INVERSE;
    const Signal memory = plain::random_signal(c.in.memory, i);
    const DeviceArray<mufftDoubleComplex> in(plain::packed<mufftDoubleComplex>(memory));
    const DeviceArray<mufftDoubleComplex> out(c.out.memory);
    mufftHandle plan = made(c, MUFFT_Z2Z);
    EQUAL(mufftExecZ2Z(plan, in.data(), out.data(), direction), MUFFT_SUCCESS);
    const Signal found = plain::unpacked(out.get());
    for (int b = 0; b < c.batch; ++b) {
      const Signal expected = definition(gathered(memory, c.in, c.n, b), c.n, direction);
      CHECK(plain::error(gathered(found, c.out, c.n, b), expected) < 1e-13);
    }
    mufftDestroy(plan);
  }
}

TEST(random_real_plans_match_the_definition_and_come_back) {
  std::mt19937 random(2);
  for (int i = 0; i < 150; ++i) {
    Case c = random_case(random, false, true);
    const Signal memory = plain::random_signal(c.in.memory, i, true);
    const DeviceArray<double> real(plain::real_parts<double>(memory));
    const DeviceArray<mufftDoubleComplex> spectrum(c.out.memory);
    mufftHandle plan = made(c, MUFFT_D2Z);
    EQUAL(mufftExecD2Z(plan, real.data(), spectrum.data()), MUFFT_SUCCESS);
    mufftDestroy(plan);
    const Signal found = plain::unpacked(spectrum.get());
    for (int b = 0; b < c.batch; ++b) {
      const Signal expected =
          plain::half_rows(definition(gathered(memory, c.in, c.n, b), c.n, -1), c.n.back());
      CHECK(plain::error(gathered(found, c.out, halved(c.n), b), expected) < 1e-13);
    }
    Case back = c;
    back.in = c.out;
    back.out = side(random, c.n, c.batch);
    const DeviceArray<double> again(back.out.memory);
    plan = made(back, MUFFT_Z2D);
    EQUAL(mufftExecZ2D(plan, spectrum.data(), again.data()), MUFFT_SUCCESS);
    mufftDestroy(plan);
    const Signal returned = plain::from_real(again.get());
    for (int b = 0; b < c.batch; ++b) {
      Signal expected = gathered(memory, c.in, c.n, b);
      for (plain::Complex& value : expected) value *= static_cast<double>(expected.size());
      CHECK(plain::error(gathered(returned, back.out, c.n, b), expected) < 1e-13);
    }
  }
}

TEST_MAIN()
