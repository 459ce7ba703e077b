// The rules: each looks at one kind of place and emits edits and findings.
#pragma once

#include "../asm_statement.h"
#include "../context.h"
#include "torchada/ptx/language.h"

namespace torchada::port {

// A word, and the tokens before and behind it.
struct Place {
  lexer::Token token;
  lexer::Token before;
  lexer::Token after;
};

// name.cpp: identifiers as a whole.
void name_rule(Context* context, const Place& place, const Word& word);
// member.cpp: behind `.` and `->`.
void member_rule(Context* context, const Place& place, const Word& word, bool program_may_own);
// Where a free name may be declared by a class: `before` is the character before it.
void declaration_rule(Context* context, const lexer::Token& token, const Word& word, char before);
// A name that is PyTorch's behind `.` and `->`, and stands free.
void own_member_rule(Context* context, const Place& place, const Word& word);
// name_space.cpp: `namespace cuda {`, `using namespace cute;`, `namespace c = cute;`. True where
// the name was dealt with.
bool namespace_rule(Context* context, const Place& place, const Word& word);
// True behind `name::`, false behind a `::` that stands alone.
bool is_behind_scope(const Context& context, const lexer::Token& before);
// definition.cpp: whether the program defines the name here; and the names in an enum's braces.
bool is_definition(const Place& place);
// `return`, `const`, `using`: a word that may stand before a name that is only used.
bool is_use_keyword(std::string_view word);
// `class name {`, `namespace a::name {`: a scope of the program.
bool opens_scope(const lexer::Token& before, const lexer::Token& after);
// In the line of an #if or #elif.
bool is_condition(lexer::Directive directive);
void enumerators_rule(Context* context);
// qualified.cpp: names with ::. True when the whole name was read and dealt with.
bool qualified_rule(Context* context, const Place& place);
// The same for a word that stands free, where no blanks are in the name: nearly all. Nothing has
// happened where nothing is known of the name, or where it is not that plain.
enum class PlainName { done, unknown, other };
PlainName plain_qualified_rule(Context* context, const lexer::Token& first);
Finding& report_unsupported(Context* context, std::string_view range, std::string_view name,
                            const names::Translation& translation);
// include.cpp
void include_rule(Context* context, const lexer::Token& header);
// True for a header that CUDA's tables have something to say about.
bool is_cuda_header(Context* context, const lexer::Token& header);
// registration.cpp: the key of TORCH_LIBRARY_IMPL.
void registration_rule(Context* context);
// dependent_launch.cpp: cudaGridDependencySynchronize(). True where the call was dealt with.
bool dependent_launch_rule(Context* context, const Place& place, const Word& word);
// inline_asm.cpp
// Inline PTX as calls of torchada/ptx.h; false where it is left to asm_rule().
bool ptx_calls_rule(Context* context, const lexer::Token& keyword);
ptx::Language language_of(const AsmStatement& statement);
// ptx_header.cpp: the include that those calls need, here or in a file of the project that is included in braces.
void ptx_header_rule(Context* context);
void note_inner_include(Context* context, const lexer::Token& header);
void asm_rule(Context* context, const lexer::Token& keyword);
// feature.cpp: what is reported even where its name is translated.
void feature_rule(Context* context, const Place& place, const Word& word);
void mask_rule(Context* context, const lexer::Token& function);
void capability_rule(Context* context, const Place& place);
// literal.cpp
void literal_rule(Context* context, const lexer::Token& literal);
// collapse.cpp: at the end of a text that has types which share their MUSA name with others.
void collapse_rule(Context* context);
// label.cpp: at the end of a text whose names become constants that others become, too.
void labels_rule(Context* context);
// alias.cpp: `namespace c = at::cuda` and `using Type = at::DeviceType` give a name before `=`; and
// names behind such a name. True where the name was dealt with.
void note_alias(Context* context, const lexer::Token& first);
bool alias_rule(Context* context, const lexer::Token& name);
// architecture.cpp: comparisons of __CUDA_ARCH__ and of versions outside of #if.
void guard_in_code_rule(Context* context, const Place& place, const Word& word);

}  // namespace torchada::port
