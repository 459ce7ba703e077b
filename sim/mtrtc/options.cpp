// NVRTC's options as mcc's.
#include "mtrtc/options.h"

#include <cstring>
#include <sstream>

#include "mcc/driver/toolchain.h"
#include "mcc/options/options.h"

namespace musasim::mtrtc {

namespace {

enum class Form {
  kSwitch,
  kBool,
  kNumber,
  kValue,
  kHead,
  kJoined,
  kArchitecture,
  kErrors,
  kTime,
  kNoSourceFolder,
  kNoCache
};

struct Row {
  const char* name;
  const char* short_name;
  Form form;
  const char* words;
  const char* other;
};

constexpr Row kRows[] = {
#define MTRTC_OPTION(name, short_name, form, words, other) \
  {name, short_name, Form::form, words, other},
#include "mtrtc/options.def"
#undef MTRTC_OPTION
};

// --name, -short and, as NVRTC takes it, -name.
const Row* find(const std::string& spelled) {
  const std::string bare = spelled.substr(spelled.compare(0, 2, "--") == 0 ? 2 : 1);
  for (const Row& row : kRows) {
    if (bare == row.name || (bare == row.short_name && !bare.empty())) return &row;
  }
  return nullptr;
}

bool has_value(Form form) {
  return form != Form::kSwitch && form != Form::kNoSourceFolder && form != Form::kNoCache;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// What a value of this form has to be; empty where any will do.
const char* wanted(Form form, const std::string& value) {
  if (form == Form::kBool && value != "true" && value != "false") return "true or false";
  if (form == Form::kNumber && !is_number(value)) return "a number";
  if (form == Form::kErrors && value != "all-warnings") return "all-warnings";
  if (form == Form::kArchitecture && value != "native" && mcc::architecture_number(value) == 0) {
    return "an architecture of MUSA: mp_21 (S80), mp_22 (S4000), mp_31 (S5000) or native";
  }
  return "";
}

// The compiler's own names, which its headers ask for.
bool is_reserved(const std::string& macro) {
  return macro.compare(0, 1, "_") == 0 || macro.compare(0, 4, "MUSA") == 0;
}

// -D, -U or -include with its value, as the preprocessor reads it; empty where it stays an option.
std::string directive(const std::string& option, std::string value) {
  if (value.compare(0, 1, "=") == 0) value.erase(0, 1);
  if (option == "-include") return "#include \"" + value + "\"\n";
  const std::size_t sign = value.find('=');
  const std::string macro = value.substr(0, sign);
  const std::string undefined = "#undef " + macro.substr(0, macro.find('(')) + "\n";
  if (is_reserved(macro)) return "";
  if (option == "-U") return undefined;
  const std::string text = sign == std::string::npos ? "1" : value.substr(sign + 1);
  return undefined + "#define " + macro + " " + text + "\n";
}

// The option that the word begins with, of those that directive() takes.
std::string option_of_head(const std::string& word) {
  for (const char* option : {"-include", "-D", "-U"}) {
    if (word.compare(0, std::strlen(option), option) == 0) return option;
  }
  return "";
}

class Reader {
 public:
  Reader(const std::vector<std::string>& given, Options* options)
      : given_(given), options_(*options) {}

  bool read(std::string* error) {
    while (at_ < given_.size()) {
      const std::string& word = given_[at_++];
      const std::size_t sign = word.find('=');
      const Row* row = word.compare(0, 1, "-") == 0 ? find(word.substr(0, sign)) : nullptr;
      if (row != nullptr && row->form == Form::kErrors && sign == word.npos) row = nullptr;
      const std::string head = row == nullptr ? option_of_head(word) : "";
      if (row != nullptr) {
        if (!take(*row, word, sign, error)) return false;
      } else if (head.empty()) {
        options_.words.push_back(word);
      } else {
        std::string value = word.substr(head.size());
        if (value.empty() && !next(word, &value, error)) return false;
        add_to_head(head, value);
      }
    }
    return true;
  }

 private:
  // The word behind an option.
  bool next(const std::string& option, std::string* value, std::string* error) {
    if (at_ == given_.size()) {
      *error = "option " + option + " needs a value after it";
      return false;
    }
    *value = given_[at_++];
    return true;
  }

  bool take(const Row& row, const std::string& word, std::size_t sign, std::string* error) {
    const bool joined = sign != std::string::npos;
    if (!has_value(row.form) && joined) {
      *error = "option " + word + ": " + word.substr(0, sign) + " takes no value";
      return false;
    }
    std::string value = joined ? word.substr(sign + 1) : "";
    if (has_value(row.form) && !joined && !next(word, &value, error)) return false;
    const std::string expected = wanted(row.form, value);
    if (!expected.empty()) {
      *error =
          "option " + word.substr(0, sign) + ": expected " + expected + ", not '" + value + "'";
      return false;
    }
    apply(row, value);
    return true;
  }

  void apply(const Row& row, const std::string& value) {
    switch (row.form) {
      case Form::kNoSourceFolder: options_.source_folder = false; break;
      case Form::kNoCache: options_.cached = false; break;
      case Form::kTime: options_.time_file = value; break;
      case Form::kHead: add_to_head(row.words, value); break;
      case Form::kJoined:
      case Form::kArchitecture: options_.words.push_back(row.words + value); break;
      case Form::kBool: add(value == "true" ? row.words : row.other); break;
      default: add(row.words);
    }
  }

  void add_to_head(const std::string& option, const std::string& value) {
    const std::string line = directive(option, value);
    options_.head += line;
    if (line.empty()) options_.words.push_back(option + value);
  }

  void add(const char* words) {
    std::istringstream stream(words);
    for (std::string word; stream >> word;) options_.words.push_back(word);
  }

  const std::vector<std::string>& given_;
  Options& options_;
  std::size_t at_ = 0;
};

}  // namespace

bool read_options(const std::vector<std::string>& given, Options* options, std::string* error) {
  if (!Reader(given, options).read(error)) return false;
  mcc::Options parsed;
  if (!mcc::parse(options->words, &parsed, error)) return false;
  options->relocatable = parsed.relocatable;
  const bool makes_others = parsed.output != mcc::Output::kProgram || !parsed.output_file.empty() ||
                            parsed.question != mcc::Question::kNone || parsed.dry_run ||
                            !parsed.dependencies.empty() || !parsed.inputs.empty();
  if (!makes_others) return true;
  std::string words;
  for (const std::string& word : given) words += " " + word;
  *error =
      "an option names files or what is made of them, which the program's functions do:" + words;
  return false;
}

}  // namespace musasim::mtrtc
