// Graphs: structure, order of execution, clones, dot files, user objects.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "stream_helpers.h"
#include "testing/temporary_file.h"

using namespace helpers;

namespace {

using Nodes = std::vector<musaGraphNode_t>;

template <class List>
Nodes listed(const List& list) {
  std::size_t count = 0;
  EQUAL(list(nullptr, &count), musaSuccess);
  Nodes nodes(count);
  EQUAL(list(nodes.data(), &count), musaSuccess);
  EQUAL(count, nodes.size());
  return nodes;
}

Nodes nodes_of(musaGraph_t graph) {
  return listed([&](musaGraphNode_t* nodes, std::size_t* count) {
    return musaGraphGetNodes(graph, nodes, count);
  });
}

musaGraphNode_t add_empty(musaGraph_t graph, const Nodes& dependencies) {
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddEmptyNode(&node, graph, dependencies.data(), dependencies.size()), musaSuccess);
  return node;
}

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST(a_diamond_runs_in_the_order_of_its_edges) {
  Graph graph;
  Ints left;
  Ints right;
  musaGraphNode_t top = add_kernel(graph, {}, add, left.data(), 2);
  musaGraphNode_t a = add_kernel(graph, {top}, multiply, left.data(), 10);
  musaGraphNode_t b = add_kernel(graph, {top}, add, right.data(), 7);
  add_kernel(graph, {a, b}, add, left.data(), 1);
  const Exec exec(graph);
  run(exec);
  EQUAL(left.first(), 21);
  EQUAL(right.first(), 7);
}

TEST(edges_decide_and_not_the_order_of_creation) {
  Graph graph;
  Ints value;
  musaGraphNode_t last = add_kernel(graph, {}, multiply, value.data(), 10);
  musaGraphNode_t first = add_kernel(graph, {}, add, value.data(), 3);
  EQUAL(musaGraphAddDependencies(graph, &first, &last, 1), musaSuccess);
  run(Exec(graph));
  EQUAL(value.first(), 30);
}

TEST(structure_can_be_listed) {
  Graph graph;
  musaGraphNode_t root = add_empty(graph, {});
  musaGraphNode_t left = add_empty(graph, {root});
  musaGraphNode_t right = add_empty(graph, {root});
  musaGraphNode_t bottom = add_empty(graph, {left, right});
  CHECK((nodes_of(graph) == Nodes{root, left, right, bottom}));
  const Nodes roots = listed([&](musaGraphNode_t* nodes, std::size_t* count) {
    return musaGraphGetRootNodes(graph, nodes, count);
  });
  CHECK((roots == Nodes{root}));
  const Nodes before = listed([&](musaGraphNode_t* nodes, std::size_t* count) {
    return musaGraphNodeGetDependencies(bottom, nodes, count);
  });
  CHECK((before == Nodes{left, right}));
  const Nodes after = listed([&](musaGraphNode_t* nodes, std::size_t* count) {
    return musaGraphNodeGetDependentNodes(root, nodes, count);
  });
  CHECK((after == Nodes{left, right}));
  Nodes from(4);
  Nodes to(4);
  std::size_t count = 4;
  EQUAL(musaGraphGetEdges(graph, from.data(), to.data(), &count), musaSuccess);
  CHECK((from == Nodes{root, root, left, right}));
  CHECK((to == Nodes{left, right, bottom, bottom}));
  Nodes few(6, root);
  count = 6;
  EQUAL(musaGraphGetNodes(graph, few.data(), &count), musaSuccess);
  EQUAL(count, std::size_t{4});
  CHECK(few[4] == nullptr && few[5] == nullptr);
}

TEST(listings_with_edge_data_say_that_edges_are_plain) {
  Graph graph;
  musaGraphNode_t first = add_empty(graph, {});
  musaGraphNode_t second = add_empty(graph, {});
  musaGraphEdgeData edge{};
  EQUAL(musaGraphAddDependencies_v2(graph, &first, &second, &edge, 1), musaSuccess);
  edge.type = 1;
  EQUAL(musaGraphRemoveDependencies_v2(graph, &first, &second, &edge, 1), musaErrorNotSupported);
  musaGraphNode_t from = nullptr;
  musaGraphNode_t to = nullptr;
  std::size_t count = 1;
  EQUAL(musaGraphGetEdges_v2(graph, &from, &to, &edge, &count), musaSuccess);
  CHECK(from == first && to == second && edge.type == 0);
  edge.type = 1;
  EQUAL(musaGraphNodeGetDependencies_v2(second, &from, &edge, &count), musaSuccess);
  CHECK(from == first && edge.type == 0);
  edge.type = 1;
  EQUAL(musaGraphNodeGetDependentNodes_v2(first, &to, &edge, &count), musaSuccess);
  CHECK(to == second && edge.type == 0);
  EQUAL(musaGraphRemoveDependencies_v2(graph, &first, &second, nullptr, 1), musaSuccess);
  EQUAL(musaGraphGetEdges(graph, nullptr, nullptr, &count), musaSuccess);
  EQUAL(count, std::size_t{0});
}

