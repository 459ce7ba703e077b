// Collectives on whole tensors, which MCCL has itself.
#include <ATen/core/Tensor.h>
#include <c10/core/DeviceGuard.h>
#include <c10/util/Exception.h>

#include "distributed/group_scope.h"
#include "distributed/process_group.h"
#include "distributed/wire.h"
#include "torch_glue/device_type.h"

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Functions.h>
#else
#include <ATen/ops/zeros.h>
#endif

namespace musasim::distributed {

namespace {

void all_reduce_on(Lane& lane, const at::Tensor& tensor, const c10d::ReduceOp& op) {
  const mcclComm_t communicator = lane.communicator();
  const WireOperator wire_op(op, tensor.scalar_type(), communicator);
  check_mccl(mcclAllReduce(tensor.data_ptr(), tensor.data_ptr(), wire_count(tensor),
                           wire_type(tensor.scalar_type()).type, wire_op.get(), communicator,
                           lane.raw_stream()),
             "mcclAllReduce");
}

void all_gather_on(Lane& lane, const at::Tensor& output, const at::Tensor& input) {
  check_mccl(
      mcclAllGather(input.data_ptr(), output.data_ptr(), wire_count(input),
                    wire_type(input.scalar_type()).type, lane.communicator(), lane.raw_stream()),
      "mcclAllGather");
}

void reduce_scatter_on(Lane& lane, const at::Tensor& output, const at::Tensor& input,
                       const c10d::ReduceOp& op) {
  const mcclComm_t communicator = lane.communicator();
  const WireOperator wire_op(op, input.scalar_type(), communicator);
  check_mccl(mcclReduceScatter(input.data_ptr(), output.data_ptr(), wire_count(output),
                               wire_type(input.scalar_type()).type, wire_op.get(), communicator,
                               lane.raw_stream()),
             "mcclReduceScatter");
}

// `large` holds one `small` of each rank.
void check_sizes(const at::Tensor& large, const at::Tensor& small, int ranks, const char* what) {
  check_tensor(large);
  check_tensor(small);
  TORCH_CHECK_TYPE(large.scalar_type() == small.scalar_type(), what,
                   ": output tensor must have the same type as input tensor");
  TORCH_CHECK_VALUE(large.device() == small.device(), what,
                    ": the tensors must be on one device, but they are on ", large.device(),
                    " and on ", small.device());
  TORCH_CHECK_VALUE(large.numel() == small.numel() * ranks, what, ": the larger tensor must have ",
                    ranks, " * ", small.numel(),
                    " elements (the world size times the smaller tensor), but it has ",
                    large.numel());
}

void check_pairs(const Tensors& larges, const Tensors& smalls, int ranks, const char* what) {
  TORCH_CHECK_VALUE(larges.size() == smalls.size() && !larges.empty(), what,
                    ": expected two lists of one length, but they have ", larges.size(), " and ",
                    smalls.size(), " tensors");
  for (std::size_t i = 0; i < larges.size(); ++i) {
    check_sizes(larges[i], smalls[i], ranks, what);
  }
}

}  // namespace

ProcessGroupMccl::WorkHandle ProcessGroupMccl::broadcast(Tensors& tensors,
                                                         const c10d::BroadcastOptions& options) {
  const at::Tensor tensor = only_tensor(tensors);
  check_root(options.rootRank, size_);
  return run({c10d::OpType::BROADCAST, "mccl:broadcast", options.timeout, tensors, tensors,
              [tensor, root = static_cast<int>(options.rootRank)](Lane& lane) {
                check_mccl(mcclBcast(tensor.data_ptr(), wire_count(tensor),
                                     wire_type(tensor.scalar_type()).type, root,
                                     lane.communicator(), lane.raw_stream()),
                           "mcclBcast");
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::allreduce(Tensors& tensors,
                                                         const c10d::AllreduceOptions& options) {
  const at::Tensor tensor = only_tensor(tensors);
  reduced_wire_type(tensor.scalar_type(), options.reduceOp);
  return run({c10d::OpType::ALLREDUCE, "mccl:all_reduce", options.timeout, tensors, tensors,
              [tensor, op = options.reduceOp](Lane& lane) { all_reduce_on(lane, tensor, op); }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::allreduce_coalesced(
    Tensors& tensors, const c10d::AllreduceCoalescedOptions& options) {
  check_same_kind(tensors);
  reduced_wire_type(tensors.front().scalar_type(), options.reduceOp);
  return run({c10d::OpType::ALLREDUCE_COALESCED, "mccl:allreduce_coalesced", options.timeout,
              tensors, tensors, [tensors, op = options.reduceOp](Lane& lane) {
                GroupScope group;
                for (const at::Tensor& tensor : tensors) {
                  all_reduce_on(lane, tensor, op);
                }
                group.end();
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::reduce(Tensors& tensors,
                                                      const c10d::ReduceOptions& options) {
  const at::Tensor tensor = only_tensor(tensors);
  check_root(options.rootRank, size_);
  reduced_wire_type(tensor.scalar_type(), options.reduceOp);
  return run(
      {c10d::OpType::REDUCE, "mccl:reduce", options.timeout, tensors, tensors,
       [tensor, op = options.reduceOp, root = static_cast<int>(options.rootRank)](Lane& lane) {
         const mcclComm_t communicator = lane.communicator();
         const WireOperator wire_op(op, tensor.scalar_type(), communicator);
         check_mccl(mcclReduce(tensor.data_ptr(), tensor.data_ptr(), wire_count(tensor),
                               wire_type(tensor.scalar_type()).type, wire_op.get(), root,
                               communicator, lane.raw_stream()),
                    "mcclReduce");
       }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::_allgather_base(
    at::Tensor& output, at::Tensor& input, const c10d::AllgatherOptions& options) {
  check_sizes(output, input, size_, "all_gather_into_tensor");
  return run({c10d::OpType::_ALLGATHER_BASE,
              "mccl:_all_gather_base",
              options.timeout,
              {input},
              {output},
              [input, output](Lane& lane) { all_gather_on(lane, output, input); }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::allgather_into_tensor_coalesced(
    Tensors& outputs, Tensors& inputs, const c10d::AllgatherOptions& options) {
  check_pairs(outputs, inputs, size_, "all_gather_into_tensor_coalesced");
  return run({c10d::OpType::COALESCED, "mccl:all_gather_into_tensor_coalesced", options.timeout,
              inputs, outputs, [inputs, outputs](Lane& lane) {
                GroupScope group;
                for (std::size_t i = 0; i < inputs.size(); ++i) {
                  all_gather_on(lane, outputs[i], inputs[i]);
                }
                group.end();
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::_reduce_scatter_base(
    at::Tensor& output, at::Tensor& input, const c10d::ReduceScatterOptions& options) {
  check_sizes(input, output, size_, "reduce_scatter_tensor");
  reduced_wire_type(input.scalar_type(), options.reduceOp);
  return run({c10d::OpType::_REDUCE_SCATTER_BASE,
              "mccl:_reduce_scatter_base",
              options.timeout,
              {input},
              {output},
              [input, output, op = options.reduceOp](Lane& lane) {
                reduce_scatter_on(lane, output, input, op);
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::reduce_scatter_tensor_coalesced(
    Tensors& outputs, Tensors& inputs, const c10d::ReduceScatterOptions& options) {
  check_pairs(inputs, outputs, size_, "reduce_scatter_tensor_coalesced");
  reduced_wire_type(inputs.front().scalar_type(), options.reduceOp);
  return run({c10d::OpType::COALESCED, "mccl:reduce_scatter_tensor_coalesced", options.timeout,
              inputs, outputs, [inputs, outputs, op = options.reduceOp](Lane& lane) {
                GroupScope group;
                for (std::size_t i = 0; i < inputs.size(); ++i) {
                  reduce_scatter_on(lane, outputs[i], inputs[i], op);
                }
                group.end();
              }});
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::barrier(const c10d::BarrierOptions& options) {
  TORCH_CHECK_VALUE(options.device_ids.size() <= 1,
                    "barrier: device_ids may hold one device at most, but it holds ",
                    options.device_ids.size());
  int device = -1;
  if (!options.device_ids.empty()) {
    device = static_cast<int>(options.device_ids.front());
  } else if (getBoundDeviceId().has_value()) {
    device = getBoundDeviceId()->index();
  } else {
    device = first_device_.load();  // or, when there is none yet, the current one
  }
  const auto place = musa_device(checked_device_index(device));
  Tensors token{at::zeros({1}, at::TensorOptions().device(place).dtype(at::kFloat))};
  return run({c10d::OpType::BARRIER, "mccl:all_reduce_barrier", options.timeout, token, token,
              [token](Lane& lane) { all_reduce_on(lane, token.front(), c10d::ReduceOp::SUM); }, -1,
              true});
}

}  // namespace musasim::distributed
