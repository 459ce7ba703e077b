// All tests of the driver in one program, each file in a namespace of its own.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>

#include "module.h"
#include "musasim/hand_kernel.h"
#include "testing/temporary_file.h"

#undef TEST_MAIN
#define TEST_MAIN()

namespace of_device {
#include "test_device.cpp"
}
namespace of_context {
#include "test_context.cpp"
}
namespace of_memory {
#include "test_memory.cpp"
}
namespace of_array {
#include "test_array.cpp"
}
namespace of_copy {
#include "test_copy.cpp"
}
namespace of_managed {
#include "test_managed.cpp"
}
namespace of_pool {
#include "test_pool.cpp"
}
namespace of_stream {
#include "test_stream.cpp"
}
namespace of_module {
#include "test_module.cpp"
}
namespace of_graph {
#include "test_graph.cpp"
}
// The last one: it breaks the second device.
namespace of_launch {
#include "test_launch.cpp"
}
