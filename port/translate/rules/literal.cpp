// Strings: names of libraries and kernels in them, which only --strings translates.
#include <utility>

#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::size_t kShortestKernel = 40;

std::string_view content_of(const Token& literal) {
  const std::string_view text = literal.text();
  if (text.front() == '"' && text.back() == '"') return text.substr(1, text.size() - 2);
  const bool raw = literal.is(TokenKind::kRawString);
  const std::size_t open = text.find(raw ? '(' : '"');
  const std::size_t close = text.rfind(raw ? ')' : '"');
  if (open == std::string_view::npos || close == std::string_view::npos || close <= open) return {};
  return text.substr(open + 1, close - open - 1);
}

void library_rule(Context* context, std::string_view content) {
  const auto found = names::translate_library(content);
  if (!found || found->status == names::Status::kept) return;
  const bool renamed = found->status == names::Status::renamed;
  if (renamed && context->words.options().strings) {
    context->edit(content, found->musa, names::text(found->library), Certainty::likely);
    return;
  }
  Finding& finding = context->report(Code::library_string, content,
                                     "the string names the CUDA library " + std::string(content));
  finding.name = content;
  if (!renamed && !found->why.empty()) finding.message.append(": ").append(found->why);
  finding.help = renamed ? "MUSA's library is " + found->musa + "; --strings translates the name."
                         : std::string(found->instead);
}

// Only raw strings: elsewhere an escape could stand before a name. Strings in the kernel stay, or
// strings in strings would cost stack.
void translate_kernel(Context* context, std::string_view content) {
  Options options = context->words.options();
  options.strings = false;
  options.translate_asm = false;  // a string can include no header
  Translator inner(std::move(options));
  Scan scan = translate(content, context->path, &inner);
  for (const Edit& edit : scan.edits) {
    context->edit(content.substr(edit.begin, edit.length), edit.replacement->to,
                  edit.replacement->library, edit.certainty);
  }
  for (Finding& finding : scan.findings) {
    finding.begin += context->offset(content.data());
    context->scan.findings.push_back(std::move(finding));
  }
}

// `cuda`, `cuda:0`.
bool is_device(std::string_view content) {
  if (content.substr(0, 4) != "cuda") return false;
  const std::string_view rest = content.substr(4);
  return rest.empty() || (rest.size() > 1 && rest[0] == ':' &&
                          rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

}  // namespace

void literal_rule(Context* context, const Token& literal) {
  if (context->reverse() || (literal.flags & lexer::flag::kUnterminated) != 0) return;
  const std::string_view content = content_of(literal);
  if (content.substr(0, 3) == "lib") {
    library_rule(context, content);
  } else if (is_device(content)) {
    context->report(Code::device_string, content,
                    "the string names the CUDA device " + std::string(content));
  } else if (content.size() >= kShortestKernel && contains(content, "__global__")) {
    if (literal.is(TokenKind::kRawString) && context->words.options().strings) {
      translate_kernel(context, content);
    } else {
      context->report(Code::kernel_string, content.substr(0, 1), "the string holds a kernel");
    }
  }
}

}  // namespace torchada::port
