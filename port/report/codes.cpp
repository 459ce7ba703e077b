// The texts of the codes.
#include "torchada/port/finding.h"

namespace torchada::port {

namespace {

constexpr CodeText kTexts[] = {
#define CODE(identifier, spelling, severity, title, why, help) \
  {spelling, Severity::severity, title, why, help},
#include "torchada/port/codes.def"
#undef CODE
};

}  // namespace

const CodeText& text(Code code) { return kTexts[static_cast<std::size_t>(code)]; }

}  // namespace torchada::port
