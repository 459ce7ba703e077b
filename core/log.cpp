// The core's one log: stderr, only with TORCHADA_LOG=debug.
#include "log.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace torchada {

void log_debug(const std::string& text) {
  const char* level = std::getenv("TORCHADA_LOG");
  if (level == nullptr || std::strcmp(level, "debug") != 0) return;
  std::fprintf(stderr, "torchada: core: %s\n", text.c_str());
}

}  // namespace torchada
