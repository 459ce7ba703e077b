// Recording changes by lines, and finding the lines again.
#include "way_back.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>

#include "torchada/names/names.h"

namespace torchada::port {

namespace {

// Takes the pieces of an output in order, and completes the changes of each line at its end.
class LineRecorder {
 public:
  explicit LineRecorder(Record* record) : record_(*record) {}

  void add(std::string_view text) {
    if (has_change()) text.remove_prefix(add_to_line(text));
    const std::size_t lines = text.rfind('\n') + 1;
    if (lines != 0) {
      gap_.add(text.substr(0, lines));
      line_ += static_cast<std::size_t>(std::count(text.begin(), text.begin() + lines, '\n'));
      begin_line();
    }
    add_to_line(text.substr(lines));
  }

  void add_change(std::size_t begin, std::string_view written, std::string_view original) {
    if (!has_change()) gap_ = gap_before_;
    Record::Change change;
    change.begin = begin;
    change.length = written.size();
    change.original = original;
    change.line = line_;
    change.column = column_;
    record_.changes.push_back(std::move(change));
    add(written);
    // The last line of a change of several lines is recorded as well.
    const std::size_t newline = written.find('\n');
    if (newline != std::string_view::npos && newline + 1 < written.size())
      add_change(begin + written.size(), {}, {});
  }

  void finish() {
    if (has_change()) finish_changes();
    record_.tail_hash = gap_.value();
    record_.tail_lines = line_ - record_.changes.back().line;
  }

 private:
  bool has_change() const { return first_ != record_.changes.size(); }

  void begin_line() {
    line_hash_ = Hasher();
    gap_before_ = gap_;
    column_ = 0;
  }

  // Adds the bytes up to the end of the line. The line counts as part of the gap until a change in it comes, and is
  // ended here only if it has a change.
  std::size_t add_to_line(std::string_view text) {
    const std::size_t newline = text.find('\n');
    const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
    line_hash_.add(text.substr(0, size));
    if (!has_change()) gap_.add(text.substr(0, size));
    column_ += size;
    if (newline != std::string_view::npos) {
      finish_changes();
      ++line_;
      begin_line();
    }
    return size;
  }

  void finish_changes() {
    const std::uint64_t hash = line_hash_.value();
    for (; first_ < record_.changes.size(); ++first_) {
      record_.changes[first_].line_hash = hash;
      record_.changes[first_].gap_hash = gap_.value();
      if (first_ + 1 == record_.changes.size()) gap_ = Hasher();
    }
  }

  Record& record_;
  Hasher line_hash_;
  Hasher gap_;         // of the lines since the last one with a change
  Hasher gap_before_;  // without this line
  std::size_t line_ = 0;
  std::size_t column_ = 0;
  std::size_t first_ = 0;  // change of the line
};

struct Line {
  std::size_t begin = 0;
  std::uint64_t hash = 0;
};

// The lines between two lines with changes.
struct Gap {
  std::size_t lines = 0;
  std::uint64_t hash = 0;
};

// A part of the text that differs from what was recorded, and the originals of the recorded part.
struct Written {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string_view> lost;
};

// A record without a change, at the last line of a change of several lines.
bool is_mark(const Record::Change& change) { return change.length == 0 && change.original.empty(); }

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t newline = text.find('\n', at);
    const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back({at, hash_of(text.substr(at, end - at))});
    if (newline == std::string_view::npos) break;
    at = end;
  }
  return lines;
}

std::string without_splices(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '\\' && c != '\r' && c != '\n') text += c;
  }
  return text;
}

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_source_of(std::string_view original, std::string_view musa) {
  const std::string cuda = without_splices(original);
  // The macro is one of an architecture.
  if (is_number(cuda) && is_number(musa)) return true;
  for (const auto& found : {names::translate_back(musa), names::translate_header_back(musa)}) {
    if (found && std::find(found->cuda.begin(), found->cuda.end(), cuda) != found->cuda.end()) {
      return true;
    }
  }
  return false;
}

class EditedText {
 public:
  EditedText(const Record& record, std::string_view text, std::deque<Replacement>* replacements,
             Scan* scan)
      : record_(record),
        text_(text),
        lines_(lines_of(text)),
        replacements_(*replacements),
        scan_(*scan),
        rule_edits_(scan->edits.size()) {
    for (std::size_t i = 0; i < lines_.size(); ++i) places_[lines_[i].hash].push_back(i);
  }

