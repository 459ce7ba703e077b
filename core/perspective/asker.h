// Decides whether the running Python code, which asks, sees "cuda" or the truth.
#pragma once

#include <Python.h>

#include <string>
#include <string_view>
#include <vector>

#include "perspective/module_table.h"

namespace torchada::perspective {

// Reads TORCHADA_PERSPECTIVE and TORCHADA_NATIVE_MODULES and forgets earlier decisions.
void configure_from_environment();

// The view of the module whose globals are current, never kOfTracedCode. The truth without a Python
// frame. Needs the GIL.
View asker_view();
// True when that module is a user's: it is to see "cuda".
inline bool asker_sees_cuda() { return asker_view() == View::kCuda; }

bool is_enabled();
// Whether a module of that name sees "musa" now. Needs the GIL.
bool is_native_module(std::string_view name);

// Sets who answers for modules that see what traced code sees: `callable` returns the globals of that
// code, or None where none is traced. With nullptr they see the truth.
void ask_for_traced_code(PyObject* callable);
std::vector<std::string> modules_with(View view);

// Adds the context-manager type NativeView to `module`. -1 with an exception on failure.
int add_native_view_type(PyObject* module);

}  // namespace torchada::perspective
