"""Counts what `torchada port` makes of the inline PTX in folders of CUDA sources.

python tools/count_ptx.py [--program TORCHADA_PORT] [--messages N] [--write PAGE] FOLDER...

Prints, for each folder and for all, how many asm statements became C++, and the groups of those that did
not. Each statement of a source counts once. tools/port_corpus.py fetches folders to try it on.
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys


def count(program: str, folder: pathlib.Path) -> tuple:
    """Of one folder: a counter of groups, `translated` among them, and one of refused messages."""
    command = [program, str(folder), "--check", "-q", "--json", "-"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode == 2:
        raise SystemExit(done.stderr.decode())
    groups: collections.Counter = collections.Counter()
    messages: collections.Counter = collections.Counter()
    for file in json.loads(done.stdout)["files"]:
        for finding in file["findings"]:
            if finding["code"] == "asm-translated":
                group = "translated"
                if re.search(r"wgmma|tcgen05|cluster|mapa|bulk|fence\.proxy", finding["message"]):
                    group = "translated, of newer hardware"
                groups[LEFT[3] if finding["message"].endswith(OTHERS) else group] += 1
            elif finding["code"] == "asm-refused":
                groups[re.search(r"\(([^()]*)\)$", finding["message"]).group(1)] += 1
                messages[finding["message"]] += 1
            elif finding["code"] == "inline-asm":
                groups[left_alone(finding)] += 1
    return groups, messages


OTHERS = ", for other GPUs"  # ends the finding in a branch that no MUSA GPU compiles
LEFT = (
    "barriers for the compiler",
    "of CPUs",
    "of AMD's GPUs",
    "in branches for other GPUs",
    "others",
)


def left_alone(finding: dict) -> str:
    """What a statement is that counts as none of PTX for MUSA."""
    message = finding["message"]
    for text, name in (
        ("asm without instructions", LEFT[0]),
        ("of a CPU", LEFT[1]),
        ("of an AMD GPU", LEFT[2]),
    ):
        if text in message:
            return name
    return LEFT[3] if finding["severity"] == "note" else LEFT[4]


def statements(groups: collections.Counter) -> int:
    """How many count."""
    return sum(number for group, number in groups.items() if group not in LEFT)


def line(name: str, groups: collections.Counter) -> str:
    """One line of the table."""
    every = statements(groups)
    if every == 0:
        return f"{name}: no inline PTX"
    newer = groups["translated, of newer hardware"]
    hardware = sum(groups[group] for group in ("wgmma", "tcgen05", "tma", "cluster")) + newer
    share = f"{(groups['translated'] + newer) / every:.1%} of all"
    if every > hardware:
        share += f", {groups['translated'] / (every - hardware):.1%} without wgmma, tcgen05, TMA, clusters"
    rest = ", ".join(f"{group} {number}" for group, number in groups.most_common())
    return f"{name}: {every} statements, {share} ({rest})"


def page(rows: list) -> str:
    """The page of documentation: a row a project that has inline PTX."""
    text = (
        "# Inline PTX of CUDA projects\n\nWhat `torchada port` makes of the asm statements of the "
        "projects of `tools/port_corpus.txt`.\nWritten by `tools/count_ptx.py --write`.\n\n"
        "| project | statements | translated | of all but wgmma, tcgen05, TMA, clusters | not translated |\n"
        "| --- | --- | --- | --- | --- |\n"
    )
    for name, groups in rows:
        every = statements(groups)
        if every == 0:
            continue
        newer = groups["translated, of newer hardware"]
        done = groups["translated"] + newer
        others = every - newer - sum(groups[one] for one in ("wgmma", "tcgen05", "tma", "cluster"))
        share = f"{groups['translated'] / others:.1%}" if others else "-"
        rest = ", ".join(
            f"{group} {number}"
            for group, number in groups.most_common()
            if group not in LEFT and not group.startswith("translated")
        )
        text += f"| {name} | {every} | {done} ({done / every:.1%}) | {share} | {rest} |\n"
    left = ", ".join(f"{rows[-1][1][name]} {name}" for name in LEFT if rows[-1][1][name])
    return text + (
        "\n`text` is a text of macros that are not in the file, or with `#if` whose branches differ. `syntax` is PTX "
        "that NVIDIA's\nassembler does not take either, text that is no assembly, or a part of what several statements "
        "say together.\nStatements that do not count: " + left + ".\n"
    )


def main() -> int:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="+")
    parser.add_argument("--program", default=shutil.which("torchada-port") or "torchada-port")
    parser.add_argument("--messages", type=int, default=0, help="print the most frequent reasons")
    parser.add_argument("--write", type=pathlib.Path, help="write the page of documentation there")
    arguments = parser.parse_args()
    rows = []
    groups: collections.Counter = collections.Counter()
    messages: collections.Counter = collections.Counter()
    for folder in arguments.folder:
        of_folder, of_messages = count(arguments.program, folder)
        print(line(folder.name, of_folder))
        rows.append((folder.name, of_folder))
        groups += of_folder
        messages += of_messages
    print(line("all", groups))
    if arguments.write:
        arguments.write.write_text(page(rows + [("all", groups)]))
    for message, number in messages.most_common(arguments.messages):
        print(f"{number:6} {message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
