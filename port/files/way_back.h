// From ported sources back to what they were, by the recorded changes.
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "manifest.h"
#include "torchada/port/translate.h"

namespace torchada::port {

// The changes of a text, and how its lines are known again after somebody has edited others.
void record_changes(std::string_view input, const std::vector<Edit>& edits, Record* record);

// The edits from what was written to what it was written from; what they put in is kept in
// `replacements`. False where the changes are none of a text of this size.
bool way_back(const Record& record, std::string_view output, std::deque<Replacement>* replacements,
              std::vector<Edit>* edits);

// The same for a text that was edited since. `scan` holds what the rules would take back: it stays in
// lines that are new, and of names with several sources a recorded one is taken there. Lines that are
// as they were written become what they were.
void way_back_of_edited(const Record& record, std::string_view text,
                        std::deque<Replacement>* replacements, Scan* scan);

}  // namespace torchada::port
