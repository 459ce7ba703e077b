// Reading and writing whole files.
#include "text_files.h"

#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace torchada::port {

bool write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
           std::fflush(stdout) == 0;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

bool write_whole(const std::string& given, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code code;
  const bool special = fs::exists(given, code) && !fs::is_regular_file(given, code);
  if (given == "-" || special) return write_text(given, text);
  const fs::path resolved = fs::canonical(given, code);
  const std::string path = code ? given : resolved.string();
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  if (write_text(temporary, text) && std::rename(temporary.c_str(), path.c_str()) == 0) return true;
  const int reason = errno;
  std::remove(temporary.c_str());
  errno = reason;
  return false;
}

bool read_text(const std::string& path, std::string* text) {
  std::FILE* const file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::error_code code;
  const auto size = std::filesystem::file_size(path, code);
  if (!code) text->reserve(size + 1);
  char piece[1 << 16];
  while (const std::size_t got = std::fread(piece, 1, sizeof piece, file)) text->append(piece, got);
  const bool done = std::ferror(file) == 0;
  const int reason = errno;
  if (file != stdin) std::fclose(file);
  errno = reason;
  return done;
}

}  // namespace torchada::port
