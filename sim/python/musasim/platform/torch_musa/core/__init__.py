"""The Python layers over the native module, one module a subject."""
