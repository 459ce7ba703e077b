"""torchada support and docs/torch-cuda.md: both come from the rows, without torch."""

import json
import pathlib
import subprocess
import sys

import pytest

from torchada import _support
from torchada import _table as table
from torchada.cli import main

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_a_name_is_found_by_part_of_it(capsys):
    assert main(["support", "range_PUSH"]) == 0
    line, count = capsys.readouterr().out.splitlines()
    assert line.split()[:2] == ["torch.cuda.nvtx.range_push", "emulated"]
    assert count == "1 name: 1 emulated"


def test_a_name_that_later_versions_have_says_so(capsys):
    assert main(["support", "torch.cuda.host_memory_stats_as_nested_dict"]) == 0
    row, _, hint = capsys.readouterr().out.splitlines()
    assert "unsupported" in row
    assert hint == (
        "1 is otherwise in versions after 2.7.1: add --torch-musa VERSION, up to 2.11.0.post2"
    )
    assert main(["support", "--torch-musa", "9", "host_memory_stats"]) == 0
    assert "No version after 2.11.0.post2 is known here." in capsys.readouterr().out


def test_a_shared_name_is_found_under_its_other_module(capsys):
    assert main(["support", "torch.cuda.memory.empty_cache"]) == 0
    assert "torch.cuda.empty_cache" in capsys.readouterr().out


def test_what_is_not_supported_says_why_and_what_instead(capsys):
    assert main(["support", "--kind", "unsupported", "get_gencode_flags"]) == 0
    assert "mcc has no option -gencode. Instead: build with" in capsys.readouterr().out


def test_an_unknown_name_is_an_error(capsys):
    assert main(["support", "no_such_name"]) == 1
    error = capsys.readouterr().err
    assert "no name of torch.cuda contains 'no_such_name'" in error
    assert "docs/limits.md describes" in error
    assert "## torch.distributed" in (ROOT / "docs" / "limits.md").read_text("utf-8")


@pytest.mark.parametrize(
    "name, owner",
    [
        ("Stream.wait_stream", "torch.cuda.Stream"),
        ("torch.cuda.streams.Event.record", "torch.cuda.Event"),
        ("CUDAGraph.replay", "torch.cuda.CUDAGraph"),
    ],
)
def test_a_member_is_served_with_its_class(capsys, name, owner):
    assert main(["support", name, "is_bf16_supported"]) == 0
    out, err = capsys.readouterr()
    rows = out.partition("2 names:")[0]
    names = [line.split()[0] for line in rows.splitlines()]
    assert sorted(names) == sorted([owner, "torch.cuda.is_bf16_supported"])
    assert err == f"{name} has no row of its own; these rows include it:\n"


@pytest.mark.parametrize("name", ["torch.cuda.memory.no_such_name", "torch.no_such_name", "no.x"])
def test_names_that_modules_lack_are_errors(capsys, name):
    assert main(["support", name]) == 1
    assert f"no name of torch.cuda contains {name!r}" in capsys.readouterr().err


def test_json_holds_every_row(capsys):
    assert main(["support", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(list(table.all_rows())) > 500
    assert {"name": "torch.cuda.Stream", "how": "same"}.items() <= {
        key: value
        for row in rows
        if row["name"] == "torch.cuda.Stream"
        for key, value in row.items()
    }.items()


def test_markdown_is_a_table(capsys):
    assert main(["support", "--format", "markdown", "cudnn.version"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "| name | how | served by | note |",
        "| --- | --- | --- | --- |",
        "| `torch.backends.cudnn.version` | same | `torch_musa.core.mudnn.version` | returns muDNN's "
        "version |",
    ]


def test_a_wrong_format_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["support", "--format", "xml"])
    assert caught.value.code == 2


def test_it_needs_no_torch(run_python):
    code = """
        import sys
        sys.modules["torch"] = None
        from torchada.cli import main
        assert main(["support", "torch.cuda.Stream"]) == 0
        assert "torch_musa" not in sys.modules
    """
    done = run_python(code, musasim=False)
    assert "torch.cuda.Stream" in done.stdout


def test_the_page_names_every_row():
    page = _support.page()
    for module, row in table.all_rows():
        assert f"| `{module}.{row.name}` | {row.how} |" in page


def test_the_tool_tells_a_stale_page(tmp_path):
    copy = tmp_path / "tree"
    (copy / "tools").mkdir(parents=True)
    tool = copy / "tools" / "make_support_page.py"
    for name in (tool.name, "generated_page.py"):
        (copy / "tools" / name).write_text((ROOT / "tools" / name).read_text())
    (copy / "src").symlink_to(ROOT / "src")

    def run(*arguments):
        return subprocess.run([sys.executable, str(tool), *arguments], capture_output=True)

    assert run("--check").returncode == 1
    assert run().returncode == 0 and run("--check").returncode == 0
    (copy / "docs" / "torch-cuda.md").write_text("old")
    assert b"out of date: run make gen" in run("--check").stderr
