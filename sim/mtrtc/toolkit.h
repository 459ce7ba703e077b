// The toolkit that this library is part of.
#pragma once

#include <string>

namespace musasim::mtrtc {

// The path of mcc, beside the folder that this library is in.
const std::string& compiler();

}  // namespace musasim::mtrtc
