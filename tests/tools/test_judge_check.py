"""tools/judge_check.py: known outcomes, how verdicts and names are counted, and the page."""

import importlib
import sys
from pathlib import Path

import pytest
from support.checked import check


@pytest.fixture
def judge(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "tools"))
    yield importlib.import_module("judge_check")
    for name in ("judge_check", "port_corpus", "generated_page"):
        sys.modules.pop(name, None)


def judged(judge, tmp_path, name, works, files):
    report = check(tmp_path / name, files)
    known = None if works is None else judge.Known(works, "a page")
    return judge.Judged(name, "1.0", known, report)


def test_outcomes_are_those_of_the_records(judge):
    known = judge.outcomes()

    assert not known["bitsandbytes"].works and "CUDA binaries" in known["bitsandbytes"].remark
    assert known["torchao"].works and known["torchsort"].works and known["llama-cpp-python"].works
    assert not known["grouped-gemm"].works and not known["cupy-cuda12x"].works
    # Refused as often as it worked.
    assert not known["xformers"].works


def test_listed_projects_have_outcomes(judge):
    listed = set(judge.port_corpus.projects(judge.LIST))

    assert listed - set(judge.outcomes()) == {"cupy", "flash-attn", "vllm"}


@pytest.mark.musa
def test_scores_and_page(judge, tmp_path):
    use = "import torch\ntorch.cuda.current_solver_handle()\ntorch.cuda._no_such()\ntorch.cuda.Stream()"
    found = [
        judged(judge, tmp_path, "good", True, {"a.py": use}),
        judged(judge, tmp_path, "bad", False, {"requirements.txt": "xformers"}),
        judged(judge, tmp_path, "itself", False, {"PKG-INFO": "Name: xformers\n"}),
        judged(judge, tmp_path, "wrong", True, {"requirements.txt": "xformers"}),
        judged(judge, tmp_path, "missed", False, {"a.txt": ""}),
        judged(judge, tmp_path, "unknown", None, {"requirements.txt": "xformers"}),
    ]
    names = judge.of_names(found)

    assert judge.of_projects(found) == (3, 3, 2)
    assert judge.of_projects(found, without="package") == (2, 3, 1)
    assert names == {
        "torch.cuda.Stream": (False, "there"),
        "torch.cuda._no_such": (False, "missing"),
        "torch.cuda.current_solver_handle": (True, "refused"),
    }
    assert judge.score_of_names(names) == (1, 2, 1)
    text = judge.page(found, names)
    assert "said 3, true 3, both 2: precision 0.67, recall 0.67." in text
    assert "| bad 1.0 | fails | a page | will not work: requirement | 0 | 0 | 0 | yes |" in text
    assert text.count("**no**") == 2 and "unknown 1.0" not in text
    assert "| `torch.cuda._no_such` | does not fail | missing |" in text


def test_a_score_of_nothing(judge):
    assert judge.Score(0, 0, 0).precision == judge.Score(0, 0, 0).recall == 1
