// Identifiers: free names become their MUSA names; members, pasted pieces and the program's own
// names stay.
#include <algorithm>
#include <iterator>
#include <vector>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

// Names of PyTorch are the program's own as often as not, and so are names that only a rule knows:
// where the program defines one, it stays. What a vendor's table lists is CUDA's, whoever wraps it.
bool program_may_own(const Word& word) {
  if (word.own_rule) return false;
  return word.translation.library == names::Library::aten || !word.translation.known;
}

// `auto f() -> cudaError_t {`: what is behind the arrow is a type.
bool is_return_type(const Place& place, const Word& word) {
  if (!place.before.is_op(op::kArrow)) return false;
  return word.translation.kind == names::Kind::type || place.after.is_op('{');
}

void report_unsupported(Context* context, const Place& place, const Word& word) {
  Finding& finding = report_unsupported(context, place.token.text(), word.text, word.translation);
  // A condition asks whether it is there, and it is not.
  if (is_condition(place.token.directive)) finding.severity = Severity::note;
}

void report_conflict(Context* context, const Place& place, const Word& word) {
  const std::string_view why = word.translation.why;
  std::string message =
      concat({"`", word.text, "` became `", word.replacement->to, why.empty() ? "`" : "`: ", why});
  context->report(Code::conflicting_name, place.token.text(), word, std::move(message));
}

// A guess, and the program may have meant a name of its own.
void report_guess(Context* context, const Place& place, const Word& word) {
  context->report(Code::guessed_name, place.token.text(), word,
                  concat({"`", word.text, "` became `", word.replacement->to,
                          "`, which is a guess: no table has the name"}));
}

using Spellings = std::vector<std::string_view>;

// The next tokens of a #define's line, up to so many.
Spellings rest_of_define(Lexer ahead, std::size_t most) {
  Spellings rest;
  Token token;
  while (rest.size() <= most && next_code(&ahead, &token) &&
         token.directive == Directive::kDefine && !token.is(TokenKind::kDirectiveName)) {
    rest.push_back(token.text());
  }
  return rest;
}

// `#define cudaMalloc musaMalloc`, `(musaMalloc)`, or both with the same parameters: translated it
// would define a name as itself, and hide the real one.
bool is_define_of_replacement(const Context& context, const Place& place, const Word& word) {
  constexpr std::size_t kMost = 64;
  if (word.replacement == nullptr || !place.before.is(TokenKind::kDirectiveName) ||
      place.before.directive != Directive::kDefine) {
    return false;
  }
  const std::string_view to = word.replacement->to;
  const Spellings rest = rest_of_define(context.lexer, kMost);
  if (rest == Spellings{to} || rest == Spellings{"(", to, ")"}) return true;
  const bool has_parameters = place.after.is_op('(') && place.after.begin == place.token.end;
  const std::size_t half = rest.size() / 2;
  return has_parameters && rest.size() % 2 == 1 && rest[half] == to &&
         std::equal(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(half),
                    rest.begin() + static_cast<std::ptrdiff_t>(half) + 1);
}

void free_name_rule(Context* context, const Place& place, const Word& word) {
  if (is_define_of_replacement(*context, place, word)) return;
  const bool own = program_may_own(word);
  const bool unsupported = word.translation.status == names::Status::unsupported;
  if ((own || unsupported) && is_definition(*context, place)) {
    context->scan.definitions.push_back(word.text);
  }
  if (word.replacement == nullptr) {
    if (!unsupported) return;
    report_unsupported(context, place, word);
    context->last_finding_unless_defined(word);
    return;
  }
  context->edit(place.token.text(), word.replacement, word.certainty);
  if (word.is_function && !place.before.is(TokenKind::kEnd)) {
    declaration_rule(context, place.token, word, place.before.end[-1]);
  }
  if (own) context->last_edit_unless_defined(word);
  if (!context->reverse() && word.translation.evidence == names::Evidence::conflicting) {
    report_conflict(context, place, word);
    context->last_finding_unless_defined(word);
  }
  if (!context->reverse() && !word.own_rule && !word.translation.known) {
    report_guess(context, place, word);
    context->last_finding_unless_defined(word);
  }
}

// The beginnings of names of CUDA's libraries; a name that only has such a word inside is rarely CUDA's.
bool begins_like_cuda(std::string_view name) {
  constexpr std::string_view kMacros[] = {"CUDA_",     "CUBLAS_",   "CUDNN_", "CUFFT_", "CURAND_",
                                          "CUSPARSE_", "CUSOLVER_", "CU_",    "NCCL_",  "NVRTC_",
                                          "__nv_",     "__cuda",    "__CUDA"};
  constexpr std::string_view kFunctions[] = {
      "cuda",     "cu",       "CU",    "nccl",  "cublas", "cudnn", "cufft",  "curand",
      "cusparse", "cusolver", "cupti", "nvrtc", "nvml",   "nvtx",  "nvjpeg", "nvshmem"};
  if (name == "CUDA") return false;  // the second part of somebody's enum
  const auto begins = [name](std::string_view beginning) {
    return name.substr(0, beginning.size()) == beginning && name.size() > beginning.size();
  };
  const auto with_capital = [&](std::string_view beginning) {
    return begins(beginning) && name[beginning.size()] >= 'A' && name[beginning.size()] <= 'Z';
  };
  return std::any_of(std::begin(kMacros), std::end(kMacros), begins) ||
         std::any_of(std::begin(kFunctions), std::end(kFunctions), with_capital);
}

