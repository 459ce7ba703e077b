// Writes findings as JSON. Each line is one write() to a file that is opened for appending, so that those of
// several processes do not mix.
#include "kernel_runtime/check/report_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "machine/memory/check/check.h"

namespace musasim::device::check {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    if (static_cast<unsigned char>(c) < ' ') {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      result += code;
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string named(const char* name, const std::string& text) {
  return ",\"" + std::string(name) + "\":" + quoted(text);
}

std::string numbers(const char* name, const uint3& index) {
  return ",\"" + std::string(name) + "\":[" + std::to_string(index.x) + "," +
         std::to_string(index.y) + "," + std::to_string(index.z) + "]";
}

std::string hexadecimal(const void* address) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", address);
  return address == nullptr ? "0x0" : text;
}

// "saxpy.mu:7"; a place without a line is the file alone.
std::string place(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  const bool known = colon != std::string::npos && colon + 1 < line.size() &&
                     line.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  return known ? named("file", line.substr(0, colon)) + ",\"line\":" + line.substr(colon + 1)
               : named("file", line) + ",\"line\":null";
}

// The members of an object, behind a comma.
std::string members(const Actor& actor, const std::string& line) {
  return place(line) + named("use", actor.use) + numbers("thread", actor.thread) +
         numbers("block", actor.block);
}

std::string allocation_near(const char* address) {
  const musasim::check::Neighbour near = musasim::check::allocation_near(address);
  if (near.size == 0) {
    return ",\"allocation\":null";
  }
  const auto site = [](const char* name, const std::string& text) {
    return ",\"" + std::string(name) + "\":" + (text.empty() ? "null" : quoted(text));
  };
  return ",\"allocation\":{\"address\":" + quoted(hexadecimal(near.base)) +
         ",\"size\":" + std::to_string(near.size) + site("made_by", near.made) +
         site("freed_by", near.freed) + "}";
}

}  // namespace

const std::string& report_file() {
  static const std::string* const name = [] {
    const char* const value = std::getenv("MUSASIM_CHECK_KERNELS_REPORT");
    return new std::string(value == nullptr ? "" : value);
  }();
  return *name;
}

std::string record_of(const Finding& finding, const std::string& kernel, const std::string& line,
                      const std::string& other_line) {
  std::string text = "{\"tool\":" + quoted(finding.tool) + named("kind", finding.kind) +
                     named("what", finding.what) + named("kernel", kernel) +
                     members(finding.by, line) + named("address", hexadecimal(finding.address)) +
                     ",\"size\":" + std::to_string(finding.size);
  text += finding.near_allocation ? allocation_near(finding.address) : ",\"allocation\":null";
  if (!finding.other) {
    text += ",\"other\":null";
  } else {
    text += ",\"other\":{" + members(*finding.other, other_line).substr(1) + "}";
  }
  return text + ",\"process\":" + std::to_string(getpid());
}

void append_record(const std::string& record, unsigned long long count) {
  const std::string text = record + ",\"count\":" + std::to_string(count) + "}\n";
  const int file = open(report_file().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC,
                        S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
  const bool written =
      file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (!written) {
    std::fprintf(stderr, "musasim: cannot write MUSASIM_CHECK_KERNELS_REPORT=%s: %s\n",
                 report_file().c_str(), std::strerror(errno));
  }
  if (file >= 0) {
    close(file);
  }
}

}  // namespace musasim::device::check
