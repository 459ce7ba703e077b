// The perspective of a module follows the longest entry at a dot.
#include "perspective/module_table.h"

#include <algorithm>

#include "check.h"

namespace {

using torchada::perspective::ModuleTable;
using torchada::perspective::View;

bool is_native(const ModuleTable& table, std::string_view name) {
  return table.view_of(name) == View::kTruth;
}

bool sees_cuda(const ModuleTable& table, std::string_view name) {
  return table.view_of(name) == View::kCuda;
}

TEST(modules_of_the_stack_see_the_truth) {
  const ModuleTable table;
  for (const char* name :
       {"torch", "torch.nn.modules.module", "torch_musa", "torch_musa.core", "triton.language",
        "transformers.models.llama", "accelerate.utils", "torchada._patch"}) {
    CHECK(is_native(table, name));
  }
}

TEST(packages_that_know_musa_through_torchada_are_partners) {
  ModuleTable table;
  for (const char* name : {"sglang.srt.model", "sgl_kernel", "vllm_musa"}) {
    CHECK(table.view_of(name) == View::kPartner);
  }
  CHECK(sees_cuda(table, "sglang_other"));
  const auto partners = table.modules_with(View::kPartner);
  const auto is_one = [&](const char* name) {
    return std::find(partners.begin(), partners.end(), name) != partners.end();
  };
  CHECK(is_one("sglang"));
  CHECK(!is_one("accelerate"));
  table.add_native_modules("sgl_kernel");
  CHECK(is_native(table, "sgl_kernel"));
}

TEST(prefixes_match_at_dots_only) {
  const ModuleTable table;
  for (const char* name : {"torchvision", "torchmetrics.text", "torch_geometric", "tor", "torchx",
                           "__main__", "", ".", "mytorch.torch"}) {
    CHECK(sees_cuda(table, name));
  }
}

TEST(an_exception_inside_a_native_package_wins) {
  const ModuleTable table;
  CHECK(sees_cuda(table, "torch._tensor_str"));
  CHECK(sees_cuda(table, "torch._tensor_str.inner"));
  CHECK(is_native(table, "torch._tensor"));
}

TEST(the_tracer_asks_for_the_code_that_it_traces) {
  const ModuleTable table;
  CHECK(table.view_of("torch._dynamo.variables.tensor") == View::kOfTracedCode);
  CHECK(is_native(table, "torch._dynamo.variables_of_others"));
  CHECK(is_native(table, "torch._dynamo.guards"));
}

TEST(modules_can_be_added) {
  ModuleTable table;
  table.add_native_modules(" my_pkg , other.sub,,torch._tensor_str,");
  CHECK(is_native(table, "my_pkg.deep.module"));
  CHECK(is_native(table, "other.sub"));
  CHECK(sees_cuda(table, "other"));
  CHECK(is_native(table, "torch._tensor_str"));
  const auto names = table.modules_with(View::kTruth);
  CHECK(std::count(names.begin(), names.end(), "my_pkg") == 1);
  CHECK(std::count(names.begin(), names.end(), "") == 0);
}

}  // namespace

TEST_MAIN()
