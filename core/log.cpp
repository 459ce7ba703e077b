// The core's one log: stderr, only with TORCHADA_LOG=debug.
#include "log.h"

#include <cstdio>

#include "environment.h"

namespace torchada {

void log_debug(const std::string& text) {
  if (environment_value("TORCHADA_LOG") != "debug") return;
  std::fprintf(stderr, "torchada: core: %s\n", text.c_str());
}

}  // namespace torchada
