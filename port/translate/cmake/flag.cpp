// Flags of nvcc in CMake files. mcc takes some of them as they are.
#include <algorithm>

#include "architecture.h"
#include "context.h"
#include "torchada/names/names.h"

namespace torchada::port::cmake {

namespace {

constexpr std::string_view kCodeFlags[] = {"-gencode", "--generate-code"};
constexpr std::string_view kArchitectureFlags[] = {"-arch", "--gpu-architecture"};
// Flags that MUSA's own build files give to mcc, too.
constexpr std::string_view kTaken[] = {"--expt-relaxed-constexpr",
                                       "-expt-relaxed-constexpr",
                                       "--expt-extended-lambda",
                                       "-expt-extended-lambda",
                                       "--extended-lambda",
                                       "-extended-lambda",
                                       "-Xcompiler",
                                       "--compiler-options",
                                       "-lineinfo",
                                       "--generate-line-info"};

class FlagReader {
 public:
  FlagReader(Context* context, const Argument& argument, std::size_t at)
      : context_(*context),
        text_(context->text),
        begin_(at),
        end_(end_of_flag(at, argument.end)),
        flag_(context->in(begin_, end_)),
        name_(flag_.substr(0, flag_.find('='))) {}

  // Translates the flag; the place to read on at.
  std::size_t read() {
    if (begins(flag_, "-D") || begins(flag_, "-U")) return definition();
    if (is_one_of(kCodeFlags, name_)) return code();
    if (is_one_of(kArchitectureFlags, name_)) return architecture();
    const auto found = names::translate_flag(flag_);
    if (!found) return begins(flag_, "-l") ? library() : begin_ + 1;
    if (found->status == names::Status::renamed) {
      context_.edit(begin_, end_, found->musa, names::text(found->library));
      return end_;
    }
    Finding* const finding = context_.report(
        Code::cmake_flag, begin_, end_, in_backticks(flag_) + " stays: " + std::string(found->why),
        "On MUSA: " + std::string(found->instead) + ".");
    if (finding != nullptr && is_one_of(kTaken, name_)) finding->severity = Severity::note;
    return begin_ + 1;
  }

 private:
  std::size_t end_of_flag(std::size_t at, std::size_t end) const {
    while (at < end && std::string_view(" \t\r\n;>\"'").find(text_[at]) == std::string_view::npos)
      ++at;
    return at;
  }

  // The macro stays, and so does its name in what is read on.
  std::size_t definition() {
    const auto found = names::translate_flag(name_);
    if (found && found->status == names::Status::renamed) {
      context_.edit(begin_, begin_ + name_.size(), found->musa, names::text(found->library));
    }
    const std::size_t reference = std::min(name_.find('$'), name_.size());
    return begin_ + std::max<std::size_t>(2, reference);
  }

  std::size_t library() {
    const auto found = names::translate_library(flag_.substr(2));
    if (!found || found->status != names::Status::renamed) return begin_ + 1;
    context_.edit(begin_ + 2, end_, found->musa, names::text(found->library));
    return end_;
  }

  // The word behind the flag: after `=`, a blank, or as an argument of its own.
  std::size_t value_begin() const {
    if (name_.size() < flag_.size()) return begin_ + name_.size() + 1;
    return std::min(text_.find_first_not_of(" ;\"\t\r\n", end_), text_.size());
  }

  std::size_t value_end(std::size_t at) const {
    while (at < text_.size() &&
           std::string_view(" \t\r\n;>\")").find(text_[at]) == std::string_view::npos)
      ++at;
    return at;
  }

  std::size_t code() { return offload(begins(context_.in(value_begin(), text_.size()), "arch=")); }

  std::size_t architecture() {
    const std::string_view value = context_.in(value_begin(), text_.size());
    return offload(begins(value, "sm_") || begins(value, "compute_"));
  }

  std::size_t offload(bool is_known) {
    const std::size_t begin = value_begin();
    const std::size_t end = value_end(begin);
    const auto musa = is_known ? architecture_of(context_.in(begin, end)) : std::nullopt;
    if (!musa) {
      // The value of a variable belongs to it.
      const std::size_t shown = is_known ? end : end_;
      context_.report(Code::cmake_architecture_left, begin_, shown,
                      in_backticks(context_.in(begin_, shown)) +
                          " stays: its architecture is not a number here");
      return begin_ + 1;
    }
    const std::string to = "--offload-arch=" + *musa;
    context_.report(Code::cmake_architecture, begin_, end,
                    in_backticks(context_.in(begin_, end)) + " became " + in_backticks(to));
    context_.edit(begin_, end, to);
    return end;
  }

  Context& context_;
  const std::string_view text_;
  const std::size_t begin_;
  const std::size_t end_;
  const std::string_view flag_;
  const std::string_view name_;
};

}  // namespace

std::size_t translate_flag(Context* context, const Argument& argument, std::size_t at) {
  return FlagReader(context, argument, at).read();
}

}  // namespace torchada::port::cmake
