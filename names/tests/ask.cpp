// Answers on standard output what standard input asks, a line each: `identifier<TAB>cudaMalloc`, and
// `back identifier<TAB>musaMalloc` for the way back.
#include <iostream>
#include <optional>
#include <string>

#include "torchada/names/names.h"
#include "torchada/names/word_filter.h"

namespace {

using namespace torchada::names;

struct Question {
  const char* domain;
  std::optional<Translation> (*forward)(std::string_view);
  std::optional<Sources> (*back)(std::string_view);
};

constexpr Question questions[] = {
    {"identifier", translate, translate_back},
    {"qualified", translate_qualified, translate_qualified_back},
    {"header", translate_header, translate_header_back},
    {"library", translate_library, translate_library_back},
    {"member", translate_member, translate_member_back},
    {"key", translate_key, translate_key_back},
    {"suffix", translate_suffix, translate_suffix_back},
    {"flag", translate_flag, translate_flag_back},
    {"environment", translate_environment, translate_environment_back},
    {"tool", translate_tool, translate_tool_back},
    {"python", translate_python, translate_python_back},
};

void answer(const std::optional<Translation>& translation) {
  if (!translation) {
    std::cout << "-\n";
    return;
  }
  std::cout << translation->musa << '\t' << text(translation->status) << '\t'
            << text(translation->kind) << '\t' << text(translation->library) << '\t'
            << text(translation->evidence) << '\t' << translation->known << '\t' << translation->why
            << '\t' << translation->instead << '\n';
}

void answer(const std::optional<Sources>& sources) {
  if (sources)
    for (const std::string& cuda : sources->cuda) std::cout << cuda << '\t';
  std::cout << '\n';
}

// The filter in front of all look-ups of words.
bool is_filtered_out(std::string_view domain, std::string_view name) {
  static const WordFilter filter;
  const bool is_word = domain == "identifier" || domain == "member" ||
                       (domain == "qualified" && name.find(':') == std::string_view::npos);
  return is_word && !filter.may_know(name);
}

void ask(std::string_view domain, std::string_view name) {
  constexpr std::string_view back = "back ";
  const bool is_back = domain.substr(0, back.size()) == back;
  if (is_back) domain.remove_prefix(back.size());
  for (const Question& question : questions) {
    if (domain != question.domain) continue;
    if (is_back)
      answer(question.back(name));
    else
      answer(is_filtered_out(domain, name) ? std::nullopt : question.forward(name));
    return;
  }
  std::cout << "no such domain\n";
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string domain;
  std::string name;
  while (std::getline(std::cin, domain, '\t') && std::getline(std::cin, name)) ask(domain, name);
  return 0;
}
