// The toolkit that this library is part of, and running its compiler.
#pragma once

#include <string>
#include <vector>

namespace musasim::mtrtc {

// The path of mcc, beside the folder that this library is in.
const std::string& compiler();

// Runs the command with what it prints in the file; its exit status. `error` says why it could not run.
int run(const std::vector<std::string>& command, const std::string& output, std::string* error);

}  // namespace musasim::mtrtc
