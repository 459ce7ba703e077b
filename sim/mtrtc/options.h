// The options of a program: NVRTC's (options.def) and mcc's.
#pragma once

#include <string>
#include <vector>

namespace musasim::mtrtc {

struct Options {
  std::vector<std::string> words;  // for mcc
  // Macros and headers of the command line, to be read before the source: a macro T must not change the headers
  // that mcc begins with.
  std::string head;
  bool source_folder = true;  // headers are looked for in the folder of the program's name, too
  bool cached = true;
  bool relocatable = false;  // functions and variables may be another program's
  std::string time_file;     // where the time is written; `-` is the log, empty is nowhere
};

// False, with what is wrong, where an option or its value is not known.
bool read_options(const std::vector<std::string>& given, Options* options, std::string* error);

}  // namespace musasim::mtrtc
