// Serving of files over a Unix socket without a name in the file system.
#include "machine/collective/service.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "machine/collective/device_memory.h"
#include "machine/collective/limits.h"
#include "machine/collective/segment.h"

namespace musasim::collective {

namespace {

std::atomic<Service*>& current() {
  static auto* instance = new std::atomic<Service*>(nullptr);
  return *instance;
}

socklen_t make_address(const std::string& name, sockaddr_un* address) {
  *address = {};
  address->sun_family = AF_UNIX;
  // The leading zero makes it a name without a file.
  std::memcpy(address->sun_path + 1, name.data(), name.size());
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

void limit_waiting(int fd, int seconds) {
  const timeval time{seconds, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

void send_reply(int connection, Reply reply, int fd) {
  iovec data{&reply, sizeof reply};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  if (fd >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  }
  sendmsg(connection, &message, MSG_NOSIGNAL);
}

int receive_reply(int connection, Reply* reply) {
  iovec data{reply, sizeof *reply};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != static_cast<ssize_t>(sizeof *reply)) {
    *reply = Reply::kFailed;
    return -1;
  }
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  int fd = -1;
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
  }
  return fd;
}

}  // namespace

Token random_token() {
  Token token{};
  if (getrandom(&token, sizeof token, 0) != static_cast<ssize_t>(sizeof token)) {
    static std::atomic<std::uint64_t> counter{0};
    token = {{static_cast<std::uint64_t>(getpid()), ++counter}};
  }
  return token;
}

int ask(const std::string& service, const Request& request, Reply* reply) {
  *reply = Reply::kFailed;
  const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) {
    return -1;
  }
  limit_waiting(connection, 10);
  sockaddr_un address{};
  const socklen_t length = make_address(service, &address);
  int fd = -1;
  if (connect(connection, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
      send(connection, &request, sizeof request, MSG_NOSIGNAL) ==
          static_cast<ssize_t>(sizeof request)) {
    fd = receive_reply(connection, reply);
  }
  close(connection);
  return fd;
}

Service& Service::instance() {
  static std::mutex* creating = new std::mutex;
  static const int at_fork = pthread_atfork([] { creating->lock(); }, [] { creating->unlock(); },
                                            [] {
                                              // The thread is not here, and the parent's socket must
                                              // close with the parent.
                                              Service* old = current().exchange(nullptr);
                                              if (old != nullptr && old->socket_ >= 0) {
                                                close(old->socket_);
                                              }
                                              creating->unlock();
                                            });
  static_cast<void>(at_fork);
  const std::lock_guard<std::mutex> lock(*creating);
  Service* service = current().load();
  if (service == nullptr) {
    service = new Service;
    current().store(service);
  }
  return *service;
}

bool Service::listen() {
  const Token token = random_token();
  char name[48];
  std::snprintf(name, sizeof name, "musasim-mccl-%016llx",
                static_cast<unsigned long long>(token.words[0] ^ token.words[1]));
  socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_un address{};
  const socklen_t length = make_address(name, &address);
  if (socket_ < 0 || bind(socket_, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::listen(socket_, SOMAXCONN) != 0) {
    return false;
  }
  name_ = name;
  return true;
}

std::string Service::start() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!serving_ && listen()) {
    serving_ = true;
    std::thread([this] { serve(); }).detach();
  }
  return name_;
}

void Service::announce(const Token& token) {
  const std::lock_guard<std::mutex> lock(mutex_);
  announced_[token] = {};
}

void Service::serve() {
  pthread_setname_np(pthread_self(), "mccl-service");
  for (;;) {
    bool beating = false;
    {
      const std::lock_guard<std::mutex> lock(beats_mutex_);
      beating = !beats_.empty();
    }
    // keep_beating() connects to the socket, so that an idle process need not wake up.
    pollfd entry{socket_, POLLIN, 0};
    const int ready = poll(&entry, 1, beating ? static_cast<int>(beat_period().count()) : -1);
    beat();
    if (ready <= 0) {
      continue;
    }
    const int connection = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection >= 0) {
      answer(connection);
      close(connection);
    }
  }
}

void Service::answer(int connection) {
  limit_waiting(connection, 2);
  Request request{};
  if (recv(connection, &request, sizeof request, MSG_WAITALL) !=
      static_cast<ssize_t>(sizeof request)) {
    return;
  }
  int fd = -1;
  const Reply reply = find_file(request, &fd);
  send_reply(connection, reply, fd);
  if (fd >= 0) {
    close(fd);
  }
}

Reply Service::find_file(const Request& request, int* fd) {
  if (request.kind == RequestKind::kSegment) {
    return find_segment(request, fd);
  }
  *fd = duplicate_memory_file(request.number);
  return *fd >= 0 ? Reply::kFile : Reply::kUnknown;
}

Reply Service::find_segment(const Request& request, int* fd) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = announced_.find(request.token);
  if (found == announced_.end()) {
    return Reply::kUnknown;
  }
  Announced& entry = found->second;
  if (entry.fd < 0) {
    entry.ranks = std::min(std::max(request.number, 1), kMaxRanks);
    entry.fd = Segment::create_file(entry.ranks);
  }
  if (entry.ranks != request.number) {
    return Reply::kOtherRankCount;
  }
  *fd = entry.fd < 0 ? -1 : fcntl(entry.fd, F_DUPFD_CLOEXEC, 0);
  if (*fd >= 0 && ++entry.asked == entry.ranks) {
    close(entry.fd);
    announced_.erase(found);
  }
  return *fd >= 0 ? Reply::kFile : Reply::kFailed;
}

void Service::beat() {
  const std::lock_guard<std::mutex> lock(beats_mutex_);
  for (const std::function<void()>& beat : beats_) {
    beat();
  }
}

std::shared_ptr<void> Service::keep_beating(std::function<void()> beat) {
  const std::string name = start();
  std::list<std::function<void()>>::iterator entry;
  {
    const std::lock_guard<std::mutex> lock(beats_mutex_);
    beats_.push_front(std::move(beat));
    entry = beats_.begin();
  }
  Reply reply{};
  ask(name, {RequestKind::kMemory, -1, {}}, &reply);
  return std::shared_ptr<void>(this, [entry](void* service) {
    auto* owner = static_cast<Service*>(service);
    const std::lock_guard<std::mutex> lock(owner->beats_mutex_);
    owner->beats_.erase(entry);
  });
}

}  // namespace musasim::collective
