// Programs that mcc runs.
#pragma once

#include <string>
#include <vector>

namespace musasim::mcc {

// The command as a shell would take it.
std::string shell_words(const std::vector<std::string>& command);

// The command as clang's -### shows it: each word in quotes, behind a blank.
std::string quoted_words(const std::vector<std::string>& command);

// Runs the command and waits; its exit status, 128 and the signal's number where a signal ended it,
// 127 where there is no such program (`error` says so). Where `output` names a file, all that the program
// prints goes there, in the language C, and it reads nothing.
int run(const std::vector<std::string>& command, std::string* error,
        const std::string& output = {});

// Runs the command in the language C; what it writes to stderr.
std::string errors_of(const std::vector<std::string>& command);

// From now on SIGHUP, SIGINT and SIGTERM end the program that runs, and run() returns, so that temporary
// files go.
void end_in_order();

}  // namespace musasim::mcc
