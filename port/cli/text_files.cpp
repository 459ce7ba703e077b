// Reading and writing.
#include "text_files.h"

#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace torchada::port {

namespace {

namespace fs = std::filesystem;

bool write_through(const std::string& path, const std::string& text) {
  if (path == "-") {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
           std::fflush(stdout) == 0;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

}  // namespace

bool read_text(const std::string& path, std::string* text) {
  std::FILE* const file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::error_code code;
  const auto size = fs::file_size(path, code);
  if (!code) text->reserve(size + 1);
  char piece[1 << 16];
  while (const std::size_t got = std::fread(piece, 1, sizeof piece, file)) text->append(piece, got);
  const bool done = std::ferror(file) == 0;
  const int reason = errno;
  if (file != stdin) std::fclose(file);
  errno = reason;
  return done;
}

bool write_text(const std::string& path, const std::string& text) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  const bool special = fs::exists(status) && !fs::is_regular_file(status);
  if (path == "-" || special) return write_through(path, text);
  const fs::path resolved = fs::canonical(path, code);
  const fs::path place = code ? fs::path(path) : resolved;
  // Not the name and more: a name may be as long as names can be.
  const std::string name = ".torchada-port." + std::to_string(::getpid()) + ".tmp";
  const std::string temporary = (place.parent_path() / name).string();
  const auto mode = static_cast<mode_t>(status.permissions());
  const bool done = write_through(temporary, text) &&
                    (!fs::exists(status) || ::chmod(temporary.c_str(), mode) == 0) &&
                    std::rename(temporary.c_str(), place.c_str()) == 0;
  if (done) return true;
  const int reason = errno;
  std::remove(temporary.c_str());
  errno = reason;
  return false;
}

}  // namespace torchada::port
