"""README.md and README_CN.md: what they show is what happens, and the two are in step."""

import pytest
from support import pages

READMES = ("README.md", "README_CN.md")
# First lines of blocks that no test of pages runs, and why.
NOT_RUN = {
    "make wheels": "installs from the network; tests/tools/test_wheel.py tests torchada's wheel only",
    "python3 -m venv venv && . venv/bin/activate": "installs what the line above builds",
    "make demo": "runs these tests; tests/examples/test_examples.py runs the training",
}


def test_readmes_have_the_same_headings_blocks_and_tables():
    english, chinese = map(pages.read, READMES)

    assert [level for level, _ in pages.headings(english)] == [
        level for level, _ in pages.headings(chinese)
    ]
    assert pages.table_keys(english) == pages.table_keys(chinese)
    assert pages.code(english) == pages.code(chinese)


@pytest.mark.parametrize("name", READMES)
def test_links_lead_somewhere(name):
    assert pages.links(pages.read(name))
    assert pages.broken_links(name) == []


def test_readme_can_be_read_at_once():
    assert len(pages.read("README.md").split()) < 1100


def test_example_for_a_gpu_has_15_lines():
    (example,) = [
        block for block in pages.blocks(pages.read(READMES[0])) if block.title == "example.py"
    ]
    assert len([line for line in example.body.splitlines() if line.strip()]) <= 15


@pytest.mark.musa
def test_readme_shows_what_happens(tmp_path, needs_simulator):
    pages.run_page("README.md", tmp_path, NOT_RUN)
