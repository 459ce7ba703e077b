// A program of the run-time compiler: its source, and what compiling it gave.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mtrtc.h"

namespace musasim::mtrtc {

// A header that the source includes by this name.
struct Header {
  std::string name;
  std::string text;
};

struct Source {
  std::string text;
  std::string name;  // of the file, for the log
  std::vector<Header> headers;
  std::vector<std::string> expressions;  // whose names the linker knows are asked for
};

struct Built {
  std::string image;  // for muModuleLoadData
  std::string log;
  std::map<std::string, std::string>
      names;  // by expression; those that name no kernel or variable are left out
};

// mtrtcCompileProgram. The log says why where it is no MTRTC_SUCCESS.
mtrtcResult compile(const Source& source, const std::vector<std::string>& options, Built* built);

}  // namespace musasim::mtrtc
