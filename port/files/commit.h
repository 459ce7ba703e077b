// The commit of a run in place: all results are complete before the first file is replaced, and
// a list of steps says what is left to do, so that a run that was killed is finished by the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output.h"

namespace torchada::port {

struct Step {
  std::string staged;
  std::string output;   // empty where the input is only removed
  std::string input;    // what is replaced; empty for a file of our own
  Stamp before;         // of the input
  bool keep = false;    // the input goes to the backup
  bool forget = false;  // a backup of the output goes, where it is the same
};

inline constexpr char kCommitPath[] = ".torchada-port/commit";

std::vector<Step> parse_steps(std::string_view text);
std::string steps_text(const std::vector<Step>& steps);

// Writes the list, and follows it. False, and `error`, when the list cannot be written (nothing is
// changed then) or not be followed to its end (the next run goes on).
bool commit(const std::vector<Step>& steps, OutputFolder* folder, std::string* error);

// Follows a list that an earlier run has left.
bool finish_commit(OutputFolder* folder, std::string* error);

}  // namespace torchada::port
