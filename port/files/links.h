// Symbolic links: they follow what they name.
#pragma once

#include <string>

#include "torchada/port/file_set.h"
#include "walk.h"

namespace torchada::port {

// The target of a link after the run. `root` is the folder of a run in place, where a link may name its
// files by full paths; else empty.
std::string target_after(const Entry& link, const FileSet& files, const std::string& root);

// True where the link leads to a source or a folder outside of the project, which is not translated then.
// `input` is the project, `root` as above.
bool leads_out(const Entry& link, const std::string& input, const std::string& root);

}  // namespace torchada::port
