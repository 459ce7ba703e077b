// Collective operations. Every rank tells where its buffers are; then each does its share of the
// work directly in the memory of all, and they meet again. Where another process cannot reach a
// buffer (pinned host memory, say), its owner passes it through staging memory, piece by piece.
#include "machine/collective/collectives.h"

#include <algorithm>
#include <cstring>

#include "machine/collective/report.h"
#include "machine/library.h"

namespace musasim::collective {

namespace {

constexpr std::size_t kPiece = 1 << 20;  // bytes between two looks at whether to go on
constexpr std::size_t kGrain = 64;       // elements: shares start at whole cache lines

// Elements that are worked on between two meetings: all, or as many as staging memory holds.
struct Piece {
  std::size_t first = 0;
  std::size_t count = 0;
};

class Collective {
 public:
  Collective(Clique& clique, const Task& task)
      : clique_(clique),
        task_(task),
        ranks_(clique.ranks()),
        rank_(clique.rank()),
        size_(type_size(task.type)) {}

  mcclResult_t run();

 private:
  // Blocks of `count` elements in a rank's send buffer.
  int send_blocks() const { return task_.kind == TaskKind::kReduceScatter ? ranks_ : 1; }
  bool has_root() const {
    return task_.kind == TaskKind::kBroadcast || task_.kind == TaskKind::kReduce;
  }
  bool is_source(int rank) const {
    return task_.kind != TaskKind::kBroadcast || rank == task_.peer;
  }
  // Whether others write into the rank's receive buffer.
  bool is_target(int rank) const {
    return task_.kind == TaskKind::kAllReduce ||
           (task_.kind == TaskKind::kReduce && rank == task_.peer);
  }
  const OperationNote& note(int rank) const { return clique_.slot(rank).notes[parity_]; }
  bool send_staged(int rank) const { return note(rank).send.where == BufferNote::kStaging; }
  bool receive_staged(int rank) const { return note(rank).receive.where == BufferNote::kStaging; }
  char* own_receive() const { return static_cast<char*>(backing(task_.receive)); }

  void publish();
  mcclResult_t compare() const;
  mcclResult_t disagree(int rank) const;
  mcclResult_t find_buffers();
  bool anyone_stages() const;
  mcclResult_t run_piece(const Piece& piece, bool staged);
  void stage_in(const Piece& piece) const;
  void stage_out(const Piece& piece) const;
  // The place where a rank's element of a piece is read, and the place where one is written.
  const char* source(int rank, const Piece& piece, int block, std::size_t element) const;
  char* target(int rank, const Piece& piece, std::size_t element) const;
  bool work(const Piece& piece) const;
  bool reduce_share(const Piece& piece) const;
  bool reduce_block(const Piece& piece) const;
  bool collect(const Piece& piece) const;
  bool reduce_into(const std::vector<char*>& to, const std::vector<const char*>& from,
                   std::size_t count) const;
  bool copy(char* to, const char* from, std::size_t bytes) const;

