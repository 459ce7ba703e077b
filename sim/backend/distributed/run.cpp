// From a call to a work object: streams, events, tensors that have to live on.
#include <c10/core/DeviceGuard.h>
#include <c10/core/StreamGuard.h>
#include <c10/util/Exception.h>

#include "distributed/group_scope.h"
#include "distributed/process_group.h"
#include "graph/recording.h"
#include "torch_glue/allocator.h"

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Functions.h>
#else
#include <ATen/ops/isnan.h>
#endif

namespace musasim::distributed {

namespace {

std::int64_t elements(const Tensors& tensors) {
  std::int64_t sum = 0;
  for (const at::Tensor& tensor : tensors) {
    sum += tensor.numel();
  }
  return sum;
}

void check_for_nans(const Tensors& tensors) {
  for (const at::Tensor& tensor : tensors) {
    const bool may = at::isFloatingType(tensor.scalar_type()) || tensor.is_complex();
    TORCH_CHECK(!may || !at::isnan(tensor).any().item<bool>(),
                "TORCH_MCCL_NAN_CHECK: a tensor that the operation should send has NaNs");
  }
}

// A captured call runs at replays only, but operators captured after it run at once, too. They find
// zeros where the call will write, which suit as indices, for example.
void clear_results(const Call& call, const Lane& lane) {
  for (const at::Tensor& output : call.outputs) {
    const bool kept = std::any_of(
        call.inputs.begin(), call.inputs.end(),
        [&](const at::Tensor& input) { return input.storage().is_alias_of(output.storage()); });
    if (!kept) {
      graph::clear_captured(lane.raw_stream(), output.data_ptr(), output.nbytes());
    }
  }
}

}  // namespace

ProcessGroupMccl::WorkHandle ProcessGroupMccl::run(Call call) {
  call.timeout = timeout_of(call.timeout);
  if (settings_.check_for_nans) {
    check_for_nans(call.inputs);
  }
  if (coalescing()) {
    return add_to_coalesced(call);
  }
  return start(call, lane_of(call, false));
}

WorkPtr ProcessGroupMccl::start(const Call& call, const std::shared_ptr<Lane>& lane) {
  const std::lock_guard<std::mutex> lock(starting_);
  ++operations_;
  lane->follow_current_stream();  // which may make it part of a capture
  WorkPtr work = make_work(call, lane);
  Operation& operation = *work->operation();
  hold(call, operation, *lane);
  if (operation.plan().captured) {
    clear_results(call, *lane);
    lane->guard_replay();
  }
  operation.begin();
  launch(call, *lane);
  lane->guard_result();
  operation.end();
  work->publish(call.future_value.empty() ? call.outputs : call.future_value);
  if (!operation.plan().captured) {
    watchdog_.watch(work->operation());
  } else if (!lane->in_graphs.exchange(true)) {
    watchdog_.watch_replays(work->operation());
  }
  return work;
}

// Memory that it allocates belongs to the lane's stream, and so is safe there.
void ProcessGroupMccl::launch(const Call& call, Lane& lane) {
  const c10::StreamGuard current(lane.stream());
  call.launch(lane);
}

WorkPtr ProcessGroupMccl::make_work(const Call& call, const std::shared_ptr<Lane>& lane) {
  OperationPlan plan;
  plan.rank = rank_;
  plan.type = call.type;
  plan.number = operations_;
  plan.timeout = call.timeout;
  plan.captured = lane->captured();
  plan.timing = settings_.timing && !plan.captured;
  plan.elements_in = elements(call.inputs);
  plan.elements_out = elements(call.outputs);
  return c10::make_intrusive<WorkMccl>(std::make_shared<Operation>(plan, lane), call.title,
                                       call.inputs, call.outputs,
                                       settings_.blocking_wait || call.barrier);
}

void ProcessGroupMccl::hold(const Call& call, Operation& operation, const Lane& lane) const {
  Tensors all = call.inputs;
  all.insert(all.end(), call.outputs.begin(), call.outputs.end());
  all.insert(all.end(), call.future_value.begin(), call.future_value.end());
  if (settings_.avoid_record_streams) {
    operation.keep(std::move(all));
    return;
  }
  for (const at::Tensor& tensor : all) {
    record_stream(tensor.storage().data_ptr(), lane.stream());
  }
}

bool ProcessGroupMccl::coalescing() const {
  return coalescing_thread_.load() == std::this_thread::get_id();
}

void ProcessGroupMccl::startCoalescing() {
  std::thread::id nobody;
  TORCH_CHECK(coalescing_thread_.compare_exchange_strong(nobody, std::this_thread::get_id()),
              "Coalescing has already been started");
}

// Calls are kept until the end: the communicator is made before MCCL's group begins.
ProcessGroupMccl::WorkHandle ProcessGroupMccl::add_to_coalesced(const Call& call) {
  const c10::Device device = (call.inputs.empty() ? call.outputs : call.inputs).front().device();
  if (!coalesced_.calls.empty()) {
    const Call& first = coalesced_.calls.front();
    TORCH_CHECK_VALUE(
        device == (first.inputs.empty() ? first.outputs : first.inputs).front().device(),
        "Coalesced operations must be on one device");
  }
  coalesced_.calls.push_back(call);
  coalesced_.works.push_back(c10::make_intrusive<CoalescedWork>(rank_, call.type));
  return coalesced_.works.back();
}

ProcessGroupMccl::WorkHandle ProcessGroupMccl::endCoalescing() {
  TORCH_CHECK(coalescing(), "Coalescing has not been started");
  const Coalesced ended = std::exchange(coalesced_, {});
  coalescing_thread_.store({});
  const std::vector<Call>& calls = ended.calls;
  if (calls.empty()) {
    return nullptr;
  }
  Call whole{c10d::OpType::COALESCED, "mccl:coalesced", calls.front().timeout, {}, {}, {}};
  for (const Call& call : calls) {
    whole.inputs.insert(whole.inputs.end(), call.inputs.begin(), call.inputs.end());
    whole.outputs.insert(whole.outputs.end(), call.outputs.begin(), call.outputs.end());
  }
  whole.launch = [&calls](Lane& on) {
    GroupScope group;
    for (const Call& call : calls) {
      call.launch(on);
    }
    group.end();
  };
  const WorkPtr all = start(whole, lane_of(calls.front(), true));
  for (const auto& work : ended.works) {
    work->launched_with(all);
  }
  return all;
}

}  // namespace musasim::distributed
