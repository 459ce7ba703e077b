// One file on its way through a run.
#pragma once

#include <deque>
#include <string>

#include "bytes.h"
#include "manifest.h"
#include "torchada/port/report.h"
#include "torchada/port/translate.h"
#include "walk.h"

namespace torchada::port {

struct Item {
  const Entry* entry = nullptr;
  std::string output;
  bool source = false;
  bool script = false;  // of a build
  bool added = false;   // of ours: the entry says where it goes
  FileBytes bytes;
  bool dropped = false;    // read a second time, so that memory stays bounded
  std::uint64_t hash = 0;  // of bytes that were dropped
  Scan scan;
  std::deque<Replacement> originals;  // of a recorded way back
  FileReport report;
  Record record;
  std::string manifest_lines;  // of the record, when all else is done
  std::string staged;          // in place: the result, until all are there

  void fail(std::string message) {
    report.action = Action::failed;
    report.add_finding(Code::unreadable, std::move(message));
  }
};

}  // namespace torchada::port
