// Turns the preprocessed text of a .mu file into C++ that a host compiler takes.
#pragma once

#include <string>
#include <vector>

#include "mcc/rewrite/clang_only.h"

namespace musasim::mcc {

struct RewriteOptions {
  // Whole programs, not relocatable device code: what is __device__ belongs to one source file.
  bool local_device_code = true;
  // An identifier for names of functions that belong to this file and cannot be static.
  std::string file_mark = "file";
  // The text is for clang, which wants attributes of lambdas where g++ does not.
  bool clang = false;
  // Every thread of a kernel gets a stack: nothing of speed/ is done.
  bool plain = false;
  // Kernels are compiled with checks of each access to memory.
  bool checked = false;
  // Kernels take and make zeros for denormal numbers.
  bool flush_denormals = false;
  // The text begins with torchada/ptx.h.
  bool ptx = false;
  // The folder of the simulator's headers, as line markers name it.
  std::string library;
};

struct Rewritten {
  std::string text;
  std::vector<std::string> errors;  // file:line: error: ...
  ClangOnly only_clang;             // for another compiler than clang
  bool needs_ptx = false;           // PTX is left, for which the text needs torchada/ptx.h
  bool keeps_locals = false;  // local variables live on behind their scopes (local_address.cpp)
};

Rewritten rewrite(std::string text, const RewriteOptions& options);

}  // namespace musasim::mcc
