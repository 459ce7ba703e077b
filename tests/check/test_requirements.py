"""Lists of requirements that name others, and the conditions of requirements."""

import pytest
from support.checked import check, found

REQUIRED = "bitsandbytes>=0.43"
DYNAMIC = '[project]\nname = "a"\ndynamic = ["dependencies"]\n[tool.setuptools.dynamic]\n'


@pytest.mark.parametrize(
    "option",
    [
        "-r deps/all.in",
        "-rdeps/all.in",
        "--requirement=deps/all.in  # all",
        "-r ./deps/../deps/all.in",
    ],
)
def test_a_list_that_another_names_is_for_the_same(tmp_path, option):
    files = {"requirements.txt": f"torch\n{option}\n", "deps/all.in": f"-r gpu\n-r ../{'../a'}"}
    report = check(tmp_path, {**files, "deps/gpu": f"numpy\n{REQUIRED}\n"})

    (one,) = found(report, "requirement")
    assert (one.path, one.line, one.optional) == ("deps/gpu", 2, "")
    assert report.verdict == "will not work"


@pytest.mark.parametrize(
    "files, optional",
    [
        ({"requirements-dev.txt": "-r a.txt"}, "only for requirements-dev.txt"),
        ({"requirements-dev.txt": "-r a.txt", "requirements.txt": "-r a.txt"}, ""),
        ({"requirements.txt": "-r a.txt", "a.txt": f"-r requirements.txt\n{REQUIRED}"}, ""),
        ({"pyproject.toml": f'{DYNAMIC}dependencies = {{file = ["a.txt"]}}'}, ""),
        ({"pyproject.toml": f'{DYNAMIC}dependencies = {{file = "a.txt"}}'}, ""),
        (
            {"pyproject.toml": f'{DYNAMIC}optional-dependencies.fast = {{file = ["a.txt"]}}'},
            "only for fast",
        ),
        ({"setup.cfg": "[options]\ninstall_requires = file: b.txt, a.txt\n"}, ""),
    ],
)
def test_what_a_list_is_for(tmp_path, files, optional):
    (one,) = found(check(tmp_path, {"a.txt": REQUIRED, **files}), "requirement")

    assert (one.path, one.optional) == ("a.txt", optional)


def test_constraints_ask_for_nothing(tmp_path):
    files = {
        "requirements.txt": "-c limits.txt\n--constraint requirements/constraints.txt\n",
        "limits.txt": REQUIRED,
        "requirements/constraints.txt": REQUIRED,
    }
    assert check(tmp_path, files).statements == []


@pytest.mark.parametrize(
    "marker, optional",
    [
        ('python_version < "3.9"', "only where python_version < 3.9"),
        ('"3.9" > python_version', "only where 3.9 > python_version"),
        ('python_version < "3.10"', ""),
        ('python_version >= "3.14"', ""),
        ('python_version in "2.7 3.6"', ""),
        ('python_version == "3.8.*"', ""),
        ('python_version ~= "3.8"', ""),
        ('python_full_version <= "3.8.20"', "only where python_full_version <= 3.8.20"),
        ('python_full_version == "3.9.7"', ""),
        ('platform_machine == "arm64"', "only where platform_machine == arm64"),
        ('platform_machine in "x86_64 AMD64"', ""),
        (
            'platform_python_implementation == "PyPy"',
            "only where platform_python_implementation == PyPy",
        ),
        (
            'platform_machine == "x86_64" and platform_machine == "aarch64"',
            "only where platform_machine == x86_64 and platform_machine == aarch64",
        ),
        (
            'sys_platform == "win32" or python_version < "3.8"',
            "only where sys_platform == win32 or python_version < 3.8",
        ),
        ('(sys_platform == "win32" or os_name == "posix") and python_version > "3.8"', ""),
        (
            '(python_version >= "3.9") and (sys_platform == "darwin")',
            "only where sys_platform == darwin",
        ),
        ('sys_platform == "win32"  # a; b', "only where sys_platform == win32"),
        ('sys_platform == "win32" --hash=sha256:0 \\', "only where sys_platform == win32"),
        ('sys_platform == "win32" \\', "only where sys_platform == win32"),
        ('sys_platform == "linux" and extra == "fast"', "only for fast"),
        ('extra == "a" or extra == "b"', "only where extra == a or extra == b"),
        ('platform_release >= "5"', ""),
        ('sys_platform == "win32', ""),
        ("", ""),
        ("(" * 300, ""),
    ],
)
def test_a_requirement_that_is_never_installed_on_musa(tmp_path, marker, optional):
    (one,) = found(check(tmp_path, {"requirements.txt": f"{REQUIRED}; {marker}"}), "requirement")

    assert one.optional == optional


def test_an_extra_beside_other_conditions(tmp_path):
    text = f'Name: a\nRequires-Dist: {REQUIRED}; (extra == "fast") and python_version < "4"\n'
    (one,) = found(check(tmp_path, {"PKG-INFO": text}), "requirement")

    assert one.optional == "only for fast"
