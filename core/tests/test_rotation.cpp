// The rotation of executable graphs, on a driver that has room for a few.
#include "graphs/rotation.h"

#include <map>
#include <set>
#include <vector>

#include "check.h"

using namespace torchada::graphs;

namespace {

// Hands out the lowest free address, so that those of destroyed executables come again.
struct FakeDriver {
  std::size_t room = 100;
  std::map<std::size_t, Graph> execs;
  std::set<Graph> destroyed;
  Graph launched = nullptr;
};
FakeDriver* fake = nullptr;

Exec exec_at(std::size_t index) { return reinterpret_cast<Exec>(0x1000 + 16 * index); }
std::size_t index_of(Exec exec) { return (reinterpret_cast<std::size_t>(exec) - 0x1000) / 16; }

int make(Exec* exec, Graph graph) {
  if (fake->execs.size() >= fake->room) return kOutOfMemory;
  std::size_t index = 0;
  while (fake->execs.count(index) != 0) ++index;
  fake->execs[index] = graph;
  *exec = exec_at(index);
  return 0;
}
int launch(Exec exec, Stream) {
  const auto found = fake->execs.find(index_of(exec));
  if (found == fake->execs.end() || exec != exec_at(found->first)) return 1;
  fake->launched = found->second;
  return 0;
}
int destroy_exec(Exec exec) { return fake->execs.erase(index_of(exec)) == 1 ? 0 : 1; }
int destroy_graph(Graph graph) { return fake->destroyed.insert(graph).second ? 0 : 1; }

Graph graph(std::size_t number) { return reinterpret_cast<Graph>(0x9000 + number); }

struct Fixture {
  explicit Fixture(std::size_t cap) : rotation({launch, destroy_exec, destroy_graph}, cap) {
    fake = &driver;
  }
  Exec add(std::size_t number) {
    Exec exec = nullptr;
    const Graph its = graph(number);
    const int error =
        rotation.instantiate(&exec, its, [its](Exec* made) { return make(made, its); });
    CHECK(error == 0);
    return exec;
  }
  bool runs(Exec exec, std::size_t number) {
    return rotation.launch(exec, nullptr) == 0 && driver.launched == graph(number);
  }
  FakeDriver driver;
  Rotation rotation;
};

}  // namespace

TEST(nothing_is_evicted_below_the_cap) {
  Fixture f(3);
  const Exec execs[] = {f.add(0), f.add(1), f.add(2)};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(execs[i] == exec_at(i));
    CHECK(f.runs(execs[i], i));
  }
  CHECK(f.rotation.is_idle());
  CHECK(f.rotation.counts().evicted == 0u);
}

TEST(each_graph_runs_whatever_was_evicted) {
  Fixture f(3);
  std::vector<Exec> execs;
  for (std::size_t i = 0; i < 10; ++i) execs.push_back(f.add(i));
  CHECK((std::set<Exec>(execs.begin(), execs.end()).size()) == 10u);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < 10; ++i) {
      CHECK(f.runs(execs[i], i));
      CHECK(f.driver.execs.size() <= 3);
    }
  }
  CHECK(f.rotation.counts().live == 3u);
  for (const Exec exec : execs) CHECK(f.rotation.destroy_exec(exec) == 0);
  CHECK(f.driver.execs.size() == 0u);
}

TEST(those_launched_last_stay) {
  Fixture f(2);
  const Exec a = f.add(0);
  const Exec b = f.add(1);
  const Exec c = f.add(2);  // instead of a
  CHECK(f.runs(b, 1));
  CHECK(f.runs(a, 0));  // instead of c
  CHECK(f.runs(b, 1));
  CHECK(f.rotation.counts().made_again == 1u);
  CHECK(f.runs(c, 2));
  CHECK(f.rotation.counts().made_again == 2u);
}

TEST(a_driver_with_less_room_lowers_the_cap) {
  Fixture f(100);
  f.driver.room = 4;
  std::vector<Exec> execs;
  for (std::size_t i = 0; i < 6; ++i) execs.push_back(f.add(i));
  CHECK(f.rotation.counts().cap == 4u);
  for (std::size_t i = 0; i < 6; ++i) CHECK(f.runs(execs[i], i));
  f.driver.room = 0;
  CHECK(f.rotation.launch(execs[0], nullptr) == kOutOfMemory);
}

TEST(a_graph_stays_for_as_long_as_it_is_needed) {
  Fixture f(1);
  const Exec a = f.add(0);
  CHECK(f.rotation.destroy_graph(graph(0)) == 0);
  CHECK(f.driver.destroyed.empty());
  const Exec b = f.add(1);
  CHECK(f.runs(a, 0));
  CHECK(f.rotation.destroy_exec(a) == 0);
  CHECK(f.driver.destroyed.count(graph(0)) == 1u);
  CHECK(f.rotation.destroy_exec(b) == 0);
  CHECK(f.driver.destroyed.count(graph(1)) == 0u);
  CHECK(f.rotation.destroy_graph(graph(1)) == 0);
  CHECK(f.driver.destroyed.count(graph(1)) == 1u);
}

TEST(what_is_left_to_the_program_is_forgotten) {
  Fixture f(2);
  const Exec a = f.add(0);
  CHECK(f.rotation.destroy_graph(graph(0)) == 0);
  f.rotation.clear();
  CHECK(f.driver.destroyed.count(graph(0)) == 1);
  CHECK(f.driver.execs.size() == 1);
  CHECK(f.rotation.destroy_exec(a) == 0);
}

TEST_MAIN()
