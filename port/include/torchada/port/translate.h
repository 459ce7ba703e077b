// Translates the text of one file: CUDA to MUSA, or back.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "torchada/port/edit.h"
#include "torchada/port/finding.h"
#include "torchada/port/user_rules.h"

namespace torchada::port {

enum class Direction : std::uint8_t { forward, reverse };

// The header that ported PTX includes.
inline constexpr char kPtxHeader[] = "torchada/ptx.h";

class PtxTranslations;

struct Options {
  Direction direction = Direction::forward;
  bool strings = false;       // library names in strings, and kernels in strings, too
  bool translate_asm = true;  // PTX becomes calls of torchada/ptx.h
  // torchada/ptx.h is at the root of the project: it is included by a path from the file to there.
  bool ptx_header_at_root = false;
  UserRules rules;
  // Data that the translators of one run share; where it is null, each has its own.
  std::shared_ptr<PtxTranslations> ptx_translations;
  // Libraries (as names::text() spells them) that the project holds itself: their names stay.
  std::vector<std::string> own_libraries;
};

// The files that an #include may name: those of the project, with their new names.
class ProjectFiles {
 public:
  virtual ~ProjectFiles() = default;
  // True when the include names a file of the project; `renamed` then is the new text of the
  // include, or empty where it stays.
  virtual bool resolve(std::string_view including, std::string_view path, bool quoted,
                       std::string* renamed) const = 0;
};

// A name that the scanned text defines itself (#define, a function, a type, a variable), so that
// it is not CUDA's. With a dot before it: a member of a class, which has the name of CUDA's function.
using Definitions = std::vector<std::string>;

struct Scan {
  std::vector<Edit> edits;
  std::vector<Finding> findings;
  Definitions definitions;
  bool already_musa = false;
  bool calls_ptx = false;  // functions of torchada/ptx.h
  std::size_t launches = 0;

  // Edits and findings that hold only if the project does not define the name. For members an edit holds only if
  // the project declares such a member, and a finding only if it does not.
  struct Conditional {
    std::size_t index;
    std::string_view name;
    bool is_member = false;
  };
  std::vector<Conditional> conditional_edits;
  std::vector<Conditional> conditional_findings;
};

// Not for several threads at a time: it remembers every word it has met.
class Translator {
 public:
  explicit Translator(Options options);
  ~Translator();
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;

  // One pass over the text. `path` is relative to the project; `files` may be null.
  Scan scan(std::string_view text, std::string_view path, const ProjectFiles* files);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Drops what is about names in `definitions` (sorted), and prepares the edits.
void resolve(const Definitions& definitions, Scan* scan);

// Scans and resolves one text that is a project of its own.
Scan translate(std::string_view text, std::string_view path, Translator* translator);

}  // namespace torchada::port
