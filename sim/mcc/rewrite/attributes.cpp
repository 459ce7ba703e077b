// Attributes of the real compiler: those without a meaning here go, and `T __attribute__((ext_vector_type(n)))`
// becomes ::musasim::device::Vector<T, n>. So does vector_size(bytes) where it is not a number: g++ takes
// only powers of two.
#include "mcc/rewrite/attributes.h"

#include <algorithm>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

namespace {

constexpr std::string_view kVector = "ext_vector_type";
constexpr std::string_view kVectorOfBytes = "vector_size";

// An attribute's name may stand between underscores.
std::string_view bare(std::string_view name) {
  const bool dressed =
      name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__";
  return dressed ? name.substr(2, name.size() - 4) : name;
}

bool says_nothing(std::string_view name) {
  return name == "address_space" || name == "grid_constant" || name.substr(0, 6) == "mtgpu_" ||
         name.substr(0, 7) == "opencl_";
}

bool has_any(const std::string& text) {
  for (const char* each :
       {"ext_vector_type", "(vector_size", "address_space", "grid_constant", "mtgpu_", "opencl_"}) {
    if (text.find(each) != std::string::npos) return true;
  }
  return false;
}

bool is_qualifier(const Source& source, Index index) {
  return source.is(index, word::kConst) || source.is(index, word::kVolatile);
}

bool is_built_in_type(const Source& source, Index index) {
  const std::uint32_t word = source.word_at(index);
  return word != kNone && word >= word::kVoid && word < word::kLastType;
}

bool is_specifier(const Source& source, Index index) {
  switch (source.word_at(index)) {
    case word::kTypedef:
    case word::kStatic:
    case word::kExtern:
    case word::kInline:
    case word::kInline2:
    case word::kInline4:
    case word::kConstexpr:
    case word::kThreadLocal:
    case word::kMutable:
    case word::kRegister:
    case word::kExtension:
    case word::kReturn:
    case word::kDevice:
    case word::kHost:
    case word::kShared:
    case word::kConstant:
    case word::kManaged:
    case word::kConst:
    case word::kVolatile: return true;
    default: return false;
  }
}

// The token behind the type at `at`, without what makes pointers of it; `at` itself where none stands.
Index behind_type(const Source& source, Index at) {
  const Index begin = at;
  if (is_built_in_type(source, at)) {
    while (is_built_in_type(source, at) || is_qualifier(source, at)) ++at;
    return at;
  }
  if (source.is(at, word::kDecltype)) return behind_attribute(source, at);
  if (source.is(at, word::kTypename)) ++at;
  if (source.is_op(at, op::kScope)) ++at;
  while (source.is_word(at) && !is_attribute(source, at)) {
    ++at;
    if (source.is_op(at, '<')) {
      const Index behind = behind_angle(source, at, source.size());
      if (behind != kNone) at = behind;
    }
    if (!source.is_op(at, op::kScope)) {
      while (is_qualifier(source, at)) ++at;
      return at;
    }
    ++at;
    if (source.is(at, word::kTemplate)) ++at;
  }
  return begin;
}

// The beginning of the declaration, the parameter or the cast that a token belongs to.
Index part_begin(const Source& source, Index index) {
  while (index > 0) {
    const Index before = index - 1;
    for (const char end : {';', '{', '}', '(', '[', ',', '=', '<', ':'}) {
      const bool opened = (end == '}' || end == '{') || source.partner(before) == kNone ||
                          source.partner(before) > before;
      if (source.is_op(before, end) && opened) return index;
    }
    if (source.is_op(before, '>')) {
      const Index open = angle_before(source, before);
      if (open == kNone) return index;
      index = open;
      continue;
    }
    const Index partner = source.partner(before);
    index = partner != kNone && partner < before ? partner : before;
  }
  return index;
}

// The element's type of the vector whose attribute stands at `attribute`; empty: not found.
Range element_type(const Source& source, Index attribute) {
  Index at = part_begin(source, attribute);
  Index first = at;
  template_heads(source, at, &first);
  at = first;
  while (at < attribute) {
    const Index behind = behind_attribute(source, at);
    if (is_specifier(source, at)) {
      ++at;
    } else if (behind != at && !source.is(at, word::kDecltype)) {
      at = behind;
    } else {
      break;
    }
  }
  if (at < attribute) {
    const Index end = behind_type(source, at);
    const bool named = end + 1 == attribute && source.is_word(end);
    return end != at && (end == attribute || named) ? Range{at, end} : Range{};
  }
  at = behind_attribute(source, attribute);
  while (is_specifier(source, at)) ++at;
  const Index end = behind_type(source, at);
  return end != at ? Range{at, end} : Range{};
}

class Attributes {
 public:
  Attributes(std::string text, const RewriteOptions& options, Rewritten* result)
      : source_(std::move(text)), clang_(options.clang), errors_(&result->errors) {
    if (!clang_) result->only_clang = find_vector_components(source_, options.library);
  }

