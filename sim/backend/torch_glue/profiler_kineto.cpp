// The device's work in Kineto's traces: what ran on each stream, and when.
#ifndef USE_KINETO
#define USE_KINETO
#endif
#define FMT_HEADER_ONLY 1
#include <kineto/libkineto.h>

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/stream/activity.h"
#include "machine/stream/operation.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

using libkineto::ActivityType;

struct Record {
  ActivityKind kind;
  std::string name;
  int device;
  unsigned long long stream;
  std::uint64_t correlation;
  std::int64_t start_ns;
  std::int64_t end_ns;
  std::size_t bytes;
};

// The records since the session's start. Leaked: the machine's threads outlive static objects.
struct Records {
  std::mutex mutex;
  std::vector<Record> all;
};

Records& records() {
  static Records* const instance = new Records;
  return *instance;
}

std::string copy_name(const Activity& activity) {
  const bool from_device = activity.from_place >= 0;
  const bool to_device = activity.to_place >= 0;
  if (from_device && to_device) {
    return activity.from_place == activity.to_place ? "Memcpy DtoD" : "Memcpy PtoP";
  }
  return from_device ? "Memcpy DtoH" : to_device ? "Memcpy HtoD" : "Memcpy HtoH";
}

// Operators' kernels have the operators' names; without the namespace the two can be told apart.
std::string kernel_name(const std::string& name) {
  constexpr std::string_view kAten = "aten::";
  return name.compare(0, kAten.size(), kAten) == 0 ? name.substr(kAten.size()) : name;
}

std::string shown_name(const Activity& activity) {
  switch (activity.kind) {
    case ActivityKind::kCopy: return copy_name(activity);
    case ActivityKind::kMemset: return "Memset (Device)";
    default: return kernel_name(activity.name);
  }
}

void observe(const Activity& activity) {
  Records& told = records();
  const std::lock_guard<std::mutex> lock(told.mutex);
  told.all.push_back({activity.kind, shown_name(activity), activity.device, activity.stream,
                      activity.correlation, activity.start_ns, activity.end_ns, activity.bytes});
}

ActivityType type_of(ActivityKind kind) {
  switch (kind) {
    case ActivityKind::kCopy: return ActivityType::GPU_MEMCPY;
    case ActivityKind::kMemset: return ActivityType::GPU_MEMSET;
    default: return ActivityType::CONCURRENT_KERNEL;
  }
}

// The operators that the calling thread is in, innermost last: work belongs to the last one.
thread_local std::vector<std::uint64_t> t_operators;

class Session final : public libkineto::IActivityProfilerSession {
 public:
  explicit Session(std::set<ActivityType> wanted) : wanted_(std::move(wanted)) {}
  ~Session() override { observe_activities(nullptr); }

  void start() override {
    {
      const std::lock_guard<std::mutex> lock(records().mutex);
      records().all.clear();
    }
    observe_activities(observe);
    status_ = libkineto::TraceStatus::RECORDING;
  }
  void stop() override {
    observe_activities(nullptr);
    status_ = libkineto::TraceStatus::PROCESSING;
  }

  std::vector<std::string> errors() override { return {}; }

  void processTrace(libkineto::ActivityLogger& logger) override {
    processTrace(logger, [](std::int32_t) { return nullptr; }, 0, INT64_MAX);
  }

  void processTrace(libkineto::ActivityLogger& logger, libkineto::getLinkedActivityCallback linked,
                    std::int64_t start_ns, std::int64_t end_ns) override {
    std::vector<Record> told;
    {
      const std::lock_guard<std::mutex> lock(records().mutex);
      told.swap(records().all);
    }
    buffer_ = std::make_unique<libkineto::CpuTraceBuffer>();
    buffer_->span = libkineto::TraceSpan(start_ns, end_ns, "musa");
    buffer_->gpuOpCount = 0;
    for (const Record& record : told) {
      const bool wanted = wanted_.count(type_of(record.kind)) != 0;
      if (wanted && record.start_ns >= start_ns && record.end_ns <= end_ns) {
        add(record, linked).log(logger);
      }
    }
  }

