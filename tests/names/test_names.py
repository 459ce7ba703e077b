"""The tables of data/: what they give, that they are sound, and that rules hold beyond the lists."""

import ast
import pathlib
import subprocess
import sys

import pytest

from torchada._names import checks, data_folder, names, tables, translator

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEN = ROOT / "tests" / "data" / "names_seen_in_use.tsv"


def musa(name, domain="identifier"):
    """The new name, or the status in brackets."""
    translation = names().translate(name, domain)
    if translation is None:
        return None
    return translation.musa if translation.status == "renamed" else f"<{translation.status}>"


def pairs():
    lines = SEEN.read_text(encoding="ascii").splitlines()[1:]
    return [line.split("\t")[:2] for line in lines]


def read(tmp_path, **files):
    """Tables of the given files; libraries that are not given are empty."""
    for library in tables.LIBRARIES:
        (tmp_path / f"{library}.txt").write_text(files.get(library, ""), encoding="ascii")
    return tables.read(str(tmp_path))


def test_the_tables_are_sound():
    assert list(checks.faults_of(tables.read(data_folder()))) == []


def test_every_pair_seen_in_use_is_reproduced():
    tool = ROOT / "tools" / "check_names.py"
    done = subprocess.run([sys.executable, str(tool)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "0 wrong (100.00%)" in done.stdout


def test_rules_alone_give_the_names_of_the_lists():
    """Without any list: what rules must give for names that nobody has listed."""
    found = tables.read(data_folder())
    found.listed = {}
    without_lists = translator.Translator(found)
    rows = {row.cuda for row in found.rows}
    given, wanted = {}, {}
    for cuda, expected in pairs():
        translation = without_lists.translate(cuda)
        if cuda not in rows and not _is_of_aten(cuda):
            wanted[cuda] = expected
            given[cuda] = translation.musa if translation else None
    assert len(wanted) > 900
    assert given == wanted


def _is_of_aten(cuda):
    """ATen's names are listed one by one: `CUDA` in the middle says nothing about whose they are."""
    translation = names().translate(cuda)
    return translation is not None and translation.library == "aten"


def test_each_listed_name_comes_out_without_its_own_line():
    found = tables.read(data_folder())
    listed, found.listed = found.listed, {}
    without_lists = translator.Translator(found)
    lost = [
        name
        for domain, name in listed
        if names().translate(name, domain).library != "aten"
        and without_lists.translate(name, domain) is None
    ]
    assert lost == []


def test_names_go_there_and_back():
    """Each renamed name is among the sources of its MUSA name."""
    lost = []
    for domain, name, _ in names().known_names():
        translation = names().translate(name, domain)
        if translation is not None and translation.status == "renamed":
            if name not in names().sources(translation.musa, domain):
                lost.append((domain, name, translation.musa))
    assert lost == []


@pytest.mark.parametrize(
    "domain, cuda, expected",
    [
        ("identifier", "cudaMalloc", "musaMalloc"),
        ("identifier", "cudaNobodyListed", "musaNobodyListed"),
        ("identifier", "cublasLtMatmul", "mublasLtMatmul"),
        ("identifier", "cudnnConvolutionForward", "<unsupported>"),
        ("identifier", "cuTensorMapEncodeTiled", "<unsupported>"),
        ("identifier", "__global__", "<kept>"),
        ("identifier", "checkCudaErrors", None),
        ("identifier", "kCUDA", "kPrivateUse1"),
        ("qualified", "at::cuda::getCurrentCUDAStream", "at::musa::getCurrentMUSAStream"),
        ("qualified", "c10::DeviceType::CUDA", "c10::DeviceType::PrivateUse1"),
        ("qualified", "at::Tensor", None),
        ("header", "cuda_runtime.h", "musa_runtime.h"),
        ("header", "helper_cuda.h", None),
        ("library", "libcudart.so.12", "libmusart.so"),
        ("key", "AutogradCUDA", "AutogradPrivateUse1"),
        ("member", "is_cuda", "is_privateuseone"),
        ("suffix", ".cuh", ".muh"),
        ("python", "torch.cuda.is_available", "<kept>"),
    ],
)
def test_a_name_of_each_kind(domain, cuda, expected):
    assert musa(cuda, domain) == expected


def test_there_is_no_target_with_kmusa():
    targets = [row.musa for row in tables.read(data_folder()).rows]
    assert not [name for name in targets if "kMUSA" in name or "DeviceType::MUSA" in name]


def test_environment_variables_agree_with_those_that_torchada_sets():
    from torchada._environment.rows import ROWS

    for row in ROWS:
        for cuda in row.cuda:
            assert musa(cuda, "environment") == row.musa


@pytest.mark.parametrize(
    "line, fault",
    [
        ("function cudaOne musaOne seen", "a rule already translates cudaOne to musaOne; move"),
        ("function cudaOne musaTwo seen\nfunction cudaOne musaTwo seen", "has a row in"),
        ("function alone alone seen", "alone is translated to itself; write = to keep a name"),
        ("function cudaOne cudaTwo seen", "cudaTwo is itself translated, to musaTwo"),
        ("function alone -", "the unsupported alone needs a reason and a remedy"),
        ("function alone - | why", "the unsupported alone needs a reason and a remedy"),
        ("function alone other conflicting", "the conflicting alone needs the other MUSA name"),
        ("seen function: alone", "alone is in a list, but no rule and no `inside` line"),
        ("function cuA muA seen", "the identifier cuA has fewer than 4 characters"),
        ("rule any c[A-Z]* m* rule", "c[A-Z]* must begin with two or more fixed characters"),
        ("seen function: cudaOne\nfunction cudaOne =", "cudaOne is in this list and has a row in"),
    ],
)
def test_a_fault_in_the_tables_is_found(tmp_path, line, fault):
    found = read(tmp_path, cudart=f"rule any cuda[A-Z]* musa* rule\n{line}\n")
    (only,) = checks.faults_of(found)
    assert only.startswith("data/cudart.txt:") and fault in only


@pytest.mark.parametrize(
    "line, text",
    [
        ("function cudaOne", "is not a row"),
        ("nothing cudaOne musaOne seen", "is not a row"),
        (
            "function cudaOne musaOne",
            "'' is no evidence for cudaOne; use one of seen, listed, rule, c",
        ),
        ("function cudaOne musaOne maybe", "'maybe' is no evidence for cudaOne"),
        ("function cudaOne = seen", "remove the evidence of cudaOne: the name is kept"),
        ("rule any cuda musa* rule", "'cuda' is not a pattern"),
        ("rule any cuda[a-f]* musa* rule", "[a-f] holds more than A-Z, a-z, 0-9 and _"),
        ("seen nothing: cudaOne", "'nothing' is not a kind"),
        ("seen function: one one", "one is already in a list"),
    ],
)
def test_a_broken_line_is_refused(tmp_path, line, text):
    with pytest.raises(tables.DataError) as error:
        read(tmp_path, nccl=f"# a comment\n{line}\n")
    assert str(error.value).startswith("data/nccl.txt:2: ") and text in str(error.value)


def test_a_missing_folder_says_where_it_was_looked_for(monkeypatch, tmp_path):
    from torchada import _names

    monkeypatch.setattr(_names, "_FOLDERS", (str(tmp_path / "one"), str(tmp_path / "two")))
    with pytest.raises(FileNotFoundError) as error:
        _names.data_folder()
    assert "one" in str(error.value) and "install torchada again" in str(error.value)


def test_the_page_is_up_to_date():
    tool = ROOT / "tools" / "make_names_page.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_python_3_8_can_read_the_modules():
    package = ROOT / "src" / "torchada"
    for path in [
        *(package / "_names").glob("*.py"),
        package / "_mapping.py",
        package / "_runtime.py",
    ]:
        ast.parse(path.read_text(encoding="ascii"), feature_version=(3, 8))


def test_translating_twice_is_translating_once():
    twice = []
    for domain, name, _ in names().known_names():
        once = names().translate(name, domain)
        if once is not None and once.status == "renamed":
            again = names().translate(once.musa, domain)
            if again is not None and again.status == "renamed" and again.musa != once.musa:
                twice.append((name, once.musa, again.musa))
    assert twice == []
