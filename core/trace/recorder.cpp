// Counts and times of calls, for each name at each call instruction.
#include "trace/recorder.h"

namespace torchada::trace {

std::size_t Recorder::Hash::operator()(const Site& site) const {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  std::uint64_t bits = reinterpret_cast<std::uintptr_t>(site.code);
  bits = (bits ^ static_cast<std::uint64_t>(site.instruction)) * kOdd;
  bits = (bits ^ (bits >> 32) ^ site.name) * kOdd;
  return static_cast<std::size_t>(bits ^ (bits >> 32));
}

Name Recorder::name(std::string_view text) {
  const auto [entry, is_new] = names_.emplace(text, static_cast<Name>(texts_.size()));
  if (is_new) texts_.emplace_back(text);
  return entry->second;
}

Site* Recorder::site(const void* code, int instruction, Name name) {
  const Site wanted{code, instruction, name};
  const auto found = index_.find(wanted);
  if (found != index_.end()) return found->second;
  if (sites_.size() == kMostSites) {
    ++left_out_;
    return nullptr;
  }
  sites_.push_back(wanted);
  index_.emplace(wanted, &sites_.back());
  return &sites_.back();
}

void Recorder::forget() {
  for (Site& site : sites_) site.calls = site.raised = site.nanoseconds = 0;
  left_out_ = 0;
}

}  // namespace torchada::trace
