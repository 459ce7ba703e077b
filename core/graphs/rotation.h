// Executable graphs beyond the number that the driver allows in a process: those that were not
// launched for the longest time are destroyed, and made again from their graph at their next launch.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>

namespace torchada::graphs {

// musaGraph_t, musaGraphExec_t and musaStream_t; 0 is musaSuccess.
using Graph = void*;
using Exec = void*;
using Stream = void*;
constexpr int kOutOfMemory = 2;  // musaErrorMemoryAllocation

// The functions of libmusart.
struct Driver {
  int (*launch)(Exec, Stream) = nullptr;
  int (*destroy_exec)(Exec) = nullptr;
  int (*destroy_graph)(Graph) = nullptr;
};

struct Counts {
  std::size_t cap = 0;
  std::size_t live = 0;     // executables that the driver has
  std::size_t evicted = 0;  // how often one was destroyed, and was made again
  std::size_t made_again = 0;
};

class Rotation {
 public:
  // Makes an executable of its graph.
  using Make = std::function<int(Exec*)>;

  Rotation(Driver driver, std::size_t cap) : driver_(driver), cap_(cap) {}

  // Each stands for the function of libmusart. The caller gets the driver's handle, which stays
  // the executable's name when that is made again.
  int instantiate(Exec* exec, Graph graph, Make make);
  int launch(Exec exec, Stream stream);
  int destroy_exec(Exec exec);
  // A graph stays for as long as an executable may be made of it.
  int destroy_graph(Graph graph);

  // Leaves all executables to the program, which calls the driver from now on. Needs is_idle().
  void clear();

  Counts counts() const;
  // False when the program may have a handle that the driver has destroyed.
  bool is_idle() const { return !has_evicted_.load(std::memory_order_acquire); }

 private:
  struct Entry {
    Graph graph = nullptr;
    Exec real = nullptr;  // null when it was evicted
    Make make;
    std::list<Exec>::iterator age;  // its place in ages_, when it is live
  };
  struct Users {
    std::size_t count = 0;
    bool is_given_up = false;  // by the program
  };

  int make(Entry* entry);
  bool evict_oldest();
  void evict_beyond_cap();
  int forget(std::unordered_map<Exec, Entry>::iterator found);

  const Driver driver_;
  mutable std::mutex mutex_;
  std::size_t cap_;
  std::atomic<bool> has_evicted_{false};
  std::list<Exec> ages_;  // live ones, those launched last at the end
  std::unordered_map<Exec, Entry> entries_;
  std::unordered_map<Graph, Users> graphs_;
  std::size_t evicted_ = 0;
  std::size_t made_again_ = 0;
};

}  // namespace torchada::graphs
