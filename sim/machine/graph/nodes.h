// Nodes of graphs by handle: what the public functions call. A node is made of an operation, which
// the functions below make from the parameters of each kind.
#pragma once

#include <cstddef>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/graph/graph.h"
#include "machine/stream/operation.h"

namespace musasim {

// --- operations from parameters; the device is the calling thread's unless said otherwise ---

MUSASIM_API musaError_t kernel_node(const musaKernelNodeParams* params, Operation* operation);
MUSASIM_API musaError_t copy_node(const musaMemcpy3DParms* parms, Operation* operation);
MUSASIM_API musaError_t copy_node_1d(void* to, const void* from, std::size_t bytes,
                                     musaMemcpyKind kind, Operation* operation);
MUSASIM_API musaError_t copy_node_to_symbol(const void* symbol, const void* from, std::size_t bytes,
                                            std::size_t offset, musaMemcpyKind kind,
                                            Operation* operation);
MUSASIM_API musaError_t copy_node_from_symbol(void* to, const void* symbol, std::size_t bytes,
                                              std::size_t offset, musaMemcpyKind kind,
                                              Operation* operation);
MUSASIM_API musaError_t memset_node(const musaMemsetParams* params, Operation* operation);
MUSASIM_API musaError_t host_node(const musaHostNodeParams* params, Operation* operation);
MUSASIM_API musaError_t child_node(musaGraph_t child, Operation* operation);
MUSASIM_API musaError_t empty_node(Operation* operation);
MUSASIM_API musaError_t event_record_node(musaEvent_t event, Operation* operation);
MUSASIM_API musaError_t event_wait_node(musaEvent_t event, Operation* operation);
MUSASIM_API musaError_t allocation_node(musaMemAllocNodeParams* params, Operation* operation);
// The parameters that musaGraphMemAllocNodeGetParams shows.
MUSASIM_API musaMemAllocNodeParams allocation_params(const GraphMemoryParams& params);
MUSASIM_API musaError_t free_node(void* pointer, Operation* operation);
// An executable graph keeps as many semaphores as when it was made.
MUSASIM_API musaError_t semaphore_signal_node(const musaExternalSemaphoreSignalNodeParams* params,
                                              Operation* operation);
MUSASIM_API musaError_t semaphore_wait_node(const musaExternalSemaphoreWaitNodeParams* params,
                                            Operation* operation);
// The parameters that the functions for them show; the arrays are the node's.
MUSASIM_API musaExternalSemaphoreSignalNodeParams
signal_params(const SemaphoreSignalParams& params);
MUSASIM_API musaExternalSemaphoreWaitNodeParams wait_params(const SemaphoreWaitParams& params);
// Any kind; musaErrorNotSupported for those that there are not.
MUSASIM_API musaError_t any_node(musaGraphNodeParams* params, Operation* operation);

// --- nodes ---

MUSASIM_API musaError_t add_node(musaGraphNode_t* node, musaGraph_t graph,
                                 const musaGraphNode_t* dependencies, std::size_t count,
                                 Operation operation);
MUSASIM_API musaError_t destroy_node(musaGraphNode_t node);
// Replaces the operation by one of the same kind.
MUSASIM_API musaError_t set_node(musaGraphNode_t node, Operation operation);
// A copy of its operation.
MUSASIM_API musaError_t get_node(musaGraphNode_t node, OperationKind kind, Operation* operation);
MUSASIM_API musaError_t node_type(musaGraphNode_t node, musaGraphNodeType* type);
// Its arguments stay valid until the node's next call of this, or its end.
MUSASIM_API musaError_t get_kernel_node(musaGraphNode_t node, musaKernelNodeParams* params);
MUSASIM_API musaError_t get_child_graph(musaGraphNode_t node, musaGraph_t* graph);

using AttributeValue = std::array<unsigned char, 64>;
MUSASIM_API musaError_t get_kernel_attribute(musaGraphNode_t node, int attribute,
                                             AttributeValue* value);
MUSASIM_API musaError_t set_kernel_attribute(musaGraphNode_t node, int attribute,
                                             const AttributeValue& value);
MUSASIM_API musaError_t copy_kernel_attributes(musaGraphNode_t from, musaGraphNode_t to);

// --- graphs ---

MUSASIM_API musaError_t create_graph(musaGraph_t* graph, unsigned flags);
MUSASIM_API musaError_t destroy_graph(musaGraph_t graph);
MUSASIM_API musaError_t clone_graph(musaGraph_t* clone, musaGraph_t original);
MUSASIM_API musaError_t find_in_clone(musaGraphNode_t* node, musaGraphNode_t original,
                                      musaGraph_t clone);

enum class NodeList { kAll, kRoots };
// Lists the nodes; with null `nodes`, only their number.
MUSASIM_API musaError_t list_nodes(musaGraph_t graph, NodeList which, musaGraphNode_t* nodes,
                                   std::size_t* count);
enum class Neighbours { kDependencies, kDependents };
MUSASIM_API musaError_t list_neighbours(musaGraphNode_t node, Neighbours which,
                                        musaGraphNode_t* nodes, std::size_t* count);
MUSASIM_API musaError_t list_edges(musaGraph_t graph, musaGraphNode_t* from, musaGraphNode_t* to,
                                   std::size_t* count);
MUSASIM_API musaError_t add_edges(musaGraph_t graph, const musaGraphNode_t* from,
                                  const musaGraphNode_t* to, std::size_t count);
MUSASIM_API musaError_t remove_edges(musaGraph_t graph, const musaGraphNode_t* from,
                                     const musaGraphNode_t* to, std::size_t count);

// A file for Graphviz. `flags` are musaGraphDebugDotFlags.
MUSASIM_API musaError_t print_dot(musaGraph_t graph, const char* path, unsigned flags);

}  // namespace musasim
