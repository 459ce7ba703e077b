// Rows of kernel tables: names for people, sizes, the state on each device.
#include "machine/kernels/kernel.h"

#include <cxxabi.h>

#include <cstdlib>
#include <mutex>

namespace musasim {

namespace {

// The text without a trailing parameter list and a leading return type. Brackets hide what they
// enclose; so does "(anonymous namespace)".
std::string bare_name(const std::string& text) {
  static const std::string kAnonymous = "(anonymous namespace)";
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, kAnonymous.size(), kAnonymous) == 0) {
      i += kAnonymous.size() - 1;
    } else if (text[i] == '<') {
      ++depth;
    } else if (text[i] == '>') {
      --depth;
    } else if (depth == 0 && text[i] == ' ') {
      begin = i + 1;
    } else if (depth == 0 && text[i] == '(') {
      return text.substr(begin, i - begin);
    }
  }
  return text;
}

std::string shown(const char* name) {
  int status = 0;
  char* const demangled = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  const std::string text = status == 0 && demangled != nullptr ? bare_name(demangled) : name;
  std::free(demangled);
  return text;
}

}  // namespace

Kernel::Kernel(const Module& module, const musasimKernel& row)
    : module_(module), row_(row), shown_name_(shown(row.name)) {
  sizes_.reserve(row.parameter_count);
  for (unsigned i = 0; i < row.parameter_count; ++i) {
    sizes_.push_back(row.parameters[i].size);
  }
}

Kernel::~Kernel() {
  for (const auto& function : functions_) {
    delete function.load();
  }
}

Function& Kernel::on(int device) const {
  std::atomic<Function*>& place = functions_[static_cast<std::size_t>(device)];
  Function* function = place.load(std::memory_order_acquire);
  if (function == nullptr) {
    auto made = std::make_unique<Function>();
    made->kernel = this;
    made->device = device;
    if (place.compare_exchange_strong(function, made.get(), std::memory_order_acq_rel)) {
      function = made.release();
    }
  }
  return *function;
}

void Kernel::reset(int device) const noexcept {
  Function* const function = functions_[static_cast<std::size_t>(device)].load();
  if (function != nullptr) {
    function->max_dynamic_shared = -1;
    function->carveout = -1;
    function->cache_config = 0;
    function->shared_config = 0;
    function->non_portable_cluster = 0;
  }
}

}  // namespace musasim
