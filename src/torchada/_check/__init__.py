"""`torchada check`: reads a project, without running it, and says what will work on MUSA.

`tree.py` reads the files and `report.py` draws the conclusions; `statements.py` says what a statement
is, and `codes.py` which there are. Nothing here imports torch or a module of the project.
"""