TEST(edge_data_without_nodes_is_refused) {
  Graph graph;
  musaGraphNode_t first = add_empty(graph, {});
  musaGraphNode_t second = add_empty(graph, {first});
  musaGraphEdgeData edge{};
  edge.type = 1;
  std::size_t count = 0;  // no room
  EQUAL(musaGraphGetEdges_v2(graph, nullptr, nullptr, &edge, &count), musaErrorInvalidValue);
  EQUAL(musaGraphNodeGetDependencies_v2(second, nullptr, &edge, &count), musaErrorInvalidValue);
  EQUAL(musaGraphNodeGetDependentNodes_v2(first, nullptr, &edge, &count), musaErrorInvalidValue);
  CHECK(edge.type == 1 && count == 0);
  EQUAL(musaGraphGetEdges_v2(graph, nullptr, nullptr, nullptr, &count), musaSuccess);
  EQUAL(count, std::size_t{1});
}

TEST(edges_are_checked) {
  Graph graph;
  Graph other;
  musaGraphNode_t first = add_empty(graph, {});
  musaGraphNode_t second = add_empty(graph, {});
  musaGraphNode_t foreign = add_empty(other, {});
  EQUAL(musaGraphAddDependencies(graph, &first, &second, 1), musaSuccess);
  EQUAL(musaGraphAddDependencies(graph, &first, &second, 1), musaErrorInvalidValue);
  EQUAL(musaGraphAddDependencies(graph, &first, &first, 1), musaErrorInvalidValue);
  EQUAL(musaGraphAddDependencies(graph, &first, &foreign, 1), musaErrorInvalidValue);
  EQUAL(musaGraphRemoveDependencies(graph, &second, &first, 1), musaErrorInvalidValue);
  EQUAL(musaGraphRemoveDependencies(graph, &first, &second, 1), musaSuccess);
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddEmptyNode(&node, graph, &foreign, 1), musaErrorInvalidValue);
  EQUAL(musaGraphAddEmptyNode(nullptr, graph, nullptr, 0), musaErrorInvalidValue);
}

TEST(a_cycle_cannot_be_instantiated) {
  Graph graph;
  musaGraphNode_t first = add_empty(graph, {});
  musaGraphNode_t second = add_empty(graph, {first});
  EQUAL(musaGraphAddDependencies(graph, &second, &first, 1), musaSuccess);
  musaGraphExec_t exec = nullptr;
  char log[200] = {};
  EQUAL(musaGraphInstantiate(&exec, graph, nullptr, log, sizeof(log)), musaErrorInvalidValue);
  CHECK(std::string(log).find("cycle") != std::string::npos);
  musaGraphInstantiateParams params{};
  EQUAL(musaGraphInstantiateWithParams(&exec, graph, &params), musaErrorInvalidValue);
  CHECK(params.result_out == musaGraphInstantiateInvalidStructure);
}

TEST(a_destroyed_node_is_gone_with_its_edges) {
  Graph graph;
  Ints value;
  musaGraphNode_t first = add_kernel(graph, {}, add, value.data(), 1);
  musaGraphNode_t second = add_kernel(graph, {first}, add, value.data(), 10);
  add_kernel(graph, {second}, add, value.data(), 100);
  EQUAL(musaGraphDestroyNode(second), musaSuccess);
  EQUAL(musaGraphDestroyNode(second), musaErrorInvalidValue);
  EQUAL(nodes_of(graph).size(), std::size_t{2});
  std::size_t count = 9;
  EQUAL(musaGraphGetEdges(graph, nullptr, nullptr, &count), musaSuccess);
  EQUAL(count, std::size_t{0});
  run(Exec(graph));
  EQUAL(value.first(), 101);
}

