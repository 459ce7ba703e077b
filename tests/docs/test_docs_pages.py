"""The pages of docs/: what they show is what happens, their links lead somewhere, and both languages agree."""

import shutil

import pytest
from support import pages

# Pages that a tool writes: no commands, and no Chinese twin.
GENERATED = {
    "built-extensions",
    "cuda-names",
    "judged-checks",
    "judged-kernel-checks",
    "musa-programs",
    "port-codes",
    "port-options",
    "ported-projects",
    "programs",
    "ptx-corpus",
    "pytorch-tests",
    "torch-cuda",
    "triton-tests",
    "upstream-tests",
}
# Blocks that are not run here, by page and first line, and why.
INSTALLS = "installs from the network; tests/tools/test_wheel.py tests torchada's wheel only"
JOB = "installs from the network; tools/run_ci_jobs.py runs its commands"
NOT_RUN = {
    "start-gpu": {"pip install --find-links dist 'torchada>=0.1.1000'": INSTALLS},
    "start-ci": {"pip install --find-links dist 'torchada[sim]>=0.1.1000' pytest": INSTALLS},
    "ci": {"on: [push, pull_request]": JOB, "musa:": JOB},
    "porting": {
        "cmake -S . -B build-port && cmake --build build-port --target torchada-port": (
            "compiles the engine; make test-cpp does that"
        )
    },
    "custom_musa_ops": {
        "torchada: could not build the operator overrides: .../csrc/musa_ops.mu:12:3: error: ...": (
            "needs a broken build; tests/extensions/test_cpp_ops.py makes one"
        ),
    },
}
# Blocks that compile PyTorch's headers: only -m slow runs them, with the rest of their page.
SLOW = {
    "start-extensions": (
        "MTGPU_TARGET=mp_22 python setup.py -q build_ext --inplace",
        "from pathlib import Path",
    ),
    "start-musa": ("python setup.py -q build_ext --inplace &> log.txt",),
    "custom_musa_ops": ('TORCHADA_DEBUG_CPP_OPS=1 python -c "',),
}
# The files of readers, tests and tools; pages of programs' own folders are not for readers.
LINKED = sorted(
    str(path.relative_to(pages.ROOT))
    for folder in (
        "",
        "docs",
        "benchmarks",
        "core",
        "data",
        "names",
        "lexer",
        "port",
        "ptx",
        "sim",
        "sim/*",
    )
    for path in pages.ROOT.glob(f"{folder}/*.md" if folder else "*.md")
)
ENGLISH = sorted(
    path.stem for path in (pages.ROOT / "docs").glob("*.md") if not path.stem.endswith(".zh")
)
WRITTEN = [name for name in ENGLISH if name not in GENERATED]


def page(name):
    return pages.read(f"docs/{name}.md")


@pytest.mark.musa
@pytest.mark.parametrize("name", WRITTEN)
def test_page_shows_what_happens(name, tmp_path, needs_simulator):
    pages.run_page(f"docs/{name}.md", tmp_path, (*NOT_RUN.get(name, ()), *SLOW.get(name, ())))


@pytest.mark.slow
@pytest.mark.musa
@pytest.mark.parametrize("name", SLOW)
def test_page_that_compiles_shows_what_happens(name, tmp_path, needs_simulator):
    pages.run_page(f"docs/{name}.md", tmp_path, NOT_RUN.get(name, ()))


@pytest.mark.slow
@pytest.mark.musa
def test_operator_of_the_page_compiles(tmp_path, run_python, needs_simulator):
    from torchada import _cpp_ops

    shutil.copytree(_cpp_ops.CSRC, tmp_path / "csrc", ignore=shutil.ignore_patterns("*.mu"))
    (block,) = [block for block in pages.blocks(page("custom_musa_ops")) if block.title]
    (tmp_path / block.title).write_text(block.body)
    code = """
        import sys, torch
        from torchada import _cpp_ops
        _cpp_ops.CSRC = sys.argv[1]
        torch.ones(2, device="cuda")
        print(_cpp_ops.registered_ops())
    """
    variables = {"TORCHADA_ENABLE_CPP_OPS": "1", "TORCH_EXTENSIONS_DIR": str(tmp_path)}
    assert run_python(code, tmp_path / "csrc", env=variables).stdout == "['my_op']\n"


def test_blocks_that_are_not_run_are_there():
    for table in (NOT_RUN, SLOW):
        for name, reasons in table.items():
            assert set(reasons) <= {block.name for block in pages.blocks(page(name))}, name


@pytest.mark.parametrize("name", WRITTEN)
def test_files_of_the_page_are_used(name):
    blocks = pages.blocks(page(name))
    for number, block in enumerate(blocks):
        later = " ".join(other.body for other in blocks[number + 1 :])
        parts = [block.title, *block.title.rsplit(".", 1)[0].split("/")]
        is_found = block.title in ("", "conftest.py") or any(part in later for part in parts)
        assert is_found, f"{name}: no later block needs {block.title}"


@pytest.mark.parametrize("name", LINKED)
def test_links_lead_somewhere(name):
    assert pages.broken_links(name) == []


@pytest.mark.parametrize("name", WRITTEN)
def test_both_languages_have_the_same_headings_blocks_and_tables(name):
    english, chinese = page(name), page(f"{name}.zh")

    assert [level for level, _ in pages.headings(english)] == [
        level for level, _ in pages.headings(chinese)
    ]
    assert pages.table_keys(english) == pages.table_keys(chinese)
    assert pages.code(english) == pages.code(chinese)
