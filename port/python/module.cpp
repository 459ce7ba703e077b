// torchada._port: the Python face of the porting engine. Nothing here knows torch.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "kept_translators.h"
#include "torchada/port/tree.h"

namespace {

using namespace torchada::port;

// Lets other threads run.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { PyEval_RestoreThread(state_); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // True, and a Python exception, where a signal's handler has raised one.
  bool interrupted() {
    PyEval_RestoreThread(state_);
    const bool raised = PyErr_CheckSignals() != 0;
    state_ = PyEval_SaveThread();
    return raised;
  }

 private:
  PyThreadState* state_;
};

// False, and a Python exception, when the engine throws.
template <class Function>
bool run_unlocked(const Function& function) {
  try {
    Unlocked unlocked;
    function(&unlocked);
    return true;
  } catch (const Interrupted&) {
    // By the exception that is set.
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& exception) {
    PyErr_SetString(PyExc_RuntimeError, exception.what());
  }
  return false;
}

// Reports quote sources, whose bytes may be anything.
PyObject* text_object(const std::string& text) {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
}

bool read_rules(std::string_view toml, UserRules* rules) {
  std::string error;
  if (parse_rules(toml, rules, &error)) return true;
  PyObject* const message = text_object("rules: " + error);
  if (message != nullptr) PyErr_SetObject(PyExc_ValueError, message);
  Py_XDECREF(message);
  return false;
}

// What the tree functions and translate() have in common.
struct Common {
  int reverse = 0;
  int strings = 0;
  int translate_asm = 0;
  const char* rules = "";
  Py_ssize_t rules_size = 0;

  bool apply(Options* options) const {
    options->direction = reverse != 0 ? Direction::reverse : Direction::forward;
    options->strings = strings != 0;
    options->translate_asm = translate_asm != 0;
    return read_rules({rules, static_cast<std::size_t>(rules_size)}, &options->rules);
  }

  // Equal for equal options.
  std::string key() const {
    return std::string{reverse != 0 ? 'r' : '-', strings != 0 ? 's' : '-',
                       translate_asm != 0 ? 'a' : '-'}
        .append(rules, static_cast<std::size_t>(rules_size));
  }

  bool make(KeptTranslator* kept) const {
    Options options;
    if (!apply(&options)) return false;
    kept->translator = std::make_unique<Translator>(std::move(options));
    return true;
  }
};

PyObject* translate(PyObject*, PyObject* arguments) {
  Py_buffer source{};
  const char* path = "";
  Common common;
  if (PyArg_ParseTuple(arguments, "y*ypppy#", &source, &path, &common.reverse, &common.strings,
                       &common.translate_asm, &common.rules, &common.rules_size) == 0) {
    return nullptr;
  }
  KeptTranslator kept = take_translator(common.key());
  PyObject* result = nullptr;
  if (kept.translator != nullptr || common.make(&kept)) {
    Report report;
    std::string report_text;
    const auto run = [&](Unlocked*) {
      const std::string_view text(static_cast<const char*>(source.buf),
                                  static_cast<std::size_t>(source.len));
      report.files.push_back(port_one(text, path, kept.translator.get()));
      report_text = json(report);
    };
    if (run_unlocked(run)) {
      // Under Python's lock, so that no process is forked while the list is locked.
      keep_translator(std::move(kept), static_cast<std::size_t>(source.len));
      const std::string& text = report.files.front().text;
      result = Py_BuildValue("(y#N)", text.data(), static_cast<Py_ssize_t>(text.size()),
                             text_object(report_text));
    }
  }
  PyBuffer_Release(&source);
  return result;
}

// ((path, text), ...), both bytes; false, and a Python exception, where it is something else.
bool read_texts(PyObject* tuple, Texts* texts) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
    Py_buffer path{};
    Py_buffer text{};
    if (PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, i), "y*y*", &path, &text) == 0) return false;
    texts->emplace_back(
        std::string(static_cast<const char*>(path.buf), static_cast<std::size_t>(path.len)),
        std::string(static_cast<const char*>(text.buf), static_cast<std::size_t>(text.len)));
    PyBuffer_Release(&path);
    PyBuffer_Release(&text);
  }
  return true;
}

// The new paths and texts, in a tuple of pairs.
PyObject* result_texts(const Report& report) {
  PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(report.files.size()));
  for (std::size_t i = 0; tuple != nullptr && i < report.files.size(); ++i) {
    const FileReport& file = report.files[i];
    PyObject* const pair =
        Py_BuildValue("(y#y#)", file.output.data(), static_cast<Py_ssize_t>(file.output.size()),
                      file.text.data(), static_cast<Py_ssize_t>(file.text.size()));
    if (pair == nullptr) {
      Py_DECREF(tuple);
      return nullptr;
    }
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), pair);
  }
  return tuple;
}

