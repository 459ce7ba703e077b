// #if, #elif, #else, #endif.
#include "conditionals.h"

#include <algorithm>

#include "condition.h"
#include "rules/architecture.h"
#include "rules/rules.h"
#include "vendors.h"

namespace torchada::port {

namespace {

bool mentions_musa(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.is(TokenKind::kIdentifier) && is_musa_macro(token.text());
  });
}

// The value of the condition in builds that are not for AMD GPUs; nothing where other macros decide.
std::optional<std::int64_t> without_rocm(const Condition& condition) {
  return condition.evaluate([](std::string_view name) -> std::optional<MacroValue> {
    if (is_rocm_macro(name)) return MacroValue{};
    return std::nullopt;
  });
}

bool mentions_rocm(const std::vector<Token>& tokens) {
  return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.is(TokenKind::kIdentifier) && is_rocm_macro(token.text());
  });
}

bool on_one_line(const Token& a, const Token& b) {
  return std::find(a.begin, b.begin, '\n') == b.begin;
}

bool is_guard_macro(std::string_view name) {
  return name == "__CUDA_ARCH__" || is_version_macro(name) || is_architecture_macro(name);
}

Token neighbour(const std::vector<Token>& tokens, std::size_t index) {
  return index < tokens.size() ? tokens[index] : Token{};
}

}  // namespace

void Conditionals::read(Context* context, const Token& name) {
  name_ = name;
  tokens_.clear();
  comments_.clear();
  Token token;
  while (context->lexer.next_visible(&token) && !token.is(TokenKind::kNewline)) {
    const bool comment = token.is(TokenKind::kLineComment) || token.is(TokenKind::kBlockComment);
    (comment ? comments_ : tokens_).push_back(token);
  }
  switch (name.directive) {
    case Directive::kIf:
    case Directive::kIfdef:
    case Directive::kIfndef: open(context, name.directive); break;
    case Directive::kElif:
    case Directive::kElifdef:
    case Directive::kElifndef:
    case Directive::kElse: next_branch(context, name.directive); break;
    case Directive::kEndif: close(context); break;
    default: break;
  }
}

void Conditionals::open(Context* context, Directive directive) {
  Frame frame;
  frame.begin = name_.begin;
  frame.quiet_outside = quiet_;
  frame.dead_outside = context->dead;
  frame.dead_on_device_outside = context->dead_on_device;
  frame.first_edit = context->scan.edits.size();
  frame.first_finding = context->scan.findings.size();
  frames_.push_back(std::move(frame));
  condition(context, directive);
  begin_quiet(context);
  begin_branch(context);
}

// A branch that has become quiet is looked at from here on; of a chain that is MUSA's, from its #if.
void Conditionals::begin_quiet(Context* context) {
  if (!quiet_) return;
  if (quiet_begin_ == nullptr) {
    quiet_begin_ = frames_.back().decided_musa ? frames_.back().begin : name_.begin;
  }
  look_at_quiet_line(context);
}

void Conditionals::leave_quiet(Context* context, const char* end) {
  if (quiet_begin_ == nullptr || context->reverse()) return;
  if (left_) {
    const std::string_view range(quiet_begin_, static_cast<std::size_t>(end - quiet_begin_));
    context->report(Code::other_vendor, range,
                    "the branch was not translated: it is for another vendor or for MUSA");
  }
  quiet_begin_ = nullptr;
  left_ = false;
}

void Conditionals::look_at_quiet_line(Context* context) {
  for (const Token& token : tokens_) {
    if (!token.is(TokenKind::kIdentifier)) continue;
    const Word* word = context->find(token);
    if (word != nullptr && word->is_cuda()) saw_left();
  }
}

void Conditionals::set_rocm(Frame* frame, bool rocm) {
  rocm_frames_ += static_cast<int>(rocm) - static_cast<int>(frame->rocm);
  frame->rocm = rocm;
}

void Conditionals::next_branch(Context* context, Directive directive) {
  if (frames_.empty()) return;
  end_branch(context);
  Frame& frame = frames_.back();
  if (!frame.quiet_outside && !frame.decided_musa) leave_quiet(context, name_.begin);
  set_rocm(&frame, frame.rest_quiet);
  quiet_ = frame.quiet_outside || frame.decided_musa || frame.rest_quiet;
  context->dead = frame.dead_outside || frame.rest_dead;
  context->dead_on_device = frame.dead_on_device_outside || frame.rest_dead;
  if (directive != Directive::kElse) condition(context, directive);
  begin_quiet(context);
  begin_branch(context);
}

