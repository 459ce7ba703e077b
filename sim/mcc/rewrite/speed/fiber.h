// Finds the kernels that may run their threads one after the other, without a stack for each: those that
// certainly never wait for another thread and call nothing that reads threadIdx by itself.
//
// Names are all that is known: a function is suspect when its body has a suspect name in it, and so on
// from the functions that wait. What cannot be followed by name (operators, constructors, functions
// that are passed on) makes every kernel of the text suspect.
#pragma once

#include <string>
#include <vector>

#include "mcc/assembly/translate.h"
#include "mcc/rewrite/scopes.h"
#include "mcc/rewrite/source.h"

namespace musasim::mcc {

class Fibers {
 public:
  // `library` is the folder of the simulator's headers: all functions there may be device code.
  Fibers(const Source& source, const Scopes& scopes, const std::string& library);

  // Whether the kernel whose body opens at the token needs a stack for each thread; true when in doubt.
  bool needs_fiber(Index body) const;
  // Whether a kernel that needs none, with all that it calls, has no __shared__ variables.
  bool keeps_apart(Index body) const;

 private:
  // The kind of text that tokens come from.
  enum class Origin : std::uint8_t { kHost, kDevice, kLibrary, kRunTime };
  struct Part {
    Index begin;
    Origin origin;
  };

  void find_origins(const std::string& library);
  Origin origin(Index token) const;
  void find_occurrences();
  assembly::Effect effect_of_assembly(std::uint32_t keyword) const;
  void seed();
  void spread();
  void spread_from(Index token);
  void spread_outside_of_functions(Index token);
  // The body has atomic or volatile accesses and loops, so it may wait in one of them.
  bool may_spin(Range body) const;
  void suspect(std::uint32_t word);
  bool is_passed_on(Index token) const;

  const Source& source_;
  const Scopes& scopes_;
  std::vector<Part> parts_;
  std::vector<Index> occurrences_;  // by word
  std::vector<Index> first_;        // of a word in occurrences_
  std::vector<char> suspect_;       // by word
  std::vector<char> shared_;        // by word: sees what other threads write
  std::vector<std::uint32_t> waiting_;
  bool all_ = false;
};

}  // namespace musasim::mcc
