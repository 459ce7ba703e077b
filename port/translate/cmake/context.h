// The text and the edits of the rules for CMake files.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "../dictionary.h"
#include "../words.h"
#include "command.h"
#include "names.h"
#include "torchada/port/translate.h"

namespace torchada::port::cmake {

class Context {
 public:
  Context(std::string_view source, std::string_view source_path, const ProjectFiles* project,
          Dictionary* known)
      : text(source), path(source_path), files(project), words(*known) {}

  const std::string_view text;
  const std::string_view path;
  const ProjectFiles* const files;
  Dictionary& words;
  Scan scan;
  // Variables and targets that the file itself makes, as far as a rule asks.
  std::set<std::string, std::less<>> own;

  std::string_view in(std::size_t begin, std::size_t end) const {
    return text.substr(begin, end - begin);
  }
  // An edit's range is [begin, end).
  void edit(std::size_t begin, std::size_t end, std::string_view to,
            std::string_view library = "cmake");
  // Once for each name of a line.
  Finding* report(Code code, std::size_t begin, std::size_t end, std::string message,
                  std::string help = {});
  // By the user's rules or a table; false for a name that is neither's.
  bool name(const Name* row, std::size_t begin, std::size_t end);
  bool by_user(std::size_t begin, std::size_t end);

 private:
  std::set<std::pair<std::size_t, std::string>> reported_;  // begin of the line, message
};

std::string in_backticks(std::string_view text);

// The way to read the words of an argument.
struct Reading {
  bool prose = false;        // for people: only references are names
  bool definitions = false;  // macros of C++, which stay
  bool libraries = false;    // words may name libraries: cublas
  bool links = false;        // all of them do: cuda
  bool headers = false;      // words may name headers
  bool tools = true;         // and programs: nvcc
  bool environment = false;  // it is the name of a variable of the environment
};

// Variables, targets, generator expressions, flags, files and paths of one argument.
void translate_argument(Context* context, const Argument& argument, const Reading& reading);

// A flag of nvcc at `at`, where a word begins with `-`. Returns where to read on.
std::size_t translate_flag(Context* context, const Argument& argument, std::size_t at);

// Names of files and folders: sources that are renamed, tools, libraries, headers.
void translate_files(Context* context, const Argument& argument, const Reading& reading);

}  // namespace torchada::port::cmake
