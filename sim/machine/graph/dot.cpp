// Graphs as files for Graphviz.
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>

#include "machine/graph/nodes.h"
#include "machine/memory/graph_memory.h"
#include "machine/stream/event.h"
#include "machine/stream/external_semaphore.h"

namespace musasim {

namespace {

const char* kind_name(OperationKind kind) {
  switch (kind) {
    case OperationKind::kKernel: return "KERNEL";
    case OperationKind::kCopy: return "MEMCPY";
    case OperationKind::kMemset: return "MEMSET";
    case OperationKind::kHost: return "HOST";
    case OperationKind::kGraph: return "GRAPH";
    case OperationKind::kEventWait: return "EVENT_WAIT";
    case OperationKind::kEventRecord: return "EVENT_RECORD";
    case OperationKind::kAllocate: return "MEM_ALLOC";
    case OperationKind::kFree: return "MEM_FREE";
    case OperationKind::kSemaphoreSignal: return "EXT_SEMAS_SIGNAL";
    case OperationKind::kSemaphoreWait: return "EXT_SEMAS_WAIT";
    case OperationKind::kEmpty:
    case OperationKind::kOther: break;
  }
  return "EMPTY";
}

// Text in a quoted string; \n there is a line break.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += c;
  }
  return result;
}

class Printer {
 public:
  explicit Printer(unsigned flags) : flags_(flags) {}

  std::string print(const Graph& graph) {
    out_ << "digraph dot {\n";
    print_cluster(graph, "graph_" + std::to_string(++graphs_));
    out_ << "}\n";
    return out_.str();
  }

 private:
  bool shows(unsigned flag) const { return (flags_ & (flag | musaGraphDebugDotFlagsVerbose)) != 0; }

  void print_cluster(const Graph& graph, const std::string& name) {
    out_ << "subgraph cluster_" << name << " {\nlabel=\"" << name << "\"\n";
    std::size_t index = 0;
    std::map<const GraphNode*, std::string> names;
    for (const auto& node : graph.nodes()) {
      names[node.get()] = name + "_node_" + std::to_string(index++);
      out_ << '"' << names[node.get()] << "\" [shape=\"record\" label=\"" << label(*node)
           << "\"];\n";
    }
    for (const auto& node : graph.nodes()) {
      for (const GraphNode* dependency : node->dependencies) {
        out_ << '"' << names[dependency] << "\" -> \"" << names[node.get()] << "\";\n";
      }
    }
    for (const auto& node : graph.nodes()) {
      if (const auto* child = std::get_if<ChildGraphParams>(&node->operation.params)) {
        print_cluster(*child->graph, names[node.get()] + "_graph_" + std::to_string(++graphs_));
      }
    }
    out_ << "}\n";
  }

  std::string label(const GraphNode& node) const {
    const Operation& operation = node.operation;
    std::ostringstream text;
    text << kind_name(operation.kind) << "\\nID: " << node.id;
    if (!operation.name.empty()) {
      text << "\\n" << escape_record(quoted(operation.name));
    }
    if (shows(musaGraphDebugDotFlagsHandles)) {
      text << "\\nhandle: " << static_cast<const void*>(&node);
    }
    std::visit([&](const auto& params) { describe(params, text); }, operation.params);
    return text.str();
  }

  // Characters that have a meaning in labels of records.
  static std::string escape_record(const std::string& text) {
    std::string result;
    for (const char c : text) {
      if (c == '{' || c == '}' || c == '<' || c == '>' || c == '|') {
        result += '\\';
      }
      result += c;
    }
    return result;
  }

  template <class Other>
  void describe(const Other&, std::ostringstream&) const {}

  void describe(const KernelParams& params, std::ostringstream& text) const {
    if (params.function != nullptr && shows(musaGraphDebugDotFlagsKernelNodeParams)) {
      text << "\\nfunction: " << params.function << "\\ngrid: " << params.grid.x << ','
           << params.grid.y << ',' << params.grid.z << "\\nblock: " << params.block.x << ','
           << params.block.y << ',' << params.block.z << "\\nshared: " << params.shared_bytes;
    }
  }

  void describe(const CopyParams& params, std::ostringstream& text) const {
    if (shows(musaGraphDebugDotFlagsMemcpyNodeParams)) {
      const musaMemcpy3DParms& parms = params.parms;
      text << "\\nfrom: " << parms.srcPtr.ptr << "\\nto: " << parms.dstPtr.ptr
           << "\\nextent: " << parms.extent.width << ',' << parms.extent.height << ','
           << parms.extent.depth << "\\nkind: " << static_cast<int>(parms.kind);
    }
  }

  void describe(const MemsetParams& params, std::ostringstream& text) const {
    if (shows(musaGraphDebugDotFlagsMemsetNodeParams)) {
      text << "\\nto: " << params.parms.dst << "\\nvalue: " << params.parms.value
           << "\\nelement: " << params.parms.elementSize << "\\nsize: " << params.parms.width << 'x'
           << params.parms.height;
    }
  }

  void describe(const HostParams& params, std::ostringstream& text) const {
    if (shows(musaGraphDebugDotFlagsHostNodeParams)) {
      text << "\\nfunction: " << reinterpret_cast<const void*>(params.function)
           << "\\ndata: " << params.data;
    }
  }

  void describe(const EventParams& params, std::ostringstream& text) const {
    if (shows(musaGraphDebugDotFlagsEventNodeParams)) {
      text << "\\nevent: " << static_cast<const void*>(params.event.get());
    }
  }

  void describe(const SemaphoreSignalParams& params, std::ostringstream& text) const {
    if (shows(musaGraphDebugDotFlagsExtSemasSignalNodeParams)) {
      describe_calls(*params.calls, text);
    }
  }

  void describe(const SemaphoreWaitParams& params, std::ostringstream& text) const {
    if (shows(musaGraphDebugDotFlagsExtSemasWaitNodeParams)) {
      describe_calls(*params.calls, text);
    }
  }

  template <class Params>
  static void describe_calls(const SemaphoreCalls<Params>& calls, std::ostringstream& text) {
    for (std::size_t i = 0; i < calls.handles.size(); ++i) {
      text << "\\nsemaphore: " << static_cast<const void*>(calls.handles[i])
           << " value: " << calls.params[i].params.fence.value;
    }
  }

  const unsigned flags_;
  std::ostringstream out_;
  std::size_t graphs_ = 0;
};

}  // namespace

musaError_t print_dot(musaGraph_t graph, const char* path, unsigned flags) {
  std::string text;
  {
    const GraphLock lock;
    const Graph* const found = find_graph(graph);
    if (found == nullptr || path == nullptr) {
      return musaErrorInvalidValue;
    }
    text = Printer(flags).print(*found);
  }
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path, "we"));
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) {
    return musaErrorOperatingSystem;
  }
  return musaSuccess;
}

}  // namespace musasim
