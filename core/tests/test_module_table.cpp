// The perspective of a module follows the longest entry at a dot.
#include "perspective/module_table.h"

#include <algorithm>

#include "check.h"

namespace {

using torchada::perspective::ModuleTable;

TEST(modules_of_the_stack_see_the_truth) {
  const ModuleTable table;
  for (const char* name :
       {"torch", "torch.nn.modules.module", "torch_musa", "torch_musa.core", "triton.language",
        "transformers.models.llama", "accelerate.utils", "torchada._patch"}) {
    CHECK(table.is_native(name));
  }
}

TEST(prefixes_match_at_dots_only) {
  const ModuleTable table;
  for (const char* name : {"torchvision", "torchmetrics.text", "torch_geometric", "tor", "torchx",
                           "__main__", "", ".", "mytorch.torch"}) {
    CHECK(!table.is_native(name));
  }
}

TEST(an_exception_inside_a_native_package_wins) {
  const ModuleTable table;
  CHECK(!table.is_native("torch._tensor_str"));
  CHECK(!table.is_native("torch._tensor_str.inner"));
  CHECK(table.is_native("torch._tensor"));
}

TEST(modules_can_be_added) {
  ModuleTable table;
  table.add_native_modules(" my_pkg , other.sub,,torch._tensor_str,");
  CHECK(table.is_native("my_pkg.deep.module"));
  CHECK(table.is_native("other.sub"));
  CHECK(!table.is_native("other"));
  CHECK(table.is_native("torch._tensor_str"));
  const auto names = table.native_modules();
  CHECK(std::count(names.begin(), names.end(), "my_pkg") == 1);
  CHECK(std::count(names.begin(), names.end(), "") == 0);
}

}  // namespace

TEST_MAIN()
