"""Why a command failed, in one line of what it said."""

import subprocess
import textwrap


def first_error(log: str) -> str:
    """Of the log of a build: a compiler's error, else the last line."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line for line in lines if "error: " in line or "error[" in line]
    return textwrap.shorten((errors or lines[-1:] or ["it said nothing"])[0], 160)


def last_line(done: subprocess.CompletedProcess) -> str:
    """Of a command that failed: its last words, but not its output, which may be complete."""
    return (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
