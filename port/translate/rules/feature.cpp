// Features that MUSA has differently or not at all: reported, whatever becomes of the name.
#include "architecture.h"
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::int64_t kFullMask = 0xffffffff;

// True where a string with a name of CUDA's is among the arguments, as in dlsym(handle, "cudaMalloc").
bool has_cuda_string_argument(const Context& context) {
  Lexer ahead = context.lexer;
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

bool is_number(const Token& token, std::int64_t value) {
  return token.is(TokenKind::kNumber) && integer_of(token.text()) == value;
}

// `32` of a macro, `= 32` of a constant, `<32` of a tile; the lexer stands behind the name.
bool has_warp_size(const Context& context) {
  Lexer ahead = context.lexer;
  Token token;
  if (!next_code(&ahead, &token)) return false;
  if (token.is_op('=') || token.is_op('<') || token.is_op('{')) {
    if (!next_code(&ahead, &token)) return false;
  }
  return is_number(token, 32);
}

// `.x % 32`, `.x / 32`, `.x & 31`, `.x >> 5`: the number of a lane, or of a warp.
bool is_lane_or_warp(const Context& context) {
  Lexer ahead = context.lexer;
  Token member;
  Token by;
  Token number;
  if (!next_code(&ahead, &member) || !member.is_op('.')) return false;
  if (!next_code(&ahead, &member) || member.text() != "x") return false;
  if (!next_code(&ahead, &by) || !next_code(&ahead, &number)) return false;
  if (by.is_op('%') || by.is_op('/')) return is_number(number, 32);
  if (by.is_op('&')) return is_number(number, 31);
  return by.is_op(op::kShiftRight) && is_number(number, 5);
}

// True where the tokens after the name show that it is CUDA's.
bool is_used(const Context& context, const Place& place, const Word& word) {
  const Token& after = place.after;
  switch (word.feature) {
    case Code::old_shuffle: return after.is_op('(') && !is_definition(context, place);
    case Code::wmma: return after.is_op(op::kScope) || after.is_op(';');
    case Code::warp_mask: return !is_definition(context, place);
    case Code::texture:
      if (word.text == "texture" || word.text == "surface") return after.is_op('<');
      return after.is_op('(') || after.is_op('<') || word.text.size() > 10;
    case Code::warp_size:
      return word.text == "threadIdx" ? is_lane_or_warp(context) : has_warp_size(context);
    case Code::entry_point: return word.text != "dlsym" || has_cuda_string_argument(context);
    default: return true;
  }
}

}  // namespace

bool feature_rule(Context* context, const Place& place, const Word& word) {
  if (place.is_member() || !is_used(*context, place, word)) return false;
  // Programs write functions for copies themselves.
  const bool may_own = word.feature == Code::tma && (word.traits & trait::kName) == 0;
  if (may_own && is_definition(*context, place)) {
    context->scan.definitions.push_back(word.text);
    return false;
  }
  const std::string_view title = text(word.feature).title;
  std::string message = "`" + word.text + "`: ";
  message.append(title);
  context->report(word.feature, place.token.text(), word, std::move(message));
  if (may_own) context->last_finding_unless_defined(word);
  return false;
}

bool mask_rule(Context* context, const Place& place, const Word&) {
  Lexer ahead = context->lexer;
  Token token;
  if (!next_code(&ahead, &token) || !token.is_op('(')) return false;
  if (!next_code(&ahead, &token)) return false;
  const bool minus = token.is_op('-');
  const bool inverse = token.is_op('~');
  if ((minus || inverse) && !next_code(&ahead, &token)) return false;
  const bool full = minus ? is_number(token, 1) : is_number(token, inverse ? 0 : kFullMask);
  if (!full && token.text() != "UINT_MAX") return false;
  const std::string name = lexer::spelling(place.token);
  context
      ->report(Code::warp_mask, token.text(), "`" + name + "` has a full warp mask of 32 threads")
      .name = name;
  return false;
}

// prop->major >= 8, and sums such as prop.major * 10 + prop.minor.
bool capability_rule(Context* context, const Place& place, const Word&) {
  if (!place.is_member()) return false;
  if (!is_comparison(place.after) && !place.after.is_op('*')) return false;
  context->report(Code::runtime_arch, place.token.text(),
                  "the compute capability is compared with CUDA's numbers");
  return false;
}

}  // namespace torchada::port
