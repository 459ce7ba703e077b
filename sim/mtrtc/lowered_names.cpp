// Finds the names in the table of the module, by the addresses of what the expressions name.
#include "mtrtc/lowered_names.h"

#include <dlfcn.h>

#include "musasim/kernel.h"

namespace musasim::mtrtc {

namespace {

std::string variable(std::size_t index) { return "musasim_mtrtc_name_" + std::to_string(index); }

const char* name_at(const musasimModule& table, const void* address) {
  for (unsigned i = 0; i < table.kernel_count; ++i) {
    if (table.kernels[i].host == address) return table.kernels[i].name;
  }
  for (unsigned i = 0; i < table.variable_count; ++i) {
    if (table.variables[i].host == address) return table.variables[i].name;
  }
  return nullptr;
}

}  // namespace

// A template's parameter, unlike a cast, takes an instance of a template without naming its type.
std::string declaration(std::size_t index, const std::string& expression) {
  const std::string helper =
      index != 0
          ? ""
          : "namespace musasim_mtrtc { template <class T> const void* address_of(T* place) { "
            "return (const void*)place; } } ";
  return helper + "extern \"C\" { __attribute__((visibility(\"default\"))) const void* " +
         variable(index) + " = ::musasim_mtrtc::address_of(" + expression + "); }\n";
}

bool lowered_names(const std::string& image, const std::vector<std::string>& expressions,
                   std::map<std::string, std::string>* names, std::string* error) {
  if (expressions.empty()) return true;
  void* const library = dlopen(image.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    *error = dlerror();
    return false;
  }
  const auto* const table =
      static_cast<const musasimModule*>(dlsym(library, MUSASIM_MODULE_SYMBOL));
  for (std::size_t i = 0; table != nullptr && i < expressions.size(); ++i) {
    const auto* const place = static_cast<const void* const*>(dlsym(library, variable(i).c_str()));
    const char* const name = place == nullptr ? nullptr : name_at(*table, *place);
    if (name != nullptr) names->emplace(expressions[i], name);
  }
  dlclose(library);
  return true;
}

}  // namespace musasim::mtrtc
