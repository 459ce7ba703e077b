// All to all, and messages between two ranks.
#include <ATen/core/Tensor.h>
#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/Utils.hpp>

#include "distributed/group_scope.h"
#include "distributed/process_group.h"
#include "distributed/wire.h"

namespace musasim::distributed {

namespace {

// A piece of a tensor's memory.
struct Piece {
  char* begin;
  std::size_t count;  // of MCCL's elements
};

std::vector<Piece> pieces_of(const at::Tensor& tensor, const std::vector<std::int64_t>& splits,
                             int ranks) {
  const std::int64_t rows = tensor.dim() == 0 ? 1 : tensor.size(0);
  const std::int64_t row = rows == 0 ? 0 : tensor.numel() / rows;
  const std::size_t parts = wire_type(tensor.scalar_type()).parts;
  auto* place = static_cast<char*>(tensor.data_ptr());
  std::vector<Piece> pieces;
  for (int i = 0; i < ranks; ++i) {
    const std::int64_t elements =
        splits.empty() ? tensor.numel() / ranks : splits[static_cast<std::size_t>(i)] * row;
    pieces.push_back({place, static_cast<std::size_t>(elements) * parts});
    place += static_cast<std::size_t>(elements) * tensor.element_size();
  }
  return pieces;
}

std::vector<Piece> pieces_of(const Tensors& tensors) {
  std::vector<Piece> pieces;
  for (const at::Tensor& tensor : tensors) {
    pieces.push_back({static_cast<char*>(tensor.data_ptr()), wire_count(tensor)});
  }
  return pieces;
}

void exchange(Lane& lane, const std::vector<Piece>& sent, const std::vector<Piece>& received,
              mcclDataType_t type) {
  GroupScope group;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    check_mccl(mcclSend(sent[i].begin, sent[i].count, type, static_cast<int>(i),
                        lane.communicator(), lane.raw_stream()),
               "mcclSend");
    check_mccl(mcclRecv(received[i].begin, received[i].count, type, static_cast<int>(i),
                        lane.communicator(), lane.raw_stream()),
               "mcclRecv");
  }
  group.end();
}

int checked_peer(int peer, int rank, int ranks) {
  TORCH_CHECK_VALUE(peer >= 0 && peer < ranks, "There is no rank ", peer, " in a group of ", ranks,
                    " ranks");
  TORCH_CHECK_VALUE(peer != rank, "Rank ", rank,
                    " cannot send to itself or receive from itself; put both "
                    "operations into one batch instead");
  return peer;
}

}  // namespace

ProcessGroupMccl::WorkHandle ProcessGroupMccl::alltoall_base(
    at::Tensor& output, at::Tensor& input, std::vector<std::int64_t>& output_splits,
    std::vector<std::int64_t>& input_splits, const c10d::AllToAllOptions& options) {
  check_same_kind({input, output});
  c10d::checkSplitSizes(input_splits, input, size_);
  c10d::checkSplitSizes(output_splits, output, size_);
  return run({c10d::OpType::ALLTOALL_BASE,
              "mccl:all_to_all",
              options.timeout,
              {input},
              {output},
              [input, output, sent = pieces_of(input, input_splits, size_),
               received = pieces_of(output, output_splits, size_)](Lane& lane) {
                exchange(lane, sent, received, wire_type(input.scalar_type()).type);
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::alltoall(Tensors& outputs, Tensors& inputs,
                                                        const c10d::AllToAllOptions& options) {
  check_same_kind(inputs);
  check_same_kind(outputs);
  check_list(inputs, inputs.front(), size_, "all_to_all's input");
  check_list(outputs, inputs.front(), size_, "all_to_all's output");
  return run({c10d::OpType::ALLTOALL, "mccl:all_to_all", options.timeout, inputs, outputs,
              [inputs, outputs](Lane& lane) {
                exchange(lane, pieces_of(inputs), pieces_of(outputs),
                         wire_type(inputs.front().scalar_type()).type);
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::send(Tensors& tensors, int to, int /*tag*/) {
  TORCH_CHECK_VALUE(tensors.size() == 1, "Expecting one tensor only but got ", tensors.size());
  const at::Tensor tensor = tensors.front();
  check_message(tensor);
  const int peer = coalescing() ? to : checked_peer(to, rank_, size_);
  const bool alone = !coalescing();
  return run({c10d::OpType::SEND,
              "mccl:send",
              c10d::kUnsetTimeout,
              tensors,
              {},
              [this, tensor, peer, alone](Lane& lane) {
                // A pair's communicator has only the two.
                const int at = alone ? (rank_ < peer ? 1 : 0) : peer;
                check_mccl(mcclSend(tensor.data_ptr(), wire_count(tensor),
                                    wire_type(tensor.scalar_type()).type, at, lane.communicator(),
                                    lane.raw_stream()),
                           "mcclSend");
              },
              peer});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::recv(Tensors& tensors, int from, int /*tag*/) {
  TORCH_CHECK_VALUE(tensors.size() == 1, "Expecting one tensor only but got ", tensors.size());
  const at::Tensor tensor = tensors.front();
  check_message(tensor);
  const int peer = coalescing() ? from : checked_peer(from, rank_, size_);
  const bool alone = !coalescing();
  return run({c10d::OpType::RECV,
              "mccl:recv",
              c10d::kUnsetTimeout,
              {},
              tensors,
              [this, tensor, peer, alone](Lane& lane) {
                const int at = alone ? (rank_ < peer ? 1 : 0) : peer;
                check_mccl(mcclRecv(tensor.data_ptr(), wire_count(tensor),
                                    wire_type(tensor.scalar_type()).type, at, lane.communicator(),
                                    lane.raw_stream()),
                           "mcclRecv");
              },
              peer});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::recvAnysource(Tensors& /*tensors*/, int /*tag*/) {
  C10_THROW_ERROR(NotImplementedError, "ProcessGroupMCCL does not support recvAnysource");
}

}  // namespace musasim::distributed
