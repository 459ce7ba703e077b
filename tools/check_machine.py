"""Checks what the build needs from the machine: Python >= 3.9 with headers and venv, and g++.

`make` runs it before it creates the virtual environment; exit status 1 says what to install.
"""

import importlib.util
import os
import shutil
import sys
import sysconfig

MINIMUM = (3, 9)


def problems() -> list:
    """One line for each thing that is missing."""
    found = []
    if sys.version_info < MINIMUM:
        found.append(
            "Python %d.%d or newer is needed, %s is %d.%d: choose another with PYTHON=..."
            % (MINIMUM + (sys.executable,) + tuple(sys.version_info[:2]))
        )
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            found.append("Python module %s is missing: install the package python3-venv" % module)
    header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
    if not os.path.isfile(header):
        found.append("%s is missing: install the package python3-dev" % header)
    compiler = os.environ.get("CXX", "g++").split()[0]
    if shutil.which(compiler) is None:
        found.append("%s was not found on PATH: install it, or set CXX" % compiler)
    return found


def main() -> int:
    lines = problems()
    for line in lines:
        sys.stderr.write("check_machine: %s\n" % line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
