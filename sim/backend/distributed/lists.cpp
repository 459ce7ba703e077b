// Collectives on lists of tensors, one for each rank.
#include <ATen/core/Tensor.h>
#include <c10/util/Exception.h>

#include <algorithm>

#include "distributed/group_scope.h"
#include "distributed/process_group.h"
#include "distributed/wire.h"

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Functions.h>
#else
#include <ATen/ops/empty.h>
#endif

namespace musasim::distributed {

namespace {

void send_to(Lane& lane, const at::Tensor& tensor, int peer) {
  check_mccl(mcclSend(tensor.data_ptr(), wire_count(tensor), wire_type(tensor.scalar_type()).type,
                      peer, lane.communicator(), lane.raw_stream()),
             "mcclSend");
}

void receive_from(Lane& lane, const at::Tensor& tensor, int peer) {
  check_mccl(mcclRecv(tensor.data_ptr(), wire_count(tensor), wire_type(tensor.scalar_type()).type,
                      peer, lane.communicator(), lane.raw_stream()),
             "mcclRecv");
}

// Each rank's part is one operation of the group, so that they may be of any size and place.
void all_gather_parts(Lane& lane, const Tensors& outputs, const at::Tensor& input, int rank) {
  GroupScope group;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const bool own = static_cast<int>(i) == rank;
    check_mccl(mcclBroadcast(own ? input.data_ptr() : outputs[i].data_ptr(), outputs[i].data_ptr(),
                             wire_count(outputs[i]), wire_type(input.scalar_type()).type,
                             static_cast<int>(i), lane.communicator(), lane.raw_stream()),
               "mcclBroadcast");
  }
  group.end();
}

// Parts of one size come through one tensor, a row for each rank.
void all_gather_rows(Lane& lane, const Tensors& outputs, const at::Tensor& rows,
                     const at::Tensor& input) {
  check_mccl(
      mcclAllGather(input.data_ptr(), rows.data_ptr(), wire_count(input),
                    wire_type(input.scalar_type()).type, lane.communicator(), lane.raw_stream()),
      "mcclAllGather");
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    at::Tensor(outputs[i]).copy_(rows.select(0, static_cast<std::int64_t>(i)), true);
  }
}

bool of_one_size(const Tensors& tensors) {
  return std::all_of(tensors.begin(), tensors.end(), [&](const at::Tensor& tensor) {
    return tensor.sizes() == tensors.front().sizes();
  });
}

at::Tensor empty_rows(const Tensors& parts) {
  std::vector<std::int64_t> sizes = parts.front().sizes().vec();
  sizes.insert(sizes.begin(), static_cast<std::int64_t>(parts.size()));
  return at::empty(sizes, parts.front().options());
}

void reduce_scatter_parts(Lane& lane, const at::Tensor& output, const Tensors& inputs, int rank,
                          const c10d::ReduceOp& op) {
  const WireOperator wire_op(op, output.scalar_type(), lane.communicator());
  GroupScope group;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool own = static_cast<int>(i) == rank;
    check_mccl(
        mcclReduce(inputs[i].data_ptr(), own ? output.data_ptr() : nullptr, wire_count(inputs[i]),
                   wire_type(output.scalar_type()).type, wire_op.get(), static_cast<int>(i),
                   lane.communicator(), lane.raw_stream()),
        "mcclReduce");
  }
  group.end();
}

const Tensors& only_list(const TensorLists& lists, const char* what) {
  TORCH_CHECK_VALUE(lists.size() == 1, what, ": expecting one list of tensors, but got ",
                    lists.size());
  for (const at::Tensor& tensor : lists.front()) {
    check_tensor(tensor);
  }
  return lists.front();
}

void check_part(const at::Tensor& part, const at::Tensor& own, const char* what) {
  TORCH_CHECK_VALUE(part.numel() == own.numel(), what, ": this rank's tensor in the list has ",
                    part.numel(), " elements, but its other tensor has ", own.numel());
}

}  // namespace

