"""docs/porting.md: what it shows is what happens."""

import os
import re
from pathlib import Path

import pytest
from support.port_trees import PORT
from support.processes import run_command

from torchada import port

PAGE = (Path(__file__).parent.parent / "docs" / "porting.md").read_text(encoding="utf-8")


def block(language, number=0):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.M | re.S)[number]


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (root / "src" / "reduce.cu").write_text(block("cpp"))
    return root


def test_report_is_the_one_on_the_page(project):
    done = run_command([PORT, project, "--notes"], musasim=False)
    assert done.returncode == 1
    assert done.stderr.replace(str(project.parent), "/home/me") == block("text")


def test_rules_of_the_page(tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text(block("toml"))
    source = (
        "#include <mylib/cuda_api.h>\ncudaThing mylib::cudaThing cudaMine MYLIB_CUDA_X cudaFree\n"
    )
    text, _ = port.translate(source, rules=rules)
    assert text == (
        "#include <mylib/musa_api.h>\nmusaThing mylib::musaThing cudaMine MYLIB_CUDA_X musaFree\n"
    )


def test_markers_of_the_page():
    text, report = port.translate(block("cpp", 1))
    assert text == block("cpp", 1)
    assert [finding["code"] for finding in report["findings"]] == ["excluded"]


def test_python_of_the_page(tmp_path, monkeypatch):
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "a.cu").write_text("cudaThing cudaMine;\n")
    monkeypatch.chdir(tmp_path)
    exec(block("python"), {})
    assert (
        os.listdir("project-musa")
        and Path("project-musa/a.mu").read_text() == "musaThing cudaMine;\n"
    )


def test_fields_of_the_page_are_those_of_the_report(project):
    report = port.port_tree(project, check=True)
    report["error"] = ""
    (file_report,) = report.pop("files")
    findings = file_report.pop("findings")
    finding = {"name": "", **findings[0]}
    rows = "".join(line for line in PAGE.splitlines(True) if line.startswith("| `"))
    for field in [*report, *file_report, *finding]:
        assert f"`{field}`" in rows or f".{field}`" in rows, field
