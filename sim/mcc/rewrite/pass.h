// The parts of the rewriter, and what they share.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/rewrite.h"
#include "mcc/rewrite/scopes.h"
#include "mcc/rewrite/source.h"

namespace musasim::mcc {

class Fibers;

struct Pass {
  Pass(std::string text, const RewriteOptions& wanted)
      : source(std::move(text)), scopes(source), options(wanted) {}

  // Notes an error at a token.
  void error(Index token, const std::string& message) {
    const Source::Place place = source.place(source.token(token).begin);
    errors.push_back(place.file + ":" + std::to_string(place.line) + ": error: " + message);
  }
  std::uint32_t begin_of(Index token) const { return source.token(token).begin; }
  std::uint32_t end_of(Index token) const { return source.token(token).end; }
  void erase(Index token) { edits.erase(begin_of(token), end_of(token)); }
  // A number for a name that nobody else has.
  std::string next_number() { return std::to_string(++numbers); }

  Source source;
  Scopes scopes;
  RewriteOptions options;
  Edits edits;
  std::vector<std::string> errors;
  unsigned numbers = 0;
  bool needs_ptx = false;         // see Rewritten
  bool keeps_locals = false;      // the same
  Range kernel_with_shared;       // the body of the last kernel that has variables in shared memory
  unsigned shared_of_kernel = 0;  // how many of them were met
  std::unordered_set<std::uint32_t>
      declared_extern;  // variables of device code, and functions of C
  // Functions of the device by their keys (function_key.h): friends; static ones, one by one; those whose names
  // have the file's mark. Templates that are static, and classes with marked members, by name.
  std::unordered_set<std::string> declared_friends;
  std::unordered_set<std::string> local_functions;
  std::unordered_set<std::string> marked_functions;
  std::unordered_set<std::uint32_t> local_templates;
  std::unordered_set<std::uint32_t> classes_with_marks;
};

void rewrite_launch(Pass* pass, Index open);                          // launch.cpp
void rewrite_kernel(Pass* pass, Index global, const Fibers* fibers);  // kernel.cpp
void rewrite_shared(Pass* pass, Index shared);                        // shared.cpp
void rewrite_assembly(Pass* pass, Index keyword);                     // assembly.cpp
void rewrite_return(Pass* pass, Index keyword);                       // local_address.cpp
void rewrite_no_inline(Pass* pass, Index keyword);                    // qualifiers.cpp
void rewrite_volatile(Pass* pass, Index keyword);                     // volatile.cpp
void rewrite_unsynchronized(Pass* pass, Index shared);                // unsynchronized.cpp
// __device__, __constant__ and __managed__ (memory_qualifiers.cpp).
void rewrite_memory_qualifier(Pass* pass, Index qualifier);
// At the `template` behind an `extern` (extern_template.cpp).
void rewrite_extern_template(Pass* pass, Index keyword);
// In the body of a kernel; whether the run time's built-in variables are used (built_in.cpp).
bool rewrite_built_ins(Pass* pass, Index body);

// C++ that clang takes and g++ does not. Tables have an entry for each word of the text.

// The words that name type parameters, and those that name templates (member.cpp).
std::vector<bool> type_parameters(const Source& source);
std::vector<bool> template_names(const Source& source);
// At a `.` or `::`, with these two tables.
void rewrite_member(Pass* pass, Index access, const std::vector<bool>& parameters,
                    const std::vector<bool>& templates);
// The words that name alias templates whose one parameter is a number (number_argument.cpp).
enum class NumberAlias : unsigned char { kNothing, kInt, kBool, kOther };
std::vector<NumberAlias> number_aliases(const Source& source);
// At a `<`, with this table.
void rewrite_number_argument(Pass* pass, Index open, const std::vector<NumberAlias>& aliases);
// At `typedef` or `using` (same_name.cpp).
void rewrite_same_name(Pass* pass, Index keyword);

}  // namespace musasim::mcc
