"""Emulations that few programs call: each module is imported when one of its functions is called.

Functions only, and none that a program calls again and again, since each call goes through one more
function.
"""
