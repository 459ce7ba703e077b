// tl.device_print and tl.device_assert: messages that kernels put together piece by piece.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "triton_runtime/api.h"

namespace {

struct Message {
  std::FILE* file;
  std::string prefix;
  std::string format;
  std::vector<std::uint64_t> numbers;
};

template <class T>
std::string print_number(const std::string& directive, T value) {
  char text[128];
  const int length = std::snprintf(text, sizeof text, directive.c_str(), value);
  return std::string(text,
                     length < 0 ? 0 : std::min(static_cast<std::size_t>(length), sizeof text - 1));
}

// One number by its directive, such as %4u or %lld.
std::string print_one(const std::string& directive, std::uint64_t number) {
  const bool is_long = directive.find_first_of("lj") != std::string::npos;
  switch (directive.back()) {
    case 'f':
    case 'g':
    case 'e':
    case 'a': {
      double value;
      std::memcpy(&value, &number, sizeof value);
      return print_number(directive, value);
    }
    case 'p': return print_number(directive, reinterpret_cast<void*>(number));
    case 's': {
      const auto* const text = reinterpret_cast<const char*>(number);
      return text == nullptr ? "(null)" : text;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return is_long ? print_number(directive, static_cast<unsigned long long>(number))
                     : print_number(directive, static_cast<unsigned>(number));
    default:
      return is_long ? print_number(directive, static_cast<long long>(number))
                     : print_number(directive, static_cast<int>(number));
  }
}

std::string print(const Message& message) {
  const std::string& format = message.format;
  std::string text = message.prefix;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const bool is_directive = format[i] == '%' && i + 1 < format.size() && format[i + 1] != '%';
    if (!is_directive) {
      i += format[i] == '%' ? 1 : 0;
      text += i < format.size() ? format[i] : '%';
      continue;
    }
    const std::size_t end = format.find_first_of("diouxXcpsfgea", i);
    if (end == std::string::npos || next == message.numbers.size()) {
      text += format[i];
      continue;
    }
    text += print_one(format.substr(i, end - i + 1), message.numbers[next++]);
    i = end;
  }
  return text;
}

std::uint64_t ended(Message* message, bool is_last) {
  if (is_last) {
    const std::string text = print(*message);
    std::fwrite(text.data(), 1, text.size(), message->file);
    delete message;
  }
  return reinterpret_cast<std::uint64_t>(message);
}

}  // namespace

std::uint64_t __ockl_printf_begin(std::uint64_t) {
  return reinterpret_cast<std::uint64_t>(new Message{stdout, "", "", {}});
}

std::uint64_t __ockl_fprintf_stderr_begin() {
  const uint3 block = musasim::device::blockIdx;
  char prefix[80];
  std::snprintf(prefix, sizeof prefix, "block: [%u,%u,%u], thread: %u: ", block.x, block.y, block.z,
                musasim_triton_thread_id());
  return reinterpret_cast<std::uint64_t>(new Message{stderr, prefix, "", {}});
}

std::uint64_t __ockl_printf_append_string_n(std::uint64_t handle, const char* text,
                                            std::uint64_t length, std::uint32_t is_last) {
  auto* const message = reinterpret_cast<Message*>(handle);
  if (message->format.empty()) {
    message->format.assign(text, strnlen(text, length));
  } else {
    message->numbers.push_back(reinterpret_cast<std::uint64_t>(text));
  }
  return ended(message, is_last != 0);
}

std::uint64_t __ockl_printf_append_args(std::uint64_t handle, std::uint32_t count, std::uint64_t a,
                                        std::uint64_t b, std::uint64_t c, std::uint64_t d,
                                        std::uint64_t e, std::uint64_t f, std::uint64_t g,
                                        std::uint32_t is_last) {
  auto* const message = reinterpret_cast<Message*>(handle);
  const std::uint64_t all[] = {a, b, c, d, e, f, g};
  message->numbers.insert(message->numbers.end(), all, all + (count < 7 ? count : 7));
  return ended(message, is_last != 0);
}
