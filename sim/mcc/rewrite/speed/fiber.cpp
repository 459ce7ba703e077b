// Spreads suspicion from name to name.
#include "mcc/rewrite/speed/fiber.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "mcc/rewrite/asm_statement.h"
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/marks.h"
#include "mcc/rewrite/speed/fiber_words.h"

namespace musasim::mcc {

namespace {

// The name of the class around a token; kNone elsewhere.
std::uint32_t class_around(const Source& source, const Scopes& scopes, Index token) {
  const Index number = scopes.around(token);
  if (number == kNone || scopes.kind(number) != ScopeKind::kClass) return kNone;
  const Index open = scopes[number].open;
  for (Index at = statement_begin(source, open); at < open; ++at) {
    const bool key = is_class_key(source.word_at(at));
    if (key && source.is_word(at + 1)) return source.word_at(at + 1);
  }
  return kNone;
}

// A::A, or A in the class A.
bool is_constructor(const Source& source, const Scopes& scopes, Index name) {
  if (name > 1 && source.is_op(name - 1, op::kScope)) {
    return source.word_at(name - 2) == source.word_at(name);
  }
  return class_around(source, scopes, name) == source.word_at(name);
}

bool is_assembly(const Source& source, Index index) {
  return std::any_of(std::begin(kAsmWords), std::end(kAsmWords),
                     [&](std::uint32_t word) { return source.is(index, word); });
}

bool is_device_token(const Source& source, Index index) {
  const SourceToken& token = source.token(index);
  return token.kind == TokenKind::kLaunchOpen ||
         (token.kind == TokenKind::kIdentifier &&
          (token.link == word::kDevice || token.link == word::kGlobal));
}

}  // namespace

Fibers::Fibers(const Source& source, const Scopes& scopes, const std::string& library)
    : source_(source), scopes_(scopes) {
  find_origins(library);
  find_occurrences();
  seed();
  spread();
}

void Fibers::find_origins(const std::string& library) {
  std::vector<std::string_view> files;
  parts_.push_back({0, Origin::kHost});
  files.push_back({});
  for (const Directive& directive : source_.directives()) {
    const std::string_view file = marked_file(source_.text(directive.begin, directive.end));
    if (file.empty()) continue;
    Origin origin = Origin::kHost;
    if (!library.empty() && file.substr(0, library.size()) == library) {
      const bool run_time = file.substr(library.size()).substr(0, 9) == "/musasim/";
      origin = run_time ? Origin::kRunTime : Origin::kLibrary;
    }
    parts_.push_back({directive.before, origin});
    files.push_back(file);
  }
  // Files with device code in them.
  std::unordered_set<std::string_view> device;
  std::size_t part = 0;
  for (Index at = 0; at < source_.size(); ++at) {
    if (!is_device_token(source_, at)) continue;
    while (part + 1 < parts_.size() && parts_[part + 1].begin <= at) ++part;
    device.insert(files[part]);
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const bool here = device.count(files[i]) != 0;
    if (here && parts_[i].origin == Origin::kHost) parts_[i].origin = Origin::kDevice;
  }
}

Fibers::Origin Fibers::origin(Index token) const {
  const auto behind =
      std::upper_bound(parts_.begin(), parts_.end(), token,
                       [](Index value, const Part& part) { return value < part.begin; });
  return (behind - 1)->origin;
}

// All places of each word, by counting.
void Fibers::find_occurrences() {
  first_.assign(source_.word_count() + 1, 0);
  for (Index at = 0; at < source_.size(); ++at) {
    if (source_.is_word(at)) ++first_[source_.token(at).link + 1];
  }
  for (std::size_t word = 1; word < first_.size(); ++word) first_[word] += first_[word - 1];
  occurrences_.resize(first_.back());
  std::vector<Index> next(first_.begin(), first_.end() - 1);
  for (Index at = 0; at < source_.size(); ++at) {
    if (source_.is_word(at)) occurrences_[next[source_.token(at).link]++] = at;
  }
}

void Fibers::suspect(std::uint32_t word) {
  if (suspect_[word] != 0) return;
  suspect_[word] = 1;
  waiting_.push_back(word);
}

// The effect of all statements of device code with the keyword: the word stands for them all.
assembly::Effect Fibers::effect_of_assembly(std::uint32_t keyword) const {
  assembly::Effect effect = assembly::Effect::kNone;
  for (Index i = first_[keyword]; i < first_[keyword + 1]; ++i) {
    const Origin from = origin(occurrences_[i]);
    if (from == Origin::kHost || from == Origin::kRunTime) continue;
    const std::optional<AsmStatement> statement = read_asm_statement(source_, occurrences_[i]);
    if (statement) effect = std::max(effect, assembly::effect_of(statement->text));
  }
  return effect;
}

// The bodies of functions in which other threads' writes may be seen: those that loop wait, and the
// others pass it on by their names.
void Fibers::seed() {
  suspect_.assign(source_.word_count(), 0);
  shared_.assign(source_.word_count(), 0);
  std::vector<std::uint32_t> seen;
  for (std::uint32_t word = 0; word < source_.word_count(); ++word) {
    if (waits(source_.word(word))) suspect(word);
    if (sees_other_threads(source_.word(word))) seen.push_back(word);
  }
  for (const std::uint32_t keyword : kAsmWords) {
    const assembly::Effect effect = effect_of_assembly(keyword);
    if (effect == assembly::Effect::kWaits) suspect(keyword);
    if (effect != assembly::Effect::kNone) seen.push_back(keyword);
  }
  for (const std::uint32_t word : seen) shared_[word] = 1;
  while (!seen.empty()) {
    const std::uint32_t word = seen.back();
    seen.pop_back();
    for (Index i = first_[word]; i < first_[word + 1]; ++i) {
      const Index token = occurrences_[i];
      const Origin from = origin(token);
      if (from == Origin::kHost || from == Origin::kRunTime) continue;
      const Index function = scopes_.function_around(token);
      if (function == kNone) continue;
      const FunctionHead head =
          function_head(source_, statement_begin(source_, scopes_[function].open));
      if (head.name == kNone) continue;
      const std::uint32_t name = source_.word_at(head.name);
      if (may_spin({head.begin, scopes_[function].close})) {
        if (head.special) all_ = true;
        if (!marks_between(source_, head.begin, head.open).global) suspect(name);
      } else if (shared_[name] == 0) {
        shared_[name] = 1;
        seen.push_back(name);
      }
    }
  }
}

bool Fibers::may_spin(Range body) const {
  bool shared = false;
  bool loops = false;
  for (Index at = body.begin; at < body.end; ++at) {
    const std::uint32_t word = source_.word_at(at);
    if (word == kNone) continue;
    shared = shared || shared_[word] != 0;
    loops = loops || word == word::kWhile || word == word::kDo || word == word::kFor ||
            word == word::kGoto;
  }
  return shared && loops;
}

void Fibers::spread() {
  while (!waiting_.empty() && !all_) {
    const std::uint32_t word = waiting_.back();
    waiting_.pop_back();
    for (Index i = first_[word]; i < first_[word + 1] && !all_; ++i) spread_from(occurrences_[i]);
  }
}

// Whether the name stands for the function itself and is no call.
bool Fibers::is_passed_on(Index token) const {
  if (source_.is_op(token + 1, '(')) return false;
  if (waits(source_.text(token)) || is_assembly(source_, token)) return false;
  if (!source_.is_op(token + 1, '<')) return true;
  const Index behind = behind_angle(source_, token + 1, source_.size());
  return behind == kNone || !source_.is_op(behind, '(');
}

void Fibers::spread_from(Index token) {
  const Origin from = origin(token);
  if (from == Origin::kRunTime || from == Origin::kHost) return;
  const Index function = scopes_.function_around(token);
  if (function == kNone) return spread_outside_of_functions(token);
  const Index open = scopes_[function].open;
  const FunctionHead head = function_head(source_, statement_begin(source_, open));
  const Marks marks = marks_between(source_, head.begin, open);
  if (marks.global) return;  // needs_fiber() sees it
  const bool device = marks.device || marks.constant || from == Origin::kLibrary;
  // A host function may pass these to kernels: lambdas, objects of its own classes, functions.
  for (Index number = scopes_.around(token); number != function; number = scopes_[number].outer) {
    const ScopeKind kind = scopes_.kind(number);
    const bool passed = kind == ScopeKind::kLambda || kind == ScopeKind::kClass;
    if (passed && (!device || marks.host)) all_ = true;
  }
  if (!device) {
    if (is_passed_on(token)) all_ = true;
  } else if (head.name == kNone || head.special || is_constructor(source_, scopes_, head.name)) {
    // Code that uses a class of the library names it.
    const std::uint32_t name = class_around(source_, scopes_, head.begin);
    if (from == Origin::kLibrary && name != kNone) {
      suspect(name);
    } else {
      all_ = true;
    }
  } else {
    suspect(source_.word_at(head.name));
  }
}

// In a declaration: its own name, a default argument; else it cannot be followed.
void Fibers::spread_outside_of_functions(Index token) {
  Index begin = statement_begin(source_, token);
  while (begin > 0 && (source_.is_op(begin - 1, '(') || source_.is_op(begin - 1, '['))) {
    begin = statement_begin(source_, begin - 1);
  }
  Index first = begin;
  template_heads(source_, begin, &first);
  if (source_.is(first, word::kUsing)) {
    if (source_.is_op(first + 2, '=')) suspect(source_.word_at(first + 1));
    return;
  }
  // A class that is declared: whoever uses it names it.
  const std::uint32_t before = token > 0 ? source_.word_at(token - 1) : kNone;
  if (before == word::kClass || before == word::kStruct) return;
  const FunctionHead head = function_head(source_, begin);
  if (head.name == token) return;
  if (head.name == kNone || head.special) {
    all_ = true;
  } else {
    suspect(source_.word_at(head.name));
  }
}

// The library's functions have barriers for what they share, and other kernels share their own.
bool Fibers::keeps_apart(Index body) const {
  for (Index i = first_[word::kShared]; i < first_[word::kShared + 1]; ++i) {
    const Index token = occurrences_[i];
    const Origin from = origin(token);
    if (from == Origin::kLibrary || from == Origin::kRunTime) continue;
    const Index function = scopes_.function_around(token);
    if (function == kNone || scopes_[function].open == body) return false;
    const Index open = scopes_[function].open;
    if (!marks_between(source_, statement_begin(source_, open), open).global) return false;
  }
  return true;
}

bool Fibers::needs_fiber(Index body) const {
  if (all_) return true;
  const Index close = source_.partner(body);
  if (may_spin({statement_begin(source_, body), close})) return true;
  for (Index at = body + 1; at < close; ++at) {
    const std::uint32_t word = source_.word_at(at);
    if (word == kNone || suspect_[word] == 0) continue;
    // The body's own; it is another one where it is qualified.
    if (word != word::kThreadIdx || source_.is_op(at - 1, op::kScope)) return true;
  }
  return false;
}

}  // namespace musasim::mcc