TEST(dead_graphs_are_recognised) {
  musaGraph_t graph = nullptr;
  EQUAL(musaGraphCreate(&graph, 1), musaErrorInvalidValue);
  EQUAL(musaGraphCreate(&graph, 0), musaSuccess);
  musaGraphNode_t node = add_empty(graph, {});
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaErrorInvalidValue);
  std::size_t count = 0;
  EQUAL(musaGraphGetNodes(graph, nullptr, &count), musaErrorInvalidValue);
  musaGraphNodeType type = musaGraphNodeTypeCount;
  EQUAL(musaGraphNodeGetType(node, &type), musaErrorInvalidValue);
  musaGraphExec_t exec = nullptr;
  EQUAL(musaGraphInstantiateWithFlags(&exec, graph, 0), musaErrorInvalidValue);
}

TEST(a_clone_is_independent_and_its_nodes_can_be_found) {
  Graph graph;
  Ints value;
  musaGraphNode_t first = add_kernel(graph, {}, add, value.data(), 1);
  musaGraphNode_t second = add_kernel(graph, {first}, multiply, value.data(), 3);
  musaGraph_t handle = nullptr;
  EQUAL(musaGraphClone(&handle, graph), musaSuccess);
  const Graph clone(handle);
  musaGraphNode_t found = nullptr;
  EQUAL(musaGraphNodeFindInClone(&found, second, clone), musaSuccess);
  CHECK(found != nullptr && found != second);
  musaGraphNode_t before = nullptr;
  std::size_t count = 1;
  EQUAL(musaGraphNodeGetDependencies(found, &before, &count), musaSuccess);
  musaGraphNode_t first_found = nullptr;
  EQUAL(musaGraphNodeFindInClone(&first_found, first, clone), musaSuccess);
  CHECK(before == first_found);
  EQUAL(musaGraphDestroyNode(second), musaSuccess);
  run(Exec(clone));
  EQUAL(value.first(), 3);
  EQUAL(musaGraphNodeFindInClone(&found, found, clone), musaErrorInvalidValue);
}

TEST(child_graphs_run_as_one_node) {
  Graph inner;
  Graph outer;
  Ints value;
  musaGraphNode_t a = add_kernel(inner, {}, add, value.data(), 1);
  add_kernel(inner, {a}, multiply, value.data(), 2);
  musaGraphNode_t first = add_kernel(outer, {}, add, value.data(), 4);
  musaGraphNode_t child = nullptr;
  EQUAL(musaGraphAddChildGraphNode(&child, outer, &first, 1, inner), musaSuccess);
  add_kernel(outer, {child}, add, value.data(), 100);
  // The child is a copy: what happens to the graph later is no business of it.
  EQUAL(musaGraphDestroyNode(a), musaSuccess);
  run(Exec(outer));
  EQUAL(value.first(), 110);
  musaGraph_t embedded = nullptr;
  EQUAL(musaGraphChildGraphNodeGetGraph(child, &embedded), musaSuccess);
  EQUAL(nodes_of(embedded).size(), std::size_t{2});
  EQUAL(musaGraphDestroy(embedded), musaErrorInvalidValue);  // belongs to the node
  EQUAL(musaGraphChildGraphNodeGetGraph(first, &embedded), musaErrorInvalidValue);
}

TEST(dot_files_show_nodes_and_edges) {
  Graph inner;
  Graph graph;
  Ints value(2);
  musaGraphNode_t kernel = add_kernel(graph, {}, add, value.data(), 1);
  musaGraphNode_t copy = nullptr;
  EQUAL(musaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, value.data() + 1, value.data(),
                                 sizeof(int), musaMemcpyDeviceToDevice),
        musaSuccess);
  add_empty(inner, {});
  musaGraphNode_t child = nullptr;
  EQUAL(musaGraphAddChildGraphNode(&child, graph, &copy, 1, inner), musaSuccess);
  const musasim::testing::TemporaryFile temporary("graph.dot");
  const std::string& path = temporary.path();
  EQUAL(musaGraphDebugDotPrint(graph, path.c_str(), musaGraphDebugDotFlagsVerbose), musaSuccess);
  const std::string text = file_text(path);
  EQUAL(text.substr(0, 8), std::string("digraph "));
  EQUAL(occurrences(text, "{"), occurrences(text, "}"));
  EQUAL(occurrences(text, "\"") % 2, std::size_t{0});
  EQUAL(occurrences(text, " -> "), std::size_t{2});
  EQUAL(occurrences(text, "[shape="), std::size_t{4});
  CHECK(text.find("KERNEL") != std::string::npos && text.find("MEMCPY") != std::string::npos);
  CHECK(text.find("grid: 1,1,1") != std::string::npos);
  EQUAL(musaGraphDebugDotPrint(graph, path.c_str(), 0), musaSuccess);
  CHECK(file_text(path).find("grid") == std::string::npos);
  EQUAL(musaGraphDebugDotPrint(graph, "/nowhere/x.dot", 0), musaErrorOperatingSystem);
}

