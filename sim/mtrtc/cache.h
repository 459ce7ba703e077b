// What programs were compiled to, on disk: compiling takes seconds.
#pragma once

#include <string>
#include <vector>

#include "mtrtc/program.h"

namespace musasim::mtrtc {

// The entry of one source with its options. It lies in MUSASIM_RTC_CACHE, or else in musasim/mtrtc
// of the user's folder of caches; MUSASIM_RTC_CACHE=0 keeps nothing. The entries last used stay.
class Cache {
 public:
  Cache(const Source& source, const std::vector<std::string>& options);

  // False where there is none, or where a file that the compiler read has changed since.
  bool read(Built* built) const;
  // `dependencies` is the compiler's list of files for make; those in `scratch` are the program's own. A
  // folder that cannot be written keeps nothing.
  void write(const Built& built, const std::string& dependencies, const std::string& scratch) const;

 private:
  std::string key_;   // all that says what comes out, but for files
  std::string path_;  // empty: nothing is kept
};

}  // namespace musasim::mtrtc
