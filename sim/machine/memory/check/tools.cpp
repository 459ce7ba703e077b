// Reads MUSASIM_CHECK_KERNELS.
#include "machine/memory/check/tools.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace musasim::check {

namespace {

unsigned tools_named(const std::string& word) {
  if (word == "0") return 0;
  if (word == "1") return kUsualTools;
  if (word == "all") return kMemcheck | kRacecheck | kInitcheck | kSynccheck;
  if (word == "memcheck") return kMemcheck;
  if (word == "racecheck") return kRacecheck;
  if (word == "initcheck") return kInitcheck;
  if (word == "synccheck") return kSynccheck;
  return 0;
}

}  // namespace

Tools parse_tools(const std::string& text) {
  Tools tools;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    const unsigned named = tools_named(word);
    tools.chosen |= named;
    if (named == 0 && word != "0" && tools.unknown.empty()) tools.unknown = word;
  }
  return tools;
}

unsigned tools() noexcept {
  static const unsigned chosen = [] {
    const char* const value = std::getenv("MUSASIM_CHECK_KERNELS");
    const Tools read = parse_tools(value == nullptr ? "" : value);
    if (!read.unknown.empty()) {
      std::fprintf(
          stderr,
          "musasim: MUSASIM_CHECK_KERNELS=%s: there is no tool '%s'; choose 0, 1, all, or some of "
          "memcheck,racecheck,initcheck,synccheck\n",
          value, read.unknown.c_str());
      _exit(2);
    }
    return read.chosen;
  }();
  return chosen;
}

}  // namespace musasim::check
