// Messages of kernels: numbers by their directives, and messages that are written whole.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "check.h"
#include "triton_runtime/api.h"

namespace {

// What is written to the file while `write` runs.
template <class Write>
std::string written(std::FILE* file, Write write) {
  std::FILE* const kept = std::tmpfile();
  std::fflush(file);
  const int before = dup(fileno(file));
  dup2(fileno(kept), fileno(file));
  write();
  std::fflush(file);
  dup2(before, fileno(file));
  close(before);
  std::rewind(kept);
  char text[256] = {};
  const std::size_t size = std::fread(text, 1, sizeof text, kept);
  std::fclose(kept);
  return std::string(text, size);
}

void begin(std::uint64_t message, const char* format) {
  __ockl_printf_append_string_n(message, format, std::strlen(format) + 1, 0);
}

std::string print(const char* format, std::uint64_t number) {
  return written(stdout, [=] {
    const std::uint64_t message = __ockl_printf_begin(0);
    begin(message, format);
    __ockl_printf_append_args(message, 1, number, 0, 0, 0, 0, 0, 0, 1);
  });
}

std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

TEST(numbers_are_printed_by_their_directives) {
  const std::uint64_t minus = ~std::uint64_t{0};
  EQUAL(print("x %i y\n", minus), "x -1 y\n");
  EQUAL(print("%u", minus), "4294967295");
  EQUAL(print("%x", 0xffffffff0000001fU), "1f");
  EQUAL(print("%lli", minus), "-1");
  EQUAL(print("%llu", minus), "18446744073709551615");
  EQUAL(print("%llx", minus), "ffffffffffffffff");
  EQUAL(print("%5d|", 7), "    7|");
  EQUAL(print("%f", bits_of(0.5)), "0.500000");
  EQUAL(print("%p", 0x1000), "0x1000");
  EQUAL(print("100%% %d", 1), "100% 1");
}

TEST(texts_are_printed) {
  const char* const text = "word";
  EQUAL(print("%s.", reinterpret_cast<std::uint64_t>(text)), "word.");
  EQUAL(print("%s.", 0), "(null).");
}

TEST(a_message_has_as_many_numbers_as_it_needs) {
  const std::string text = written(stdout, [] {
    const std::uint64_t message = __ockl_printf_begin(0);
    begin(message, "%d %d %d %d %d %d %d %d %d");
    __ockl_printf_append_args(message, 7, 1, 2, 3, 4, 5, 6, 7, 0);
    __ockl_printf_append_args(message, 1, 8, 0, 0, 0, 0, 0, 0, 1);
  });
  EQUAL(text, "1 2 3 4 5 6 7 8 %d");
}

TEST(messages_of_assertions_are_written_whole) {
  const std::string text = written(stderr, [] {
    const std::uint64_t first = __ockl_fprintf_stderr_begin();
    const std::uint64_t second = __ockl_fprintf_stderr_begin();
    __ockl_printf_append_string_n(first, "one\n", 5, 1);
    __ockl_printf_append_string_n(second, "two\n", 5, 1);
  });
  EQUAL(text, "block: [0,0,0], thread: 0: one\nblock: [0,0,0], thread: 0: two\n");
}

}  // namespace

TEST_MAIN()
