// Last error of the process.
#include "machine/collective/report.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace musasim::collective {

namespace {

struct LastError {
  std::mutex mutex;
  std::string text;
};

LastError& last() {
  static auto* instance = new LastError;
  return *instance;
}

bool warnings_wanted() {
  const char* level = std::getenv("MCCL_DEBUG");
  if (level == nullptr) {
    return false;
  }
  for (const char* name : {"WARN", "INFO", "TRACE", "ABORT"}) {
    if (strcasecmp(level, name) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

mcclResult_t fail(mcclResult_t code, const std::string& text) {
  {
    const std::lock_guard<std::mutex> lock(last().mutex);
    last().text = text;
  }
  if (warnings_wanted()) {
    std::fprintf(stderr, "[%d] MCCL WARN %s\n", static_cast<int>(getpid()), text.c_str());
  }
  return code;
}

mcclResult_t fail_musa(musaError_t error, const char* doing) {
  return fail(mcclUnhandledMusaError,
              std::string(doing) + ": MUSA error " + std::to_string(static_cast<int>(error)));
}

const char* last_error() noexcept {
  thread_local char text[1024];
  const std::lock_guard<std::mutex> lock(last().mutex);
  std::strncpy(text, last().text.c_str(), sizeof text - 1);
  return text;
}

}  // namespace musasim::collective
