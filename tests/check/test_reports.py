"""The command `torchada check`: what it prints and writes, and its exit status."""

import json
import os
import re
import sys
from pathlib import Path

import jsonschema
import pytest
from support.checked import COMMAND, check, run, write
from support.processes import run_command

import torchada
from torchada._check import page, python, report, sarif, terminal, tree
from torchada.cli import main

SCHEMA = Path(torchada.__file__).parent / "_check" / "schema.json"
FILES = {
    "a.py": "import torch\n\n\nif torch.cuda.is_available():\n    torch.cuda.current_solver_handle()\n",
    "b.py": "import torch\ntry:\n    import xformers\nexcept ImportError:\n    pass\nx = '</script><!--'\n",
    "setup.py": "from torch.utils.cpp_extension import CUDAExtension\nCUDAExtension('a', ['a.cu'])\n",
    "a.cu": "__device__ int g(int x) { return __shfl_sync(0xffffffff, x, 0); }\n",
}


@pytest.fixture
def project(tmp_path):
    return write(tmp_path / "project", FILES)


def test_text(project):
    done = run(project)

    assert (done.returncode, done.stderr) == (1, "")
    assert "fails    name-unsupported" in done.stdout
    assert done.stdout.splitlines()[-1] == "verdict: works with edits"
    assert "effort: about 2.25 h, by a fixed number for each place:\n" in done.stdout
    assert "    2 h = 1 x 2 h name-unsupported\n" in done.stdout
    assert "optional places: 1, which the project can do without\n" in done.stdout
    assert "a.py:5" not in done.stdout


def test_text_on_a_terminal(tmp_path, monkeypatch, capsys):
    found = check(tmp_path, FILES)
    terminal.show(found, is_verbose=False)
    plain = capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    terminal.show(found, is_verbose=False)
    colored = capsys.readouterr().out
    monkeypatch.setitem(sys.modules, "rich.console", None)
    terminal.show(found, is_verbose=False)

    assert capsys.readouterr().out == plain
    assert "\x1b[31mfails" in colored
    assert re.sub("\x1b.*?m", "", colored).split() == plain.split()


def test_verbose(project):
    lines = run(project, "--verbose").stdout.splitlines()

    place = next(number for number, line in enumerate(lines) if line.startswith("a.py:5: fails["))
    assert lines[place + 1] == "    Instead: use torch.linalg."
    optional = "(optional: below `except ImportError`)"
    assert any(line.startswith("b.py:3: fails[import]") and optional in line for line in lines)


@pytest.mark.parametrize(
    "files, status, verdict",
    [
        ({"a.py": "import torch\ntorch.cuda.Stream()"}, 0, "works"),
        ({}, 3, "nothing to check"),
        ({"a.py": "import xformers"}, 1, "works with edits"),
        ({"requirements.txt": "xformers"}, 1, "will not work"),
    ],
)
def test_exit_status(tmp_path, files, status, verdict):
    done = run(write(tmp_path, files))

    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.endswith(f"verdict: {verdict}\n")


def test_failures_exit_with_2(tmp_path):
    done = run(tmp_path / "missing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("torchada: error: there is no folder ")

    done = run(tmp_path, "--html", tmp_path / "no" / "folder.html")
    assert done.returncode == 2 and "cannot write " in done.stderr

    assert run(tmp_path, "--jobs", "-1").returncode == 2


def test_a_file_that_may_not_be_read(project, monkeypatch, capsys):
    def refuse(folder, path):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(python, "read", refuse)

    assert main(["check", str(project), "--jobs", "1"]) == 2
    assert "error: cannot read a.py: Permission denied" in capsys.readouterr().err


# Names that end a line, color a terminal, end a script, and have no characters.
HOSTILE = ["x\nverdict: works.py", "\x1b[31m.py", "</script><b>.py", os.fsdecode(b"\xff.py")]


def test_a_file_may_have_any_name(tmp_path):
    project = write(tmp_path / "@DATA@<b>", dict.fromkeys(HOSTILE, "import xformers"))
    files = {kind: tmp_path / kind for kind in ("json", "sarif", "html")}
    done = run(project, "--verbose", *(f"--{kind}={file}" for kind, file in files.items()))

    assert (done.returncode, done.stderr) == (1, "")
    assert "\nx\\nverdict: works.py:1: " in done.stdout and "\n\\x1b[31m.py:1: " in done.stdout
    assert "\n\\udcff.py:1: " in done.stdout
    told = json.loads(files["json"].read_text())["statements"]
    assert sorted(one["path"] for one in told) == sorted(HOSTILE)
    (told,) = json.loads(files["sarif"].read_text())["runs"]
    places = [one["locations"][0]["physicalLocation"] for one in told["results"]]
    assert "%FF.py" in [place["artifactLocation"]["uri"] for place in places]
    text = files["html"].read_text()
    assert "<h1>@DATA@&lt;b&gt;</h1>" in text and "<b>" not in text


@pytest.mark.parametrize("files", [FILES, {}, {"requirements.txt": "xformers"}])
def test_json_is_as_the_schema_says(tmp_path, files):
    schema = json.loads(SCHEMA.read_text())
    done = run(write(tmp_path, files), "--json", "-")

    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(done.stdout), schema)
    assert done.returncode in (0, 1, 3) and done.stderr == ""


