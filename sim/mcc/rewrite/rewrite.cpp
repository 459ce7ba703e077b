// Goes over the tokens once and hands each to the part that knows it.
#include "mcc/rewrite/rewrite.h"

#include <optional>
#include <vector>

#include "mcc/rewrite/attributes.h"
#include "mcc/rewrite/far_template.h"
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/ptx.h"
#include "mcc/rewrite/speed/fiber.h"

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

// Clusters of one block are what every grid has. Each size is known when the text is compiled.
void rewrite_cluster_dims(Pass* pass, Index index) {
  const Source& source = pass->source;
  const Index close = source.is_op(index + 1, '(') ? source.partner(index + 1) : kNone;
  if (close == kNone) return pass->error(index, "expected the sizes of a cluster in parentheses");
  std::string sizes;
  for (const Range& size : split_at_commas(source, index + 2, close)) {
    sizes += sizes.empty() ? "(" : ", (";
    sizes += source.text(pass->begin_of(size.begin), pass->end_of(size.end - 1));
    sizes += ")";
  }
  pass->edits.replace(pass->begin_of(index), pass->end_of(close),
                      "__attribute__((aligned(::musasim::device::cluster<" + sizes + ">())))");
}

void rewrite_word(Pass* pass, Index index, const Fibers* fibers) {
  switch (pass->source.word_at(index)) {
    case word::kGlobal: return rewrite_kernel(pass, index, fibers);
    case word::kDevice:
    case word::kConstant:
    case word::kManaged: return rewrite_memory_qualifier(pass, index);
    case word::kShared: rewrite_unsynchronized(pass, index); return rewrite_shared(pass, index);
    case word::kHost:
    case word::kGridConstant: return pass->erase(index);
    case word::kClusterDims: return rewrite_cluster_dims(pass, index);
    case word::kLaunchBounds:
    case word::kMaxRegisters:
    case word::kBlockSize: return erase_with_arguments(pass, index);
    case word::kNoInline: return rewrite_no_inline(pass, index);
    case word::kReturn: return rewrite_return(pass, index);
    case word::kVolatile: return rewrite_volatile(pass, index);
    case word::kAsm:
    case word::kAsm2:
    case word::kAsm4: return rewrite_assembly(pass, index);
    default: return;
  }
}

// Rewrites what only g++ needs rewritten.
class ForGcc {
 public:
  explicit ForGcc(const Source& source)
      : parameters_(type_parameters(source)),
        templates_(template_names(source)),
        aliases_(number_aliases(source)) {}

  // False where the token is none of these.
  bool rewrite(Pass* pass, Index index) {
    const Source& source = pass->source;
    if (source.is_op(index, '.') || source.is_op(index, op::kScope)) {
      rewrite_member(pass, index, parameters_, templates_);
    } else if (source.is_op(index, '<')) {
      rewrite_number_argument(pass, index, aliases_);
      far_templates_.rewrite(pass, index, templates_);
    } else if (source.is(index, word::kTypedef) || source.is(index, word::kUsing)) {
      rewrite_same_name(pass, index);
    } else {
      return false;
    }
    return true;
  }

 private:
  std::vector<bool> parameters_;
  std::vector<bool> templates_;
  std::vector<NumberAlias> aliases_;
  FarTemplates far_templates_;
};

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

bool is_extern_template(const Source& source, Index index) {
  return source.is(index, word::kTemplate) && index > 0 && source.is(index - 1, word::kExtern);
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
  if (options.ptx) text = with_ptx_calls(std::move(text));
  Pass pass(with_known_attributes(std::move(text), options, &result), options);
  if (!options.clang && result.only_clang.what.empty()) {
    result.only_clang = find_words_of_clang(pass.source, options.library);
  }
  std::optional<Fibers> fibers;
  if (!options.plain && !options.checked) {
    fibers.emplace(pass.source, pass.scopes, options.library);
  }
  erase_directives(&pass);
  std::optional<ForGcc> for_gcc;
  if (!options.clang) for_gcc.emplace(pass.source);
  for (Index index = 0; index < pass.source.size(); ++index) {
    const SourceToken& token = pass.source.token(index);
    if (token.kind == TokenKind::kLaunchOpen) {
      rewrite_launch(&pass, index);
    } else if (for_gcc && for_gcc->rewrite(&pass, index)) {
      continue;
    } else if (is_extern_template(pass.source, index)) {
      rewrite_extern_template(&pass, index);
    } else if (token.kind == TokenKind::kIdentifier && token.link < word::kLastRewritten) {
      rewrite_word(&pass, index, fibers ? &*fibers : nullptr);
    }
  }
  result.needs_ptx = pass.needs_ptx;
  result.keeps_locals = pass.keeps_locals;
  result.errors.insert(result.errors.end(), pass.errors.begin(), pass.errors.end());
  if (result.errors.empty()) result.text = pass.edits.apply(pass.source.text());
  return result;
}

}  // namespace musasim::mcc
