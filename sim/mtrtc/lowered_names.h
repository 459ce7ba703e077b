// The names by which the linker, and muModuleGetFunction, know what expressions of C++ name.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace musasim::mtrtc {

// What is written behind a source so that its module knows the address of an expression. It makes the
// instance of a template, too.
std::string declaration(std::size_t index, const std::string& expression);

// Reads the names out of the module that was made of such a source. False, with a reason, where it
// cannot be loaded.
bool lowered_names(const std::string& image, const std::vector<std::string>& expressions,
                   std::map<std::string, std::string>* names, std::string* error);

}  // namespace musasim::mtrtc
