"""tools/check_commit_message.py: which messages it takes."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check_commit_message.py"
GOOD = "port: a clobber is the name of a register\n\nptxas takes nothing else.\n"


def run(message: str, folder: Path) -> subprocess.CompletedProcess:
    file = folder / "COMMIT_EDITMSG"
    file.write_text(message)
    return subprocess.run(
        [sys.executable, str(TOOL), str(file)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "message",
    (
        GOOD,
        "# a comment\n" + GOOD + "# another\n",
        "x" * 72 + "\n\nwhy\n",
        "Merge branch 'a'\n",
        "fixup! port: a clobber\n",
        GOOD + "# ------------------------ >8 ------------------------\ndiff --git a b\n",
    ),
)
def test_good_messages_pass(message, tmp_path):
    done = run(message, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "message, finding",
    (
        ("", "the message is empty"),
        ("# only a comment\n", "the message is empty"),
        ("x" * 73 + "\n\nwhy\n", "the subject has 73 characters: at most 72"),
        ("port: a clobber.\n\nwhy\n", "the subject ends with a full stop"),
        ("port: a clobber\nis a register\n", "the second line is not blank"),
        ("port: a clobber\n", "there is no body: say why"),
        ("port: a clobber\n\n# comment\n", "there is no body: say why"),
    ),
)
def test_a_finding_is_named(message, finding, tmp_path):
    done = run(message, tmp_path)
    assert done.returncode == 1
    assert finding in done.stderr


def test_a_range_of_commits_is_read(tmp_path):
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for message in (GOOD, "no body", GOOD):
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", message], check=True)
    done = subprocess.run(
        [sys.executable, str(TOOL), "HEAD~2..HEAD"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("there is no body") == 1
