// torchada._port: the Python face of the porting engine. Nothing here knows torch.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

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

 private:
  PyThreadState* state_;
};

// False, and a Python exception, when the engine throws.
template <class Function>
bool run_unlocked(const Function& function) {
  try {
    const Unlocked unlocked;
    function();
    return true;
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

bool read_rules(const char* toml, UserRules* rules) {
  std::string error;
  if (parse_rules(toml, rules, &error)) return true;
  PyErr_Format(PyExc_ValueError, "rules: %s", error.c_str());
  return false;
}

// What the tree functions and translate() have in common.
struct Common {
  int reverse = 0;
  int strings = 0;
  const char* rules = "";

  bool apply(Options* options) const {
    options->direction = reverse != 0 ? Direction::reverse : Direction::forward;
    options->strings = strings != 0;
    return read_rules(rules, &options->rules);
  }
};

PyObject* translate(PyObject*, PyObject* arguments) {
  Py_buffer source{};
  const char* path = "";
  Common common;
  if (PyArg_ParseTuple(arguments, "y*spps", &source, &path, &common.reverse, &common.strings,
                       &common.rules) == 0) {
    return nullptr;
  }
  Options options;
  PyObject* result = nullptr;
  if (common.apply(&options)) {
    Report report;
    const auto run = [&] {
      const std::string_view text(static_cast<const char*>(source.buf),
                                  static_cast<std::size_t>(source.len));
      report.files.push_back(port_one(text, path, options));
    };
    if (run_unlocked(run)) {
      const std::string& text = report.files.front().text;
      result = Py_BuildValue("(y#N)", text.data(), static_cast<Py_ssize_t>(text.size()),
                             text_object(json(report)));
    }
  }
  PyBuffer_Release(&source);
  return result;
}

void show_progress(TreeOptions* options) {
  if (isatty(STDERR_FILENO) == 0) return;
  options->progress = [](std::size_t done, std::size_t all) {
    std::fprintf(stderr, "\r%zu of %zu files\033[K\r", done, all);
  };
}

PyObject* tree_result(const Report& report, bool notes) {
  TextStyle style;
  style.notes = notes;
  std::string findings;
  for (const FileReport& file : report.files) findings += findings_text(file, style);
  return Py_BuildValue("{sN sN sN si sN}", "json", text_object(json(report)), "findings",
                       text_object(findings), "summary", text_object(summary_text(report)),
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
  if (PyArg_ParseTuple(arguments, "O&O&ppppppIps", PyUnicode_FSConverter, &input,
                       PyUnicode_FSConverter, &output, &common.reverse, &common.strings, &in_place,
                       &check, &force, &notes, &options.jobs, &progress, &common.rules) == 0) {
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
  const auto run = [&] {
    report = port_tree(options);
    if (options.progress) std::fputs("\033[K", stderr);
  };
  if (!run_unlocked(run)) return nullptr;
  return tree_result(report, notes != 0);
}

PyObject* codes(PyObject*, PyObject*) { return text_object(codes_page()); }

PyMethodDef methods[] = {
    {"translate", translate, METH_VARARGS,
     "translate(text, path, reverse, strings, rules) -> (text, report as JSON)"},
    {"port_tree", port_tree_function, METH_VARARGS,
     "port_tree(input, output, reverse, strings, in_place, check, force, notes, jobs, progress, "
     "rules) -> dict"},
    {"codes_page", codes, METH_NOARGS, "The page that explains all codes, in Markdown."},
    {},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "torchada._port",
                          "The porting engine; torchada.port is its public face.", 0, methods};

}  // namespace

PyMODINIT_FUNC PyInit__port() { return PyModule_Create(&definition); }
