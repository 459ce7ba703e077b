// Starts this test program again with other arguments and environment, and reads what it says.
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

struct ChildResult {
  int status = -1;  // exit status; -signal when one ended it
  std::string output;
};

// A program that runs; its standard input and output are pipes to us.
class Child {
 public:
  // `environment` entries ("NAME=value") come on top of ours.
  Child(const std::vector<std::string>& arguments,
        const std::vector<std::string>& environment = {}) {
    int to[2] = {-1, -1};
    int from[2] = {-1, -1};
    if (pipe(to) != 0 || pipe(from) != 0) {
      return;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDERR_FILENO);
    for (const int file : {to[0], to[1], from[0], from[1]}) {
      posix_spawn_file_actions_addclose(&actions, file);
    }
    char own[4096] = {};
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    std::vector<std::string> words = arguments;
    words.insert(words.begin(),
                 std::string(own, length > 0 ? static_cast<std::size_t>(length) : 0));
    std::vector<std::string> variables = environment;
    for (char** entry = environ; *entry != nullptr; ++entry) {
      variables.emplace_back(*entry);
    }
    const std::vector<char*> argv = pointers(words);
    const std::vector<char*> envp = pointers(variables);
    posix_spawn(&pid_, own, &actions, nullptr, argv.data(), envp.data());
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    input_ = to[1];
    output_ = from[0];
  }
  ~Child() { finish(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int pid() const { return pid_; }

  void say(const std::string& line) {
    const std::string text = line + "\n";
    const ssize_t written = write(input_, text.data(), text.size());
    static_cast<void>(written);
  }

  // The next line of its output; "" at the end.
  std::string line() {
    std::string text;
    char byte = 0;
    while (read(output_, &byte, 1) == 1 && byte != '\n') {
      text += byte;
    }
    return text;
  }

  // Waits for its end.
  ChildResult finish() {
    ChildResult result;
    if (pid_ <= 0) {
      return result;
    }
    close(input_);
    char bytes[4096];
    ssize_t length = 0;
    while ((length = read(output_, bytes, sizeof bytes)) > 0) {
      result.output.append(bytes, static_cast<std::size_t>(length));
    }
    close(output_);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return result;
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> found;
    for (std::string& text : texts) {
      found.push_back(&text[0]);
    }
    found.push_back(nullptr);
    return found;
  }

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
};
