// Places in Python code: the stack at the first call from each.
#pragma once

#include <Python.h>

#include "descriptors/object.h"

namespace torchada::trace {

struct Place {
  Object code;     // keeps the address from being reused
  Object through;  // the function of PyTorch that the program called there, a str; may be null
  Object stack;    // a list of (path, line, function, module), the innermost first;
                   // null where there was no memory for it
};

// The bytecode offset of the instruction that a frame executes.
int instruction_of(PyFrameObject* frame);
Object globals_of(PyFrameObject* frame);

// Frames may be null. An exception that is set stays so.
Place place_of(const Object& code, PyFrameObject* frame, PyFrameObject* through);

}  // namespace torchada::trace