  void take_back() {
    std::size_t recorded = 0;  // lines read of the recorded text
    for (std::size_t i = 0; i < record_.changes.size();) {
      const Record::Change& first = record_.changes[i];
      std::size_t end = i + 1;
      while (end < record_.changes.size() && record_.changes[end].line == first.line) ++end;
      const Gap gap{first.line - std::min(recorded, first.line), first.gap_hash};
      const std::size_t line = find_line(first);
      if (line == lines_.size()) {
        lose(gap, i, end);
      } else {
        leave_gap(line, gap);
        const bool whole = is_untouched_behind(line, first.line, end);
        for (std::size_t k = i; k < end; ++k) restore(record_.changes[k], line, whole);
        shift_ = static_cast<std::ptrdiff_t>(line) - static_cast<std::ptrdiff_t>(first.line);
        next_ = line + 1;
      }
      recorded = first.line + 1;
      i = end;
    }
    leave_gap(lines_.size(), {record_.tail_lines, record_.tail_hash});
    for (std::size_t i = 0; i < rule_edits_; ++i) settle(&scan_.edits[i]);
    report_calls();
  }

 private:
  // The lines behind one with a change, and the next such line: its last one, where the change has several.
  bool is_untouched_behind(std::size_t line, std::size_t recorded, std::size_t next) const {
    if (next == record_.changes.size())
      return is_untouched(line + 1, {record_.tail_lines, record_.tail_hash});
    const Record::Change& change = record_.changes[next];
    const Gap gap{change.line - std::min(recorded + 1, change.line), change.gap_hash};
    const std::size_t last = line + 1 + gap.lines;
    return is_untouched(line + 1, gap) && last < lines_.size() &&
           lines_[last].hash == change.line_hash;
  }

