// The #if chains around a place: whose branch it is, and which guards wait for their end.
#pragma once

#include <cstddef>
#include <vector>

#include "context.h"

namespace torchada::port {

class Conditionals {
 public:
  // Reads the rest of the directive whose name was read last, and acts on it.
  void read(Context* context, const Token& name);

  // True in a branch for another vendor, and in a chain that mentions MUSA: nothing is changed there.
  bool quiet() const { return quiet_; }
  // The comments in the directive that was read last.
  const std::vector<Token>& comments() const { return comments_; }

  // True where a chain that mentions MUSA is the reason: its definitions hold for MUSA.
  bool decided() const { return quiet_ && rocm_frames_ == 0; }

  // Between the markers `torchada: off` and `torchada: on`, conditions are followed and not translated.
  void exclude(bool excluded) { excluded_ = excluded; }

  // Notes that a quiet branch keeps a name of CUDA's: the branch is reported at its end.
  void saw_left() { left_ = true; }
  // Ends the text, where an #endif may be missing.
  void finish(Context* context) {
    leave_quiet(context, context->text.data() + context->text.size());
  }

 private:
  // A directive that compares architectures or versions.
  struct Guard {
    std::size_t first_edit = 0;  // of its comparisons; none where it stays
    std::size_t last_edit = 0;
    std::size_t first_finding = 0;  // one for each line of the directive
    std::size_t last_finding = 0;
    std::size_t branch = 0;
    bool takes_branch = false;  // MUSA gets this branch, else one behind it
  };

  struct Branch {
    Content at_begin;
    Content content;
    std::size_t first_finding = 0;
    std::size_t last_finding = 0;
  };

  struct Frame {
    bool quiet_outside = false;
    bool dead_outside = false;
    bool dead_on_device_outside = false;
    bool decided_musa = false;
    bool rocm = false;            // the current branch is for AMD GPUs only
    const char* begin = nullptr;  // of its #if
    bool rest_quiet = false;      // an earlier branch is taken wherever ROCm is not
    bool rest_dead = false;
    std::size_t first_edit = 0;
    std::size_t first_finding = 0;
    std::vector<Branch> branches;
    std::vector<Guard> guards;
  };

  void open(Context* context, Directive directive);
  void next_branch(Context* context, Directive directive);
  void close(Context* context);
  void condition(Context* context, Directive directive);
  void guards(Context* context, Directive directive);
  // A macro that a condition compares, and whether the comparison was translated.
  struct Compared {
    Token macro;
    bool translated = false;
  };
  std::vector<Compared> translate_comparisons(Context* context);
  static void report_guard(Context* context, const Compared& compared, const struct Holds& holds);
  void begin_quiet(Context* context);
  void leave_quiet(Context* context, const char* end);
  void look_at_quiet_line(Context* context);
  void translate_line(Context* context);
  void begin_branch(Context* context);
  void end_branch(Context* context);
  void set_rocm(Frame* frame, bool rocm);
  static std::vector<Branch> rests_of(const std::vector<Branch>& branches);
  static void settle(Context* context, const Frame& frame);
  static void settle_left(Context* context, const Guard& guard, const Content& chosen);
  static void leave(Context* context, const Frame& frame, const Guard& guard, const Branch& chosen);

  std::vector<Frame> frames_;
  int rocm_frames_ = 0;        // of these, those in a branch for AMD GPUs
  std::vector<Token> tokens_;  // of the directive being read
  std::vector<Token> comments_;
  Token name_;
  bool excluded_ = false;
  bool quiet_ = false;
  const char* quiet_begin_ = nullptr;  // of the outermost quiet branch
  bool left_ = false;                  // see saw_left()
};

}  // namespace torchada::port
