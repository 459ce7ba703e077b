// torch.accelerator.Graph for the devices.
#pragma once

namespace musasim::graph {

// Once, when the backend has its name. Nothing in versions of torch that have no such graphs.
void register_accelerator_graph();

}  // namespace musasim::graph