def test_sarif(project):
    done = run(project, "--sarif", "-")
    (told,) = json.loads(done.stdout)["runs"]

    assert {rule["id"] for rule in told["tool"]["driver"]["rules"]} == {
        one["ruleId"] for one in told["results"]
    }
    texts = [one["message"]["text"].partition(". ")[2] for one in told["results"]]
    assert not any(text[:1].islower() for text in texts)
    (result,) = [one for one in told["results"] if one["ruleId"] == "name-unsupported"]
    place = result["locations"][0]["physicalLocation"]
    assert result["level"] == "error"
    artifact = {"uri": "a.py", "uriBaseId": "%SRCROOT%"}
    assert place == {"artifactLocation": artifact, "region": {"startLine": 5}}
    assert told["originalUriBaseIds"] == {"%SRCROOT%": {"uri": f"{project.as_uri()}/"}}
    (result,) = [one for one in told["results"] if one["ruleId"] == "import"]
    assert result["level"] == "note"


def test_sarif_quotes_paths(tmp_path):
    found = check(tmp_path, {"a b#.py": "import xformers"})

    (result,) = sarif.as_sarif(found)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b%23.py"


@pytest.mark.parametrize("git", [".git/HEAD", ".git"])  # a file in a worktree or a submodule
def test_sarif_of_a_folder_in_a_git_checkout(tmp_path, monkeypatch, git):
    write(tmp_path, {git: "", "a b/project/c.py": "import xformers"})
    monkeypatch.chdir(tmp_path / "a b")
    (told,) = sarif.as_sarif(tree.check("project", jobs=1))["runs"]

    (result,) = told["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "a%20b/project/c.py", "uriBaseId": "%SRCROOT%"}
    assert told["originalUriBaseIds"] == {"%SRCROOT%": {"uri": f"{tmp_path.as_uri()}/"}}


def test_page(project, tmp_path):
    file = tmp_path / "page.html"
    assert run(project, "--html", file).returncode == 1
    text = file.read_text()

    head, data = text.split('<script type="application/json" id="data">')
    data, rest = data.split("</script>", 1)
    told = json.loads(data)
    assert told["excerpts"]["a.py"]["5"] == [3, ["", *FILES["a.py"].splitlines()[3:]]]
    assert told["verdict"] == "works with edits"
    assert "src=" not in text and "http" not in head + rest and "@" + "DATA@" not in text


def test_excerpts_have_the_lines_of_the_parser(tmp_path):
    report = check(tmp_path, {"a.py": "import torch\r\n\x0c\r\n# \x1c\u2028\r\nimport xformers"})

    text = page.as_html(report).split('id="data">')[1].split("</script>")[0]
    assert json.loads(text)["excerpts"]["a.py"]["4"][1][-1] == "import xformers"


def test_page_of_a_source_that_ends_a_script(tmp_path):
    text = page.as_html(check(tmp_path, {"a.py": "import xformers; x = '</script><!--'"}))

    assert text.count("</script>") == 2 and "<!--" not in text


def test_neither_torch_nor_the_project_is_imported(project):
    code = (
        "import sys; from torchada.cli import main; status = main(sys.argv[1:]);"
        "print(status, 'torch' in sys.modules, 'jsonschema' in sys.modules, 'a' in sys.modules)"
    )
    done = run_command([sys.executable, "-c", code, "check", project, "--json", os.devnull])

    assert done.stdout.splitlines()[-1] == "1 False False False"


def test_help_names_the_exit_status():
    done = run_command([*COMMAND, "--help"], musasim=False)

    assert done.returncode == 0 and "exit status: 0 if the project works" in done.stdout


def test_codes_of_statements_have_rows(tmp_path):
    from torchada._check.codes import CODES

    named = {one.code for one in check(tmp_path, FILES).statements}
    assert named <= set(CODES)
    assert report.summary(check(tmp_path / "empty", {"a.txt": ""}))["fails"] == 0
