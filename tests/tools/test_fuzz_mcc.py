"""tools/fuzz_mcc: its programs, compiled by mcc, print what they print on an NVIDIA GPU."""

import random
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from fuzz_mcc import formatting  # noqa: E402
from fuzz_mcc.__main__ import CHECKSUMS, Runner, read_checksums  # noqa: E402
from fuzz_mcc.program import Program, batch, for_musa  # noqa: E402

EXPECTED = read_checksums(CHECKSUMS)
SEEDS = [int(seed) for seed in EXPECTED]


@pytest.fixture
def runner(tmp_path, needs_simulator):
    return Runner(tmp_path, "-O0 -w")


def checked(runner, seeds):
    found = runner.checksums(seeds)
    assert runner.failed == {}
    assert found == {str(seed): EXPECTED[str(seed)] for seed in seeds}


def test_a_seed_is_one_program():
    assert Program(7).text() == Program(7).text() != Program(8).text()


def test_a_file_has_its_programs_once():
    text = for_musa(batch([3, 4]))
    assert "cuda" not in text.lower()
    assert text.count("namespace p3") == text.count("namespace p4") == 1


def test_odd_formatting_leaves_code_as_it_is():
    text = '#define A(x) \\\n  x\nint a = A(1);  // {\nconst char* b = R"x( } )x" "/*";\nk<<<1, 2>>>(a >> 1);\n'
    formatted = formatting.oddly(text, random.Random(1), 0.5)

    def code(source):
        pairs = formatting.tokens(source.replace("\\\n ", " ") if source is formatted else source)
        return [token for kind, token in pairs if kind not in ("space", "line", "block")]

    assert formatted != text
    assert code(formatted)[1:] == code(text)[1:]
    assert formatted.startswith("#define A(x) \\\n  x\n")


def test_programs_print_the_numbers_of_a_gpu(runner):
    checked(runner, SEEDS[:24])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(24, 424, 40))
def test_more_programs_print_the_numbers_of_a_gpu(runner, first):
    checked(runner, SEEDS[first : first + 40])


def test_a_program_that_fails_is_found_among_others(runner, monkeypatch):
    text = "namespace p2 { u64 run() { return nothing; } }"
    monkeypatch.setattr(
        Program,
        "text",
        lambda self: (
            text if self.name == "p2" else "namespace %s { u64 run() { return 5; } }" % self.name
        ),
    )
    assert runner.checksums([1, 2]) == {"1": "0000000000000005"}
    assert list(runner.failed) == [2] and "nothing" in runner.failed[2]
