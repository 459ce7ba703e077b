"""Kinds of values that torch._dynamo knows of the musa device."""
