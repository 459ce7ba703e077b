// Executable graphs beyond the number that the driver allows in a process.
#include "graphs/rotation.h"

#include <algorithm>
#include <utility>

namespace torchada::graphs {

// Tries again with one executable less for as long as the driver has no room, and remembers how many
// it had room for.
int Rotation::make(Entry* entry) {
  int error = entry->make(&entry->real);
  while (error == kOutOfMemory && evict_oldest()) {
    cap_ = std::min(cap_, ages_.size() + 1);
    error = entry->make(&entry->real);
  }
  return error;
}

bool Rotation::evict_oldest() {
  if (ages_.empty()) return false;
  Entry& oldest = entries_.find(ages_.front())->second;
  if (driver_.destroy_exec(oldest.real) != 0) return false;
  oldest.real = nullptr;
  ages_.pop_front();
  ++evicted_;
  has_evicted_.store(true, std::memory_order_release);
  return true;
}

void Rotation::evict_beyond_cap() {
  while (ages_.size() >= cap_ && evict_oldest()) {
  }
}

int Rotation::instantiate(Exec* exec, Graph graph, Make make_it) {
  const std::lock_guard<std::mutex> lock(mutex_);
  evict_beyond_cap();
  Entry entry;
  entry.graph = graph;
  entry.make = std::move(make_it);
  if (const int error = make(&entry); error != 0) return error;
  // The driver may use the address of one again that was evicted: this one gets a name that is no
  // address of an object, and is looked up.
  Exec name = entry.real;
  while (entries_.count(name) != 0) {
    name = static_cast<char*>(name) + 1;
    has_evicted_.store(true, std::memory_order_release);
  }
  entry.age = ages_.insert(ages_.end(), name);
  entries_.emplace(name, std::move(entry));
  ++graphs_[graph].count;
  *exec = name;
  return 0;
}

int Rotation::launch(Exec exec, Stream stream) {
  // The usual case: each has the name that the driver gave it.
  if (!has_evicted_.load(std::memory_order_acquire)) return driver_.launch(exec, stream);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = entries_.find(exec);
  if (found == entries_.end()) return driver_.launch(exec, stream);
  Entry& entry = found->second;
  if (entry.real == nullptr) {
    evict_beyond_cap();
    if (const int error = make(&entry); error != 0) {
      entry.real = nullptr;
      return error;
    }
    entry.age = ages_.insert(ages_.end(), exec);
    ++made_again_;
  } else {
    ages_.splice(ages_.end(), ages_, entry.age);
  }
  return driver_.launch(entry.real, stream);
}

int Rotation::forget(std::unordered_map<Exec, Entry>::iterator found) {
  const Entry entry = std::move(found->second);
  entries_.erase(found);
  int error = 0;
  if (entry.real != nullptr) {
    ages_.erase(entry.age);
    error = driver_.destroy_exec(entry.real);
  }
  const auto users = graphs_.find(entry.graph);
  if (--users->second.count != 0) return error;
  const bool is_given_up = users->second.is_given_up;
  graphs_.erase(users);
  const int graph_error = is_given_up ? driver_.destroy_graph(entry.graph) : 0;
  return error != 0 ? error : graph_error;
}

int Rotation::destroy_exec(Exec exec) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = entries_.find(exec);
  return found == entries_.end() ? driver_.destroy_exec(exec) : forget(found);
}

int Rotation::destroy_graph(Graph graph) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto users = graphs_.find(graph);
  if (users == graphs_.end()) return driver_.destroy_graph(graph);
  users->second.is_given_up = true;
  return 0;
}

void Rotation::clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [graph, users] : graphs_) {
    if (users.is_given_up) driver_.destroy_graph(graph);
  }
  graphs_.clear();
  entries_.clear();
  ages_.clear();
}

Counts Rotation::counts() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {cap_, ages_.size(), evicted_, made_again_};
}

}  // namespace torchada::graphs
