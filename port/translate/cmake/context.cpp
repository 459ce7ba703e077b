// Recording edits and findings of CMake files.
#include "context.h"

namespace torchada::port::cmake {

std::string in_backticks(std::string_view text) { return "`" + std::string(text) + "`"; }

void Context::edit(std::size_t begin, std::size_t end, std::string_view to,
                   std::string_view library) {
  Edit edit;
  edit.begin = begin;
  edit.length = static_cast<std::uint32_t>(end - begin);
  edit.replacement = words.replacement(in(begin, end), to, library);
  scan.edits.push_back(edit);
}

Finding* Context::report(Code code, std::size_t begin, std::size_t end, std::string message,
                         std::string help) {
  const std::size_t line = text.rfind('\n', begin) + 1;
  if (!reported_.emplace(line, message).second) return nullptr;
  Finding finding;
  finding.code = code;
  finding.severity = port::text(code).severity;
  finding.begin = begin;
  finding.length = end - begin;
  finding.name = in(begin, end);
  finding.message = std::move(message);
  finding.help = std::move(help);
  scan.findings.push_back(std::move(finding));
  return &scan.findings.back();
}

bool Context::by_user(std::size_t begin, std::size_t end) {
  const std::string_view word = in(begin, end);
  if (words.is_kept(word)) return true;
  const std::string* const mapped = words.mapped(word);
  if (mapped != nullptr) edit(begin, end, *mapped, "rules");
  return mapped != nullptr;
}

bool Context::name(const Name* row, std::size_t begin, std::size_t end) {
  if (by_user(begin, end)) return true;
  if (row == nullptr) return false;
  const std::string word(in(begin, end));
  if (row->musa.empty()) {
    report(Code::cmake_left, begin, end,
           in_backticks(word) + " has no counterpart: " + std::string(row->remark));
    return true;
  }
  const std::string to = std::string(row->musa) + word.substr(row->length);
  edit(begin, end, to);
  if (!row->remark.empty()) {
    report(Code::cmake_check, begin, end,
           in_backticks(word) + " became " + in_backticks(to) + ": " + std::string(row->remark));
  }
  return true;
}

}  // namespace torchada::port::cmake
