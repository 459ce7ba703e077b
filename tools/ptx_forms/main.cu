// Runs every form with the same inputs as PTX and as C++, and compares. Prints a line a form: its text, a checksum of what
// the PTX gave, how many results differ, and one that does.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness.h"

namespace {

constexpr int kThreads = 2048;
constexpr int kMostOutputs = 8;
using Word = unsigned long long;

Word state;
Word next() {
  Word x = state += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

const unsigned kFloats[] = {0,          0x80000000, 1,          0x80000001, 0x7fffff,   0x807fffff,
                            0x800000,   0x80800000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001,
                            0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
                            0x7f800001, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3f000000,
                            0x3effffff, 0x3fc00000, 0x40200000, 0x477fe000, 0x477ff000, 0x477fefff,
                            0x33800000, 0x33000000, 0x38800000, 0x387fc000, 0x43e00000, 0x43e80000,
                            0x3b000000, 0x42fe0000, 0x43000000, 0x437f8000, 0x3f7ffffe, 0x00800001};
const unsigned kHalves[] = {0,      0x8000, 1,      0x8001, 0x3ff,  0x83ff, 0x400,  0x3c00,
                            0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01,
                            0x3bff, 0x3c01, 0x3800, 0x4200, 0x3bfe, 0x401};
const unsigned kBrains[] = {0,      0x8000, 1,      0x8001, 0x7f,   0x80,   0x3f80,
                            0xbf80, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0xffc1,
                            0x7f81, 0x3f7f, 0x3f81, 0x3f00, 0x4040, 0x8080};
const Word kDoubles[] = {0,
                         1ull << 63,
                         1,
                         0xfffffffffffffull,
                         0x10000000000000ull,
                         0x3ff0000000000000ull,
                         0xbff0000000000000ull,
                         0x7fefffffffffffffull,
                         0x7ff0000000000000ull,
                         0xfff0000000000000ull,
                         0x7ff8000000000000ull,
                         0xfff8000000000001ull,
                         0x41dfffffffc00000ull,
                         0x41e0000000000000ull,
                         0x43e0000000000000ull,
                         0x47efffffe0000000ull,
                         0x47effffff0000000ull,
                         0x36a0000000000000ull,
                         0x3690000000000000ull,
                         0x3fe0000000000000ull,
                         0x40effc0000000000ull,
                         0x40effe0000000000ull};
const Word kIntegers[] = {0,          1,
                          2,          0x7f,
                          0x80,       0xff,
                          0x100,      0x7fff,
                          0x8000,     0xffff,
                          0x10000,    0x7fffffff,
                          0x80000000, 0xffffffff,
                          31,         32,
                          0xffffff80, 0xffff8000,
                          1ull << 32, 1ull << 63,
                          ~0ull >> 1, ~0ull,
                          63,         64,
                          1ull << 53, (1ull << 53) + 1};
#define PICK(list) list[next() % (sizeof(list) / sizeof(list[0]))]

unsigned small_half() {
  return PICK(((const unsigned[]){0, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4200, 0x3800}));
}
unsigned small_brain() {
  return PICK(((const unsigned[]){0, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4040, 0x3f00}));
}
unsigned one_half(bool is_edge) {
  return is_edge ? PICK(kHalves) : static_cast<unsigned>(next() & 0xffff);
}
unsigned one_brain(bool is_edge) {
  return is_edge ? PICK(kBrains) : static_cast<unsigned>(next() & 0xffff);
}
unsigned of_float(float x) {
  unsigned raw;
  std::memcpy(&raw, &x, sizeof raw);
  return raw;
}
// A number whose exponent is near that of 1, half of the time.
unsigned any_float() {
  const unsigned raw = static_cast<unsigned>(next());
  return next() % 2 != 0 ? raw
                         : (raw & 0x807fffffu) | (111u + static_cast<unsigned>(next() % 40)) << 23;
}
Word any_double() {
  const Word raw = next();
  return next() % 2 != 0 ? raw : (raw & 0x800fffffffffffffull) | (1023 - 40 + next() % 110) << 52;
}

// Eight digits of some.
Word choices(const char* digits) {
  char text[9] = {};
  for (int k = 0; k < 8; ++k) text[k] = digits[next() % std::strlen(digits)];
  return std::strtoul(text, nullptr, 16);
}

Word input(char kind) {
  const bool is_edge = next() % 3 == 0;
  switch (kind) {
    case 'F': return is_edge ? PICK(kFloats) : any_float();
    case 'D': return is_edge ? PICK(kDoubles) : any_double();
    case 'h': return one_half(is_edge);
    case 'b': return one_brain(is_edge);
    case 'H': return one_half(is_edge) | one_half(next() % 3 == 0) << 16;
    case 'B': return one_brain(is_edge) | one_brain(next() % 3 == 0) << 16;
    case 'w': return (is_edge ? PICK(kIntegers) : next()) & 0xffff;
    case 'n': return next() % 40;
    case 'p': return next() & 0xffff;
    case 'm': return small_half() | small_half() << 16;
    case 'M': return small_brain() | small_brain() << 16;
    case 'T': return small_brain() << 16;
    case 'f': return of_float(static_cast<float>(static_cast<int>(next() % 64) - 32));
    case 'E':
      return PICK(((const unsigned[]){0x38403830, 0xb838c040, 0x003838b0, 0x30304440})) ^
             (next() & 0x80808080);
    case 'Q':
      return PICK(((const unsigned[]){0x3c403c38, 0xbc3cc040, 0x003c3cb8, 0x38384240})) ^
             (next() & 0x80808080);
    case 'd': {
      const double x = static_cast<int>(next() % 64) - 32;
      Word raw;
      std::memcpy(&raw, &x, sizeof raw);
      return raw;
    }
    case 's': return choices("489cde");
    case 't': return choices("4e");
    case 'l': return is_edge ? PICK(kIntegers) : next();
    default: return (is_edge ? PICK(kIntegers) : next()) & 0xffffffff;
  }
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

// A logarithm near zero is near by its difference.
bool is_near(Word a, Word b, int ulps) {
  float left, right;
  std::memcpy(&left, &a, sizeof left);
  std::memcpy(&right, &b, sizeof right);
  const float apart = left - right;
  if (ulps >= 64 && apart < 2.4e-7F && apart > -2.4e-7F) return true;
  const auto order = [](Word raw) {
    const int number = static_cast<int>(static_cast<unsigned>(raw));
    return number < 0 ? -static_cast<long long>(number & 0x7fffffff)
                      : static_cast<long long>(number);
  };
  const auto is_nan = [](Word raw) { return (raw & 0x7fffffff) > 0x7f800000; };
  if (is_nan(a) || is_nan(b)) return is_nan(a) && is_nan(b);
  const long long by = order(a) - order(b);
  return by <= ulps && by >= -ulps;
}

// Two inputs of a kind are each pair of edges once, as far as there are threads.
template <std::size_t count>
void cross(std::vector<Word>* in, const unsigned (&edges)[count]) {
  for (std::size_t i = 0; i < count * count && i < kThreads; ++i) {
    (*in)[i] = edges[i / count];
    (*in)[i + kThreads] = edges[i % count];
  }
}

struct Buffers {
  Word* in;
  Word* out;
  unsigned char* global;
};

std::vector<Word> run(const Form& form, Launch launch, const std::vector<Word>& in,
                      const std::vector<unsigned char>& memory, const Buffers& buffers) {
  std::vector<Word> out(static_cast<std::size_t>(form.outputs) * kThreads);
  check(cudaMemcpy(buffers.in, in.data(), in.size() * 8, cudaMemcpyHostToDevice), "inputs");
  check(cudaMemcpy(buffers.global, memory.data(), memory.size(), cudaMemcpyHostToDevice), "memory");
  check(cudaMemset(buffers.out, 0, kMostOutputs * kThreads * 8), "outputs");
  launch(buffers.in, buffers.out, buffers.global, kThreads);
  check(cudaDeviceSynchronize(), form.text);
  check(cudaMemcpy(out.data(), buffers.out, out.size() * 8, cudaMemcpyDeviceToHost), "outputs");
  return out;
}

Word checksum(const std::vector<Word>& words) {
  Word hash = 1469598103934665603ull;
  for (const Word word : words) hash = (hash ^ word) * 1099511628211ull;
  return hash;
}

void compare(const Form& form, const Buffers& buffers) {
  state = 1;
  std::vector<Word> in;
  for (const char* kind = form.inputs; *kind != '\0'; ++kind) {
    for (int i = 0; i < kThreads; ++i) in.push_back(input(*kind));
  }
  if (std::strcmp(form.inputs, "FF") == 0) cross(&in, kFloats);
  if (std::strcmp(form.inputs, "hh") == 0) cross(&in, kHalves);
  if (std::strcmp(form.inputs, "bb") == 0) cross(&in, kBrains);
  if (in.empty()) in.push_back(0);
  std::vector<unsigned char> memory(kThreads * 32);
  for (unsigned char& byte : memory) byte = static_cast<unsigned char>(next());
  const std::vector<Word> ported = run(form, form.ported, in, memory, buffers);
  const std::vector<Word> expected =
      form.original != nullptr ? run(form, form.original, in, memory, buffers) : ported;
  int differing = 0;
  std::string example = "-";
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const bool same =
        form.ulps == 0 ? expected[k] == ported[k] : is_near(expected[k], ported[k], form.ulps);
    if (same) continue;
    if (differing++ != 0) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%d: ptx %llx, c++ %llx, of", static_cast<int>(k), expected[k],
                  ported[k]);
    example = text;
    for (std::size_t one = k % kThreads; one < in.size(); one += kThreads) {
      std::snprintf(text, sizeof text, " %llx", in[one]);
      example += text;
    }
  }
  std::printf("%s\t%016llx\t%d\t%s\n", form.text, form.ulps == 0 ? checksum(expected) : 0,
              differing, example.c_str());
}

}  // namespace

int main() {
  Buffers buffers{};
  check(cudaMalloc(&buffers.in, 32 * kThreads * 8), "cudaMalloc");
  check(cudaMalloc(&buffers.out, kMostOutputs * kThreads * 8), "cudaMalloc");
  check(cudaMalloc(&buffers.global, kThreads * 32), "cudaMalloc");
  for (const Form& form : forms()) compare(form, buffers);
  return 0;
}
