// The targets of links.
#include "links.h"

#include <filesystem>

namespace torchada::port {

namespace {

bool is_below(const std::string& path, const std::string& folder) {
  return path.size() > folder.size() && path.compare(0, folder.size(), folder) == 0 &&
         path[folder.size()] == '/';
}

}  // namespace

std::string target_after(const Entry& link, const FileSet& files, const std::string& root) {
  const std::string& target = link.target;
  if (target.front() != '/') {
    std::string renamed;
    return files.resolve(link.path, target, true, &renamed) && !renamed.empty() ? renamed : target;
  }
  if (root.empty() || !is_below(target, root)) return target;
  return root + "/" + files.renamed(target.substr(root.size() + 1));
}

bool leads_out(const Entry& link, const std::string& input, const std::string& root) {
  std::error_code code;
  const std::string full = input + "/" + link.path;
  if (!is_source(link.path) && !std::filesystem::is_directory(full, code)) return false;
  if (link.target.front() == '/') return root.empty() || !is_below(link.target, root);
  const std::filesystem::path place = std::filesystem::path(link.path).parent_path() / link.target;
  return *place.lexically_normal().begin() == "..";
}

}  // namespace torchada::port
