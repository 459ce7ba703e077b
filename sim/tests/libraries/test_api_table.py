"""The lists in sim/api against the built libraries, the headers, the C++ tests and the names in use."""

import importlib.util
import os
import re
import subprocess
import tempfile
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest

import musasim

SIM = Path(__file__).resolve().parents[2]
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# What the linker and the C++ runtime add to every library, and what only compiled kernels call.
NOT_API = re.compile(
    r"_Z|_init$|_fini$|_edata$|_end$|__bss_start$|__asan|__ubsan|__tsan"
    r"|musasim_checked_|musasim_assertion_failed$"
)
# Share of the functions seen in use that must be implemented.
WANTED = {"musart": 0.9, "mccl": 0.9, "mublas": 0.9}


def load_tool():
    path = SIM.parent / "tools" / "make_sim_api_table.py"
    spec = importlib.util.spec_from_file_location("make_sim_api_table", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = load_tool()
LISTS = tool.read_lists()
SEEN = tool.read_pairs(tool.API / "names_seen.txt")
USED = tool.read_names_in_use()
NOT_OURS = tool.read_pairs(tool.API / "not_ours.tsv")
FUNCTIONS = {row.function for rows in LISTS.values() for row in rows}


def home() -> Path:
    return Path(os.environ.get("MUSASIM_TEST_HOME") or musasim.home())


def defined(library: Path) -> set:
    """Every name that the library gives to others."""
    command = ["nm", "-D", "--defined-only", str(library)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines}


def methods(library: Path) -> set:
    """The functions of the namespace `musa`, without their parameters."""
    command = ["nm", "-D", "-C", "--defined-only", str(library)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return set(re.findall(r" T (musa::[\w:~]+)\(", text))


def exported(library: Path) -> set:
    return {name for name in defined(library) if not NOT_API.match(name)} | methods(library)


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


@lru_cache(maxsize=None)
def header_identifiers() -> frozenset:
    texts = (p.read_text() for p in (SIM / "include").rglob("*") if p.suffix in (".h", ".hpp"))
    return frozenset(name for text in texts for name in IDENTIFIER.findall(without_comments(text)))


@lru_cache(maxsize=None)
def declared() -> frozenset:
    """Functions that the headers declare, also those whose names their macros put together."""
    names = [p.name for p in (SIM / "include").glob("*.h")]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "all.c")
        program.write_text("".join("#include <%s>\n" % name for name in names))
        prototypes = Path(folder, "prototypes")
        options = ["-std=c99", "-w", "-fsyntax-only", "-aux-info", str(prototypes)]
        subprocess.run(["gcc", *options, "-I", str(SIM / "include"), str(program)], check=True)
        text = prototypes.read_text()
    line = r"^/\* %s\S+ \*/ extern .*?\b(\w+) \(.*\);$" % re.escape(str(SIM / "include"))
    return frozenset(re.findall(line, text, flags=re.M))


def joined_names(text: str) -> list:
    """What the rows of macros for the element types make of `musparse##P##nnz`."""
    pieces = {"P": "SDCZ", "OR": ("or", "un"), "SY": ("sy", "he")}
    rows = (row.split("##") for row in re.findall(r"\w+(?:##\w+)+", text))
    return ["".join(n) for row in rows for n in product(*(pieces.get(p, [p]) for p in row))]


@lru_cache(maxsize=None)
def bodies(path: str) -> dict:
    """The text of each TEST, with the helpers of its file and of the headers that it includes."""
    file = SIM / path
    if not file.is_file():
        return {}
    if file.suffix == ".py":
        parts = re.split(r"^def (\w+)", file.read_text(), flags=re.M)
        return dict(zip(parts[1::2], parts[2::2]))
    text = without_comments(file.read_text())
    # A TEST ends where its line does, or with the first closing brace at the margin.
    block = re.compile(r"^TEST\((\w+)\) \{(?:[^\n]*\}$|.*?^\}$)", flags=re.M | re.S)
    headers = re.findall(r'#include "(?:\S*/)?(\w+\.h)"', text)
    found = (file.parent / name for name in headers)
    helpers = block.sub("", text) + "".join(p.read_text() for p in found if p.is_file())
    helpers = without_comments(helpers)
    helpers += " ".join(joined_names(helpers))
    return {match[1]: match[0] + helpers for match in block.finditer(text)}


@lru_cache(maxsize=None)
def driven() -> dict:
    """The words of each operation of libmudnn's driver for Python, those of its helpers included."""
    files = sorted((SIM / "tests" / "mudnn").glob("mudnn_driver*.cpp"))
    text = without_comments("".join(p.read_text() for p in files))
    helper = re.compile(r"^[\w:]+ (\w+)\([^)]*\) \{\n.*?^\}$", flags=re.M | re.S)
    helpers = {m[1]: IDENTIFIER.findall(m[0]) for m in helper.finditer(text)}
    parts = re.split(r'^ +\{"(\w+)",', text, flags=re.M)
    words = {name: IDENTIFIER.findall(body) for name, body in zip(parts[1::2], parts[2::2])}
    return {
        name: set(own).union(*(helpers[word] for word in own if word in helpers))
        for name, own in words.items()
    }


def calls(body: str, function: str) -> bool:
    """Whether a test names the function, or an operation of the driver that names class and method."""
    words = IDENTIFIER.findall(body)
    if "::" not in function:
        return function in words
    path = [part.strip("~") for part in function.split("::")[2:]]
    operations = (driven()[name] for name in re.findall(r'"(\w+)"', body) if name in driven())
    return path[-1] in words or any(set(path) <= operation for operation in operations)


def test_a_method_is_called_by_its_whole_name_or_by_its_driver():
    assert calls("op.RunBwd(h)", "musa::dnn::Softmax::RunBwd")
    assert not calls("op.RunBwdData(h); Softmax op;", "musa::dnn::Softmax::RunBwd")
    assert calls('mudnn("RMSNormBwd", [x])', "musa::dnn::RMSNorm::RunBwd")
    assert calls('mudnn("PoolingBwd", [x])', "musa::dnn::Pooling::RunBwd")
    assert not calls('mudnn("RMSNormBwd", [x])', "musa::dnn::RMSNorm::Run")
    assert not calls('mudnn("LayerNormBwd", [x])', "musa::dnn::RMSNorm::RunBwd")


def test_names_that_a_macro_joins_are_known():
    assert joined_names("auto nnz = musparse##P##nnz;")[2] == "musparseCnnz"
    assert "musolverDnZungqr" in joined_names("musolverDn##P##OR##gqr")


def test_every_library_has_a_list():
    built = {p.name.split(".")[0][3:] for p in (home() / "lib").glob("lib*.so*")}
    ours = {name for name in built if name.startswith("musasim")}
    assert built - ours == set(LISTS)


@pytest.mark.parametrize("library", LISTS)
def test_a_library_exports_what_its_list_says(library):
    names = exported(home() / "lib" / ("lib%s.so" % library))
    listed = {row.function for row in LISTS[library]}
    assert sorted(names - listed) == [], "exported, not in sim/api/%s.tsv" % library
    assert sorted(listed - names) == [], "in sim/api/%s.tsv, not exported" % library


def test_a_function_is_in_one_list_only():
    assert len(FUNCTIONS) == sum(map(len, LISTS.values()))


def test_every_listed_function_is_in_a_header():
    # `_ptsz` and `_ptds` names are what a header's macro makes of the plain name.
    plain = (re.sub(r"_pt[sd][sz]$|.*::~?", "", name) for name in FUNCTIONS)
    assert sorted(set(plain) - header_identifiers() - declared()) == []


def test_functions_declared_in_the_headers_are_listed():
    assert len(declared()) > 1000
    names = {name for name in declared() if not name.startswith("musasim")}
    assert sorted(names - FUNCTIONS) == [], "declared, in no list of sim/api"


def test_every_name_that_real_code_uses_has_an_answer():
    known = FUNCTIONS | header_identifiers() | declared()
    assert sorted(set(SEEN) - known - set(NOT_OURS)) == []


def test_names_that_are_not_ours_have_a_reason_and_are_not_ours():
    assert all(reason.strip() for reason in NOT_OURS.values())
    assert sorted(set(NOT_OURS) & FUNCTIONS) == []
    assert sorted(set(NOT_OURS) - set(SEEN)) == []


@pytest.mark.parametrize("library", WANTED)
def test_most_functions_in_use_are_implemented(library):
    used = [row for row in LISTS[library] if row.function in USED]
    missing = [row.function for row in used if row.status != "implemented"]
    assert len(missing) <= (1 - WANTED[library]) * len(used), missing


@pytest.mark.parametrize("library", LISTS)
def test_an_implemented_function_names_a_test_that_calls_it(library):
    wrong = []
    for function, status, test in LISTS[library]:
        path, _, name = test.partition(":")
        if test == "-":
            if status == "implemented":
                wrong.append("%s: no test is named" % function)
        elif name not in bodies(path):
            wrong.append("%s: there is no %s" % (function, test))
        elif not calls(bodies(path)[name], function):
            wrong.append("%s: %s does not call it" % (function, test))
    assert wrong == []


def test_the_generated_tables_are_up_to_date():
    assert tool.main(["--check"]) == 0


def test_no_library_shares_its_instances_of_the_standard_library():
    """libtorch's own may be of another libstdc++: sim/cmake/std_instances.map."""
    libraries = {p.resolve() for p in (home() / "lib").glob("lib*.so*") if "openblas" not in p.name}
    native = home().parent
    libraries |= {*native.glob("_MUSAC*.so"), *native.glob("platform/torch_musa/lib/lib*.so")}
    for library in libraries:
        shared = {name for name in defined(library) if re.match(r"_ZN?K?S[ta]|_ZZNSt9once", name)}
        assert not shared, library
