// Parsing of the command line.
#include "arguments.h"

#include <cerrno>
#include <cstring>

#include "text_files.h"

namespace torchada::port {

namespace {

using Function = std::string (*)(Arguments* arguments, const std::string& value);

std::string set_reverse(Arguments* arguments, const std::string&) {
  arguments->tree.translation.direction = Direction::reverse;
  return {};
}

std::string read_rules(Arguments* arguments, const std::string& path) {
  std::string text;
  if (!read_text(path, &text)) {
    return "cannot read the rules file " + path + ": " + std::strerror(errno);
  }
  std::string reason;
  if (parse_rules(text, &arguments->tree.translation.rules, &reason)) return {};
  return path + ": " + reason;
}

std::string add_excluded(Arguments* arguments, const std::string& pattern) {
  arguments->tree.translation.rules.exclude.push_back(pattern);
  return {};
}

std::string set_asm(Arguments* arguments, const std::string& what) {
  arguments->tree.translation.translate_asm = what == "translate";
  if (what == "keep" || what == "translate") return {};
  return "--asm needs `keep` or `translate`, not `" + what + "`";
}

std::string set_jobs(Arguments* arguments, const std::string& text) {
  if (text.size() > 4 || text.find_first_not_of("0123456789") != std::string::npos) {
    return "--jobs needs a number from 0 to 9999, not `" + text + "`";
  }
  arguments->tree.jobs = static_cast<unsigned>(std::stoul(text));
  return {};
}

struct Option {
  std::string_view name;
  std::string_view short_name;
  std::string_view value;  // empty: the option has none
  Function apply;
  std::string_view help;
};

constexpr Option kOptions[] = {
#define FLAG(name, short_name, field, help)       \
  {name, short_name, "",                          \
   [](Arguments* arguments, const std::string&) { \
     arguments->field = true;                     \
     return std::string();                        \
   },                                             \
   help},
#define TEXT(name, short_name, value, field, help)     \
  {name, short_name, value,                            \
   [](Arguments* arguments, const std::string& text) { \
     arguments->field = text;                          \
     return std::string();                             \
   },                                                  \
   help},
#define OPTION(name, short_name, value, function, help) {name, short_name, value, function, help},
#include "options.def"
};

const Option* find_option(std::string_view word) {
  for (const Option& option : kOptions) {
    if (word == option.name || (!word.empty() && word == option.short_name)) return &option;
  }
  return nullptr;
}

// `--name=value` and `-jN` become two words. After `--` no word is an option.
Words split(const Words& words) {
  Words parts;
  bool are_options = true;
  for (const std::string& word : words) {
    are_options = are_options && word != "--";
    const bool is_long = are_options && word.compare(0, 2, "--") == 0;
    const Option* const option = is_long ? nullptr : find_option(word.substr(0, 2));
    const bool is_short = are_options && option != nullptr && !option->value.empty();
    const std::size_t end = is_long ? word.find('=') : is_short ? 2 : std::string::npos;
    parts.push_back(word.substr(0, end));
    if (end < word.size()) parts.push_back(word.substr(end + (is_long ? 1 : 0)));
  }
  return parts;
}

std::string set_input(const std::string& word, Arguments* arguments) {
  std::string& input = arguments->tree.input;
  if (!input.empty()) {
    return "only one INPUT can be given, not both `" + input + "` and `" + word + "`";
  }
  input = word;
  return {};
}

// Empty where there is none.
std::string contradiction(const Arguments& arguments) {
  const TreeOptions& tree = arguments.tree;
  const int places = (tree.output.empty() ? 0 : 1) + (tree.in_place ? 1 : 0) + (tree.check ? 1 : 0);
  if (places > 1) return "only one of --output, --in-place and --check can be given";
  if (!arguments.json.empty() && arguments.json == arguments.report) {
    return "--json and --report both name " + arguments.json + "; name two different files";
  }
  return {};
}

// The help of one option, in lines of at most 100 characters.
std::string help_of(const Option& option) {
  constexpr std::size_t kColumn = 24;
  constexpr std::size_t kWidth = 100 - kColumn;
  std::string text = "  ";
  if (!option.short_name.empty()) text.append(option.short_name).append(", ");
  text.append(option.name);
  if (!option.value.empty()) text.append(1, ' ').append(option.value);
  std::size_t used = text.size();
  for (std::string_view rest = option.help; !rest.empty(); used = 0) {
    const std::size_t end = rest.size() > kWidth ? rest.rfind(' ', kWidth) : rest.size();
    text.append(kColumn - used, ' ').append(rest.substr(0, end)).append(1, '\n');
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

}  // namespace

std::string read_words(const Words& words, Arguments* arguments) {
  const Words parts = split(words);
  bool are_options = true;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const std::string& word = parts[at];
    if (are_options && word == "--") {
      are_options = false;
      continue;
    }
    std::string error;
    const Option* const option = are_options ? find_option(word) : nullptr;
    if (option == nullptr) {
      const bool unknown = are_options && word.size() > 1 && word[0] == '-';
      error = unknown ? "unknown option " + word + "; --help lists all options"
                      : set_input(word, arguments);
    } else if (option->value.empty()) {
      error = option->apply(arguments, {});
    } else if (at + 1 == parts.size() || parts[at + 1].empty()) {
      error = "option " + word + " needs a value";
    } else {
      error = option->apply(arguments, parts[++at]);
    }
    if (!error.empty()) return error;
  }
  return {};
}

std::string read_command_line(const Words& words, Arguments* arguments) {
  std::string error = read_words(words, arguments);
  if (!error.empty()) return error;
  if (arguments->help || arguments->version || arguments->codes || arguments->ptx_header) return {};
  if (arguments->tree.input.empty()) return "no INPUT was given; --help explains the arguments";
  return contradiction(*arguments);
}

std::string help_text(const std::string& program) {
  std::string text = "usage: " + program +
                     " INPUT [-o OUTPUT] [options]\n"
                     "\n"
                     "Ports a CUDA project: translates its sources to MUSA and reports what needs "
                     "hand work.\n"
                     "INPUT is a folder, a file, or - for standard input.\n"
                     "\n";
  for (const Option& option : kOptions) text += help_of(option);
  return text + "\nexit status: 0 if nothing needs hand work, 1 if places do, 2 if " + program +
         " failed\n";
}

}  // namespace torchada::port
