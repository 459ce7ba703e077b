// The porting engine from memory: reads the files of a list, then translates all of them, text to
// text, once for each line that it is sent, and answers with the seconds that took.
//
// benchmark_port_translate LIST kept|new     One translator for all rounds, or one a round.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "torchada/port/translate.h"

namespace {

using namespace torchada::port;

struct Source {
  std::string path;
  std::string text;
};

std::vector<Source> read_all(const char* list) {
  std::vector<Source> sources;
  std::ifstream paths(list);
  for (std::string path; std::getline(paths, path);) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    sources.push_back({path, std::move(text)});
  }
  return sources;
}

// All that is needed to have the new texts; they take turns in one string.
std::size_t translate_all(const std::vector<Source>& sources, Translator* translator) {
  std::string ported;
  std::size_t bytes = 0;
  for (const Source& source : sources) {
    const Scan scan = translate(source.text, source.path, translator);
    apply_edits(source.text, scan.edits, &ported);
    bytes += ported.size();
  }
  return bytes;
}

}  // namespace

int main(int count, char** values) {
  if (count != 3) {
    std::fprintf(stderr, "usage: benchmark_port_translate LIST kept|new\n");
    return 2;
  }
  const std::vector<Source> sources = read_all(values[1]);
  const bool kept = std::string(values[2]) == "kept";
  std::unique_ptr<Translator> translator;
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto start = std::chrono::steady_clock::now();
    if (!kept || translator == nullptr) translator = std::make_unique<Translator>(Options{});
    const std::size_t bytes = translate_all(sources, translator.get());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::printf("%.6f %zu\n", taken.count(), bytes);
    std::fflush(stdout);
  }
}