TEST(user_objects_live_as_long_as_somebody_refers_to_them) {
  static std::atomic<int> destroyed{0};
  destroyed = 0;
  const musaHostFn_t destroy = [](void* data) {
    *static_cast<int*>(data) = 1;
    ++destroyed;
  };
  int data = 0;
  musaUserObject_t object = nullptr;
  EQUAL(musaUserObjectCreate(&object, &data, destroy, 0, musaUserObjectNoDestructorSync),
        musaErrorInvalidValue);
  EQUAL(musaUserObjectCreate(&object, &data, destroy, 1, 0), musaErrorInvalidValue);
  EQUAL(musaUserObjectCreate(&object, &data, destroy, 1, musaUserObjectNoDestructorSync),
        musaSuccess);
  EQUAL(musaUserObjectRetain(object, 2), musaSuccess);
  EQUAL(musaUserObjectRelease(object, 2), musaSuccess);
  musaGraph_t graph = nullptr;
  EQUAL(musaGraphCreate(&graph, 0), musaSuccess);
  EQUAL(musaGraphRetainUserObject(graph, object, 1, musaGraphUserObjectMove), musaSuccess);
  EQUAL(musaGraphReleaseUserObject(graph, object, 2), musaErrorInvalidValue);
  musaGraph_t clone = nullptr;
  EQUAL(musaGraphClone(&clone, graph), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  {
    const Exec exec(clone);
    EQUAL(musaGraphReleaseUserObject(clone, object, 1), musaSuccess);
    EQUAL(musaGraphDestroy(clone), musaSuccess);
    EQUAL(destroyed.load(), 0);
  }
  EQUAL(destroyed.load(), 1);
  EQUAL(data, 1);
  EQUAL(musaUserObjectRetain(object, 1), musaErrorInvalidValue);
}

// Destructors must not call the API, but may wait for who does. The object hangs on a child graph.
TEST(destructors_of_user_objects_hold_no_lock) {
  static std::atomic<int> made{0};
  const musaHostFn_t destroy = [](void*) {
    std::thread([] {
      const Graph graph;
      made += nodes_of(graph).empty();
    }).join();
  };
  for (const bool by_node : {false, true}) {
    musaUserObject_t object = nullptr;
    EQUAL(musaUserObjectCreate(&object, nullptr, destroy, 1, musaUserObjectNoDestructorSync),
          musaSuccess);
    Graph child;
    EQUAL(musaGraphRetainUserObject(child, object, 1, musaGraphUserObjectMove), musaSuccess);
    musaGraph_t graph = nullptr;
    EQUAL(musaGraphCreate(&graph, 0), musaSuccess);
    musaGraphNode_t node = nullptr;
    EQUAL(musaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), musaSuccess);
    EQUAL(musaGraphReleaseUserObject(child, object, 1), musaSuccess);
    EQUAL(made.load(), by_node ? 1 : 0);
    if (by_node) {
      EQUAL(musaGraphDestroyNode(node), musaSuccess);
      EQUAL(made.load(), 2);
    }
    EQUAL(musaGraphDestroy(graph), musaSuccess);
    EQUAL(made.load(), by_node ? 2 : 1);
  }
}

TEST(conditional_nodes_are_not_supported) {
  Graph graph;
  musaGraphConditionalHandle handle{};
  EQUAL(musaGraphConditionalHandleCreate(&handle, graph, 0, 0), musaErrorNotSupported);
  musaGraphNodeParams params{};
  params.type = musaGraphNodeTypeConditional;
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddNode(&node, graph, nullptr, 0, &params), musaErrorNotSupported);
}

TEST_MAIN()
