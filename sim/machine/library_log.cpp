// The logs of the libraries' calls.
#include "machine/library_log.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string>

namespace musasim {
namespace {

struct Log {
  bool on = false;
  bool disabled = false;
  bool to_stdout = false;
  bool to_stderr = false;
  std::FILE* file = nullptr;
  bool owns_file = false;
  LogCallback callback = nullptr;

  void close() {
    if (owns_file) {
      std::fclose(file);
    }
    file = nullptr;
    owns_file = false;
  }
};

struct Logs {
  std::mutex mutex;
  std::map<std::string, Log> by_library;
  std::atomic<bool> any{false};  // spares calls the lock while nothing logs
};

Logs& logs() {
  static Logs* const all = new Logs;
  return *all;
}

template <class F>
auto with_log(const char* library, F f) {
  const std::lock_guard<std::mutex> lock(logs().mutex);
  return f(logs().by_library[library]);
}

void write_line(std::FILE* file, const char* library, const char* message) {
  std::fprintf(file, "[%s] %s\n", library, message);
  std::fflush(file);
}

}  // namespace

bool logging(const char* library) noexcept {
  return logs().any.load(std::memory_order_relaxed) &&
         with_log(library, [](const Log& log) { return log.on && !log.disabled; });
}

void write_log(const char* library, const char* message) noexcept {
  with_log(library, [&](const Log& log) {
    const bool nowhere =
        !log.to_stdout && !log.to_stderr && log.file == nullptr && log.callback == nullptr;
    if (log.to_stdout || nowhere) write_line(stdout, library, message);
    if (log.to_stderr) write_line(stderr, library, message);
    if (log.file != nullptr) write_line(log.file, library, message);
  });
}

LogCallback log_callback(const char* library) noexcept {
  return with_log(library, [](const Log& log) { return log.callback; });
}

void set_logging(const char* library, bool on) noexcept {
  with_log(library, [&](Log& log) { log.on = on; });
  logs().any = true;
}

void set_log_callback(const char* library, LogCallback callback) noexcept {
  with_log(library, [&](Log& log) { log.callback = callback; });
}

void set_log_streams(const char* library, bool to_stdout, bool to_stderr) noexcept {
  with_log(library, [&](Log& log) {
    log.to_stdout = to_stdout;
    log.to_stderr = to_stderr;
  });
}

void set_log_file(const char* library, std::FILE* file) noexcept {
  with_log(library, [&](Log& log) {
    log.close();
    log.file = file;
  });
}

bool open_log_file(const char* library, const char* name) noexcept {
  std::FILE* const opened = name == nullptr ? nullptr : std::fopen(name, "a");
  if (name != nullptr && opened == nullptr) {
    return false;
  }
  with_log(library, [&](Log& log) {
    log.close();
    log.file = opened;
    log.owns_file = opened != nullptr;
  });
  return true;
}

void disable_log(const char* library) noexcept {
  with_log(library, [](Log& log) { log.disabled = true; });
}

}  // namespace musasim
