// Every collective operation with every type and operator, as one rank of several.
#pragma once

#include "mccl/tests/ranks.h"
#include "mccl/tests/reference.h"

namespace every {

using ranks::Buffer;
using ranks::bytes_of;
using ranks::Rank;

template <class T>
bool same(const std::vector<T>& got, const std::vector<T>& wanted, std::size_t first = 0) {
  return got.size() >= first + wanted.size() &&
         std::memcmp(got.data() + first, wanted.data(), wanted.size() * sizeof(T)) == 0;
}

inline std::string label(const Rank& self, const char* what, int type, int op, std::size_t count,
                         bool in_place) {
  return std::string(what) + " type " + std::to_string(type) + " op " + std::to_string(op) +
         " count " + std::to_string(count) + (in_place ? " in place" : "") + " rank " +
         std::to_string(self.rank) + "/" + std::to_string(self.ranks);
}

inline void expect(bool right, const std::string& what) {
  if (!right) {
    ::testing::fail(__FILE__, __LINE__, what + ": wrong values");
  }
}

// The operator for this rank's calls; created ones are destroyed at the end.
struct Operator {
  Operator(const Rank& self, int type, int op) : comm(self.comm), built_in(op < mcclNumOps) {
    value = static_cast<mcclRedOp_t>(op);
    if (!built_in) {
      reference::with_type(type, [&](auto zero) {
        auto factor = reference::factor<decltype(zero)>(self.rank);
        EQUAL(mcclRedOpCreatePreMulSum(&value, &factor, static_cast<mcclDataType_t>(type),
                                       mcclScalarHostImmediate, comm),
              mcclSuccess);
      });
    }
  }
  ~Operator() {
    if (!built_in) {
      EQUAL(mcclRedOpDestroy(value, comm), mcclSuccess);
    }
  }
  mcclComm_t comm;
  bool built_in;
  mcclRedOp_t value;
};

template <class T>
void all_reduce(Rank& self, int type, int op, std::size_t count, bool in_place) {
  const Operator with(self, type, op);
  Buffer send(bytes_of(reference::input<T>(self.rank, 0, count)));
  Buffer receive(count * sizeof(T));
  void* to = in_place ? send.get() : receive.get();
  EQUAL(mcclAllReduce(send.get(), to, count, static_cast<mcclDataType_t>(type), with.value,
                      self.comm, self.stream),
        mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  const auto got = in_place ? send.values<T>() : receive.values<T>();
  expect(same(got, reference::reduced<T>(self.ranks, op, 0, count)),
         label(self, "AllReduce", type, op, count, in_place));
}

template <class T>
void reduce(Rank& self, int type, int op, std::size_t count, bool in_place) {
  const Operator with(self, type, op);
  const int root = self.ranks - 1;
  Buffer send(bytes_of(reference::input<T>(self.rank, 0, count)));
  Buffer receive(count * sizeof(T));
  void* to = self.rank != root ? nullptr : in_place ? send.get() : receive.get();
  EQUAL(mcclReduce(send.get(), to, count, static_cast<mcclDataType_t>(type), with.value, root,
                   self.comm, self.stream),
        mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  if (self.rank == root) {
    const auto got = in_place ? send.values<T>() : receive.values<T>();
    expect(same(got, reference::reduced<T>(self.ranks, op, 0, count)),
           label(self, "Reduce", type, op, count, in_place));
  }
}

template <class T>
void reduce_scatter(Rank& self, int type, int op, std::size_t count, bool in_place) {
  const Operator with(self, type, op);
  const std::size_t mine = static_cast<std::size_t>(self.rank) * count;
  Buffer send(
      bytes_of(reference::input<T>(self.rank, 0, static_cast<std::size_t>(self.ranks) * count)));
  Buffer receive(count * sizeof(T));
  void* to = in_place ? send.at(mine * sizeof(T)) : receive.get();
  EQUAL(mcclReduceScatter(send.get(), to, count, static_cast<mcclDataType_t>(type), with.value,
                          self.comm, self.stream),
        mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  const auto got = in_place ? send.values<T>() : receive.values<T>();
  expect(same(got, reference::reduced<T>(self.ranks, op, mine, count), in_place ? mine : 0),
         label(self, "ReduceScatter", type, op, count, in_place));
}

template <class T>
void all_gather(Rank& self, int type, std::size_t count, bool in_place) {
  const std::size_t mine = static_cast<std::size_t>(self.rank) * count;
  const std::vector<T> own = reference::input<T>(self.rank, 0, count);
  Buffer send(bytes_of(own));
  Buffer receive(static_cast<std::size_t>(self.ranks) * count * sizeof(T));
  if (in_place) {
    EQUAL(musaMemcpy(receive.at(mine * sizeof(T)), own.data(), count * sizeof(T),
                     musaMemcpyHostToDevice),
          musaSuccess);
  }
  EQUAL(mcclAllGather(in_place ? receive.at(mine * sizeof(T)) : send.get(), receive.get(), count,
                      static_cast<mcclDataType_t>(type), self.comm, self.stream),
        mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  const auto got = receive.values<T>();
  for (int r = 0; r < self.ranks; ++r) {
    expect(same(got, reference::input<T>(r, 0, count), static_cast<std::size_t>(r) * count),
           label(self, "AllGather", type, 0, count, in_place));
  }
}

template <class T>
void broadcast(Rank& self, int type, std::size_t count, bool in_place) {
  const int root = self.ranks / 2;
  Buffer send(bytes_of(reference::input<T>(self.rank, 0, count)));
  Buffer receive(count * sizeof(T));
  const auto data_type = static_cast<mcclDataType_t>(type);
  const mcclResult_t result =
      in_place ? mcclBcast(send.get(), count, data_type, root, self.comm, self.stream)
               : mcclBroadcast(self.rank == root ? send.get() : nullptr, receive.get(), count,
                               data_type, root, self.comm, self.stream);
  EQUAL(result, mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  const auto got = in_place ? send.values<T>() : receive.values<T>();
  expect(same(got, reference::input<T>(root, 0, count)),
         label(self, "Broadcast", type, 0, count, in_place));
}

// Each rank sends to the next one.
template <class T>
void send_receive(Rank& self, int type, std::size_t count) {
  const int next = (self.rank + 1) % self.ranks;
  const int previous = (self.rank + self.ranks - 1) % self.ranks;
  Buffer send(bytes_of(reference::input<T>(self.rank, 0, count)));
  Buffer receive(count * sizeof(T));
  const auto data_type = static_cast<mcclDataType_t>(type);
  EQUAL(mcclGroupStart(), mcclSuccess);
  EQUAL(mcclSend(send.get(), count, data_type, next, self.comm, self.stream), mcclSuccess);
  EQUAL(mcclRecv(receive.get(), count, data_type, previous, self.comm, self.stream), mcclSuccess);
  EQUAL(mcclGroupEnd(), mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  expect(same(receive.values<T>(), reference::input<T>(previous, 0, count)),
         label(self, "Send and Recv", type, 0, count, false));
}

inline void run(Rank& self, const std::vector<std::size_t>& counts) {
  for (int type = 0; type < mcclNumTypes; ++type) {
    reference::with_type(type, [&](auto zero) {
      using T = decltype(zero);
      for (const std::size_t count : counts) {
        for (const bool in_place : {false, true}) {
          for (int op = 0; op <= reference::kScaledSum; ++op) {
            all_reduce<T>(self, type, op, count, in_place);
            reduce<T>(self, type, op, count, in_place);
            reduce_scatter<T>(self, type, op, count, in_place);
          }
          all_gather<T>(self, type, count, in_place);
          broadcast<T>(self, type, count, in_place);
        }
        send_receive<T>(self, type, count);
      }
    });
  }
}

}  // namespace every
