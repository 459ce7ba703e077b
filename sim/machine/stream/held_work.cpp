// Ends of streams, without operators that run right now.
#include "machine/stream/held_work.h"

#include <utility>

#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

void add(Dependency end, std::vector<Dependency>* work) {
  if (end.timeline->is_turn(end.number)) {
    --end.number;
  }
  if (!end.met()) {
    work->push_back(std::move(end));
  }
}

}  // namespace

std::vector<Dependency> held_work(const Stream& stream) {
  std::vector<Dependency> work;
  add(stream.tail(), &work);
  for (Dependency& dependency : implicit_dependencies(stream)) {
    add(std::move(dependency), &work);
  }
  return work;
}

std::vector<Dependency> held_work(int device) {
  std::vector<Dependency> work;
  for (const StreamPtr& stream : streams_of(device)) {
    add(stream->tail(), &work);
  }
  return work;
}

}  // namespace musasim