// The word before the parenthesis that a place is in; empty where it is far away.
std::string_view function_of(const Context& context, const Token& token) {
  constexpr std::size_t kFarthest = 300;
  std::size_t at = context.offset(token.begin);
  const std::size_t last = at > kFarthest ? at - kFarthest : 0;
  for (int depth = 1; depth > 0 && at > last;) {
    const char c = context.text[--at];
    if (c == ';' || c == '{' || c == '}') return {};
    if (c == ')') ++depth;
    if (c == '(') --depth;
  }
  std::size_t begin = at;
  while (begin > 0 && is_word_character(context.text[begin - 1])) --begin;
  return context.text.substr(begin, at - begin);
}

// `CAT(cuda, Free)`, `REGISTER(CUDA, f)`: the name of a library alone, given to a macro, is a piece
// of a name or of a string. TORCH_LIBRARY's is a name of the program.
bool is_piece(const Context& context, const Place& place, const Word& word) {
  constexpr std::string_view kLibraries[] = {
      "cuda",     "CUDA",  "Cuda",   "cublas",   "CUBLAS",   "cudnn",    "CUDNN",
      "cufft",    "CUFFT", "curand", "CURAND",   "cusparse", "CUSPARSE", "cusolver",
      "CUSOLVER", "nccl",  "NCCL",   "cublasLt", "nvrtc",    "NVRTC"};
  const bool argument = (place.before.is_op('(') || place.before.is_op(',')) &&
                        (place.after.is_op(',') || place.after.is_op(')'));
  if (!argument || !is_one_of(kLibraries, word.text)) return false;
  const std::string_view macro = function_of(context, place.token);
  return !macro.empty() && !contains(macro, "TORCH_LIBRARY") &&
         std::none_of(macro.begin(), macro.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

void unknown_name_rule(Context* context, const Place& place, const Word& word) {
  if (is_definition(*context, place)) {
    context->scan.definitions.push_back(word.text);
    return;
  }
  if (is_piece(*context, place, word)) {
    context->report(
        Code::token_paste, place.token.text(), word,
        concat({"a macro gets `", word.text, "` as an argument and may join it into a name"}));
    context->last_finding_unless_defined(word);
    return;
  }
  Finding& finding = context->report(Code::unknown_name, place.token.text(), word,
                                     concat({"`", word.text, "` has no MUSA name"}));
  if (!begins_like_cuda(word.text) || is_condition(place.token.directive)) {
    finding.severity = Severity::note;
  }
  context->last_finding_unless_defined(word);
}

}  // namespace

bool is_behind_scope(const Context& context, const Token& before) {
  if (!before.is_op(op::kScope)) return false;
  const std::size_t begin = context.offset(before.begin);
  std::size_t at = begin;
  // A backslash is of a splice, which is blank as well.
  while (at > 0 && contains(" \t\n\r\v\f\\", context.text.substr(at - 1, 1))) --at;
  if (at == 0 || context.text.data() + at == context.comment_end) return false;
  // `template <typename T> ::at::cuda::CUDAStream f();` is no name of a class.
  if (context.text[at - 1] == '>') return at == begin;
  const std::size_t end = at;
  while (at > 0 && is_word_character(context.text[at - 1])) --at;
  // `return ::cuda::std::max`, `using ::cuda::barrier`: a keyword does not qualify.
  return at != end && !is_use_keyword(context.text.substr(at, end - at));
}

bool name_rule(Context* context, const Place& place, const Word& word) {
  if (place.is_member() && !is_return_type(place, word)) {
    member_rule(context, place, word, program_may_own(word));
    return false;
  }
  if ((word.traits & trait::kMember) != 0) own_member_rule(context, place, word);
  if ((word.traits & (trait::kName | trait::kUnknown)) == 0) return false;
  // Only a macro joins; elsewhere ## is a mistake, whichever way the text goes.
  const bool joined = place.before.is_op(op::kHashHash) || place.after.is_op(op::kHashHash);
  if (joined && place.token.directive != Directive::kNone) {
    context->report(Code::token_paste, place.token.text(), word,
                    concat({"## joins `", word.text, "` into a longer name"}));
    return false;
  }
  // A macro in a condition that no table lists is one of the build's: -DNCCL_ENABLED.
  if (is_condition(place.token.directive) && word.replacement != nullptr &&
      !word.translation.known && !word.own_rule && !context->reverse()) {
    unknown_name_rule(context, place, word);
    return false;
  }
  const bool scoped = is_behind_scope(*context, place.before);
  if ((word.traits & trait::kName) != 0) {
    // PyTorch's names are in PyTorch's namespaces, and a name that only a rule knows is the
    // program's own where a namespace of the program is before it.
    const bool unsupported = word.translation.status == names::Status::unsupported;
    if (scoped && program_may_own(word) && !unsupported && !context->reverse()) {
      if (!word.translation.known && !is_condition(place.token.directive)) {
        context->scan.definitions.push_back(word.text);
      }
      return false;
    }
    free_name_rule(context, place, word);
  } else if (!scoped) {
    unknown_name_rule(context, place, word);
  }
  return false;
}

}  // namespace torchada::port