  // Calls that inline PTX became and that are not taken back need a header that goes.
  void report_calls() {
    constexpr std::string_view kCall = "::torchada::ptx::";
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const std::size_t begin = lines_[line].begin;
      const std::size_t end = place_of(line + 1);
      const std::size_t call = text_.substr(begin, end - begin).find(kCall);
      if (call == std::string_view::npos) continue;
      const std::size_t at = begin + call;
      const auto covers = [at](const Edit& edit) { return edit.begin <= at && at < edit.end(); };
      const auto first = scan_.edits.begin() + static_cast<std::ptrdiff_t>(rule_edits_);
      if (std::any_of(first, scan_.edits.end(), covers)) continue;
      Finding finding;
      finding.code = Code::output_edited;
      finding.begin = at;
      finding.length = kCall.size();
      finding.message = "lines of an asm statement that became C++ were changed by hand; it stays";
      finding.help = "Write the asm statement again, or include torchada/ptx.h.";
      scan_.findings.push_back(finding);
    }
  }

  // The line of that text, behind those found so far, that is nearest to where it has to be.
  std::size_t find_line(const Record::Change& change) const {
    const auto found = places_.find(change.line_hash);
    if (found == places_.end()) return lines_.size();
    const std::vector<std::size_t>& places = found->second;
    const std::ptrdiff_t wanted = static_cast<std::ptrdiff_t>(change.line) + shift_;
    const std::size_t from =
        std::max(next_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(wanted, 0)));
    const auto behind = std::lower_bound(places.begin(), places.end(), from);
    std::size_t best = behind == places.end() ? lines_.size() : *behind;
    if (behind != places.begin() && *(behind - 1) >= next_) {
      const std::size_t before = *(behind - 1);
      if (best == lines_.size() || from - before < best - from) best = before;
    }
    return best;
  }

  bool is_untouched(std::size_t begin, const Gap& gap) const {
    if (begin > lines_.size() || gap.lines > lines_.size() - begin) return false;
    const std::size_t from = place_of(begin);
    return hash_of(text_.substr(from, place_of(begin + gap.lines) - from)) == gap.hash;
  }

  // A line that is not there any more; what is before it may be.
  void lose(const Gap& gap, std::size_t change, std::size_t end) {
    if (lost_.empty() && is_untouched(next_, gap)) next_ += gap.lines;
    for (; change < end; ++change) {
      if (!is_mark(record_.changes[change])) lost_.push_back(record_.changes[change].original);
    }
  }

  // The lines up to `line`, and those recorded before it: somebody has written what is not theirs.
  void leave_gap(std::size_t line, const Gap& gap) {
    const bool room = gap.lines <= line - next_;
    const std::size_t begin = room ? line - gap.lines : next_;
    const bool untouched = room && is_untouched(begin, gap);
    const std::size_t end = untouched ? begin : line;
    if (next_ != end) written_.push_back({place_of(next_), place_of(end), std::move(lost_)});
    lost_.clear();
  }

  std::size_t place_of(std::size_t line) const {
    return line < lines_.size() ? lines_[line].begin : text_.size();
  }

  // A rule's edit: it holds where somebody has written.
  void settle(Edit* edit) {
    const auto behind =
        std::upper_bound(written_.begin(), written_.end(), edit->begin,
                         [](std::size_t at, const Written& written) { return at < written.begin; });
    if (behind == written_.begin() || edit->begin >= (behind - 1)->end) {
      edit->certainty = Certainty::show_only;
      return;
    }
    std::vector<std::string_view>& lost = (behind - 1)->lost;
    const Replacement& usual = *edit->replacement;
    const auto recorded = std::find_if(lost.begin(), lost.end(), [&](std::string_view original) {
      return is_source_of(original, usual.from);
    });
    if (recorded == lost.end()) return;
    replacements_.push_back({usual.from, std::string(*recorded), "recorded"});
    edit->replacement = &replacements_.back();
    lost.erase(recorded);
  }

  // A change of several lines is taken back only if nobody has edited any of them.
  void restore(const Record::Change& change, std::size_t line, bool are_lines_whole) {
    if (is_mark(change)) return;
    const std::size_t begin = lines_[line].begin + change.column;
    if (!are_lines_whole && begin + change.length > place_of(line + 1)) return;
    if (begin > text_.size() || change.length > text_.size() - begin) return;
    const std::string_view now = text_.substr(begin, change.length);
    replacements_.push_back({std::string(now), change.original, "recorded"});
    scan_.edits.push_back({begin, static_cast<std::uint32_t>(change.length), Certainty::certain,
                           &replacements_.back()});
  }

  const Record& record_;
  const std::string_view text_;
  const std::vector<Line> lines_;
  std::deque<Replacement>& replacements_;
  Scan& scan_;
  const std::size_t rule_edits_;  // what is behind them was recorded
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> places_;
  std::vector<Written> written_;
  std::vector<std::string_view> lost_;  // originals of lines that are not there any more
  std::size_t next_ = 0;                // line behind the last one found
  std::ptrdiff_t shift_ = 0;
};

}  // namespace

void record_changes(std::string_view input, const std::vector<Edit>& edits, Record* record) {
  record->changes.clear();
  record->changes.reserve(edits.size());
  if (edits.empty()) return;
  LineRecorder recorder(record);
  const std::vector<std::size_t> places = places_after(edits);
  std::size_t at = 0;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    recorder.add(input.substr(at, edits[i].begin - at));
    recorder.add_change(places[i], edits[i].replacement->to,
                        input.substr(edits[i].begin, edits[i].length));
    at = edits[i].end();
  }
  recorder.add(input.substr(at));
  recorder.finish();
}

bool way_back(const Record& record, std::string_view output, std::deque<Replacement>* replacements,
              std::vector<Edit>* edits) {
  std::size_t at = 0;
  for (const Record::Change& change : record.changes) {
    const bool fits = change.begin >= at && change.begin <= output.size() &&
                      change.length <= output.size() - change.begin &&
                      change.length <= std::numeric_limits<std::uint32_t>::max();
    if (!fits) return false;
    at = change.begin + change.length;
  }
  for (const Record::Change& change : record.changes) {
    if (is_mark(change)) continue;
    const std::string_view now = output.substr(change.begin, change.length);
    replacements->push_back({std::string(now), change.original, "recorded"});
    edits->push_back({change.begin, static_cast<std::uint32_t>(change.length), Certainty::certain,
                      &replacements->back()});
  }
  return true;
}

void way_back_of_edited(const Record& record, std::string_view text,
                        std::deque<Replacement>* replacements, Scan* scan) {
  if (record.changes.empty()) return;
  EditedText(record, text, replacements, scan).take_back();
}

}  // namespace torchada::port
