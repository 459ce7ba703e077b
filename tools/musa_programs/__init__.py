"""Programs written for MUSA, from PyPI, built unmodified by their own CMake on the simulated platform, and run.

A module of programs/ is a project of sdists.txt. It has

SOURCE      the folder of its CMakeLists.txt in the sdist
OPTIONS     -D options of CMake, as the project documents them; {arch} is the number of the model's architecture
TARGETS     the targets that are built
MODELS      the GPUs that it is built for and run on, each with the version of the sdist
COMPARED    how its results are judged (a sentence of the page)
checks()    takes a Place and yields (name, result in words, why it is wrong or nothing)
"""
