// The file that MUSASIM_CHECK_KERNELS_REPORT names: a line of JSON for each finding, of several processes.
#pragma once

#include <string>

#include "kernel_runtime/check/finding.h"

namespace musasim::device::check {

// Empty: none is asked for.
const std::string& report_file();
// The finding without its count, which is known when the launch has ended. The lines: "file:line" or a
// place in the program.
std::string record_of(const Finding& finding, const std::string& kernel, const std::string& line,
                      const std::string& other_line);
void append_record(const std::string& record, unsigned long long count);

}  // namespace musasim::device::check
