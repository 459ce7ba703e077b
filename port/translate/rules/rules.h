// The header that each file of a rule includes: the functions of rules.def, and what they share.
#pragma once

#include <optional>
#include <vector>

#include "../asm_statement.h"
#include "../context.h"
#include "torchada/ptx/language.h"

namespace torchada::port {

// A word of the text, and the tokens before and after it, without comments.
struct Place {
  Token token;
  Token before;
  Token after;

  bool is_member() const { return before.is_op('.') || before.is_op(op::kArrow); }
};

// call.cpp: `name(arguments)`, where the word at a place is the name; none where no parenthesis is next.
struct Call {
  std::string_view text;         // all of it
  std::vector<Token> arguments;  // without comments
  Token behind;                  // the token behind it
};
std::optional<Call> call_at(const Context& context, const Place& place);
// False behind `.`, `->` and `::`, where the program defines the name, and where the user's [map] has it.
bool stands_free(const Context& context, const Place& place, const Word& word);

#define RULE(trait, function, cases, words) \
  bool function(Context* context, const Place& place, const Word& word);
#define TABLE_RULE(traits, function, cases) RULE(traits, function, cases, )
#define TOKEN_RULE(kind, function, cases) void function(Context* context, const Token& token);
#define TEXT_RULE(function, cases) void function(Context* context);
#include "rules.def"

// member.cpp. The rule of names calls the first for a name after `.` or `->`, and the second for a name that
// PyTorch's tensors have as a member, where it is no member.
void member_rule(Context* context, const Place& place, const Word& word, bool program_may_own);
void own_member_rule(Context* context, const Place& place, const Word& word);
// Handles a free name that a class may declare here; `before` is the character before it.
void declaration_rule(Context* context, const Token& token, const Word& word, char before);

// name.cpp: true behind `name::`, false behind a `::` that stands alone.
bool is_behind_scope(const Context& context, const Token& before);

// name_space.cpp: `namespace cuda {`, `using namespace cute;`, `namespace c = cute;`. True where it has
// dealt with the name.
bool namespace_rule(Context* context, const Place& place, const Word& word);

// definition.cpp: true where the program defines the name itself; the lexer of the context is behind it.
bool is_definition(const Context& context, const Place& place);
// True for `return`, `const`, `using` and others: a name after them is used, not defined.
bool is_use_keyword(std::string_view word);
// True for `class name {` and `namespace a::name {`, which open a scope of the program.
bool opens_scope(const Token& before, const Token& after);
// True in the line of an #if or #elif.
bool is_condition(Directive directive);

// qualified.cpp: reads a name with `::` that stands free and has no blanks, as nearly all do. `unknown`
// and `other` have changed nothing; `other` leaves the name to qualified_rule().
enum class PlainName { done, unknown, other };
PlainName plain_qualified_rule(Context* context, const Token& first);
Finding& report_unsupported(Context* context, std::string_view range, std::string_view name,
                            const names::Translation& translation);

// include.cpp: true for a header that CUDA's tables have something to say about.
bool is_cuda_header(Context* context, const Token& header);

// ptx_calls.cpp: writes calls of torchada/ptx.h in place of inline PTX. False where it leaves the statement.
bool ptx_calls_rule(Context* context, const Token& keyword);
ptx::Language language_of(const AsmStatement& statement);

// ptx_header.cpp: remembers an include of a file of the project inside of braces.
void note_inner_include(Context* context, const Token& header);

// alias.cpp: remembers the name that `namespace c = at::cuda` or `using Type = at::DeviceType` gives.
void note_alias(Context* context, const Token& first);
// Handles a name behind such a name. True where it has dealt with the name.
bool alias_rule(Context* context, const Token& name);

}  // namespace torchada::port
