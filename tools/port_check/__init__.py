"""What tools/check_port_corpus.py checks the output of the porting engine with.

Nothing here uses the engine's lexer: sources are read by one regular expression (source.py), edits
come from the manifest that the engine left (record.py), and names from data/ through torchada._names.
"""
