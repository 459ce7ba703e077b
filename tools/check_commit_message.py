"""Checks a commit message: a subject of one line of at most 72 characters, a blank line, a body that says why.

python tools/check_commit_message.py FILE       # a message, as git's hook commit-msg gives it
python tools/check_commit_message.py A..B       # the commits of a range; exit status 1 when one has a finding
"""

import subprocess
import sys
from pathlib import Path

LONGEST_SUBJECT = 72
# Messages that git writes, or that a later rebase takes away.
EXEMPT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")


def findings(message: str) -> list:
    """What is wrong with the message, a line each; comments and the diff of `git commit -v` do not count."""
    text = message.split("# ------------------------ >8 ------------------------")[0]
    lines = [line.rstrip() for line in text.splitlines() if not line.startswith("#")]
    while lines and not lines[0]:
        lines.pop(0)
    if not lines:
        return ["the message is empty"]
    subject, rest = lines[0], lines[1:]
    if subject.startswith(EXEMPT):
        return []
    found = []
    if len(subject) > LONGEST_SUBJECT:
        found.append(f"the subject has {len(subject)} characters: at most {LONGEST_SUBJECT}")
    if subject.endswith("."):
        found.append("the subject ends with a full stop")
    if rest and rest[0]:
        found.append("the second line is not blank: the subject is one line")
    if not any(rest):
        found.append("there is no body: say why")
    return found


def messages_of(source: str) -> list:
    """Pairs of a name and a message: of a file, or of the commits of a range that are not merges."""
    if ".." not in source or Path(source).exists():
        return [(source, Path(source).read_text(encoding="utf-8"))]
    log = subprocess.run(
        ["git", "log", "--no-merges", "--format=%h%x00%B%x01", source],
        capture_output=True,
        text=True,
        check=True,
    )
    records = [record.strip("\n") for record in log.stdout.split("\x01")]
    return [tuple(record.split("\0", 1)) for record in records if record]


def main() -> int:
    """Print the findings of every message; the exit status says whether there was one."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    bad = 0
    for name, message in messages_of(sys.argv[1]):
        for finding in findings(message):
            bad = 1
            sys.stderr.write(f"{name}: {finding}\n")
    return bad


if __name__ == "__main__":
    sys.exit(main())