  std::unique_ptr<libkineto::DeviceInfo> getDeviceInfo() override { return nullptr; }

  std::vector<libkineto::ResourceInfo> getResourceInfos() override {
    std::vector<libkineto::ResourceInfo> result;
    for (const auto& [device, stream] : streams_) {
      const auto id = static_cast<std::int64_t>(stream);
      result.push_back({id, id, device, "stream " + std::to_string(stream)});
    }
    return result;
  }

  std::unique_ptr<libkineto::CpuTraceBuffer> getTraceBuffer() override {
    return std::move(buffer_);
  }

  void pushCorrelationId(std::uint64_t id) override {
    t_operators.push_back(id);
    set_correlation(id);
  }
  void popCorrelationId() override {
    if (!t_operators.empty()) {
      t_operators.pop_back();
    }
    set_correlation(t_operators.empty() ? 0 : t_operators.back());
  }

 private:
  libkineto::GenericTraceActivity& add(const Record& record,
                                       const libkineto::getLinkedActivityCallback& linked) {
    buffer_->emplace_activity(buffer_->span, type_of(record.kind), record.name);
    libkineto::GenericTraceActivity& activity = *buffer_->activities.back();
    activity.startTime = record.start_ns;
    activity.endTime = record.end_ns;
    activity.device = record.device;
    activity.resource = static_cast<std::int32_t>(record.stream);
    activity.id = static_cast<std::int32_t>(record.correlation);
    activity.linked = linked(activity.id);
    activity.flow.id = static_cast<std::uint32_t>(record.correlation);
    activity.flow.type = libkineto::kLinkAsyncCpuGpu;
    activity.flow.start = 0;
    activity.addMetadata("device", record.device);
    activity.addMetadata("stream", record.stream);
    activity.addMetadata("correlation", record.correlation);
    if (record.kind == ActivityKind::kCopy) {
      activity.addMetadata("bytes", record.bytes);
    }
    streams_.emplace(record.device, record.stream);
    ++buffer_->gpuOpCount;
    return activity;
  }

  const std::set<ActivityType> wanted_;
  std::unique_ptr<libkineto::CpuTraceBuffer> buffer_;
  std::set<std::pair<int, unsigned long long>> streams_;
};

class Profiler final : public libkineto::IActivityProfiler {
 public:
  const std::string& name() const override { return name_; }
  const std::set<ActivityType>& availableActivities() const override { return types_; }

  // Nothing when the device was not asked for.
  std::unique_ptr<libkineto::IActivityProfilerSession> configure(
      const std::set<ActivityType>& types, const libkineto::Config& /*config*/) override {
    for (const ActivityType type : types_) {
      if (types.count(type) != 0) {
        return std::make_unique<Session>(types);
      }
    }
    return nullptr;
  }
  std::unique_ptr<libkineto::IActivityProfilerSession> configure(
      std::int64_t /*start_ms*/, std::int64_t /*duration_ms*/, const std::set<ActivityType>& types,
      const libkineto::Config& config) override {
    return configure(types, config);
  }

 private:
  const std::string name_ = "musa";
  const std::set<ActivityType> types_ = {ActivityType::CONCURRENT_KERNEL, ActivityType::GPU_MEMCPY,
                                         ActivityType::GPU_MEMSET,
                                         ActivityType::PRIVATEUSE1_RUNTIME};
};

struct KinetoRegistration {
  KinetoRegistration() {
    libkineto::api().registerProfilerFactory([]() -> std::unique_ptr<libkineto::IActivityProfiler> {
      return std::make_unique<Profiler>();
    });
  }
};

const KinetoRegistration g_kineto_registration;

}  // namespace

}  // namespace musasim
