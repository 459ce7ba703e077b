// Goes over the tokens once and hands each to the part that knows it.
#include "mcc/rewrite/rewrite.h"

#include "mcc/rewrite/attributes.h"
#include "mcc/rewrite/fiber.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// __launch_bounds__(...) and its like go with their arguments.
void erase_with_arguments(Pass* pass, Index index) {
  Index last = index;
  if (pass->source.is_op(index + 1, '(') && pass->source.partner(index + 1) != kNone) {
    last = pass->source.partner(index + 1);
  }
  pass->edits.erase(pass->begin_of(index), pass->end_of(last));
}

void rewrite_word(Pass* pass, Index index, const Fibers& fibers) {
  switch (pass->source.word_at(index)) {
    case word::kGlobal: return rewrite_kernel(pass, index, fibers);
    case word::kDevice:
    case word::kConstant:
    case word::kManaged: return rewrite_memory_qualifier(pass, index);
    case word::kShared: return rewrite_shared(pass, index);
    case word::kHost:
    case word::kGridConstant: return pass->erase(index);
    case word::kLaunchBounds:
    case word::kClusterDims:
    case word::kMaxRegisters:
    case word::kBlockSize: return erase_with_arguments(pass, index);
    case word::kNoInline: return rewrite_no_inline(pass, index);
    case word::kVolatile: return rewrite_volatile(pass, index);
    case word::kAsm:
    case word::kAsm2:
    case word::kAsm4: return rewrite_assembly(pass, index);
    default: return;
  }
}

// Macro definitions that the preprocessor was asked for, and pragmas of other compilers.
bool is_unwanted(std::string_view directive, bool clang) {
  const auto begins = [directive](std::string_view text) {
    return directive.substr(0, text.size()) == text;
  };
  if (begins("#define ") || begins("#undef ") || begins("#pragma nv_") || begins("#pragma diag_")) {
    return true;
  }
  // Clang unrolls loops, but its pragma takes fewer expressions than that of a GPU's compiler.
  if (begins("#pragma unroll") || begins("#pragma nounroll")) return true;
  return !clang && begins("#pragma clang ");
}

void erase_directives(Pass* pass) {
  for (const Directive& directive : pass->source.directives()) {
    const std::string_view text = pass->source.text(directive.begin, directive.end);
    if (!is_unwanted(text, pass->options.clang)) continue;
    const bool newline = text.back() == '\n';
    pass->edits.erase(directive.begin, directive.end - (newline ? 1 : 0));
  }
}

}  // namespace

Rewritten rewrite(std::string text, const RewriteOptions& options) {
  Rewritten result;
  Pass pass(with_known_attributes(std::move(text), options, &result), options);
  if (!options.clang && result.only_clang.what.empty()) {
    result.only_clang = find_words_of_clang(pass.source, options.library);
  }
  const Fibers fibers(pass.source, pass.scopes, options.library);
  erase_directives(&pass);
  const bool members = !options.clang;
  const std::vector<bool> parameters = members ? type_parameters(pass.source) : std::vector<bool>();
  const std::vector<bool> templates = members ? template_names(pass.source) : std::vector<bool>();
  const auto aliases = members ? number_aliases(pass.source) : std::vector<NumberAlias>();
  for (Index index = 0; index < pass.source.size(); ++index) {
    const SourceToken& token = pass.source.token(index);
    if (token.kind == TokenKind::kLaunchOpen) {
      rewrite_launch(&pass, index);
    } else if (members && (token.op == '.' || token.op == op::kScope)) {
      rewrite_member(&pass, index, parameters, templates);
    } else if (members && token.op == '<') {
      rewrite_number_argument(&pass, index, aliases);
    } else if (members &&
               (pass.source.is(index, word::kTypedef) || pass.source.is(index, word::kUsing))) {
      rewrite_same_name(&pass, index);
    } else if (token.kind == TokenKind::kIdentifier && token.link < word::kLastRewritten) {
      rewrite_word(&pass, index, fibers);
    }
  }
  result.errors.insert(result.errors.end(), pass.errors.begin(), pass.errors.end());
  if (result.errors.empty()) result.text = pass.edits.apply(pass.source.text());
  return result;
}

}  // namespace musasim::mcc