void Conditionals::close(Context* context) {
  if (frames_.empty()) return;
  end_branch(context);
  set_rocm(&frames_.back(), false);
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (!frame.quiet_outside) leave_quiet(context, name_.end);
  quiet_ = frame.quiet_outside;
  context->dead = frame.dead_outside;
  context->dead_on_device = frame.dead_on_device_outside;
  settle(context, frame);
}

void Conditionals::begin_branch(Context* context) {
  Branch branch;
  branch.at_begin = context->content;
  branch.first_finding = context->scan.findings.size();
  frames_.back().branches.push_back(branch);
}

void Conditionals::end_branch(Context* context) {
  Branch& branch = frames_.back().branches.back();
  const Content& now = context->content;
  branch.content = {now.words - branch.at_begin.words, now.asms - branch.at_begin.asms,
                    now.refusals - branch.at_begin.refusals};
  branch.last_finding = context->scan.findings.size();
}

void Conditionals::condition(Context* context, Directive directive) {
  Frame& frame = frames_.back();
  if (quiet_ || excluded_) return;
  if (context->reverse()) {
    translate_line(context);
    return;
  }
  if (mentions_musa(tokens_)) {
    // Edits in earlier branches of the chain are taken back as well.
    if (context->scan.edits.size() > frame.first_edit ||
        context->scan.findings.size() > frame.first_finding) {
      saw_left();
    }
    context->take_back(frame.first_edit, frame.first_finding);
    frame.guards.clear();
    frame.decided_musa = quiet_ = true;
    return;
  }
  if (mentions_rocm(tokens_)) {
    const auto value = without_rocm(Condition(directive, tokens_));
    if (value && *value == 0) {
      quiet_ = true;
      set_rocm(&frame, true);
    }
    if (value && *value != 0) frame.rest_quiet = true;
  }
  translate_line(context);
  guards(context, directive);
}

std::vector<Conditionals::Compared> Conditionals::translate_comparisons(Context* context) {
  std::vector<Compared> found;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!tokens_[i].is(TokenKind::kIdentifier)) continue;
    const Word* word = context->find(tokens_[i]);
    if (word == nullptr || (word->traits & (trait::kArch | trait::kVersion)) == 0) continue;
    const Use use = use_of(tokens_, i);
    const bool version = (word->traits & trait::kVersion) != 0;
    if (use.kind == Use::Kind::kPlain && !version) continue;
    const bool done = !version && use.kind == Use::Kind::kComparison &&
                      translate_comparison(context, tokens_[i], use);
    found.push_back({tokens_[i], done});
  }
  return found;
}

// Translates the comparisons of the line, and remembers what is decided at the end of the chain.
void Conditionals::guards(Context* context, Directive directive) {
  Frame& frame = frames_.back();
  Guard guard;
  guard.first_edit = context->scan.edits.size();
  guard.branch = frame.branches.size();
  guard.first_finding = context->scan.findings.size();
  const std::vector<Compared> compared = translate_comparisons(context);
  if (compared.empty()) return;
  guard.last_edit = context->scan.edits.size();
  const Holds holds = holds_for(Condition(directive, tokens_), tokens_);
  for (std::size_t i = 0; i < compared.size(); ++i) {
    // One finding for each line: for the first comparison that stays, or else for the first one.
    std::size_t end = i + 1;
    while (end < compared.size() && on_one_line(compared[end - 1].macro, compared[end].macro)) {
      ++end;
    }
    while (i + 1 < end && compared[i].translated) ++i;
    report_guard(context, compared[i], holds);
    i = end - 1;
  }
  guard.last_finding = context->scan.findings.size();
  guard.takes_branch = !holds.on_none();
  const bool all = std::all_of(compared.begin(), compared.end(),
                               [](const Compared& one) { return one.translated; });
  if (!all) guard.last_edit = guard.first_edit;
  frame.guards.push_back(guard);
  if (holds.on_none()) context->dead_on_device = true;
  if (holds.on_none() && !holds.host) context->dead = true;
  if (holds.on_all() && holds.host) frame.rest_dead = true;
}