  Clique& clique_;
  const Task& task_;
  const int ranks_;
  const int rank_;
  const std::size_t size_;
  int parity_ = 0;
  std::vector<char*> send_, receive_;  // buffers of all ranks, where they are not staged
};

void Collective::publish() {
  parity_ = clique_.next_parity();
  OperationNote& mine = clique_.mine().notes[parity_];
  mine.kind = static_cast<std::int32_t>(task_.kind);
  mine.type = task_.type;
  mine.reduction = task_.reduction;
  mine.root = has_root() ? task_.peer : 0;
  mine.count = task_.count;
  const Scalar scalar = task_.device_scalar == nullptr
                            ? task_.scalar
                            : read_scalar(task_.type, backing(task_.device_scalar));
  mine.scalar = scalar.real;
  mine.integer = scalar.integer;
  const auto blocks = static_cast<std::size_t>(send_blocks());
  mine.send = clique_.describe(is_source(rank_) ? task_.send : nullptr, blocks * task_.bytes());
  mine.receive = clique_.describe(is_target(rank_) ? task_.receive : nullptr, task_.bytes());
}

mcclResult_t Collective::compare() const {
  const OperationNote& mine = note(rank_);
  for (int i = 0; i < ranks_; ++i) {
    const OperationNote& other = note(i);
    if (other.kind != mine.kind || other.type != mine.type || other.count != mine.count ||
        other.root != mine.root || other.reduction != mine.reduction) {
      return disagree(i);
    }
  }
  return mcclSuccess;
}

mcclResult_t Collective::disagree(int rank) const {
  const auto words = [this](int who) {
    const OperationNote& what = note(who);
    Task task;
    task.kind = static_cast<TaskKind>(what.kind);
    task.type = static_cast<mcclDataType_t>(what.type);
    task.count = what.count;
    return "rank " + std::to_string(who) + " runs " + describe(task) + " (operator " +
           std::to_string(what.reduction) + ", root " + std::to_string(what.root) + ")";
  };
  return fail(mcclInvalidUsage,
              "Ranks run different operations: " + words(rank_) + ", but " + words(rank));
}

mcclResult_t Collective::find_buffers() {
  const std::size_t bytes = task_.bytes();
  for (int i = 0; i < ranks_; ++i) {
    const OperationNote& what = note(i);
    send_.push_back(clique_.find(i, what.send, static_cast<std::size_t>(send_blocks()) * bytes));
    receive_.push_back(clique_.find(i, what.receive, bytes));
    if ((what.send.where == BufferNote::kDevice && send_.back() == nullptr) ||
        (what.receive.where == BufferNote::kDevice && receive_.back() == nullptr)) {
      return clique_.cannot_reach(i);
    }
  }
  return mcclSuccess;
}

bool Collective::anyone_stages() const {
  for (int i = 0; i < ranks_; ++i) {
    if (send_staged(i) || receive_staged(i)) {
      return true;
    }
  }
  return false;
}

mcclResult_t Collective::run() {
  publish();
  mcclResult_t result = clique_.meet();
  if (result == mcclSuccess) {
    result = compare();
  }
  if (result == mcclSuccess) {
    result = find_buffers();
  }
  const bool staged = result == mcclSuccess && anyone_stages();
  std::size_t length = task_.count;
  if (staged) {
    const auto blocks = static_cast<std::size_t>(send_blocks());
    const std::size_t room = clique_.segment().staging_bytes() / size_ / blocks;
    length = std::max<std::size_t>(room / kGrain * kGrain, 1);
  }
  for (std::size_t first = 0; first < task_.count && result == mcclSuccess; first += length) {
    result = run_piece({first, std::min(length, task_.count - first)}, staged);
  }
  return result;
}

mcclResult_t Collective::run_piece(const Piece& piece, bool staged) {
  if (staged) {
    stage_in(piece);
    const mcclResult_t ready = clique_.meet();
    if (ready != mcclSuccess) {
      return ready;
    }
  }
  const bool finished = work(piece);
  // When a rank has stopped, the meeting tells which one and why.
  const mcclResult_t met = clique_.meet();
  if (met == mcclSuccess && !finished) {
    return fail(mcclRemoteError, "Another rank stopped in the middle of " + describe(task_));
  }
  if (met == mcclSuccess && staged) {
    stage_out(piece);
  }
  return met;
}

void Collective::stage_in(const Piece& piece) const {
  if (!send_staged(rank_)) {
    return;
  }
  const char* from = static_cast<const char*>(backing(task_.send));
  char* to = clique_.segment().send_staging(rank_);
  const std::size_t bytes = piece.count * size_;
  for (int block = 0; block < send_blocks(); ++block) {
    const auto index = static_cast<std::size_t>(block);
    std::memcpy(to + index * bytes, from + index * task_.bytes() + piece.first * size_, bytes);
  }
}

void Collective::stage_out(const Piece& piece) const {
  if (receive_staged(rank_)) {
    std::memcpy(own_receive() + piece.first * size_, clique_.segment().receive_staging(rank_),
                piece.count * size_);
  }
}

const char* Collective::source(int rank, const Piece& piece, int block, std::size_t element) const {
  const auto index = static_cast<std::size_t>(block);
  if (send_staged(rank)) {
    return clique_.segment().send_staging(rank) + (index * piece.count + element) * size_;
  }
  return send_[static_cast<std::size_t>(rank)] +
         (index * task_.count + piece.first + element) * size_;
}

char* Collective::target(int rank, const Piece& piece, std::size_t element) const {
  return receive_staged(rank)
             ? clique_.segment().receive_staging(rank) + element * size_
             : receive_[static_cast<std::size_t>(rank)] + (piece.first + element) * size_;
}

// This rank's share of the piece; false when it had to stop.
bool Collective::work(const Piece& piece) const {
  switch (task_.kind) {
    case TaskKind::kAllReduce:
    case TaskKind::kReduce: return reduce_share(piece);
    case TaskKind::kReduceScatter: return reduce_block(piece);
    default: return collect(piece);
  }
}

// Reduces a share of the elements and gives the result to every target.
bool Collective::reduce_share(const Piece& piece) const {
  const auto ranks = static_cast<std::size_t>(ranks_);
  const std::size_t share = ((piece.count + ranks - 1) / ranks + kGrain - 1) / kGrain * kGrain;
  const std::size_t begin = std::min(static_cast<std::size_t>(rank_) * share, piece.count);
  std::vector<char*> to;
  std::vector<const char*> from;
  for (int i = 0; i < ranks_; ++i) {
    from.push_back(source(i, piece, 0, begin));
    if (is_target(i)) {
      to.push_back(target(i, piece, begin));
    }
  }
  return reduce_into(to, from, std::min(share, piece.count - begin));
}

// Reduces this rank's block for itself.
bool Collective::reduce_block(const Piece& piece) const {
  std::vector<const char*> from;
  for (int i = 0; i < ranks_; ++i) {
    from.push_back(source(i, piece, rank_, 0));
  }
  return reduce_into({own_receive() + piece.first * size_}, from, piece.count);
}

bool Collective::reduce_into(const std::vector<char*>& to, const std::vector<const char*>& from,
                             std::size_t count) const {
  const TouchScope touching(clique_);
  std::vector<Scalar> scalars;
  for (int i = 0; i < ranks_; ++i) {
    scalars.push_back({note(i).scalar, note(i).integer});
  }
  ReduceJob job;
  job.type = task_.type;
  job.reduction = task_.reduction;
  job.sources = ranks_;
  job.from = from.data();
  job.scalars = scalars.data();
  job.targets = static_cast<int>(to.size());
  job.to = to.data();
  const std::size_t length = kPiece / size_;
  for (std::size_t first = 0; first < count; first += length) {
    if (!touching.may_go_on()) {
      return false;
    }
    reduce(job, first, std::min(length, count - first));
  }
  return true;
}

// Copies what the other ranks have.
bool Collective::collect(const Piece& piece) const {
  char* own = own_receive() + piece.first * size_;
  const std::size_t bytes = piece.count * size_;
  if (task_.kind == TaskKind::kBroadcast) {
    return copy(own, source(task_.peer, piece, 0, 0), bytes);
  }
  for (int i = 0; i < ranks_; ++i) {
    // Each begins with another one, so that they do not all read the same memory.
    const int from = (rank_ + i) % ranks_;
    if (!copy(own + static_cast<std::size_t>(from) * task_.bytes(), source(from, piece, 0, 0),
              bytes)) {
      return false;
    }
  }
  return true;
}

bool Collective::copy(char* to, const char* from, std::size_t bytes) const {
  const TouchScope touching(clique_);
  for (std::size_t done = 0; done < bytes && to != from; done += kPiece) {
    if (!touching.may_go_on()) {
      return false;
    }
    std::memcpy(to + done, from + done, std::min(kPiece, bytes - done));
  }
  return true;
}

}  // namespace

mcclResult_t run_collective(Clique& clique, const Task& task) {
  return Collective(clique, task).run();
}

}  // namespace musasim::collective
