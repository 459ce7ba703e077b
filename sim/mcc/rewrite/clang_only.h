// Finds what only clang compiles, of which the real compiler of .mu files is one.
#pragma once

#include <string>

namespace musasim::mcc {

class Source;

// The first such place in a text; without one, `what` is empty.
struct ClangOnly {
  std::string place;  // file:line
  std::string what;
};

// Words of clang that neither GCC nor the simulator's headers know, which lie in the folder `library`.
ClangOnly find_words_of_clang(const Source& source, const std::string& library);

// v.x, v.wzyx, v.s01, v.lo: components of vectors. Looked for where the text has ext_vector_type.
ClangOnly find_vector_components(const Source& source, const std::string& library);

}  // namespace musasim::mcc
