// An element of shared memory that a thread assigns, and another of its elements that it reads with no barrier in
// between: a race, which the threads of a device survive because they keep pace. Here they run one after the other
// up to the next barrier, so the others come to the same place first. Only statements outside of loops count: those
// run once, and cost little.
#include <algorithm>

#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/statements.h"

namespace musasim::mcc {

namespace {

constexpr const char* kKeepPace = ", ::musasim::device::keep_pace()";

using Words = std::vector<std::uint32_t>;

bool is_one_of(const Words& words, std::uint32_t word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// `T* other = name + 1;` makes `other` a name of the same memory.
void add_pointers(const Source& source, Range range, Words* names) {
  for (Index at = range.begin; at + 2 < range.end; ++at) {
    if (!source.is_op(at, '*') || !source.is_word(at + 1) || !source.is_op(at + 2, '=')) continue;
    for (Index value = at + 3; value < range.end && !source.is_op(value, ';'); ++value) {
      if (!is_one_of(*names, source.word_at(value))) continue;
      names->push_back(source.word_at(at + 1));
      break;
    }
  }
}

// __syncthreads() and its like, barriers of cooperative groups, and so on: by their names.
bool waits(const Source& source, Index at) {
  if (!source.is_word(at)) return false;
  const std::string_view name = source.text(at);
  return name.find("sync") != std::string_view::npos ||
         name.find("barrier") != std::string_view::npos;
}

bool has_barrier(const Source& source, Range range) {
  for (Index at = range.begin; at < range.end; ++at)
    if (waits(source, at)) return true;
  return false;
}

// Whether the statement at the token, or a block around it within the function, is what a loop repeats.
bool in_loop(const Source& source, const Scopes& scopes, Index at, Index function_open) {
  for (;;) {
    const Index head = source.is_op(at - 1, ')') ? source.partner(at - 1) : kNone;
    const Index keyword = head == kNone ? at - 1 : head - 1;
    const std::string_view text = source.text(keyword);
    if (text == "for" || text == "while" || text == "do") return true;
    if (head != kNone && text == "if") {
      at = keyword;
      if (!source.is_op(at - 1, ';') && !source.is_op(at - 1, '{') && !source.is_op(at - 1, '}'))
        continue;
    }
    const Index scope = scopes.around(at);
    if (scope == kNone || scopes[scope].open == function_open) return false;
    at = scopes[scope].open;
  }
}

bool same_text(const Source& source, Range a, Range b) {
  if (a.end - a.begin != b.end - b.begin) return false;
  for (Index offset = 0; offset < a.end - a.begin; ++offset)
    if (source.text(a.begin + offset) != source.text(b.begin + offset)) return false;
  return true;
}

// Whether another element of the name is read behind a token before anything waits.
bool read_without_barrier(const Source& source, Index name, Range behind) {
  const Range index = {name + 2, source.partner(name + 1)};
  for (Index at = behind.begin; at < behind.end && !waits(source, at); ++at) {
    if (source.word_at(at) != source.word_at(name) || !source.is_op(at + 1, '[')) continue;
    const Index close = source.partner(at + 1);
    if (close == kNone) return false;
    const bool written = source.is_op(close + 1, '=');
    if (!written && !same_text(source, index, {at + 2, close})) return true;
  }
  return false;
}

}  // namespace

void rewrite_unsynchronized(Pass* pass, Index shared) {
  const Source& source = pass->source;
  const Declaration declaration = read_declaration(source, shared);
  const Index function = pass->scopes.function_around(shared);
  const Index scope = pass->scopes.around(shared);
  if (declaration.name == kNone || declaration.end == kNone || function == kNone) return;
  const Index open = pass->scopes[function].open;
  const Range known = {declaration.end, pass->scopes[scope].close};
  if (!has_barrier(source, {open, pass->scopes[function].close})) return;
  Words names = {source.word_at(declaration.name)};
  add_pointers(source, known, &names);
  for (Index at = known.begin + 1; at < known.end; ++at) {
    if (!is_one_of(names, source.word_at(at)) || !source.is_op(at + 1, '[') ||
        !begins_statement(source, at))
      continue;
    const Index close = source.partner(at + 1);
    if (close == kNone || !source.is_op(close + 1, '=')) continue;
    const Index behind = behind_statement(source, at);
    if (behind == kNone || in_loop(source, pass->scopes, at, open)) continue;
    if (read_without_barrier(source, at, {behind, pass->scopes[function].close}))
      pass->edits.insert(pass->begin_of(behind - 1), kKeepPace);
  }
}

}  // namespace musasim::mcc
