// Finds what only clang compiles. It is enough that a text probably needs clang: that compiles the rest too.
#include "mcc/rewrite/clang_only.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

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

bool is_access(const Source& source, Index dot) {
  return dot > 0 && (source.is_op(dot, '.') || source.is_op(dot, op::kArrow)) &&
         source.is_word(dot + 1) && !source.is_op(dot + 2, '(') &&
         is_component(source.text(dot + 1));
}

// The names of types that are vectors, and of what is declared with them.
class VectorNames {
 public:
  explicit VectorNames(const Source& source) : source_(source), known_(source.word_count()) {}

  // Every token in its order.
  void see(Index at) {
    if (source_.is(at, word::kVectorType) || source_.is(at, word::kVectorType2)) {
      see_attribute(at);
    } else if (source_.is(at, word::kAuto)) {
      see_auto(at);
    } else if (has(at)) {
      add(declared_behind(at + 1));
      if (at > 1 && source_.is_op(at - 1, '=') && is_using(at - 3)) add(at - 2);
    }
  }

  // Whether the object that ends at the token may be a vector: v, v[i], f(x), (v + w).
  bool ends_object(Index last) const {
    const Index open = source_.partner(last);
    if (open == kNone || open > last) return has(last);
    const bool called = open > 0 && (is_name(open - 1) || source_.is_op(open - 1, ']'));
    return called ? ends_object(open - 1) : has_any(open, last);
  }

 private:
  bool has(Index at) const { return source_.is_word(at) && known_[source_.token(at).link]; }
  bool has_any(Index begin, Index end) const {
    while (begin < end && !has(begin)) ++begin;
    return begin < end;
  }
  void add(Index at) {
    if (source_.is_word(at)) known_[source_.token(at).link] = true;
  }
  bool is_name(Index at) const {
    return source_.is_word(at) && source_.word_at(at) >= word::kFirstOther;
  }
  bool is_using(Index at) const { return source_.is(at, word::kUsing); }

  // The name behind a type: past its template arguments, const, * and &.
  Index declared_behind(Index at) const {
    if (source_.is_op(at, '<')) at = behind_angle(source_, at, source_.size());
    while (source_.is(at, word::kConst) || source_.is(at, word::kRestrict) ||
           source_.is(at, word::kRestrict2) || source_.is_op(at, '*') || source_.is_op(at, '&') ||
           source_.is_op(at, op::kAndAnd)) {
      ++at;
    }
    return at;
  }

  // using name = T attribute, and with typedef or without: T name attribute, T attribute name,
  // attribute T name.
  void see_attribute(Index at) {
    while (at > 0 && !is_attribute(source_, at)) --at;
    Index first = statement_begin(source_, at);
    template_heads(source_, first, &first);
    if (is_using(first)) return add(first + 1);
    const Index behind = behind_attribute(source_, at);
    if (is_name(behind)) add(behind);
    if (!source_.is(first, word::kTypedef)) return;
    if (at > first + 2) add(at - 1);
    const Index end = statement_end(source_, at);
    if (end != kNone) add(end - 1);
  }

  // auto w = v * 2;
  void see_auto(Index at) {
    const Index name = declared_behind(at + 1);
    if (!source_.is_op(name + 1, '=')) return;
    const Index end = statement_end(source_, name);
    if (end != kNone && has_any(name + 2, end)) add(name);
  }

  const Source& source_;
  std::vector<bool> known_;
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
  VectorNames names(source);
  UsersTokens tokens(source, library);
  for (Index at = tokens.next(); at != kNone; at = tokens.next()) {
    names.see(at);
    if (!is_access(source, at) || !names.ends_object(at - 1)) continue;
    return found_at(
        source, at,
        std::string(source.text(at)) + std::string(source.text(at + 1)) + " of an ext_vector_type");
  }
  return {};
}

}  // namespace musasim::mcc
