// Finds what only clang compiles. It is enough that a text probably needs clang: that compiles the rest too.
#include "mcc/rewrite/clang_only.h"

#include <algorithm>
#include <string_view>

#include "mcc/rewrite/source.h"

namespace musasim::mcc {

namespace {

constexpr std::string_view kBeginnings[] = {"__builtin_elementwise_", "__builtin_reduce_",
                                            "__builtin_bitreverse",   "__builtin_rotateleft",
                                            "__builtin_rotateright",  "__builtin_matrix_"};
constexpr std::string_view kWords[] = {"__builtin_addc",
                                       "__builtin_addcb",
                                       "__builtin_addcl",
                                       "__builtin_addcll",
                                       "__builtin_addcs",
                                       "__builtin_align_down",
                                       "__builtin_align_up",
                                       "__builtin_canonicalize",
                                       "__builtin_canonicalizef",
                                       "__builtin_debugtrap",
                                       "__builtin_is_aligned",
                                       "__builtin_memcpy_inline",
                                       "__builtin_memset_inline",
                                       "__builtin_nontemporal_load",
                                       "__builtin_nontemporal_store",
                                       "__builtin_readcyclecounter",
                                       "__builtin_subc",
                                       "__builtin_subcb",
                                       "__builtin_subcl",
                                       "__builtin_subcll",
                                       "__builtin_subcs",
                                       "__builtin_unpredictable",
                                       "_Atomic",
                                       "_BitInt",
                                       "_Nonnull",
                                       "_Nullable",
                                       "matrix_type"};

bool is_of_clang(std::string_view word) {
  const auto begins = [word](std::string_view text) { return word.substr(0, text.size()) == text; };
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), begins) ||
         std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool consists_of(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

bool is_component(std::string_view name) {
  constexpr std::size_t kMost = 16;
  if (name == "lo" || name == "hi" || name == "even" || name == "odd") return true;
  if (name.size() > kMost + 1) return false;
  if (consists_of(name, "xyzw") || consists_of(name, "rgba")) return true;
  return name.size() > 1 && (name[0] == 's' || name[0] == 'S') &&
         consists_of(name.substr(1), "0123456789abcdefABCDEF");
}

// x of threadIdx.x and its like.
bool is_of_built_in(const Source& source, Index dot) {
  const std::uint32_t word = dot > 0 ? source.word_at(dot - 1) : kNone;
  return word >= word::kThreadIdx && word <= word::kGridDim;
}

bool is_access(const Source& source, Index dot) {
  const bool named = (source.is_op(dot, '.') || source.is_op(dot, op::kArrow)) &&
                     source.is_word(dot + 1) && !source.is_op(dot + 2, '(');
  return named && !is_of_built_in(source, dot) && is_component(source.text(dot + 1));
}

// Goes over the tokens of the files that the user wrote, system headers not among them.
class UsersTokens {
 public:
  UsersTokens(const Source& source, const std::string& library)
      : source_(source), library_(library) {}

  // The next token; kNone behind the last one.
  Index next() {
    while (++at_ < source_.size()) {
      while (directive_ < source_.directives().size() &&
             source_.directives()[directive_].before <= at_) {
        enter(source_.directives()[directive_++]);
      }
      if (is_users_) return at_;
    }
    return kNone;
  }

 private:
  void enter(const Directive& directive) {
    const std::string_view marker = source_.text(directive.begin, directive.end);
    const std::string_view file = marked_file(marker);
    if (file.empty()) return;
    const std::string_view flags = marker.substr(marker.rfind('"') + 1);
    const bool of_library = !library_.empty() && file.substr(0, library_.size()) == library_;
    is_users_ = !of_library && flags.find('3') == std::string_view::npos;
  }

  const Source& source_;
  const std::string& library_;
  Index at_ = kNone;
  std::size_t directive_ = 0;
  bool is_users_ = true;
};

ClangOnly found_at(const Source& source, Index token, const std::string& what) {
  const Source::Place place = source.place(source.token(token).begin);
  return {place.file + ":" + std::to_string(place.line), what};
}

}  // namespace

ClangOnly find_words_of_clang(const Source& source, const std::string& library) {
  for (std::uint32_t word = word::kFirstOther; word < source.word_count(); ++word) {
    const std::string_view text = source.word(word);
    if ((text[0] != '_' && text[0] != 'm') || !is_of_clang(text)) continue;
    Index first = 0;
    while (!source.is(first, word)) ++first;
    // The library declares functions before anybody calls them.
    const Source::Place place = source.place(source.token(first).begin);
    if (!library.empty() && place.file.rfind(library, 0) == 0) continue;
    return found_at(source, first, std::string(text));
  }
  return {};
}

ClangOnly find_vector_components(const Source& source, const std::string& library) {
  Index component = kNone;
  bool vectors = false;
  UsersTokens tokens(source, library);
  for (Index at = tokens.next(); at != kNone; at = tokens.next()) {
    if (source.is(at, word::kVectorType) || source.is(at, word::kVectorType2)) vectors = true;
    if (component == kNone && is_access(source, at)) component = at;
    if (vectors && component != kNone) {
      return found_at(source, component,
                      std::string(source.text(component)) +
                          std::string(source.text(component + 1)) + " of an ext_vector_type");
    }
  }
  return {};
}

}  // namespace musasim::mcc
