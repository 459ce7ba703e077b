// A main for fuzzers without a fuzzing engine: seeds from files, changed at random.
//
// fuzz_x [-runs=N] [-seed=N] FILE_OR_FOLDER...   With a single file and no -runs, just that file.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::string current;

void run(const std::string& text) {
  current = text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// The process is about to die; its input is worth more than async-signal-safety.
void keep_finding(int) {
  std::ofstream("fuzz-finding.txt", std::ios::binary) << current;
  std::fputs("fuzz: the input is in fuzz-finding.txt\n", stderr);
  std::_Exit(1);
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The words and characters that the lexer and the rules look at.
const std::string kPieces[] = {"\"",
                               "'",
                               "/*",
                               "*/",
                               "//",
                               "\\\n",
                               "\n",
                               "\r",
                               "#",
                               "R\"(",
                               ")\"",
                               "#if ",
                               "#else\n",
                               "#endif\n",
                               "#elif ",
                               "#define ",
                               "defined(",
                               "__CUDA_ARCH__",
                               " >= 800",
                               " < 900",
                               "USE_ROCM",
                               "USE_MUSA",
                               "CUDA_VERSION",
                               "<<<",
                               ">>>",
                               "::",
                               "->",
                               ".",
                               "##",
                               "(",
                               ")",
                               "cudaMalloc",
                               "cudaMine",
                               "at::cuda::",
                               "torch::kCUDA",
                               "kCUDA",
                               "is_cuda()",
                               "enum {",
                               "struct ",
                               "asm volatile(\"",
                               "TORCH_LIBRARY_IMPL(a, CUDA, m)",
                               "#include <cuda.h>\n",
                               "musa.h",
                               "__shfl_sync(0xffffffff",
                               "// torchada: off\n",
                               "\xEF\xBB\xBF",
                               "\xFF",
                               std::string(1, '\0'),
                               "\\u00e9",
                               "cub::",
                               "using namespace ",
                               "__nv_bfloat16"};

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, std::uint64_t seed)
      : seeds_(std::move(seeds)), random_(seed) {}

  std::string next() {
    std::string text = seeds_.empty() ? std::string() : piece(seeds_[below(seeds_.size())], 400);
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(&text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  std::string piece(const std::string& text, std::size_t longest) {
    const std::size_t begin = below(text.size());
    return text.substr(begin, below(longest));
  }

  void change(std::string* text) {
    const std::size_t at = below(text->size() + 1);
    switch (below(4)) {
      case 0: text->insert(at, kPieces[below(std::size(kPieces))]); break;
      case 1: text->erase(at, below(12)); break;
      case 2:
        if (!seeds_.empty()) text->insert(at, piece(seeds_[below(seeds_.size())], 80));
        break;
      default:
        if (at < text->size()) (*text)[at] = static_cast<char>(below(256));
        break;
    }
  }

  const std::vector<std::string> seeds_;
  std::mt19937_64 random_;
};

}  // namespace

int main(int count, char** values) {
  std::size_t runs = 0;
  std::uint64_t seed = 1;
  std::vector<std::string> seeds;
  for (int i = 1; i < count; ++i) {
    const std::string word = values[i];
    if (word.rfind("-runs=", 0) == 0) {
      runs = std::stoul(word.substr(6));
    } else if (word.rfind("-seed=", 0) == 0) {
      seed = std::stoull(word.substr(6));
    } else if (fs::is_directory(word)) {
      for (const auto& entry : fs::recursive_directory_iterator(word)) {
        if (entry.is_regular_file()) seeds.push_back(read(entry.path()));
      }
    } else {
      seeds.push_back(read(word));
    }
  }
  std::signal(SIGABRT, keep_finding);
  for (const std::string& text : seeds) run(text);
  Mutator mutator(std::move(seeds), seed);
  for (std::size_t i = 0; i < runs; ++i) run(mutator.next());
  std::printf("%zu runs\n", runs);
  return 0;
}
