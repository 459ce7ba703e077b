// CMake files: what they build with CUDA, they build with the modules of a MUSA SDK.
#pragma once

#include <string_view>

#include "../dictionary.h"
#include "torchada/port/translate.h"

namespace torchada::port::cmake {

// Forward only: a reverse run takes back what was recorded. `files` may be null.
Scan translate(std::string_view text, std::string_view path, const ProjectFiles* files,
               Dictionary* words);

}  // namespace torchada::port::cmake