PyObject* translate_files(PyObject*, PyObject* arguments) {
  PyObject* tuple = nullptr;
  Common common;
  Texts texts;
  Options options;
  if (PyArg_ParseTuple(arguments, "O!pppy#", &PyTuple_Type, &tuple, &common.reverse,
                       &common.strings, &common.translate_asm, &common.rules,
                       &common.rules_size) == 0 ||
      !read_texts(tuple, &texts) || !common.apply(&options)) {
    return nullptr;
  }
  Report report;
  std::string report_text;
  const auto run = [&](Unlocked*) {
    report = port_texts(texts, options);
    report_text = json(report);
  };
  if (!run_unlocked(run)) return nullptr;
  return Py_BuildValue("(NN)", result_texts(report), text_object(report_text));
}

void show_progress(TreeOptions* options) {
  if (isatty(STDERR_FILENO) == 0) return;
  options->progress = [](std::size_t done, std::size_t all) {
    std::fprintf(stderr, "\r%zu of %zu files\033[K\r", done, all);
  };
}

// What is printed of a report.
struct Printed {
  std::string json;
  std::string findings;
  std::string summary;
};

Printed texts_of(const Report& report, bool notes) {
  TextStyle style;
  style.notes = notes;
  Printed texts{json(report), {}, summary_text(report)};
  for (const FileReport& file : report.files) texts.findings += findings_text(file, style);
  return texts;
}

PyObject* tree_result(const Report& report, const Printed& texts) {
  return Py_BuildValue("{sN sN sN si sN}", "json", text_object(texts.json), "findings",
                       text_object(texts.findings), "summary", text_object(texts.summary),
                       "exit_code", report.exit_code(), "error", text_object(report.error));
}

PyObject* port_tree_function(PyObject*, PyObject* arguments) {
  TreeOptions options;
  PyObject* input = nullptr;
  PyObject* output = nullptr;
  Common common;
  int in_place = 0;
  int check = 0;
  int force = 0;
  int notes = 0;
  int progress = 0;
  if (PyArg_ParseTuple(arguments, "O&O&pppppppIpy#", PyUnicode_FSConverter, &input,
                       PyUnicode_FSConverter, &output, &common.reverse, &common.strings,
                       &common.translate_asm, &in_place, &check, &force, &notes, &options.jobs,
                       &progress, &common.rules, &common.rules_size) == 0) {
    return nullptr;
  }
  options.input = PyBytes_AS_STRING(input);
  options.output = PyBytes_AS_STRING(output);
  Py_DECREF(input);
  Py_DECREF(output);
  options.in_place = in_place != 0;
  options.check = check != 0;
  options.force = force != 0;
  if (progress != 0) show_progress(&options);
  if (!common.apply(&options.translation)) return nullptr;
  Report report;
  Printed texts;
  const auto run = [&](Unlocked* unlocked) {
    options.interrupted = [unlocked] { return unlocked->interrupted(); };
    report = port_tree(options);
    texts = texts_of(report, notes != 0);
    if (options.progress) std::fputs("\033[K", stderr);
  };
  if (!run_unlocked(run)) return nullptr;
  return tree_result(report, texts);
}

PyObject* codes(PyObject*, PyObject*) { return text_object(codes_page()); }

PyMethodDef methods[] = {
    {"translate", translate, METH_VARARGS,
     "translate(text, path, reverse, strings, translate_asm, rules) -> (text, report as JSON)"},
    {"translate_files", translate_files, METH_VARARGS,
     "translate_files(((path, text), ...), reverse, strings, translate_asm, rules) -> (the same, "
     "report as JSON)"},
    {"port_tree", port_tree_function, METH_VARARGS,
     "port_tree(input, output, reverse, strings, translate_asm, in_place, check, force, notes, "
     "jobs, progress, "
     "rules) -> dict"},
    {"codes_page", codes, METH_NOARGS, "The page that explains all codes, in Markdown."},
    {},
};

// The module has no state, and the engine none that threads share: any interpreter may have it.
PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "torchada._port",
                          "The porting engine; torchada.port is its public API.",
                          0,
                          methods,
                          slots};

}  // namespace

PyMODINIT_FUNC PyInit__port() { return PyModuleDef_Init(&definition); }
