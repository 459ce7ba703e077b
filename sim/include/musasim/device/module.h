// The table of a module for muModuleLoad: all kernels and variables of the library. The compiler of .mu
// files links a source that includes this behind all others, so that they are registered by then.
#pragma once

#include <vector>

#include "musasim/device/variable.h"
#include "musasim/kernel.h"
#include "musasim/kernel_table.h"

namespace musasim::device {

struct ModuleTable {
  std::vector<musasimKernel> kernels;
  std::vector<musasimVariable> rows;

  explicit ModuleTable(musasimModule* module) {
    for (const table::Registration* each = table::registrations; each; each = each->next) {
      kernels.push_back(each->kernel);
    }
    for (const Variable* each = variables; each; each = each->next) rows.push_back(each->row);
    module->kernel_count = static_cast<unsigned>(kernels.size());
    module->kernels = kernels.data();
    module->variable_count = static_cast<unsigned>(rows.size());
    module->variables = rows.data();
  }
};

}  // namespace musasim::device

extern "C" __attribute__((visibility("default"))) musasimModule musasim_module;
musasimModule musasim_module = {MUSASIM_KERNEL_ABI, 0, nullptr, 0, nullptr, __FILE__};
static const musasim::device::ModuleTable musasim_module_table(&musasim_module);
