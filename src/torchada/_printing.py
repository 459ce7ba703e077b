"""Prints tables and lines: by rich on a terminal, if rich is installed; plain text elsewhere."""

from __future__ import annotations

from typing import Any, Sequence

Row = Sequence[str]


def show_table(head: Row, rows: Sequence[Row], styles: Sequence[str], stream: Any) -> None:
    """Print a table; each row has a style of rich's."""
    if not (stream.isatty() and _by_rich(head, rows, styles, stream)):
        table = [head, *rows]
        widths = [max(len(row[column]) for row in table) for column in range(len(head))]
        for row in table:
            line = "  ".join(map(str.ljust, row, widths)).rstrip()
            print(printable(line, stream), file=stream)


def _by_rich(head: Row, rows: Sequence[Row], styles: Sequence[str], stream: Any) -> bool:
    """False where rich is not installed."""
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return False
    table = Table(*head, box=None, pad_edge=False)
    for row, style in zip(rows, styles):
        table.add_row(*map(Text, row), style=style)
    Console(file=stream).print(table)
    return True


def printable(line: str, stream: Any) -> str:
    """Without what moves the cursor, ends the line or has no character: a file may have any name."""
    line = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)
    encoding = stream.encoding or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)
