// Finds mcc.
#include "mtrtc/toolkit.h"

#include <dlfcn.h>

#include <filesystem>

#include "mtrtc.h"

namespace musasim::mtrtc {

namespace {

std::string find_compiler() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&mtrtcVersion), &here) == 0) return "mcc";
  const std::filesystem::path library = std::filesystem::absolute(here.dli_fname);
  return (library.parent_path().parent_path() / "bin" / "mcc").string();
}

}  // namespace

const std::string& compiler() {
  static const std::string* const path = new std::string(find_compiler());
  return *path;
}

}  // namespace musasim::mtrtc
