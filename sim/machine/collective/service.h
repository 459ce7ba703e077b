// The thread of a process that answers other ranks' requests for files, and beats for its ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace musasim::collective {

struct Token {
  std::uint64_t words[2];
  bool operator<(const Token& other) const {
    return words[0] != other.words[0] ? words[0] < other.words[0] : words[1] < other.words[1];
  }
};

enum class RequestKind : std::uint32_t { kSegment = 1, kMemory = 2 };

struct Request {
  RequestKind kind;
  std::int32_t number;  // kSegment: number of ranks; kMemory: number of the memory
  Token token;          // kSegment
};

// 0, or why there is no file.
enum class Reply : std::int32_t { kFile = 0, kUnknown = 1, kOtherRankCount = 2, kFailed = 3 };

class Service {
 public:
  // The service of this process; a forked child gets a new one.
  static Service& instance();

  // Name of the socket; empty when it could not be opened. Starts the thread.
  std::string start();
  // Lets ranks ask for the segment of this token.
  void announce(const Token& token);
  std::shared_ptr<void> keep_beating(std::function<void()> beat);

 private:
  struct Announced {
    int fd = -1;
    int ranks = 0;
    int asked = 0;
  };

  bool listen();
  void serve();
  void answer(int connection);
  Reply find_file(const Request& request, int* fd);
  Reply find_segment(const Request& request, int* fd);
  void beat();

  std::mutex mutex_;
  std::string name_;
  int socket_ = -1;
  bool serving_ = false;
  std::map<Token, Announced> announced_;
  std::mutex beats_mutex_;
  std::list<std::function<void()>> beats_;
};

// Sends the request; the file that came back, or -1 with `reply` telling why (kFailed: nobody
// answered).
int ask(const std::string& service, const Request& request, Reply* reply);

// Random bytes that no other process has.
Token random_token();

}  // namespace musasim::collective
