// Features that MUSA has differently or not at all: reported, whatever becomes of the name.
#include "../condition.h"
#include "rules.h"

namespace torchada::port {

namespace {

using lexer::Token;
using lexer::TokenKind;
namespace op = lexer::op;

constexpr std::int64_t kFullMask = 0xffffffff;

bool is_comparison(const Token& token) {
  return token.is_op('<') || token.is_op('>') || token.is_op(op::kLessEqual) ||
         token.is_op(op::kGreaterEqual) || token.is_op(op::kEqual) || token.is_op(op::kNotEqual);
}

// A string among the arguments that follow, as that of dlsym(handle, "cudaMalloc").
bool has_cuda_string_argument(const Context& context) {
  lexer::Lexer ahead = context.lexer;
  Token token;
  for (int i = 0; i < 12 && next_code(&ahead, &token); ++i) {
    if (token.is_op(';')) return false;
    if (token.is(TokenKind::kString) &&
        (contains(token.text(), "\"cu") || contains(token.text(), "\"nccl"))) {
      return true;
    }
  }
  return false;
}

// What has to follow the name for it to be CUDA's.
bool is_used(const Context& context, const Place& place, const Word& word) {
  const Token& after = place.after;
  switch (word.feature) {
    case Code::old_shuffle: return after.is_op('(') && !is_definition(place);
    case Code::wmma: return after.is_op(op::kScope) || after.is_op(';');
    case Code::warp_mask: return !is_definition(place);
    case Code::texture:
      if (word.text == "texture" || word.text == "surface") return after.is_op('<');
      return after.is_op('(') || after.is_op('<') || word.text.size() > 10;
    case Code::entry_point: return word.text != "dlsym" || has_cuda_string_argument(context);
    default: return true;
  }
}

}  // namespace

void feature_rule(Context* context, const Place& place, const Word& word) {
  if (place.before.is_op('.') || place.before.is_op(op::kArrow)) return;
  if (!is_used(*context, place, word)) return;
  const std::string_view title = text(word.feature).title;
  std::string message = "`" + word.text + "`: ";
  message.append(title);
  context->report(word.feature, place.token.text(), std::move(message)).name = word.text;
}

void mask_rule(Context* context, const Token& function) {
  lexer::Lexer ahead = context->lexer;
  Token token;
  if (!next_code(&ahead, &token) || !token.is_op('(')) return;
  if (!next_code(&ahead, &token)) return;
  const bool minus_one = token.is_op('-') && next_code(&ahead, &token) && token.text() == "1";
  const bool full = token.is(TokenKind::kNumber) && integer_of(token.text()) == kFullMask;
  if (!minus_one && !full) return;
  const std::string name = lexer::spelling(function);
  context->report(Code::warp_mask, token.text(), "`" + name + "` with a full mask of 32 threads")
      .name = name;
}

// prop->major >= 8, and sums such as prop.major * 10 + prop.minor.
void capability_rule(Context* context, const Place& place) {
  if (!place.before.is_op('.') && !place.before.is_op(op::kArrow)) return;
  if (!is_comparison(place.after) && !place.after.is_op('*')) return;
  context->report(Code::runtime_arch, place.token.text(),
                  "the compute capability is compared with CUDA's numbers");
}

}  // namespace torchada::port