  std::string changed() {
    for (Index at = 0; at < source_.size(); ++at) {
      if (is_attribute(source_, at)) look_at(at);
    }
    return edits_.apply(source_.text());
  }

 private:
  // Lines stay as many as they are.
  void erase(Index first, Index last) {
    const std::uint32_t begin = source_.token(first).begin;
    const std::uint32_t end = source_.token(last).end;
    const std::string_view text = source_.text(begin, end);
    const auto lines = std::count(text.begin(), text.end(), '\n');
    edits_.replace(begin, end, std::string(static_cast<std::size_t>(lines), '\n'));
  }

  void look_at(Index attribute) {
    const Index open = attribute + 2;
    const Index close = source_.partner(open);
    if (!source_.is_op(attribute + 1, '(') || !source_.is_op(open, '(') || close == kNone) return;
    for (const Range item : split_at_commas(source_, open + 1, close)) {
      if (item.empty() || !source_.is_word(item.begin)) continue;
      const std::string_view name = bare(source_.text(item.begin));
      if (says_nothing(name)) {
        erase(item.begin, item.end - 1);
      } else if ((name == kVector && !(clang_ && names_type(attribute))) ||
                 (!clang_ && is_computed_size(item))) {
        make_vector(attribute, item);
      }
    }
  }

  // Clang has the attribute for names of types alone.
  bool names_type(Index attribute) const {
    Index first = statement_begin(source_, attribute);
    template_heads(source_, first, &first);
    return source_.is(first, word::kTypedef) || source_.is(first, word::kUsing);
  }

  // vector_size(...) with more than a number between the brackets.
  bool is_computed_size(Range item) const {
    return source_.text(item.begin) == kVectorOfBytes &&
           (item.end - item.begin > 4 || source_.is_word(item.begin + 2));
  }

  void make_vector(Index attribute, Range item) {
    const Index open = item.begin + 1;
    const Range type = element_type(source_, attribute);
    if (type.begin == kNone || !source_.is_op(open, '(') || source_.partner(open) != item.end - 1) {
      const Source::Place place = source_.place(source_.token(attribute).begin);
      errors_->push_back(place.file + ":" + std::to_string(place.line) +
                         ": error: the element type of " +
                         std::string(bare(source_.text(item.begin))) +
                         " is not found; write `using V = T __attribute__((ext_vector_type(n)));`");
      return;
    }
    std::string count(source_.text(source_.token(open).begin, source_.token(item.end - 1).end));
    std::replace(count.begin(), count.end(), '\n', ' ');
    if (source_.text(item.begin) == kVectorOfBytes) {
      const std::uint32_t begin = source_.token(type.begin).begin;
      count += " / sizeof(";
      count.append(source_.text(begin, source_.token(type.end - 1).end)).append(")");
    }
    edits_.insert(source_.token(type.begin).begin, "::musasim::device::Vector<");
    edits_.insert(source_.token(type.end - 1).end, ", " + count + ">");
    erase(item.begin, item.end - 1);
  }

  Source source_;
  Edits edits_;
  bool clang_;
  std::vector<std::string>* errors_;
};

}  // namespace

std::string with_known_attributes(std::string text, const RewriteOptions& options,
                                  Rewritten* result) {
  if (!has_any(text)) return text;
  return Attributes(std::move(text), options, result).changed();
}

}  // namespace musasim::mcc