void Conditionals::report_guard(Context* context, const Compared& compared, const Holds& holds) {
  const std::string name = lexer::spelling(compared.macro);
  if (compared.translated) {
    context
        ->report(Code::arch_guard, compared.macro.text(),
                 "the guard became a guard on __MUSA_ARCH__: it is " + holds.text())
        .name = name;
    return;
  }
  const bool version = is_version_macro(name);
  context
      ->report(version ? Code::version_guard : Code::arch_guard_left, compared.macro.text(),
               "the guard was not translated: it is " + holds.text())
      .name = name;
}

// Translates the names in the condition; guards() translates the comparisons.
void Conditionals::translate_line(Context* context) {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].is(TokenKind::kHeaderName)) include_rule(context, tokens_[i]);
    if (!tokens_[i].is(TokenKind::kIdentifier)) continue;
    const Word* word = context->find(tokens_[i]);
    if (word == nullptr || (word->traits & trait::kVersion) != 0) continue;
    if ((word->traits & trait::kArch) != 0) {
      const Use use = use_of(tokens_, i);
      if (use.kind != Use::Kind::kPlain) {
        if (context->reverse() && use.kind == Use::Kind::kComparison) {
          translate_comparison(context, tokens_[i], use);
        }
        continue;
      }
    }
    Place place{tokens_[i], i == 0 ? Token{} : tokens_[i - 1], neighbour(tokens_, i + 1)};
    name_rule(context, place, *word);
    if (word->own_rule && is_guard_macro(word->text)) {
      context
          ->report(Code::version_guard, tokens_[i].text(),
                   "the guard became a guard on `" + word->replacement->to +
                       "`, as [map] of the rules file says")
          .severity = Severity::note;
    }
  }
}

// By branch: the sum of all branches after it.
std::vector<Conditionals::Branch> Conditionals::rests_of(const std::vector<Branch>& branches) {
  std::vector<Branch> rests(branches.size());
  for (std::size_t i = branches.size(); i-- > 1;) {
    Branch& rest = rests[i - 1] = rests[i];
    const Content& content = branches[i].content;
    rest.content.words += content.words;
    rest.content.asms += content.asms;
    rest.content.refusals += content.refusals;
    rest.first_finding = branches[i].first_finding;
    rest.last_finding = branches.back().last_finding;
  }
  return rests;
}

void Conditionals::settle(Context* context, const Frame& frame) {
  if (frame.guards.empty()) return;
  std::vector<Branch> rests = rests_of(frame.branches);
  bool rest_is_noted = false;
  for (const Guard& guard : frame.guards) {
    const Branch& own = frame.branches[guard.branch];
    Branch& rest = rests[guard.branch];
    const Branch& chosen = guard.takes_branch ? own : rest;
    const Branch& other = guard.takes_branch ? rest : own;
    if (guard.first_edit == guard.last_edit) {
      settle_left(context, guard, chosen.content);
      continue;
    }
    // It stays where it would choose inline PTX although another branch does without.
    const bool can_do_without =
        other.content.words > 0 && other.content.asms == 0 && other.content.refusals == 0;
    if (!can_do_without || chosen.content.asms == 0) continue;
    // Findings are gone through once: this rest is a part of the one before.
    if (rest_is_noted) rest.last_finding = rest.first_finding;
    leave(context, frame, guard, chosen);
    rest_is_noted = rest_is_noted || !guard.takes_branch;
  }
}

// Settles a guard that stays in any case. Where the branch that MUSA gets has code, nothing is missing.
void Conditionals::settle_left(Context* context, const Guard& guard, const Content& chosen) {
  const bool complete = chosen.words > 0 && chosen.refusals == 0;
  if (!complete || guard.takes_branch) return;
  for (std::size_t i = guard.first_finding; i < guard.last_finding; ++i) {
    context->scan.findings[i].severity = Severity::note;
  }
}

void Conditionals::leave(Context* context, const Frame& frame, const Guard& guard,
                         const Branch& chosen) {
  Scan& scan = context->scan;
  for (std::size_t i = guard.first_edit; i < guard.last_edit; ++i) {
    scan.edits[i].certainty = Certainty::show_only;
  }
  for (std::size_t i = chosen.first_finding; i < chosen.last_finding; ++i) {
    scan.findings[i].severity = Severity::note;
  }
  for (std::size_t i = guard.first_finding; i < guard.last_finding; ++i) {
    Finding& finding = scan.findings[i];
    finding.code = Code::arch_guard_left;
    finding.severity = frame.dead_outside ? Severity::note : Severity::warning;
    finding.message =
        "the guard was not translated, so that MUSA gets the branch without inline PTX";
  }
}

}  // namespace torchada::port
