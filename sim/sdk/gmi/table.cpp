// mthreads-gmi without arguments: the table of devices and processes. Monitors read its columns.
// mthreads-gmi topo -m: the matrix of devices.
#include <cstdio>

#include "sdk/gmi/gmi.h"

namespace musasim::gmi {

namespace {

constexpr int kWidth = 71;

void rule(char end, char line) {
  std::printf("%c%s%c\n", end, std::string(kWidth - 2, line).c_str(), end);
}

void row(const std::string& first, const std::string& second, const std::string& third) {
  std::printf("%-23s|%-20s|%s\n", first.c_str(), second.c_str(), third.c_str());
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text + " ";
}

}  // namespace

void print_table(const std::vector<Device>& devices) {
  std::printf("Simulated by musasim: no GPU is asked, and each process has devices of its own\n");
  rule('-', '-');
  std::printf("    mthreads-gmi:%-18s Driver Version:%s\n", MUSASIM_SDK_VERSION, kDriverVersion);
  rule('-', '-');
  row("ID   Name", "PCIe", "%GPU  Mem");
  row("     Device Type", "Pcie Lane Width", "Temp  MPC Capable");
  row("", "", "      ECC Mode");
  rule('+', '-');
  for (const Device& device : devices) {
    row(padded(std::to_string(device.index), 5) + device.name, device.pci,
        "0%    " + mebibytes(device.used) + "(" + mebibytes(device.memory) + ")");
    row("     Simulated", kNotAvailable, padded(kNotAvailable, 6) + "NO");
    row("", "", std::string(6, ' ') + kNotAvailable);
    rule('-', '-');
  }
  std::printf("\n");
  rule('-', '-');
  std::printf("Processes:\n%-5s%-10s%-36s%s\n%61s\n", "ID", "PID", "Process name", "GPU Memory",
              "Usage");
  rule('+', '-');
  std::printf("   No running processes found\n");
  rule('-', '-');
}

void print_topology(const std::vector<Device>& devices) {
  const auto name = [](const Device& device) { return "GPU" + std::to_string(device.index); };
  std::printf("%8s", "");
  for (const Device& device : devices) std::printf("%-8s", name(device).c_str());
  std::printf("\n");
  for (const Device& row : devices) {
    std::printf("%-8s", name(row).c_str());
    for (const Device& column : devices) {
      std::printf("%-8s", row.index == column.index ? "X" : "NODE");
    }
    std::printf("\n");
  }
  std::printf("\nX: itself, NODE: on the same node\n");
}

}  // namespace musasim::gmi