ProcessGroupMccl::WorkHandle ProcessGroupMccl::allgather(TensorLists& outputs, Tensors& inputs,
                                                         const c10d::AllgatherOptions& options) {
  const at::Tensor input = only_tensor(inputs);
  const Tensors list = only_list(outputs, "all_gather");
  check_list(list, input, size_, "all_gather's output");
  check_part(list[static_cast<std::size_t>(rank_)], input, "all_gather");
  if (of_one_size(list) && !coalescing()) {  // copies cannot be part of MCCL's group
    const at::Tensor rows = empty_rows(list);
    Call call{c10d::OpType::ALLGATHER,
              "mccl:all_gather",
              options.timeout,
              inputs,
              list,
              [list, rows, input](Lane& lane) { all_gather_rows(lane, list, rows, input); }};
    call.future_value = {rows};  // PyTorch's hooks take it from there, as NCCL's is so
    return run(std::move(call));
  }
  return run({c10d::OpType::ALLGATHER, "mccl:all_gather", options.timeout, inputs, list,
              [this, list, input](Lane& lane) { all_gather_parts(lane, list, input, rank_); }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::reduce_scatter(
    Tensors& outputs, TensorLists& inputs, const c10d::ReduceScatterOptions& options) {
  const at::Tensor output = only_tensor(outputs);
  const Tensors list = only_list(inputs, "reduce_scatter");
  check_list(list, output, size_, "reduce_scatter's input");
  check_part(list[static_cast<std::size_t>(rank_)], output, "reduce_scatter");
  reduced_wire_type(output.scalar_type(), options.reduceOp);
  return run({c10d::OpType::REDUCE_SCATTER, "mccl:reduce_scatter", options.timeout, list, outputs,
              [this, list, output, op = options.reduceOp](Lane& lane) {
                reduce_scatter_parts(lane, output, list, rank_, op);
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::gather(TensorLists& outputs, Tensors& inputs,
                                                      const c10d::GatherOptions& options) {
  check_root(options.rootRank, size_);
  const at::Tensor input = only_tensor(inputs);
  const auto root = static_cast<int>(options.rootRank);
  Tensors list;
  if (rank_ == root) {
    list = only_list(outputs, "gather");
    check_list(list, input, size_, "gather's output");
    check_part(list[static_cast<std::size_t>(rank_)], input, "gather");
  } else {
    TORCH_CHECK_VALUE(outputs.empty() || outputs.front().empty(),
                      "requires empty output on non-root");
  }
  return run({c10d::OpType::GATHER, "mccl:gather", options.timeout, inputs, list,
              [list, input, root](Lane& lane) {
                GroupScope group;
                for (std::size_t i = 0; i < list.size(); ++i) {
                  receive_from(lane, list[i], static_cast<int>(i));
                }
                send_to(lane, input, root);
                group.end();
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::scatter(Tensors& outputs, TensorLists& inputs,
                                                       const c10d::ScatterOptions& options) {
  check_root(options.rootRank, size_);
  const at::Tensor output = only_tensor(outputs);
  const auto root = static_cast<int>(options.rootRank);
  Tensors list;
  if (rank_ == root) {
    list = only_list(inputs, "scatter");
    check_list(list, output, size_, "scatter's input");
    check_part(list[static_cast<std::size_t>(rank_)], output, "scatter");
  } else {
    TORCH_CHECK_VALUE(inputs.empty() || inputs.front().empty(), "requires empty input on non-root");
  }
  return run({c10d::OpType::SCATTER, "mccl:scatter", options.timeout, list, outputs,
              [list, output, root](Lane& lane) {
                GroupScope group;
                for (std::size_t i = 0; i < list.size(); ++i) {
                  send_to(lane, list[i], static_cast<int>(i));
                }
                receive_from(lane, output, root);
                group.end();
              }});
}

}  // namespace musasim::distributed
