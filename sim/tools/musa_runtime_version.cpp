// musa_runtime_version: the version of the runtime as a line of JSON, in the form that build scripts
// (torch_musa's cmake/utils.cmake) read.
#include <cstdio>

#include "musa_runtime_api.h"

int main() {
  int version = 0;
  const musaError_t error = musaRuntimeGetVersion(&version);
  if (error != musaSuccess) {
    std::fprintf(stderr, "musa_runtime_version: %s\n", musaGetErrorString(error));
    return 1;
  }
  std::printf(
      "musa_runtime:{\"version\":\"%d.%d.%d\",\"gitbranch\":\"musasim\",\"gittag\":\"Notag\","
      "\"commitid\":\"\",\"commitdate\":\"\"}\n",
      version / 10000, version / 100 % 100, version % 100);
  return 0;
}
