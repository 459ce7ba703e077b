"""The support table of torch.cuda as text, JSON and Markdown, from the rows of torchada._table."""

from collections import Counter
from typing import Any, Dict, List, NamedTuple, Sequence

from . import _table as table
from ._counted import counted

# The version of torch_musa that the rows are of.
BASE = "2.7.1"

MEANINGS = {
    table.SAME: "torch_musa's object, under the same name",
    table.RENAMED: "torch_musa's object, which has another name in torch_musa",
    table.EMULATED: "torchada's object, which uses functions of torch_musa",
    table.STOCK: "PyTorch's object, unchanged; the note says why",
    table.UNSUPPORTED: "an object that raises an error when used; the error says what to use instead",
}


class Entry(NamedTuple):
    """One name as a user looks it up."""

    name: str
    how: str
    # The path of the object; empty for PyTorch's own and for a name that is not supported.
    served_by: str
    # A remark; for a name that is not supported, why not and what to do instead.
    note: str


def entries(filters: Sequence[str] = (), kinds: Sequence[str] = ()) -> List[Entry]:
    """The names of these kinds that contain one of the filters, all where there are none."""
    wanted = [_own_name(text).lower() for text in filters]
    return [
        entry
        for entry in (_entry(module, row) for module, row in table.all_rows())
        if (not kinds or entry.how in kinds)
        and (not wanted or any(text in entry.name.lower() for text in wanted))
    ]


def owners(member: str) -> List[str]:
    """The rows that a member of a class belongs to: torch.cuda.Stream for Stream.wait_stream."""
    owner = _own_name(member).rpartition(".")[0]
    modules = (*table.MODULES, *table.SHARE_ROWS)
    return [
        entry.name
        for entry in entries([owner])
        if f".{entry.name}".endswith(f".{owner}") and entry.name not in modules
    ]


def _own_name(text: str) -> str:
    """torch.cuda.memory.empty_cache has the row of torch.cuda.empty_cache."""
    for module in table.SHARE_ROWS:
        name = text[len(module) + 1 :]
        if text.startswith(module + ".") and table.own_row(name, module) is None:
            return f"torch.cuda.{name}"
    return text


def _entry(module: str, row: table.Row) -> Entry:
    name = f"{module}.{row.name}"
    if row.how == table.UNSUPPORTED:
        return Entry(name, row.how, "", f"{row.target}. Instead: {row.note}")
    if row.how in (table.SAME, table.RENAMED):
        return Entry(name, row.how, f"torch_musa.{row.target or row.name}", row.note)
    if row.how == table.EMULATED and row.target:
        return Entry(name, row.how, f"torchada.cuda.{row.target}", row.note)
    return Entry(name, row.how, "", row.note)


def summary(found: Sequence[Entry]) -> str:
    """The number of names of each kind."""
    count = Counter(entry.how for entry in found)
    parts = ", ".join(f"{count[kind]} {kind}" for kind in table.KINDS if count[kind])
    return f"{counted(len(found), 'name')}: {parts or 'none'}"


def as_text(found: Sequence[Entry]) -> str:
    """A table for the terminal."""
    width = max((len(entry.name) for entry in found), default=0)
    lines = []
    for entry in found:
        rest = "; ".join(part for part in (entry.served_by, entry.note) if part)
        lines.append(f"{entry.name:<{width}}  {entry.how:<11}  {rest}".rstrip())
    return "\n".join([*lines, summary(found)])


def as_json(found: Sequence[Entry]) -> List[Dict[str, Any]]:
    """The entries as json.dumps() takes them."""
    return [entry._asdict() for entry in found]


def as_markdown(found: Sequence[Entry]) -> str:
    """A table of Markdown."""
    lines = ["| name | how | served by | note |", "| --- | --- | --- | --- |"]
    for entry in found:
        served_by = f"`{entry.served_by}`" if entry.served_by else ""
        note = entry.note.replace("|", "\\|")
        lines.append(f"| `{entry.name}` | {entry.how} | {served_by} | {note} |")
    return "\n".join(lines)


_HEAD = """\
# torch.cuda on MUSA, name by name

`make gen` writes this page from the rows in `src/torchada/_table/`; do not edit it. `torchada support NAME` prints the same rows.

The page says how torchada serves each name on a MUSA platform. It has one row for each public name of `torch.cuda`, its submodules,
`torch.backends.cuda` and `torch.backends.cudnn`, and for the private names and the bindings of `torch._C` that projects use. torchada
adds no name that the installed PyTorch lacks, except in `torch._C`: a PyTorch without CUDA gets the bindings of a CUDA build there.
torch_musa's names are those of version 2.7.1; [the end of the page](#later-versions-of-torch_musa) tells what later versions have.
"""


def page() -> str:
    """The text of docs/torch-cuda.md."""
    parts = [_HEAD, "| how | meaning | names |", "| --- | --- | --- |"]
    everything = entries()
    count = Counter(entry.how for entry in everything)
    parts += [f"| {kind} | {MEANINGS[kind]} | {count[kind]} |" for kind in table.KINDS]
    shared = ", ".join(f"`{module}`" for module in table.SHARE_ROWS)
    parts.append(f"\nThese modules hold names of `torch.cuda` and share its rows: {shared}.")
    for module, rows in table.MODULES.items():
        parts.append(f"\n## {module}\n")
        parts.append(as_markdown([_entry(module, row) for row in rows]))
    parts.append("\n## Copies in PyTorch's own modules\n")
    parts.append(
        "PyTorch's own modules copy these names when they are imported. torchada binds the copies that "
        "were made before it was active.\n"
    )
    parts += ["| module | name | now |", "| --- | --- | --- |"]
    for module, path, source in (*table.CAPTURED, *table.CAPTURED_ITEMS):
        parts.append(f"| `{module}` | `{path}` | `{source}` |")
    parts.append("\nThese copies keep PyTorch's objects:\n")
    parts += ["| module | name | why |", "| --- | --- | --- |"]
    parts += [f"| `{module}` | `{path}` | {why} |" for module, path, why in table.KEPT]
    from . import _support_versions as versions

    parts.append(f"\n## Later versions of torch_musa\n\n{versions.HEAD}\n")
    parts.append(versions.as_markdown(versions.differences(versions.NEWEST)))
    return "\n".join(parts) + "\n"
